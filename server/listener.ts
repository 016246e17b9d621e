import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Log } from '#app/platform/log.ts'
import { logSeldom } from '#app/platform/log-seldom.ts'
import { requestIdFrom, requestIdName, withRequestId } from '#app/platform/request-id.ts'
import type { Front } from './page-front.ts'
import { plainHeads, transportSecurity } from './security-headers.ts'
import { answerHasBegun, followConnections } from './stop-listening.ts'
import type { Tracing } from './tracing/tracing.ts'

type Fetch = Parameters<typeof getRequestListener>[0]

export type Limits = {
  keepAliveTimeout: number
  headersTimeout: number
  requestTimeout: number
  connectionsCheckingInterval: number
  timeout: number
  maxConnections: number
}

/** In milliseconds, but for the last. */
const usualLimits: Limits = {
  /**
   * How long a connection without a request stays open: longer than the proxies in front of us keep theirs (60 s, some
   * 65), or they would now and then send a request into one that we are just closing.
   */
  keepAliveTimeout: 75_000,
  /** Longer than that: else it would end a connection whose next request is just beginning. */
  headersTimeout: 80_000,
  /** To the end of its body: photos come over slow lines, too. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  /** Without a byte in either direction while something is asked: longer than anything takes to answer. */
  timeout: 120_000,
  /** Of each process. One that is silent takes some 10 kB. */
  maxConnections: 10_000,
}

/** Browsers send some twenty, proxies a few more. */
const mostHeaders = 100

/** Answers that one connection waits for: no browser asks before it was answered, and whoever does skips every limit. */
const mostUnderWay = 100

/**
 * Serves over HTTP/1.1; requests that can be read in two ways are refused before anything reads them. `front` is asked
 * before everything else, and `onRequest` told of every request; `trace` begins its span. Each is answered under an id:
 * with `trustProxy` that of the proxy, where it gives one. `https`: browsers come over an encrypted connection, which
 * refusals say, too. `log` is told what is refused, never of whom.
 */
export function createListener(
  fetch: Fetch,
  front?: Front,
  limits: Partial<Limits> = {},
  {
    onRequest,
    trace,
    log,
    trustProxy = false,
    https = false,
  }: {
    onRequest?: ((asked: IncomingMessage, answer: ServerResponse) => void) | undefined
    trace?: Tracing['request'] | undefined
    log?: Log | undefined
    trustProxy?: boolean
    https?: boolean
  } = {},
): Server {
  const { timeout, maxConnections, ...times } = { ...usualLimits, ...limits }
  const heads = { ...refusalHead, ...(https && { 'strict-transport-security': transportSecurity }) }
  // What no request can be made of (a Host that is none, a backslash in the path), and what nothing else has caught.
  const errorHandler = (error: unknown) => {
    if (!(error instanceof RequestError))
      return new Response('Internal Server Error\n', { status: 500, headers: heads })
    logRefusal(log, badRequest)
    return new Response('Bad Request\n', { status: 400, headers: heads })
  }
  const listener = getRequestListener(fetch, { errorHandler })
  const server = createServer(
    { ...times, maxHeaderSize: 16_384, requireHostHeader: false },
    (asked, answer) => {
      const underWay = noteAsked(asked, answer)
      onRequest?.(asked, answer)
      const refusal = refusalOf(asked)
      const id = requestIdFrom(trustProxy ? asked.headers[requestIdName] : undefined)
      // Not around the front: what is kept is given in less time than that takes.
      const within = trace?.(asked, answer, id)
      const answered = () => withRequestId(id, () => listener(asked, answer))
      const onwards = within ? () => within(answered) : answered
      if (underWay > mostUnderWay) {
        logRefusal(log, { words: 'Too many requests under way on one connection' })
        asked.socket.destroy()
      } else if (refusal) {
        withRequestId(id, () => logRefusal(log, refusal))
        refuse(answer, refusal, heads, id)
      } else if (front) front(asked, answer, onwards, id)
      else onwards()
    },
  )
  const noteAsked = followConnections(server)
  server.timeout = timeout
  server.maxConnections = maxConnections
  // Among several workers, too: handed on, they would only fill the next one.
  Object.assign(server, { dropMaxConnection: true })
  // Of these the server hands over the bare connection, and closes it without a word where nobody takes it.
  server.on('connect', (_asked, connection) => {
    logRefusal(log, notAllowed)
    connection.on('error', () => connection.destroy())
    connection.end(refusalInBytes(notAllowed, heads))
  })
  // What cannot be read as a request at all; an answer that has begun is not written into.
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    if (!connection.writable || answerHasBegun(server, connection as Socket)) {
      connection.destroy()
      return
    }
    const refusal = unreadable[error.code ?? ''] ?? badRequest
    logRefusal(log, refusal)
    connection.end(refusalInBytes(refusal, heads))
  })
  server.on('checkExpectation', (_asked, answer: ServerResponse) => {
    const refusal = { status: 417, words: 'Expectation Failed' } as const
    logRefusal(log, refusal)
    refuse(answer, refusal, heads)
  })
  return server
}

