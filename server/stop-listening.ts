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

/** Milliseconds after which what has been sent is let go, of connections that ask for nothing more. */
const sweepsEvery = 5_000

type Connection = {
  /** Answers in the order of their requests; those that are sent leave with the next request, or some seconds later. */
  answers: ServerResponse[]
  /** Bytes that had been read when the last request was complete, as far as is known: more are of the next one. */
  read: number
  /** When the last answer was sent, as far as somebody stops the server. */
  since: number
}

const followed = new WeakMap<Server, Map<Socket, Connection>>()

/** Notes a request that has come; how many answers its connection waits for, this one included. */
export type NoteAsked = (asked: IncomingMessage, answer: ServerResponse) => number

/**
 * Notes which connections are open and which answers under way, for whoever stops the server in their midst. The function
 * it returns is to be called with every request, before anything else. There may be ten thousand a second: it listens to
 * the end of an answer only where the request has a body, for what is read after its head is no next request.
 */
export function followConnections(server: Server): NoteAsked {
  const connections = new Map<Socket, Connection>()
  followed.set(server, connections)
  server.on('connection', (socket) => {
    noteTaken()
    connections.set(socket, { answers: [], read: 0, since: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // Thousands of browsers keep their connections for a minute: an answer with its request takes some kB.
  const sweeping = setInterval(() => {
    for (const connection of connections.values())
      if (!connection.answers.some(isUnderWay)) connection.answers = []
  }, sweepsEvery).unref()
  server.on('close', () => clearInterval(sweeping))
  return ({ socket, headers }, answer) => {
    const connection = connections.get(socket)
    if (!connection) return 0
    connection.answers = connection.answers.filter(isUnderWay)
    connection.answers.push(answer)
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      connection.read = socket.bytesRead
    else noteWhenSent(socket, connection, answer)
    return connection.answers.length
  }
}

/** Notes when an answer has been sent, and what was read of its connection by then. */
function noteWhenSent(socket: Socket, connection: Connection, answer: ServerResponse): void {
  answer.once('close', () => {
    connection.read = socket.bytesRead
    connection.since = performance.now()
  })
}

const isUnderWay = ({ writableFinished, destroyed }: ServerResponse) => !writableFinished && !destroyed

/** Whether a part of an answer has been sent: nothing else may then be written between. */
export function answerHasBegun(server: Server, socket: Socket): boolean {
  const answers = followed.get(server)?.get(socket)?.answers ?? []
  return answers.some((answer) => answer.headersSent && isUnderWay(answer))
}

/**
 * Takes no connection any more, answers what has been asked, and says in each of these answers that the connection ends:
 * a client that keeps its connection would send the next request into its end. A connection whose client could not be
 * told is closed only when it was idle for `idle` since then.
 */
export async function stopListening(server: Server, times?: Partial<StopTimes>): Promise<void> {
  const { idle, busy } = { ...usualTimes, ...times }
  const connections = followed.get(server) ?? new Map<Socket, Connection>()
  const closeAfter = (socket: Socket, answer: ServerResponse) => {
    answer.shouldKeepAlive = false
    const connection = connections.get(socket)
    if (connection) noteWhenSent(socket, connection, answer)
  }
  server.prependListener('request', ({ socket }, answer) => closeAfter(socket, answer))
  for (const [socket, { answers }] of connections)
    for (const answer of answers) if (isUnderWay(answer)) closeAfter(socket, answer)
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
  !answers.some(isUnderWay) && socket.bytesRead === read
