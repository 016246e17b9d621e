import { readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAlive } from '../process-alive.ts'

/**
 * What a running PostgreSQL writes into `postmaster.pid` of its cluster directory; `socketDir` is empty until it has
 * opened its socket.
 */
export type Postmaster = { pid: number; socketDir: string; ready: boolean; stopping: boolean }

/**
 * The PostgreSQL that works on a cluster directory, whoever started it; `null` when there is none.
 * A file left behind by one that was killed does not count, not even when its process number belongs to
 * another program by now.
 */
export function findPostmaster(clusterDir: string): Postmaster | null {
  const file = readIfThere(join(clusterDir, 'postmaster.pid'))
  const lines = file?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !isPostmaster(pid, clusterDir)) return null
  const status = lines[7]?.trim()
  return { pid, socketDir: lines[4] ?? '', ready: status === 'ready', stopping: status === 'stopping' }
}

/**
 * PostgreSQL removes a dead server's lock files itself, unless their number belongs to some other program
 * by now (in containers, where numbers are small, that is the rule): those are taken away here.
 */
export function removeStaleLocks(clusterDir: string, socketDir: string): void {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const before = readIfThere(path)
    if (before === null) continue
    const pid = Math.abs(Number(before.split('\n')[0]))
    if (!isAlive(pid) || isPostmaster(pid, clusterDir)) continue
    // Moved first, then looked at again: another process may just have put a living server's file there.
    const aside = `${path}.stale-${process.pid}`
    renameSync(path, aside)
    if (readIfThere(aside) === before) rmSync(aside)
    else renameSync(aside, path)
  }
}

/** Whether a process exists that runs PostgreSQL on this cluster directory. */
export function isPostmaster(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  // Empty for a program that ended but was not collected by its parent yet.
  const words = readIfThere(`/proc/${pid}/cmdline`)?.split('\0') ?? []
  return basename(words[0] ?? '') === 'postgres' && words.includes(clusterDir)
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESRCH') return null
    throw error
  }
}
