import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came back: `status` null where the connection ended without an answer. */
export type Answer = {
  status: number | null
  headers: ReadonlyMap<string, string>
  ms: number
  hung: boolean
}

/**
 * The bytes of a request written as in the corpus. Where its head does not say how long the body is, that is added.
 * `fill`: what stands in it for a host and a session.
 */
export function bytesOf(text: string, fill: Readonly<Record<string, string>>): Buffer {
  let filled = text
  for (const [mark, instead] of Object.entries(fill)) filled = filled.replaceAll(mark, instead)
  const end = filled.indexOf('\n\n')
  const [head, body] = end === -1 ? [filled, ''] : [filled.slice(0, end), filled.slice(end + 2)]
  const lines = head.replaceAll(/\r?\n/g, '\r\n')
  const framed = /^(?:content-length|transfer-encoding):/im.test(head)
  const length = framed || (body === '' && !/^(?:POST|PUT|PATCH|DELETE)/.test(head))
  return Buffer.from(
    `${lines}${length ? '' : `\r\nContent-Length: ${Buffer.byteLength(body)}`}\r\n\r\n${body}`,
  )
}

/** One connection at a time, kept as long as the server keeps it. */
export function openWire(port: number, { hangs }: { hangs: number }) {
  let socket: Socket | null = null
  const drop = () => {
    socket?.destroy()
    socket = null
  }

  async function connected(): Promise<Socket> {
    if (socket && !socket.destroyed && socket.writable) return socket
    const made = connect({ port, host: '127.0.0.1', noDelay: true })
    made.on('error', () => undefined)
    await Promise.race([once(made, 'connect'), once(made, 'close')])
    socket = made
    return made
  }

  return {
    drop,
    /** Sends it; `alone`: over a connection of its own whose sending side ends with it, so that nothing more is waited for. */
    async send(bytes: Buffer, { alone, head }: { alone: boolean; head: boolean }): Promise<Answer> {
      const since = performance.now()
      if (alone) drop()
      const used = await connected()
      const got = await new Promise<{ status: number | null; headers: Map<string, string>; hung: boolean }>(
        (resolve) => {
          let heard: Buffer = Buffer.alloc(0)
          const finish = (hung: boolean) => {
            clearTimeout(timer)
            used.off('data', hear).off('close', closed)
            const { status, headers, whole } = read(heard, head)
            if (hung || alone || !whole || headers.get('connection') === 'close') drop()
            resolve({ status, headers, hung })
          }
          const closed = () => finish(false)
          const hear = (part: Buffer) => {
            heard = heard.length === 0 ? part : Buffer.concat([heard, part])
            const { whole, endless } = read(heard, head)
            if (whole || endless) finish(false)
          }
          const timer = setTimeout(() => finish(true), hangs)
          used.on('data', hear).once('close', closed)
          if (used.destroyed) closed()
          else if (alone) used.end(bytes)
          else used.write(bytes)
        },
      )
      return { ...got, ms: performance.now() - since }
    },
  }
}

type Read = { status: number | null; headers: Map<string, string>; whole: boolean; endless: boolean }

/** As much of an answer as has come; interim ones (1xx) are passed over. */
function read(heard: Buffer, head: boolean): Read {
  const end = heard.indexOf('\r\n\r\n')
  if (end === -1) return { status: null, headers: new Map(), whole: false, endless: false }
  const [first = '', ...lines] = heard.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = heard.subarray(end + 4)
  if (status >= 100 && status < 200) return read(rest, head)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const endless = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const length = headers.get('content-length')
  const whole =
    head || status === 204 || status === 304
      ? true
      : headers.get('transfer-encoding') === 'chunked'
        ? rest.subarray(-5).toString('latin1') === '0\r\n\r\n'
        : length !== undefined && rest.length >= Number(length)
  return { status, headers, whole, endless }
}
