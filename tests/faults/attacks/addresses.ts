import { once } from 'node:events'
import { connect } from 'node:net'
import type { Attack } from './attack.ts'

const paths = [
  '/',
  '//',
  '//%ff',
  '/%ff',
  '/nirgends',
  '/de',
  '/de/%ff',
  '/.data',
  '/api/event',
  '/health',
  '/de/kontakt',
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'OPTIONS', 'NONSENSE']
const agent = 'User-Agent: Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0\r\n'

/** Requests that can be read in two ways, after the first line. */
const twofold = [
  ['two hosts', 'Host: a.example\r\nHost: b.example\r\n\r\n'],
  ['no host', '\r\n'],
  [
    'a length and chunks',
    'Host: a.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
] as const

export const attack: Attack = {
  name: 'addresses',
  title: 'Every method at strange addresses, and requests that can be read in two ways',
  async run({ url, log }) {
    const wrong: string[] = []
    const before = log().length
    for (const path of paths)
      for (const method of methods) {
        const status = await statusOf(
          url,
          `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\n${agent}Connection: close\r\n\r\n`,
        )
        if (!(status >= 200 && status < 500)) wrong.push(`${method} ${path} is answered ${status}`)
      }
    for (const [what, rest] of twofold) {
      const status = await statusOf(url, `POST /de HTTP/1.1\r\nConnection: close\r\n${rest}`)
      if (status !== 400) wrong.push(`${what}: answered ${status}`)
    }
    const said = log().slice(before)
    if (/\n\s+at |"stack"|"level":(50|60)/.test(said))
      wrong.push(`the log has a stack trace: ${said.slice(0, 300)}`)
    return wrong
  },
}

/** The status that bytes are answered with; NaN for none. */
async function statusOf(url: string, request: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(20_000, () => socket.destroy())
  // Closed before it was read whole: what was answered counts.
  socket.on('error', () => undefined)
  socket.write(request)
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part
  })
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}
