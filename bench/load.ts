import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { cpuMicroseconds, middle, ownCpuMicroseconds } from './processes.ts'

/** An answer as it came over the wire. */
export type Answer = { status: number; head: string; body: Buffer }

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/**
 * One connection that stays open and asks one thing after the other. It reads no more of an answer than where it ends, so
 * that one core of load keeps one core of a bare server busy.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #wake: () => void = () => undefined
  #fault: Error | null = null

  constructor(port: number, host = '127.0.0.1') {
    this.#socket = connect({ port, host, noDelay: true })
    this.#socket.on('data', (part: Buffer) => {
      this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
      this.#wake()
    })
    const ended = (error?: Error) => {
      this.#fault ??= error ?? new Error('the connection was closed')
      this.#wake()
    }
    this.#socket.on('error', ended)
    this.#socket.on('close', () => ended())
  }

  /** Nothing can be asked over it any more: the server ends connections that are idle for long. */
  get hasEnded(): boolean {
    return this.#fault !== null
  }

  /** Sends the bytes of a request and waits for the whole answer. @throws where the connection ends before that */
  async ask(request: Buffer): Promise<Answer> {
    this.#socket.write(request)
    const headLength = await this.#find(headEnd, 0)
    const head = this.#received.toString('latin1', 0, headLength)
    const status = Number(head.slice(9, 12))
    let end = headLength + 4
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const hasNoBody = status === 304 || status === 204 || request.toString('latin1', 0, 5) === 'HEAD '
    const parts: Buffer[] = []
    if (!hasNoBody && length !== undefined) {
      end += Number(length)
      await this.#have(end)
      parts.push(this.#received.subarray(headLength + 4, end))
    } else if (!hasNoBody) {
      for (let size = -1; size !== 0; ) {
        const line = await this.#find(lineEnd, end)
        size = Number.parseInt(this.#received.toString('latin1', end, line), 16)
        end = line + 2 + size + 2
        await this.#have(end)
        parts.push(this.#received.subarray(line + 2, line + 2 + size))
      }
    }
    const body = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    this.#received = this.#received.subarray(end)
    return { status, head, body }
  }

  async #find(what: Buffer, from: number): Promise<number> {
    for (;;) {
      const found = this.#received.indexOf(what, from)
      if (found !== -1) return found
      await this.#more()
    }
  }

  async #have(length: number): Promise<void> {
    while (this.#received.length < length) await this.#more()
  }

  async #more(): Promise<void> {
    if (this.#fault) throw this.#fault
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return
    this.#socket.destroy()
    await once(this.#socket, 'close')
  }
}

export type Headers = Record<string, string>

/** The bytes of a GET as a browser sends it. */
export function requestFor(path: string, headers: Headers = {}, host = 'localhost'): Buffer {
  const all: Headers = {
    host,
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': path.startsWith('/en') ? 'en' : 'de',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

export type Load = { perSecond: number; cpuEach: number; statuses: Map<number, number> }

/**
 * Asks the same as fast as it is answered, on some connections at once. `pid`: whose CPU is counted, with all below it
 * unless it is to be `alone`.
 */
export async function ask(
  { port, pid }: { port: number; pid: number },
  next: () => Buffer,
  { connections = 32, seconds, alone = false }: { connections?: number; seconds: number; alone?: boolean },
): Promise<Load> {
  const open = Array.from({ length: connections }, () => new Connection(port))
  const statuses = new Map<number, number>()
  let answers = 0
  const cpuOf = alone ? ownCpuMicroseconds : cpuMicroseconds
  const cpu = cpuOf(pid)
  const since = performance.now()
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - since < seconds * 1_000) {
        const { status } = await connection.ask(next())
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        answers += 1
      }
    }),
  )
  const took = (performance.now() - since) / 1_000
  const spent = cpuOf(pid) - cpu
  await Promise.all(open.map((connection) => connection.close()))
  return { perSecond: answers / took, cpuEach: spent / answers, statuses }
}

export type Side = { name: string; load: (seconds: number) => Promise<Load> }
export type Compared = { name: string; perSecond: number; cpuEach: number; statuses: Set<number> }

/**
 * Rounds of everybody in turn, in an order that is turned round every time, so that what else the machine does meets all
 * alike. Medians, and the median of each round's ratio of the first to every other: by answers, and by CPU, which other
 * processes on the machine disturb less.
 */
export async function inTurn(
  sides: readonly Side[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ compared: Compared[]; ratios: number[]; cpuRatios: number[] }> {
  const loads = new Map<string, Load[]>(sides.map(({ name }) => [name, []]))
  for (const { load } of sides) await load(1)
  for (let round = 0; round < rounds; round++)
    for (const { name, load } of round % 2 === 0 ? sides : sides.toReversed())
      loads.get(name)?.push(await load(seconds))
  const of = (name: string) => loads.get(name) ?? []
  const [first = [], ...others] = sides.map(({ name }) => of(name))
  const ratiosOf = (ratio: (own: Load, other: Load) => number) =>
    others.map((other) => middle(first.map((own, round) => ratio(own, other[round] as Load))))
  return {
    compared: sides.map(({ name }) => ({
      name,
      perSecond: middle(of(name).map(({ perSecond }) => perSecond)),
      cpuEach: middle(of(name).map(({ cpuEach }) => cpuEach)),
      statuses: new Set(of(name).flatMap(({ statuses }) => [...statuses.keys()])),
    })),
    ratios: ratiosOf((own, other) => own.perSecond / other.perSecond),
    cpuRatios: ratiosOf((own, other) => other.cpuEach / own.cpuEach),
  }
}
