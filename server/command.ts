/** Prints one finished step. */
export function step(text: string): void {
  process.stdout.write(`✓ ${text}\n`)
}

/** Runs a command's work; faults that its user can mend are printed as they are, everything else with its stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${describeFault(error)}\n`)
    process.exitCode = 1
  }
}

/** By name, not by class: the shop's bundle has classes of its own. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `✗ ${String(error)}`
  const mendable = error.name === 'StartFault' || error.name === 'SettingsError'
  return `✗ ${mendable ? error.message : (error.stack ?? error.message)}`
}
