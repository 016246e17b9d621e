import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { bool, query } from '#app/platform/database/statement.ts'
import { onServer } from './server.ts'

/**
 * One address for a pair of servers, as HAProxy gives it: every so many ms each is asked whether it is the primary.
 * `careless` leads to any that answers, also to a standby, as a check of the port alone does.
 */
export type Proxy = {
  url: string
  lead(servers: readonly { url: string; port: number }[], careless?: boolean): void
  stop(): Promise<void>
}

const every = 250

export async function startProxy(): Promise<Proxy> {
  let servers: readonly { url: string; port: number }[] = []
  let isCareless = false
  let target: number | null = null
  let stopped = false
  const pairs = new Set<{ client: Socket; port: number }>()
  const proxy = createServer((client) => {
    client.on('error', () => undefined)
    if (target === null) return void client.destroy()
    const pair = { client, port: target }
    const server = createConnection(target, '127.0.0.1')
    pairs.add(pair)
    client.pipe(server).on('error', () => client.destroy())
    server.pipe(client)
    client.on('close', () => {
      server.destroy()
      pairs.delete(pair)
    })
    server.on('close', () => client.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const checking = (async () => {
    while (!stopped) {
      const states = await Promise.all(
        servers.map(async ({ url, port }) => ({ port, state: await stateOf(url) })),
      )
      const found =
        states.find(({ state }) => state === 'primary') ??
        (isCareless ? states.find(({ state }) => state === 'standby') : undefined)
      target = found?.port ?? null
      if (!isCareless) for (const { client, port } of pairs) if (port !== target) client.destroy()
      await wait(every)
    }
  })()
  return {
    url: `postgres://shop@127.0.0.1:${(proxy.address() as AddressInfo).port}/shop`,
    lead(next, careless = false) {
      servers = next
      isCareless = careless
    },
    async stop() {
      stopped = true
      await checking
      for (const { client } of pairs) client.destroy()
      proxy.close()
    },
  }
}

async function stateOf(url: string): Promise<'primary' | 'standby' | 'away'> {
  try {
    const [row] = await onServer(
      url,
      (client) => query(client, { standby: bool })`
      select pg_is_in_recovery() as standby`,
    )
    return row?.standby === false ? 'primary' : 'standby'
  } catch {
    // Which is what is asked here.
    return 'away'
  }
}
