import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/**
 * Milliseconds. `idle`: how long connections without a request are kept, so that whoever is just sending one is answered
 * first and told that the connection ends. `busy`: how long answers may take.
 */
export type StopTimes = { idle: number; busy: number }

export type StopServing = (times?: Partial<StopTimes>) => Promise<void>

/** An orderly end may take 20 s; the database's part of it comes afterwards. */
const usualTimes: StopTimes = { idle: 0, busy: 12_000 }

type Followed = { answers: Set<ServerResponse>; connections: Set<Socket> }

const followed = new WeakMap<Server, Followed>()

/** Notes which connections are open and which answers under way, for whoever stops the server in their midst. */
export function followConnections(server: Server): void {
  const answers = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  followed.set(server, { answers, connections })
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  server.prependListener('request', (_asked, answer) => {
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
  })
}

/**
 * Takes no connection any more, answers what has been asked, and says in each of these answers that the connection ends:
 * a client that keeps its connection would send the next request into its end.
 */
export async function stopListening(server: Server, times?: Partial<StopTimes>): Promise<void> {
  const { idle, busy } = { ...usualTimes, ...times }
  // Not its own `close`: that ends idle connections at once.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
  server.prependListener('request', (_asked, answer) => last(answer))
  const { answers, connections } = followed.get(server) ?? { answers: [], connections: [] }
  for (const answer of answers) last(answer)
  // What has arrived already is read in the next turn.
  const quiet = setTimeout(() => setImmediate(() => endIdle()), idle)
  let again: NodeJS.Timeout | undefined
  const endIdle = () => {
    server.closeIdleConnections()
    // For Node one that has not asked yet is not idle; browsers open some ahead.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    again = setInterval(() => server.closeIdleConnections(), 50)
  }
  // Who sends a byte a minute is waited for no longer than anybody else.
  const late = setTimeout(() => server.closeAllConnections(), busy)
  await closed
  for (const timer of [quiet, late]) clearTimeout(timer)
  clearInterval(again)
}

function last(answer: ServerResponse): void {
  answer.shouldKeepAlive = false
}
