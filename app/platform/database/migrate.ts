// Written here: Kysely's migrator runs programs, not SQL files, and does not see that one was changed after it had run.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartFault } from '../start-fault.ts'
import { bool, int4, query, type Row, text } from './statement.ts'

type Migration = { number: number; file: string; name: string; checksum: string; sql: string }
const journal = { number: int4, name: text, checksum: text }
type Applied = Row<typeof journal>

/** Held by the one process that migrates; any fixed number. */
const migrationLock = 7_464_646_711
const oldestPostgres = 16

/**
 * Brings a database to the state of the numbered SQL files in `directory`: each in a transaction, one
 * process at a time (others wait). A database that is already there costs one connection and one query.
 * @returns the files that were applied now
 * @throws {StartFault} when the database cannot be reached, is newer than the files, is half-migrated, a
 *   file was changed after it had been applied, or a file fails (which leaves nothing of itself behind)
 */
export async function migrate(
  connectionString: string,
  options: {
    directory: string
    /** The number of the last to be applied; absent: all. */
    until?: number
    onApply?: (file: string) => void
  },
): Promise<string[]> {
  const { until = Number.POSITIVE_INFINITY } = options
  const migrations = readMigrations(options.directory).filter(({ number }) => number <= until)
  const client = await connect(connectionString)
  try {
    await requireUsableServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await readApplied(client)
    requireHistory(migrations, applied)
    const open = migrations.slice(applied.length)
    for (const migration of open) {
      options.onApply?.(migration.file)
      await apply(client, migration)
    }
    return open.map((migration) => migration.file)
  } finally {
    // Ends the session and with it the lock.
    await client.end()
  }
}

/**
 * The files that are due in a database; changes nothing.
 * @throws {StartFault} as `migrate` does, but for a file that fails
 */
export async function openMigrations(
  connectionString: string,
  { directory }: { directory: string },
): Promise<string[]> {
  const migrations = readMigrations(directory)
  const client = await connect(connectionString)
  try {
    await requireUsableServer(client)
    const [found] = await query(client, { journal: bool })`
      select to_regclass('migration') is not null as journal`
    const applied = found?.journal
      ? await query(client, journal)`
      select number, name, checksum from migration order by number`
      : []
    requireHistory(migrations, applied)
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
  const [found] = await query(client, { journal: bool, tables: int4 })`
    select to_regclass('migration') is not null as journal,
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
         applied_at timestamptz not null default now()
       )`,
    )
  }
  return query(client, journal)`select number, name, checksum from migration order by number`
}

function requireHistory(migrations: readonly Migration[], applied: readonly Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const [index, row] of applied.entries()) {
    const title = `${padded(row.number)}_${row.name}`
    const same = known.get(row.number)
    if (!same) {
      throw new StartFault(
        `The database is newer than this release: it has migration ${title}, which this release does not know. Start the newer release, or restore a backup from before it.`,
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
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const { message, position } = error as Error & { position?: string }
    const line = position ? ` (line ${migration.sql.slice(0, Number(position)).split('\n').length})` : ''
    throw new StartFault(`Migration ${migration.file} failed and was taken back: ${message}${line}`, {
      cause: error,
    })
  }
}

const padded = (number: number) => String(number).padStart(4, '0')
