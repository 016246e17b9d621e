import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets others have their turn. */
export type Pause = () => Promise<unknown>

/**
 * What may be done before others have their turn, so that it stays a few milliseconds also in code that has not been
 * optimised yet. None of it depends on how many rows there are. Tests make it less.
 */
export const atATime = {
  /** Rows written from what the database answered. */
  written: 128,
  /** Rows that the database answers together while everything is read: visitors' pages come between two answers. */
  read: 512,
  /** Rows compared or moved one by one. */
  moved: 8_192,
  /** Neighbours copied together. */
  copied: 262_144,
}

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
