// Written here: Kysely's migrator runs programs, not SQL files, and does not see that one was changed after it had run.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from '../start-fault.ts'
import { isPooled, isStandby } from './server-session.ts'
import { bool, int4, query, type Row, text } from './statement.ts'

type Migration = {
  number: number
  file: string
  name: string
  checksum: string
  sql: string
  /** Former releases do not work with what it leaves. */
  closesFormer: boolean
  /** It runs outside of a transaction, and holds nothing but indexes that are made beside the traffic. */
  alone: boolean
}
const journal = { number: int4, name: text, checksum: text, closes_former: bool }
type Applied = Row<typeof journal>

/** Held by the one process that migrates; any fixed number. */
const migrationLock = 7_464_646_711
const oldestPostgres = 15
/** Codes of PostgreSQL. */
const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'
const concurrentIndex = /^create (?:unique )?index concurrently if not exists ([a-z0-9_]+) on /i

/** How a migration waits for locks, ms. */
export type LockWaits = {
  /** For one lock: so long all who come after it wait behind it. */
  each: number
  /** Until it is tried again, in which they go on. */
  pause: number
  /** For all together. */
  longest: number
}
const usualWaits: LockWaits = { each: 500, pause: 1_500, longest: 300_000 }

type Told = {
  /** Told each file that is applied. */
  onApply?: ((file: string) => void) | undefined
  /** Told, once a file, that others hold what it has to change. */
  onWait?: ((file: string) => void) | undefined
  /** Told what the database has that this release does not know, and bears. */
  onNewer?: ((migrations: string[]) => void) | undefined
}

/**
 * Brings a database to the state of the numbered SQL files in `directory`: each in a transaction, one
 * process at a time (others wait), and beside the traffic of former releases (docs/migrations.md). A database that is
 * already there costs one connection and few queries; so does one that newer releases have brought further, unless
 * that closed it to former ones.
 * @returns the files that were applied now
 * @throws {StartFault} when the database cannot be reached, or only through a pooler, is a standby, too old, closed to
 *   this release by a newer one, or half-migrated, a file was changed after it had been applied, or a file fails (which
 *   leaves nothing of itself behind)
 */
export async function migrate(
  connectionString: string,
  options: {
    directory: string
    /** The number of the last to be applied; absent: all. */
    until?: number
    waits?: LockWaits
  } & Told,
): Promise<string[]> {
  const { until = Number.POSITIVE_INFINITY } = options
  const migrations = readMigrations(options.directory).filter(({ number }) => number <= until)
  const client = await connect(connectionString)
  try {
    await requireUsableServer(client)
    await takeTurn(client)
    const applied = await readApplied(client)
    const newer = requireHistory(migrations, applied)
    if (newer.length > 0) options.onNewer?.(newer)
    const open = migrations.slice(applied.length)
    for (const migration of open) {
      options.onApply?.(migration.file)
      await applyBesideTraffic(client, migration, options)
    }
    return open.map((migration) => migration.file)
  } finally {
    // Ends the session and with it the lock.
    await client.end()
  }
}

/**
 * The files that are due in a database; changes nothing. `onNewer` is told what newer releases have added.
 * @throws {StartFault} as `migrate` does, but for a file that fails
 */
export async function openMigrations(
  connectionString: string,
  { directory, onNewer }: { directory: string } & Pick<Told, 'onNewer'>,
): Promise<string[]> {
  const migrations = readMigrations(directory)
  const client = await connect(connectionString)
  try {
    await requireUsableServer(client)
    const [found] = await query(client, { journal: bool })`
      select to_regclass('migration') is not null as journal`
    const applied = found?.journal ? await readJournal(client) : []
    const newer = requireHistory(migrations, applied)
    if (newer.length > 0) onNewer?.(newer)
    return migrations.slice(applied.length).map(({ file }) => file)
  } finally {
    await client.end()
  }
}

function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const migrations = files.map((file) => {
    const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (!number || !name) throw new Error(`Migration ${file}: the name must look like 0012_orders.sql`)
    const sql = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n')
    return {
      number: Number(number),
      file,
      name,
      checksum: createHash('sha256').update(sql).digest('hex'),
      sql,
      closesFormer: sql.startsWith('-- contract:'),
      alone: sql.startsWith('-- no transaction'),
    }
  })
  const doubled = migrations.find((migration, index) => migrations[index + 1]?.number === migration.number)
  if (doubled) throw new Error(`Two migrations have the number ${padded(doubled.number)}`)
  return migrations
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'migrate' })
  // A connection that breaks also fails the query under way, which is where it is dealt with.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartFault(
      `The database cannot be reached (${[code, message].filter(Boolean).join(': ')}). Check that PostgreSQL runs and that DATABASE_URL names its host, user, password and database.`,
      { cause: error },
    )
  }
}

