import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabaseFolder } from '#tests/database-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { findPostmaster } from './postmaster.ts'

const program = resolve(import.meta.dirname, '../../../tests/faults/use-database.ts')
const isRoot = process.getuid?.() === 0
const nobody = 65534
/** Below a folder that only root may enter there is no ordinary user to test with. */
const othersReachThis =
  !isRoot || spawnSync(process.execPath, ['--check', program], { uid: nobody, gid: nobody }).status === 0

let home: string
let dataDir: string
/** A data directory whose server was stopped in order, for tests that are not about making one. */
let stoppedDir: string
const servers: EmbeddedPostgres[] = []
const users: ChildProcess[] = []

beforeAll(async () => {
  stoppedDir = makeDatabaseFolder('shop-stopped-')
  const server = await startEmbeddedPostgres(stoppedDir, { durable: false })
  await server.stop()
})

afterAll(() => rmSync(stoppedDir, { recursive: true, force: true }))

beforeEach(() => {
  home = makeDatabaseFolder('shop-embedded-')
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  for (const user of users.splice(0)) {
    if (user.exitCode !== null || user.signalCode !== null) continue
    user.kill('SIGTERM')
    await once(user, 'exit')
  }
  const left = findPostmaster(join(dataDir, 'postgres'))
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** Making a database directory takes most of a first start; this one was made before. */
function useStopped(folder = dataDir): void {
  mkdirSync(folder, { recursive: true })
  cpSync(stoppedDir, folder, { recursive: true })
  chmodSync(join(folder, 'postgres'), 0o700)
}

async function start(folder = dataDir, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder, { durable })
  servers.push(server)
  return server
}

type Said = { connectionString: string; fault?: string; message?: string }

/** Another process that uses the same data directory, as this user or another. */
async function startElsewhere(
  options: { uid?: number; path?: string; durable?: boolean } = {},
): Promise<{ process: ChildProcess; said: Said }> {
  const { uid, path, durable = false } = options
  const child = spawn(process.execPath, [program, dataDir, durable ? 'durable' : 'fast'], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...process.env, ...(path === undefined ? {} : { PATH: path }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  users.push(child)
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')
  return { process: child, said: JSON.parse(String(line)) }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const postmasterPid = () => findPostmaster(join(dataDir, 'postgres'))?.pid

const keepOne = 'create table kept as select 41 as n'

describe('starting and stopping', () => {
  test('data is there after a restart, and nothing listens on the network', async () => {
    useStopped()
    const first = await start()
    await query(first.connectionString, keepOne)
    expect(await query(first.connectionString, 'show listen_addresses')).toEqual([''])
    await first.stop()
    expect(postmasterPid()).toBeUndefined()
    const second = await start()
    expect(await query(second.connectionString, 'select n from kept')).toEqual([41])
  })

  test('letters beyond ASCII have cases, and German order can be asked for', async () => {
    useStopped()
    const { connectionString } = await start()
    expect(await query(connectionString, `select lower('ÄÖÜ')`)).toEqual(['äöü'])
    expect(
      await query(
        connectionString,
        `select * from unnest(array['Zar', 'Äpfel', 'Apfel']) t order by t collate "de-x-icu"`,
      ),
    ).toEqual(['Apfel', 'Äpfel', 'Zar'])
  })

  test('a path longer than a socket address allows works, and is found again', async () => {
    const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    useStopped(long)
    const first = await start(long)
    const again = await start(long)
    expect(again.connectionString).toBe(first.connectionString)
    expect(await query(again.connectionString, 'select 1')).toEqual([1])
  })

  test('an interrupted first start leaves nothing in the way', async () => {
    mkdirSync(join(dataDir, 'postgres.new-999999', 'base'), { recursive: true })
    const { connectionString } = await start()
    expect(await query(connectionString, 'select 1')).toEqual([1])
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  })
})

describe('after a kill', () => {
  test('a server that outlived its process is used on, and stopped in the end', async () => {
    useStopped()
    const before = await startElsewhere()
    await query(before.said.connectionString, keepOne)
    const pid = postmasterPid()
    await kill(before.process, 'SIGKILL')
    const server = await start()
    expect(postmasterPid()).toBe(pid)
    expect(await query(server.connectionString, 'select n from kept')).toEqual([41])
    await server.stop()
    expect(postmasterPid()).toBeUndefined()
  })

  test('what was committed survives when the server is killed too', async () => {
    useStopped()
    const before = await startElsewhere({ durable: true })
    await query(before.said.connectionString, keepOne)
    const pid = postmasterPid() as number
    before.process.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await once(before.process, 'exit')
    const server = await start()
    expect(await query(server.connectionString, 'select n from kept')).toEqual([41])
  })

  test('a stale postmaster.pid whose number now belongs to another program is no obstacle', async () => {
    useStopped()
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(
      file,
      `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n${dataDir}\n\n  1 1\nready\n`,
    )
    const server = await start()
    expect(await query(server.connectionString, 'select 1')).toEqual([1])
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.includes('stale'))).toEqual([])
  })

  test('a server that dies under a running process is started again', async () => {
    useStopped()
    const server = await start(dataDir, true)
    await query(server.connectionString, keepOne)
    const pid = postmasterPid() as number
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => query(server.connectionString, 'select n from kept').catch(() => 'away'))
      .toEqual([41])
    expect(postmasterPid()).not.toBe(pid)
  })
})

describe('two processes at once', () => {
  test('in an empty folder they share one server, and the last one stops it', async () => {
    const [one, two, three] = await Promise.all([startElsewhere(), startElsewhere(), start()])
    const born = 'select pg_postmaster_start_time()::text'
    const births = [one.said, two.said, three].map(({ connectionString }) => query(connectionString, born))
    expect(new Set((await Promise.all(births)).flat()).size).toBe(1)

    await Promise.all([kill(one.process, 'SIGTERM'), three.stop()])
    expect(await query(two.said.connectionString, 'select 1')).toEqual([1])
    await kill(two.process, 'SIGTERM')
    expect(postmasterPid()).toBeUndefined()
  })

  test('a start that meets a server which has not named its socket yet waits for the name', async () => {
    useStopped()
    const first = await start()
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const whole = readFileSync(file, 'utf8')
    // As it looks in a start's first moments: process, folder, time and port.
    writeFileSync(file, `${whole.split('\n').slice(0, 4).join('\n')}\n\n`)
    const second = start()
    writeFileSync(file, whole)
    expect((await second).connectionString).toBe(first.connectionString)
  })

  test('a start that meets a stop waits and starts anew', async () => {
    useStopped()
    const { connectionString } = await start()
    await query(connectionString, 'create table filler as select generate_series(1, 100000) n')
    const stopping = servers.splice(0).map((server) => server.stop())
    const next = await start()
    await Promise.all(stopping)
    expect(await query(next.connectionString, 'select count(*)::int from filler')).toEqual([100000])
  })
})

describe('faults that the owner can mend', () => {
  test('a data directory that is no folder', async () => {
    writeFileSync(dataDir, '')
    await expect(start()).rejects.toThrow(/The data directory .* is not writable \(EEXIST\).*DATA_DIR/)
  })

  test('a data directory of another PostgreSQL version', async () => {
    useStopped()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 15; this release brings PostgreSQL 18/)
  })

  test('a server that cannot start says its last lines', async () => {
    useStopped()
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(start()).rejects.toThrow(/cannot start[\s\S]*no_such_setting/)
  })

  test.runIf(othersReachThis)('a folder in which this user may not write', async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o555)
    const { said } = await startElsewhere(isRoot ? { uid: nobody } : {})
    expect(said.fault).toBe('StartFault')
    expect(said.message).toMatch(/is not writable \(EACCES\)/)
  })
})

