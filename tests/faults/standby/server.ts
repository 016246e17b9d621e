import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { baseBackup } from '#app/platform/backup/base-backup.ts'
import { untar } from '#app/platform/backup/untar.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { choosePostgresAccount, giveTo } from '#app/platform/database/postgres-account.ts'
import { findPostgresBinaries } from '#app/platform/database/postgres-binaries.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { freePort } from '../../setup/running-shop.ts'

/** A PostgreSQL of a pair, each in a folder and on a port of its own. */
export type Server = { folder: string; port: number; url: string; process: ChildProcess }

/** The cluster that comes with the shop, made and filled by `fill`, then run as the first of a pair. */
export async function startFirst(
  folder: string,
  fill: (connectionString: string) => Promise<void>,
): Promise<Server> {
  mkdirSync(folder)
  const made = await startEmbeddedPostgres(folder, { durable: false })
  await fill(made.connectionString)
  await made.stop()
  return run(folder)
}

/** A copy of a running server that follows it and confirms each commit. */
export async function startStandby(folder: string, primary: Server): Promise<Server> {
  const cluster = join(folder, 'postgres')
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  chmodSync(cluster, 0o700)
  await baseBackup(primary.url, async (part, bytes) => {
    if (part === 'base') await untar(bytes, cluster)
    else for await (const _ of bytes);
  })
  writeFileSync(join(cluster, 'standby.signal'), '')
  const from = `host=127.0.0.1 port=${primary.port} user=shop application_name=standby`
  const standby = await run(folder, [['primary_conninfo', from]])
  await onServer(primary.url, async (client) => {
    await client.query("alter system set synchronous_standby_names = 'standby'")
    await client.query('select pg_reload_conf()')
    for (;;) {
      const [row] = await query(client, { state: text })`
        select coalesce(max(sync_state), '') as state from pg_stat_replication where state = 'streaming'`
      if (row?.state === 'sync') return
      await wait(50)
    }
  })
  return standby
}

/**
 * Makes a standby the primary: first it is told to wait for nobody, for there is nobody yet, and what it was told as a
 * copy of its primary would make every commit wait.
 */
export async function promote({ url }: Server): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('select pg_promote()')
    await client.query("alter system set synchronous_standby_names = ''")
    await client.query('select pg_reload_conf()')
  })
}

export async function kill({ process, folder }: Server): Promise<void> {
  const { pid } = process
  if (process.exitCode === null && process.signalCode === null && pid !== undefined) {
    // Its children see that it is gone and end.
    const ended = once(process, 'exit')
    process.kill('SIGKILL')
    await ended
  }
  await wait(500)
  rmSync(folder, { recursive: true, force: true })
}

/** @param within how long the connection may take, ms */
export async function onServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  within = 2_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: within })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function run(folder: string, more: [string, string][] = []): Promise<Server> {
  const cluster = join(folder, 'postgres')
  const { postgres } = findPostgresBinaries()
  const account = choosePostgresAccount(folder, cluster, [postgres])
  if (account.uid !== null) giveTo(account, cluster)
  const port = await freePort()
  const settings: [string, string][] = [
    ['listen_addresses', '127.0.0.1'],
    ['port', String(port)],
    ['unix_socket_directories', ''],
    ['timezone', 'UTC'],
    ['log_min_messages', 'fatal'],
    ...more,
  ]
  const output = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const [file, args] = account.command(postgres, [
    ...['-D', cluster],
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const started = spawn(file, args, {
    ...account.spawnOptions,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  // Whatever ends this process leaves no server behind.
  const end = () => void started.kill('SIGKILL')
  process.once('exit', end)
  started.once('exit', () => process.off('exit', end))
  const url = `postgres://shop@127.0.0.1:${port}/shop`
  for (;;) {
    if (started.exitCode !== null) throw new Error(`PostgreSQL ended: see ${folder}/postgres.log`)
    const [row] = await onServer(url, (client) => query(client, { one: int4 })`select 1 as one`).catch(
      () => [],
    )
    if (row) return { folder, port, url, process: started }
    await wait(50)
  }
}
