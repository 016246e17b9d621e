import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets others have their turn. */
export type Pause = () => Promise<unknown>

/** So many rows may be written, and so many sorted, before others have their turn: a few milliseconds of work. */
export const written = 128
export const moved = 50_000

/**
 * Does long work a slice at a time, so that requests are answered in between. The work yields where it may be
 * interrupted, and says how many rows it has done since.
 */
export async function inSlices<T>(work: Generator<number, T>, pause: Pause = nextTurn): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Does the same work without interruption. */
export function atOnce<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
