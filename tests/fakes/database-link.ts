import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** How the way to the database is: `silent` takes what is sent and passes nothing on, in neither direction. */
type Way = 'open' | 'silent' | 'closed'

export type DatabaseLink = {
  /** The database's connection string, by way of the link. */
  connectionString: string
  /** Bytes and connections from now on; `closed` also breaks those that are open. */
  set(way: Way): Promise<void>
  /** Silences the connections that are open; new ones are as before. */
  silenceOpen(): void
  stop(): Promise<void>
}

/** A way to a database that can fall silent, as when its machine hangs or a cable is cut, or be refused. */
export async function openDatabaseLink(connectionString: string): Promise<DatabaseLink> {
  const address = new URL(connectionString)
  const folder = address.searchParams.get('host')
  const database = { host: address.hostname, port: Number(address.port || 5432) }
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let way: Way = 'open'
  const link = createServer((client) => {
    const server = folder
      ? createConnection(join(folder, `.s.PGSQL.${database.port}`))
      : createConnection(database)
    const pair = { client, server }
    pairs.add(pair)
    client.on('data', (bytes) => server.write(bytes)).on('error', () => server.destroy())
    server.on('data', (bytes) => client.write(bytes)).on('error', () => client.destroy())
    client.on('close', () => {
      server.destroy()
      pairs.delete(pair)
    })
    server.on('close', () => client.destroy())
    if (way === 'silent') silence(pair)
  })
  link.listen(0, '127.0.0.1')
  await once(link, 'listening')
  const { port } = link.address() as AddressInfo
  address.hostname = '127.0.0.1'
  address.port = String(port)
  address.searchParams.delete('host')

  function silence({ client, server }: { client: Socket; server: Socket }): void {
    client.pause()
    server.pause()
  }
  async function close(): Promise<void> {
    const closed = new Promise((done) => link.close(done))
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
    await closed
  }

  return {
    connectionString: address.href,
    async set(next) {
      if (way === 'closed' && next !== 'closed') {
        link.listen(port, '127.0.0.1')
        await once(link, 'listening')
      }
      if (next === 'closed' && way !== 'closed') await close()
      way = next
      for (const pair of pairs)
        if (next === 'silent') silence(pair)
        else {
          pair.client.resume()
          pair.server.resume()
        }
    },
    silenceOpen() {
      for (const pair of pairs) silence(pair)
    },
    async stop() {
      if (way !== 'closed') await close()
    },
  }
}
