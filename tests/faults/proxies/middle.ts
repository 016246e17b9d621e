import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'

export type Passed = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  answered: IncomingHttpHeaders
}

/** Between the shared cache and the shop: passes everything on, and knows what the cache has asked. */
export type Middle = {
  passed: Passed[]
  /** Said of every page in the shop's place where it says none itself. */
  keys: string
  stop(): Promise<void>
}

export async function startMiddle(port: number, shopPort: number): Promise<Middle> {
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const asking = request({ host: '127.0.0.1', port: shopPort, method, path: url, headers }, (answer) => {
      middle.passed.push({ method, url, headers, answered: answer.headers })
      const isShared = answer.headers['cache-control']?.startsWith('public, no-cache') === true
      const keys = isShared && middle.keys !== '' && !answer.headers['surrogate-key']
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(keys && { 'surrogate-key': middle.keys }),
      })
      answer.pipe(outgoing)
    })
    asking.on('error', () => outgoing.destroy())
    incoming.pipe(asking)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const middle: Middle = {
    passed: [],
    keys: '',
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return middle
}
