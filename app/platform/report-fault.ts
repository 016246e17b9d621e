import { printable } from './printable.ts'

/** Runs the work of a process; faults that its user can mend are printed as they are, everything else with its stack. */
export async function reportingFaults(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`✗ ${describeFault(error)}\n`)
    process.exitCode = 1
  }
}

/** What is wrong and how to mend it. Known by name, not by class: the shop's bundle has classes of its own. */
export function describeFault(error: unknown): string {
  return printable(described(error))
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'StartFault') return error.message
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${(port ?? 3000) + 1} npm start`
  }
  if (code === 'EACCES' && port) {
    return `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk is full${path ? ` (${path})` : ''}. Make room on it, then try again.`
  }
  if (code === 'EROFS')
    return `The disk takes no writes${path ? ` (${path})` : ''}. Mount it for writing, then try again.`
  // Of PostgreSQL.
  if (code === '53100') return 'The disk of the database is full. Make room on it, then try again.'
  // What failed for want of room says so below what was under way.
  if (error.cause instanceof Error) {
    const below = described(error.cause)
    if (below.startsWith('The disk ')) return below
  }
  return error.stack ?? error.message
}
