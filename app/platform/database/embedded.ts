import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from '../log.ts'
import { isAlive } from '../process-alive.ts'
import { StartFault } from '../start-fault.ts'
import { isPassing } from './database-unavailable.ts'
import { choosePostgresAccount, giveTo, makeFolderFor, type PostgresAccount } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { findPostmaster, isPostmaster, removeStaleLocks } from './postmaster.ts'
import { bool, query } from './statement.ts'
import { archiveSettings, walArchive } from './wal-archiving.ts'

export type EmbeddedPostgres = {
  /** For `pg`, `psql` and DATABASE_URL alike; the database is always `shop`. */
  connectionString: string
  /** Lets go of the server. The last process that lets go shuts it down (finishing within seconds). */
  stop(): Promise<void>
}

const postgresMajor = '18'
/** Held shared by every process that uses the server; any fixed number. */
const inUseLock = 7_464_646_710
/** Milliseconds. */
const startTimeout = 120_000
const run = promisify(execFile)

/**
 * Runs PostgreSQL on `<dataDir>/postgres` (made when missing) and returns when it takes queries. It listens
 * on a Unix socket in a folder of mode 0700 only. A server that already runs there is used: one whose
 * starter was killed, or one of another process at the same time. A server that dies is started again.
 * @throws {StartFault} saying how to mend it
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: {
    log?: Log | undefined
    durable?: boolean
    /** How many the caller's processes may open; a server that runs already keeps its own limit. */
    connections?: number
    /** Whether finished WAL is kept in `<dataDir>/wal-archive` until a backup takes it; absent: as it was. */
    archive?: boolean
  } = {},
): Promise<EmbeddedPostgres> {
  const { log, durable = true, connections = 0, archive } = options
  const binaries = findPostgresBinaries()
  const home = openDataDir(dataDir)
  const clusterDir = join(home, 'postgres')
  const logFile = join(home, 'postgres.log')
  const account = choosePostgresAccount(home, clusterDir, Object.values(binaries))
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) {
    log?.info({ account: account.kind }, 'making a new database directory')
    await makeCluster(home, clusterDir, binaries.initdb, account, durable)
  }
  requireVersion(clusterDir)

  const archiveDir = join(home, walArchive)
  if (archive === true && !existsSync(archiveDir)) makeFolderFor(account, archiveDir)
  // Nobody would take the files away, and they would fill the disk.
  if (archive === false && !findPostmaster(clusterDir)) rmSync(archiveDir, { recursive: true, force: true })

  const socketDir = await findSocketDir(clusterDir)
  const connectionString = `postgres://shop@localhost/shop?host=${encodeURIComponent(socketDir)}`
  let child: ChildProcess | null = null
  let stopping = false
  let recovering = false
  let hold: pg.Client | null = null
  hold = await holdServer()
  return { connectionString, stop }

  /** Finds or starts the server; resolves with a connection that marks it as in use. */
  async function holdServer(): Promise<pg.Client> {
    const deadline = Date.now() + startTimeout
    while (Date.now() < deadline) {
      const postmaster = findPostmaster(clusterDir)
      if (!postmaster) {
        if (!child || child.exitCode !== null || child.signalCode !== null) child = launch()
        else await wait(10)
        await failWhenEnded(child)
      } else if (postmaster.ready) {
        const client = await connect()
        if (client) return client
        await wait(50)
      } else {
        await wait(10)
      }
    }
    throw new StartFault(`PostgreSQL did not get ready within ${startTimeout / 1000} s. ${endOfLog(logFile)}`)
  }

  function launch(): ChildProcess {
    if (account.uid !== null) giveTo(account, clusterDir)
    openSocketDir(socketDir, clusterDir, account)
    removeStaleLocks(clusterDir, socketDir)
    if (existsSync(logFile) && statSync(logFile).size > 1_000_000) truncateSync(logFile)
    const output = openSync(logFile, 'a', 0o600)
    const settings = [
      ['listen_addresses', ''],
      ['unix_socket_directories', socketDir],
      ['unix_socket_permissions', '0700'],
      // Beside the shop there are commands, and whoever looks.
      ['max_connections', String(Math.max(100, connections + 30))],
      ['timezone', 'UTC'],
      ['log_timezone', 'UTC'],
      // Statements that fail are the shop's to report; the server's own log stays small, and no values get into it.
      ['log_min_messages', 'log'],
      ['log_min_error_statement', 'panic'],
      ['log_statement', 'none'],
      ['log_min_duration_statement', '-1'],
      ['log_parameter_max_length', '0'],
      ['log_parameter_max_length_on_error', '0'],
      ['log_checkpoints', 'off'],
      ...(existsSync(archiveDir) ? archiveSettings(archiveDir) : []),
      // After a crash, one call instead of one for each of a thousand files.
      ...(process.platform === 'linux' ? [['recovery_init_sync_method', 'syncfs']] : []),
      ...(durable
        ? []
        : [
            ['fsync', 'off'],
            ['synchronous_commit', 'off'],
            ['full_page_writes', 'off'],
          ]),
    ]
    const args = ['-D', clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const [file, words] = account.command(binaries.postgres, args)
    // Detached: Ctrl+C in a terminal reaches the whole group, and the server must outlive the shop's last query.
    const started = spawn(file, words, {
      ...account.spawnOptions,
      cwd: '/',
      env: plainEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    })
    started.on('error', (error) => log?.error({ err: error }, 'PostgreSQL could not be started'))
    started.unref()
    closeSync(output)
    return started
  }

  /** An ended child is a fault, unless it only lost the race against another process's server. */
  async function failWhenEnded(started: ChildProcess): Promise<void> {
    await wait(10)
    if (started.exitCode === null && started.signalCode === null) return
    await wait(100)
    if (findPostmaster(clusterDir)) return
    const evidence = endOfLog(logFile)
    if (evidence.includes('pre-existing shared memory block')) {
      // The children of a killed server take a moment to notice.
      await wait(100)
      return
    }
    throw new StartFault(faultOf(evidence, home) ?? `PostgreSQL cannot start in ${clusterDir}. ${evidence}`)
  }

  async function connect(): Promise<pg.Client | null> {
    const client = new pg.Client({ connectionString })
    let isBroken = false
    client.on('error', () => {
      isBroken = true
      if (client === hold) void recover()
    })
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [inUseLock])
      return client
    } catch (error) {
      if ((error as { code?: string }).code === '3D000') await createShopDatabase(connectionString)
      // A server that somebody is stopping may still accept and then break off.
      else if (!isBroken && !isPassing(error)) throw error
      return null
    }
  }

  /** The server died, or was restarted by somebody: comes back to it, or starts it anew. */
  async function recover(): Promise<void> {
    if (stopping || recovering) return
    recovering = true
    log?.error('the connection to PostgreSQL broke off')
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        hold = await holdServer()
        log?.info('PostgreSQL is back')
        if (stopping) await hold.end()
        break
      } catch (error) {
        log?.error({ err: error }, 'PostgreSQL does not come back yet')
        await wait(pause)
      }
    }
    recovering = false
  }

  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    if (!hold) return
    try {
      await hold.query('select pg_advisory_unlock_shared($1)', [inUseLock])
      const [lock] = await query(hold, { last: bool })`select pg_try_advisory_lock(${inUseLock}) as last`
      if (lock?.last) {
        await shutDown(clusterDir)
        if (socketDir !== clusterDir) rmSync(socketDir, { recursive: true, force: true })
      } else log?.info('PostgreSQL stays: another process uses it')
    } catch (error) {
      log?.warn({ err: error }, 'PostgreSQL could not be stopped in order')
    } finally {
      await hold.end().catch(() => undefined)
    }
  }
}