async function requireUsableServer(client: pg.Client): Promise<void> {
  const [server] = await query(client, { version: int4, encoding: text })`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`
  if (!server) throw new Error('the database did not answer')
  const { version, encoding } = server
  if (await isPooled(client)) {
    throw new StartFault(
      'The database is reached through a pooler, whose sessions others use as well. Name its own address in DATABASE_DIRECT_URL: migrations, commands and what is told of changes need a session of their own.',
    )
  }
  if (await isStandby(client)) {
    throw new StartFault(
      'The database is a standby, which takes no writes. Name the primary, or a proxy that finds it.',
    )
  }
  if (version < oldestPostgres * 10_000) {
    throw new StartFault(
      `The database runs on PostgreSQL ${Math.floor(version / 10_000)}; the shop needs ${oldestPostgres} or newer. Upgrade it, or leave DATABASE_URL unset for the built-in one.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartFault(
      `The database is encoded as ${encoding}; create one with encoding 'UTF8' and name it in DATABASE_URL.`,
    )
  }
}

/** What was applied, in order; makes the table of it in an empty database. */
async function readApplied(client: pg.Client): Promise<Applied[]> {
  const [found] = await query(client, { journal: bool, says_closed: bool, tables: int4 })`
    select to_regclass('migration') is not null as journal,
      exists (select from pg_attribute
        where attrelid = to_regclass('migration') and attname = 'closes_former') as says_closed,
      (select count(*)::int from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as tables`
  if (!found?.journal) {
    if (found?.tables) {
      throw new StartFault(
        'The database already holds tables that are not this shop’s. Create an empty database for it and name that in DATABASE_URL.',
      )
    }
    await client.query(
      `create table migration (
         number int primary key,
         name text not null,
         checksum text not null,
         applied_at timestamptz not null default now(),
         closes_former boolean not null default false
       )`,
    )
  } else if (!found.says_closed)
    await client.query('alter table migration add column closes_former boolean not null default false')
  return readJournal(client)
}

/** Also one that an older release has made. */
function readJournal(client: pg.Client): Promise<Applied[]> {
  return query(client, journal)`
    select number, name, checksum, coalesce((to_jsonb(migration) ->> 'closes_former')::boolean, false) as closes_former
    from migration order by number`
}

/** The migrations that a newer release has added, which this one bears. */
function requireHistory(migrations: readonly Migration[], applied: readonly Applied[]): string[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  const last = migrations.at(-1)?.number ?? -1
  const newer: string[] = []
  for (const [index, row] of applied.entries()) {
    const title = `${padded(row.number)}_${row.name}`
    const same = known.get(row.number)
    if (!same && row.number > last && !row.closes_former && index >= migrations.length) {
      newer.push(title)
      continue
    }
    if (!same) {
      throw new StartFault(
        `The database is newer than this release: it has migration ${title}, which this release does not know${row.closes_former ? ' and does not work with' : ''}. Start the newer release, or restore a backup from before it.`,
      )
    }
    if (row.checksum !== same.checksum || row.name !== same.name) {
      throw new StartFault(
        `Migration ${same.file} was changed after it had been applied to this database (as ${title}). Bring the file back and make the change in a new migration.`,
      )
    }
    const due = migrations[index]
    if (due && due.number !== row.number) {
      throw new StartFault(
        `The database is half-migrated: ${title} was applied, ${due.file} before it was not. Restore a backup, or start with an empty database.`,
      )
    }
  }
  return newer
}

/**
 * Waits until no other process migrates. Asked for again and again: who waits inside of a statement holds a snapshot,
 * and an index that is made beside the traffic waits for all of those.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const [turn] = await query(client, { mine: bool })`
      select pg_try_advisory_lock(${String(migrationLock)}::bigint) as mine`
    if (turn?.mine) return
    await wait(100)
  }
}

/**
 * Where others hold what a migration has to change it gives up soon, for all who come after it would wait behind it, and
 * tries again later.
 */
async function applyBesideTraffic(
  client: pg.Client,
  migration: Migration,
  { waits = usualWaits, onWait }: { waits?: LockWaits | undefined } & Told,
): Promise<void> {
  const { file, sql } = migration
  const until = performance.now() + waits.longest
  for (let tries = 1; ; tries += 1) {
    try {
      if (migration.alone) await applyAlone(client, migration)
      else await apply(client, migration, waits.each)
      return
    } catch (error) {
      const { message, position, code } = error as Error & { position?: string; code?: string }
      const isHeld = code === lockNotAvailable || code === deadlockDetected
      if (isHeld && performance.now() < until) {
        if (tries === 1) onWait?.(file)
        await wait(waits.pause)
        continue
      }
      const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : ''
      const holders = isHeld ? await longTransactions(client) : ''
      throw new StartFault(
        `Migration ${file} failed${migration.alone ? '' : ' and was taken back'}: ${message}${line}${holders}`,
        { cause: error },
      )
    }
  }
}

async function apply(client: pg.Client, migration: Migration, lockTimeout: number): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeout}`)
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** What an interrupted try has left of its indexes is taken away first: an invalid one counts as being there. */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  for (const statement of statements) {
    const [, name] = concurrentIndex.exec(statement) ?? []
    if (name === undefined)
      throw new Error('outside of a transaction stands nothing but "create index concurrently if not exists"')
    const [left] = await query(client, { invalid: bool })`
      select exists (select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid) as invalid`
    if (left?.invalid) await client.query(`drop index concurrently ${name}`)
    await client.query(statement)
  }
  await note(client, migration)
}

async function note(client: pg.Client, { number, name, checksum, closesFormer }: Migration): Promise<void> {
  await client.query(
    'insert into migration (number, name, checksum, closes_former) values ($1, $2, $3, $4)',
    [number, name, checksum, closesFormer],
  )
}

/** Who may hold a lock: transactions of others that have been open for a second, in words. */
async function longTransactions(client: pg.Client): Promise<string> {
  const found = await query(client, { pid: int4, name: text, seconds: int4 })`
    select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and now() - xact_start > interval '1 second'
    order by xact_start limit 5`
  if (found.length === 0) return ''
  const told = found.map(({ pid, name, seconds }) => `${pid}${name && ` (${name})`} for ${seconds} s`)
  return `. Open transactions: ${told.join(', ')}. "select pg_terminate_backend(…)" ends one.`
}

const padded = (number: number) => String(number).padStart(4, '0')
