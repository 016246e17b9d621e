import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/**
 * How the way to a service is: `open`; `refused`; `silent` takes what is sent and answers nothing; `slow` passes answers on a
 * byte at a time; `dropped` breaks off when the first byte of an answer comes; `says` answers whatever comes with a text.
 */
export type LinkWay = 'open' | 'refused' | 'silent' | 'slow' | 'dropped' | { says: string; atOnce?: boolean }

export type ServiceLink = {
  /** For the setting that names the service. */
  port: number
  /** Connections since `set` was called last. */
  connections: number
  /** From now on; what is open is broken. */
  set(way: LinkWay): Promise<void>
  stop(): Promise<void>
}

/** A way to a service on a port of this machine that fails in each way that networks and services do, whatever is spoken. */
export async function openServiceLink(service: number): Promise<ServiceLink> {
  let way: LinkWay = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    link.connections += 1
    keep(client)
    if (way === 'silent') return void client.resume()
    if (typeof way === 'object') {
      const { says, atOnce } = way
      if (atOnce) client.write(says)
      client.on('data', () => client.end(atOnce ? '' : says))
      return
    }
    const upstream = createConnection({ port: service, host: '127.0.0.1' })
    keep(upstream)
    client.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy())
    if (way === 'slow') trickle(upstream, client)
    else if (way === 'dropped') upstream.on('data', () => client.destroy())
    else upstream.on('data', (bytes) => client.write(bytes))
    upstream.on('end', () => way !== 'slow' && client.end())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function close(): Promise<void> {
    const closed = new Promise((done) => server.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const link: ServiceLink = {
    port,
    connections: 0,
    async set(next) {
      if (server.listening) await close()
      way = next
      link.connections = 0
      if (next !== 'refused') await listen(port)
    },
    async stop() {
      if (server.listening) await close()
    },
  }
  return link
}

/** Two bytes a second. */
function trickle(from: Socket, to: Socket): void {
  const waiting: number[] = []
  from.on('data', (bytes) => waiting.push(...bytes))
  const timer = setInterval(() => {
    const byte = waiting.shift()
    if (byte !== undefined) to.write(Buffer.of(byte))
  }, 500)
  to.on('close', () => clearInterval(timer))
}
