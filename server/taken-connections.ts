import cluster from 'node:cluster'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Connections that this process has taken since it started. */
let taken = 0
let lastTaken = Number.NEGATIVE_INFINITY

/** Told with every connection. */
export function noteTaken(): void {
  taken += 1
  lastTaken = performance.now()
}

/** Milliseconds: what arrives during a longer turn of the event loop has not been read at its end. */
const shortTurn = 2
const shortTurnWithin = 500

/** Resolves when the event loop has just read all that had arrived, connections among it, or when it is always busy. */
export async function everythingRead(): Promise<void> {
  const end = performance.now() + shortTurnWithin
  let before = { at: Number.NEGATIVE_INFINITY, taken: -1 }
  for (;;) {
    await nextTurn()
    const now = { at: performance.now(), taken }
    if ((now.at - before.at < shortTurn && now.taken === before.taken) || now.at > end) return
    before = now
  }
}

/** Turns that are spent on taking connections, between two pieces of work. */
const mostTurns = 200
/** Milliseconds: a worker is handed the next connection by the primary, which takes a moment. */
const handedWithin = 1

/**
 * Resolves when nobody waits to be taken. The event loop takes one connection in each of its turns (libuv 1.52), so that
 * beside work of 20 ms a turn those who arrive would wait for seconds where nobody sees them.
 */
export async function everybodyTaken(): Promise<void> {
  // The first one may end a turn that has looked for connections already.
  await nextTurn()
  for (let turns = 0, before = -1; turns < mostTurns; turns++) {
    const isHanded = cluster.isWorker && performance.now() - lastTaken < handedWithin
    if (taken === before && !isHanded) return
    before = taken
    await nextTurn()
  }
}