async function shutDown(clusterDir: string): Promise<void> {
  const postmaster = findPostmaster(clusterDir)
  if (!postmaster) return
  // SIGINT is PostgreSQL's fast shutdown: running statements are rolled back, everything is written.
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + 30_000
  while (isPostmaster(postmaster.pid, clusterDir)) {
    if (Date.now() > deadline) {
      process.kill(postmaster.pid, 'SIGQUIT')
      return
    }
    await wait(10)
  }
}

function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    const home = realpathSync(dataDir)
    // Tried, not asked: access() says yes to root on a read-only file system.
    rmSync(mkdtempSync(join(home, '.write-test-')), { recursive: true })
    return home
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartFault(
      code === 'ENOSPC' || code === 'EDQUOT'
        ? diskFull(dataDir)
        : `The data directory ${dataDir} is not writable (${code}). Give this user write access to it, or set DATA_DIR to another place.`,
      { cause: error },
    )
  }
}

/** Made beside its place and moved there when whole, so that an interrupted or doubled attempt leaves no trace. */
async function makeCluster(
  home: string,
  clusterDir: string,
  initdb: string,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  const building = join(home, `postgres.new-${process.pid}`)
  for (const name of readdirSync(home)) {
    const [, pid] = /^postgres\.new-(\d+)$/.exec(name) ?? []
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      rmSync(join(home, name), { recursive: true, force: true })
    }
  }
  makeFolderFor(account, building)
  const [file, args] = account.command(initdb, [
    ...['-D', building, '--username=shop', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    // Code point order and Unicode's letter cases, the same on every system; German order is asked for per query.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ])
  try {
    await run(file, args, { ...account.spawnOptions, cwd: '/', env: plainEnvironment() })
    renameSync(building, clusterDir)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    // Another process was faster.
    if (existsSync(join(clusterDir, 'PG_VERSION'))) return
    const { stderr, message } = error as Error & { stderr?: string }
    const evidence = lastLines(stderr || message)
    throw new StartFault(
      faultOf(evidence, home) ?? `No database directory could be made in ${clusterDir}. ${evidence}`,
      {
        cause: error,
      },
    )
  }
}

function requireVersion(clusterDir: string): void {
  const found = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  if (found === postgresMajor) return
  throw new StartFault(
    `${clusterDir} was made by PostgreSQL ${found}; this release brings PostgreSQL ${postgresMajor}. Make a backup with the release that made it and restore it here, or set DATA_DIR to another place.`,
  )
}

/** Where a server that runs already listens, else where it would. One that is just starting names its folder late. */
async function findSocketDir(clusterDir: string): Promise<string> {
  const deadline = Date.now() + startTimeout
  for (let found = findPostmaster(clusterDir); found; found = findPostmaster(clusterDir)) {
    if (found.socketDir !== '') return found.socketDir
    if (Date.now() > deadline) break
    await wait(10)
  }
  return socketDirFor(clusterDir)
}

/**
 * The cluster's own folder, or where its path is too long for a socket's address (104 bytes on macOS,
 * 108 on Linux) a private folder among the temporary files, found again by its name.
 */
function socketDirFor(clusterDir: string): string {
  if (Buffer.byteLength(`${clusterDir}/.s.PGSQL.5432`) < 104) return clusterDir
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)
  return join(realpathSync(tmpdir()), `shop-${name}`)
}

function openSocketDir(socketDir: string, clusterDir: string, account: PostgresAccount): void {
  if (socketDir === clusterDir) return
  const found = lstatSync(socketDir, { throwIfNoEntry: false })
  try {
    if (!found) makeFolderFor(account, socketDir)
    else if (found.isDirectory() && found.uid === (account.uid ?? process.getuid?.()))
      chmodSync(socketDir, 0o700)
    else throw new Error('it belongs to somebody else')
  } catch (error) {
    throw new StartFault(
      `PostgreSQL's socket needs the folder ${socketDir}, which cannot be used (${String(error)}). Remove it, or set DATA_DIR to a path below 80 characters.`,
      { cause: error },
    )
  }
}

async function createShopDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString.replace('/shop?', '/postgres?') })
  await client.connect()
  try {
    await client.query('create database shop')
  } catch (error) {
    // 42P04, 23505: another process was faster.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function faultOf(evidence: string, home: string): string | null {
  if (/No space left on device|Disk quota exceeded/i.test(evidence)) return diskFull(home)
  if (/Permission denied|Read-only file system/i.test(evidence)) {
    return `PostgreSQL cannot write in the data directory ${home}. Give the user access to all of it, or set DATA_DIR to another place. ${evidence}`
  }
  return null
}

function diskFull(dataDir: string): string {
  return `The disk of the data directory ${dataDir} is full. Make room on it, or set DATA_DIR to another place.`
}

function endOfLog(logFile: string): string {
  return existsSync(logFile) ? lastLines(readFileSync(logFile, 'utf8')) : ''
}

function lastLines(text: string): string {
  const lines = text.trim().split('\n').slice(-6)
  return `It said:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** PostgreSQL reads PG* variables and locales from its environment; it gets none of the shop's. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
}
