import type { Worker } from 'node:cluster'

/** What node:cluster says on its channel; stable since it shares connections out by turns, though nowhere written down. */
type Internal = { cmd?: string; act?: string; seq?: number; ack?: number }

/** Milliseconds for what an ended worker has said to be read. */
const wordsWithin = 100

/**
 * Gives connections back that were handed to a worker which ended before it took them: node:cluster waits for its
 * acknowledgement for ever, and the visitor with it. Nothing of theirs has been read, so that another worker can.
 */
export function returnUntaken(worker: Worker): void {
  const channel = worker.process
  const untaken = new Set<number>()
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
    }, wordsWithin)
  })
}
