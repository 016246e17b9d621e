import type { Log } from './log.ts'

/** How long an entry of a kind stands for all of its kind, ms. */
const interval = 1_000

const countedOf = new WeakMap<Log, Map<string, { more: number }>>()

/**
 * Tells of something that a stranger, or a part that is away, can bring about as often as it likes: the first of a kind at
 * once (`more` is 0), and while it goes on once a second how many more there were. Kinds must be few.
 */
export function logSeldom(log: Log, kind: string, tell: (more: number) => void): void {
  const kinds = countedOf.get(log) ?? new Map<string, { more: number }>()
  countedOf.set(log, kinds)
  const counted = kinds.get(kind)
  if (counted) {
    counted.more += 1
    return
  }
  const since = { more: 0 }
  kinds.set(kind, since)
  tell(0)
  const timer = setInterval(() => {
    const { more } = since
    since.more = 0
    if (more > 0) tell(more)
    else {
      clearInterval(timer)
      kinds.delete(kind)
    }
  }, interval)
  timer.unref()
}
