import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Whether processes can be kept on a core here (Linux with taskset, and more than one core). */
export const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0

/**
 * Keeps a process on one core, with all its threads and the processes it starts from now on: what is measured on the
 * first one, the load on the second.
 */
export function pin(core: number, pid = process.pid): void {
  if (canPin) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' })
}

/** Does work while this process is on a core, where the processes that it starts stay. */
export async function startedOn<T>(core: number, work: () => Promise<T>): Promise<T> {
  pin(core)
  try {
    return await work()
  } finally {
    pin(1)
  }
}

/** CPU time of a process and of all below it so far, those that have ended among them, µs; NaN where nothing tells. */
export function cpuMicroseconds(pid: number): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const children = new Map<number, number[]>()
  const spent = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    // After the name in brackets: state, parent, …; own time as 12th and 13th, that of ended children after it.
    const fields = (readOrNothing(`/proc/${name}/stat`).split(') ').at(-1) ?? '').split(' ').map(Number)
    const parent = fields[1] ?? 0
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    // In ticks of 10 ms.
    spent.set(Number(name), fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * 10_000)
  }
  const all = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap(all)]
  return all(pid).reduce((sum, each) => sum + (spent.get(each) ?? 0), 0)
}

/** CPU time of a process alone so far, µs; NaN where nothing tells. */
export function ownCpuMicroseconds(pid: number): number {
  const fields = (readOrNothing(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** CPU time of a process's threads that run, ns: finer than the ticks of 10 ms above, for short rounds (Linux alone). */
export function ownCpuNanoseconds(pid: number): number {
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce(
    (sum, thread) => sum + Number(readOrNothing(`${threads}/${thread}/schedstat`).split(' ')[0]),
    0,
  )
}

/** A process may end while one looks. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round((Number(kilobytes) * 1024) / 1e6)
}

export function middle(list: readonly number[]): number {
  return at(list, 0.5)
}

/** What so large a share of the list does not exceed. */
export function at(list: readonly number[], share: number): number {
  const sorted = list.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