type Refusal = { status: 400 | 405 | 408 | 413 | 417 | 431; words: string; allow?: string }

const notAllowed = { status: 405, words: 'Method Not Allowed', allow: 'GET, HEAD, POST' } as const

const badRequest = { status: 400, words: 'Bad Request' } as const
const tooManyHeaders = { status: 431, words: 'Request Header Fields Too Large' } as const

/** By the code of the fault that Node names. */
const unreadable: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: tooManyHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, words: 'Content Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: 'Request Timeout' },
}

const refusalHead = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  ...plainHeads,
  // What else comes over it may be meant for somebody else.
  connection: 'close',
}

type Heads = Readonly<Record<string, string>>

/** Methods that no address of ours answers, and that the platform's requests cannot even carry. */
const forbidden = new Set(['TRACE', 'TRACK', 'CONNECT'])

function refusalOf({
  method = '',
  url = '',
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): Refusal | null {
  if (rawHeaders.length > 2 * mostHeaders) return tooManyHeaders
  const hosts = namesOf(rawHeaders, 'host')
  if (hosts > 1) return { status: 400, words: 'More than one Host' }
  if (hosts === 0 && httpVersion === '1.1') return { status: 400, words: 'No Host' }
  if (headers.host && !isHost(headers.host)) return badRequest
  if (forbidden.has(method)) return notAllowed
  if (url === '*') return badRequest
  if (url.startsWith('/')) return null
  // A whole address, as proxies are sent it: it must be of the host that is asked.
  const isOurs = URL.canParse(url) && new URL(url).host === headers.host?.toLowerCase()
  return isOurs && /^https?:/i.test(url) ? null : badRequest
}

/** Nearly everybody asks for the same one, and to look at it costs as much as to find what is kept for its address. */
let lastHost = ''

/** What is none, though an address can be made of it: more than a name and a port (RFC 9112, 3.2). */
const notHost = /[/?#@\\\s]/

/** `09`, say, is none: no address can be made of it. */
function isHost(host: string): boolean {
  if (host === lastHost) return true
  if (notHost.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/** How often a header was sent. Everything that is asked comes by here: nothing is made for it. */
function namesOf(rawHeaders: readonly string[], header: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === header.length && name.toLowerCase() === header) count += 1
  }
  return count
}

/** Kinds are few: the words are ours. There may be thousands a second. */
function logRefusal(log: Log | undefined, { status, words }: { status?: number; words: string }): void {
  if (!log) return
  logSeldom(log, `request refused: ${words}`, (more) =>
    log.info(
      { ...(status !== undefined && { status }), reason: words, ...(more > 0 && { more }) },
      'a request was refused before it was read',
    ),
  )
}

function refuse(answer: ServerResponse, { status, words, allow }: Refusal, heads: Heads, id?: string): void {
  answer.writeHead(status, {
    ...heads,
    ...(allow !== undefined && { allow }),
    ...(id !== undefined && { [requestIdName]: id }),
  })
  answer.end(`${words}\n`)
}

/** For a connection whose request was never made one. */
function refusalInBytes({ status, words, allow }: Refusal, heads: Heads): string {
  const head = { ...heads, ...(allow !== undefined && { allow }), 'content-length': words.length + 1 }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${words}\r\n${lines.join('')}\r\n${words}\n`
}