describe.runIf(isRoot && process.platform === 'linux')('started by root', () => {
  /** Hides `unshare`, as on a machine that forbids user namespaces. */
  function pathWithout(hidden: string): string {
    const folder = join(home, 'bin')
    mkdirSync(folder)
    for (const name of readdirSync('/usr/bin'))
      if (name !== hidden) symlinkSync(join('/usr/bin', name), join(folder, name))
    return folder
  }

  test('in a user namespace the files stay root’s, also below a closed folder', async () => {
    chmodSync(home, 0o700)
    const server = await start()
    expect(await query(server.connectionString, 'select 1')).toEqual([1])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
  })

  test('without namespaces another account runs it, also below a closed folder', async () => {
    chmodSync(home, 0o700)
    const { process: user, said } = await startElsewhere({ path: pathWithout('unshare') })
    expect(await query(said.connectionString, 'select 1')).toEqual([1])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
    await kill(user, 'SIGTERM')
    // Back on a machine with namespaces: the account stays.
    const server = await start()
    expect(await query(server.connectionString, 'select 1')).toEqual([1])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
  })

  test('a database made in a namespace moves to a machine without', async () => {
    useStopped()
    const before = await start()
    await query(before.connectionString, keepOne)
    await before.stop()
    const { said } = await startElsewhere({ path: pathWithout('unshare') })
    expect(await query(said.connectionString, 'select n from kept')).toEqual([41])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
  })

  test.runIf(othersReachThis)(
    'an ordinary user starts it directly, and root may use it afterwards',
    async () => {
      mkdirSync(dataDir)
      chownSync(dataDir, nobody, nobody)
      const { process: user, said } = await startElsewhere({ uid: nobody })
      await query(said.connectionString, keepOne)
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
      const pid = postmasterPid()
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\b/m)
      await kill(user, 'SIGTERM')
      const server = await start()
      expect(await query(server.connectionString, 'select n from kept')).toEqual([41])
    },
  )
})
