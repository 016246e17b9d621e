import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { everythingRead, noteTaken } from './taken-connections.ts'

/**
 * Milliseconds. `idle`: how long connections without a request are kept, so that whoever is just sending one is answered
 * first and told that the connection ends. `busy`: how long answers may take.
 */
export type StopTimes = { idle: number; busy: number }

export type StopServing = (times?: Partial<StopTimes>) => Promise<void>

/** An orderly end may take 20 s; the database's part of it comes afterwards. */
const usualTimes: StopTimes = { idle: 1_000, busy: 12_000 }

/** Milliseconds between two looks for connections that are idle. */
const looksEvery = 50

type Connection = {
  /** Answers that are not sent to their end. */
  answers: Set<ServerResponse>
  /** Bytes that had been read when the last answer was sent: more are of a request that has begun. */
  read: number
  /** When the last answer was sent. */
  since: number
}

const followed = new WeakMap<Server, Map<Socket, Connection>>()

/** Notes which connections are open and which answers under way, for whoever stops the server in their midst. */
export function followConnections(server: Server): void {
  const connections = new Map<Socket, Connection>()
  followed.set(server, connections)
  server.on('connection', (socket) => {
    noteTaken()
    connections.set(socket, { answers: new Set(), read: 0, since: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // One function for all answers: it is called with every one of ten thousand a second.
  function sent(this: ServerResponse) {
    const { socket } = this.req
    const connection = connections.get(socket)
    if (!connection) return
    connection.answers.delete(this)
    connection.read = socket.bytesRead
    connection.since = performance.now()
  }
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    connections.get(socket)?.answers.add(answer)
    answer.on('close', sent)
  })
}

/** How many answers a connection waits for, the one just asked for included. */
export function answersUnderWay(server: Server, socket: Socket): number {
  return followed.get(server)?.get(socket)?.answers.size ?? 0
}

/** Whether a part of an answer has been sent: nothing else may then be written between. */
export function answerHasBegun(server: Server, socket: Socket): boolean {
  const answers = followed.get(server)?.get(socket)?.answers ?? []
  return [...answers].some(({ headersSent }) => headersSent)
}

/**
 * Takes no connection any more, answers what has been asked, and says in each of these answers that the connection ends:
 * a client that keeps its connection would send the next request into its end. A connection whose client could not be
 * told is closed only when it was idle for `idle` since then.
 */
export async function stopListening(server: Server, times?: Partial<StopTimes>): Promise<void> {
  const { idle, busy } = { ...usualTimes, ...times }
  const connections = followed.get(server) ?? new Map<Socket, Connection>()
  server.prependListener('request', (_asked, answer) => last(answer))
  for (const { answers } of connections.values()) for (const answer of answers) last(answer)
  // Who is connected already, but not taken yet, would be cut off by closing.
  await everythingRead()
  const since = performance.now()
  // Not its own `close`: that ends idle connections at once, and those whose answer is on its way to a slow reader.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
  const looking = setInterval(async () => {
    await everythingRead()
    for (const [socket, connection] of connections)
      if (isIdle(socket, connection) && performance.now() - Math.max(since, connection.since) >= idle)
        socket.destroy()
  }, looksEvery)
  // Who sends a byte a minute is waited for no longer than anybody else.
  const late = setTimeout(() => server.closeAllConnections(), busy)
  await closed
  clearTimeout(late)
  clearInterval(looking)
}

const isIdle = (socket: Socket, { answers, read }: Connection) =>
  answers.size === 0 && socket.bytesRead === read

function last(answer: ServerResponse): void {
  answer.shouldKeepAlive = false
}
