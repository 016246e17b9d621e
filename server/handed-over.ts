import type { Worker } from 'node:cluster'
import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { everythingRead, noteTaken } from './taken-connections.ts'

/** What node:cluster says on its channel; stable since it shares connections out by turns, though nowhere written down. */
type Internal = { cmd?: string; act?: string; seq?: number; ack?: number }

/** Milliseconds for what an ended worker has said to be read. */
const wordsWithin = 100

/** Of each worker the connections that it has not taken yet. */
const untakenOf = new Set<ReadonlySet<number>>()

/**
 * Gives connections back that were handed to a worker which ended before it took them: node:cluster waits for its
 * acknowledgement for ever, and the visitor with it. Nothing of theirs has been read, so that another worker can.
 */
export function returnUntaken(worker: Worker): void {
  const channel = worker.process
  const untaken = new Set<number>()
  untakenOf.add(untaken)
  const send = channel.send.bind(channel) as (...given: unknown[]) => boolean
  channel.send = ((message: Internal, ...others: unknown[]) => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && message.seq !== undefined)
      untaken.add(message.seq)
    return send(message, ...others)
  }) as typeof channel.send
  channel.on('internalMessage', ({ ack }: Internal) => {
    if (ack !== undefined) untaken.delete(ack)
  })
  channel.once('exit', () => {
    // Its last words may still be on their way, and a connection that it took is not to be taken twice.
    setTimeout(() => {
      for (const ack of untaken)
        channel.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
      untakenOf.delete(untaken)
    }, wordsWithin)
  })
}

/** What node:net listens with. */
type ListeningHandle = { onconnection: (...given: unknown[]) => void; close(): void }

/** Where the primary takes connections for its workers. */
const listening = new Set<ListeningHandle>()

/** Notes where node:cluster listens from now on: it does so in this process, and tells nobody of its server. */
export function noteListening(): void {
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    const { server } = message as { server: Server & { _handle?: ListeningHandle | null } }
    const handle = server._handle
    if (handle) listening.add(handle)
  })
}

/**
 * Takes no connection any more, and resolves when the workers have all that were taken, at the latest after `within` ms.
 * When the last worker stops listening, node:cluster drops those that wait for one without a word.
 */
export async function handOverRest(within: number): Promise<void> {
  for (const handle of listening) {
    const take = handle.onconnection
    handle.onconnection = (...given) => {
      noteTaken()
      take.apply(handle, given)
    }
  }
  await everythingRead()
  for (const handle of listening) handle.close()
  listening.clear()
  // A worker is given one at a time, and the next one as soon as it has taken it: where none is open, none waits.
  const end = performance.now() + within
  while ([...untakenOf].some(({ size }) => size > 0) && performance.now() < end) await wait(5)
}
