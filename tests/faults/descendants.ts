import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** How long what was started gets to end in order, ms. */
const timeLimit = 15_000

/** Processes that this one has started, and with them those that they have. */
function descendants(): { children: readonly number[]; all: readonly number[] } {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = new Map<number, number[]>()
  for (const line of stdout.trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const found: number[] = []
  for (let next = [process.pid]; next.length > 0; ) {
    next = next.flatMap((pid) => children.get(pid) ?? [])
    found.push(...next)
  }
  return { children: children.get(process.pid) ?? [], all: found }
}

/**
 * Ends whatever a suite has started that is cut short: first its own children, which end theirs in order; what is left of
 * all of them after a while is killed. The runner's own database is among them.
 */
export async function endDescendants(): Promise<void> {
  const { children, all } = descendants()
  const send = (pids: readonly number[], signal: NodeJS.Signals | 0) =>
    pids.filter((pid) => {
      try {
        return process.kill(pid, signal)
      } catch (error) {
        // It has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
        throw error
      }
    })
  send(children, 'SIGTERM')
  const until = performance.now() + timeLimit
  while (send(all, 0).length > 0 && performance.now() < until) await pause(100)
  send(all, 'SIGKILL')
}
