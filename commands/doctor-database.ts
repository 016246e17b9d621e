import { join } from 'node:path'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { openMigrations } from '#app/platform/database/migrate.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { float8, int4, query, text, texts } from '#app/platform/database/statement.ts'
import { connectionsNeeded, type Env } from '#app/platform/env.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { knownSecrets, missingSecrets, secretFor } from '#app/shop/buying/known-secret.ts'
import { placeholdersLeft } from '#app/shop/settings/placeholders.ts'
import { waitingWork } from '#app/shop/waiting-work.ts'
import { type Finding, finding } from './doctor-finding.ts'

const about = 'database'
const extensions = ['pg_trgm', 'unaccent', 'btree_gin', 'btree_gist', 'pgcrypto']
/** Seconds: of clocks that differ, and of mails that wait. */
const [mostApart, longestMail] = [5, 1_800]

/** The database, read alone. The embedded one is looked at where it runs: to start it would change its folder. */
export async function examineDatabase(env: Env, migrations: string): Promise<Finding[]> {
  const address = env.DATABASE_URL ?? runningEmbedded(env.DATA_DIR)
  if (address === null)
    return [finding('warning', about, 'the embedded one does not run', 'Start the shop, and ask again.')]
  const db = openDatabase(address, { maxConnections: 1 })
  try {
    return [
      ...(await examineServer(db, env)),
      ...(await examineShop(db, env, env.DATABASE_DIRECT_URL ?? address, migrations)),
    ]
  } catch (error) {
    const advice = 'Look whether PostgreSQL runs, and whether DATABASE_URL names host, user and database.'
    return [finding('broken', about, `does not answer: ${(error as Error).message}`, advice)]
  } finally {
    await db.destroy()
  }
}

function runningEmbedded(folder: string): string | null {
  const found = findPostmaster(join(folder, 'postgres'))
  return found?.ready ? `postgres://shop@/shop?host=${encodeURIComponent(found.socketDir)}` : null
}

async function examineServer(db: Database, env: Env): Promise<Finding[]> {
  const [server] = await query(db, {
    ...{ version: int4, encoding: text, connections: int4, clock: float8 },
    ...{ fsync: text, pages: text, commit: text, extensions: texts, limit: text },
  })`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as connections,
      extract(epoch from clock_timestamp())::float8 as clock, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
      current_setting('statement_timeout') as limit,
      array(select name::text from pg_available_extensions) as extensions`
  if (!server) throw new Error('it said nothing of itself')
  const apart = Math.abs(server.clock - Date.now() / 1000)
  const missing = extensions.filter((name) => !server.extensions.includes(name))
  const needed = connectionsNeeded(env)
  const checks: [fails: boolean, level: 'broken' | 'warning', text: string, advice: string][] = [
    [server.version < 150_000, 'broken', 'is older than PostgreSQL 15', 'Upgrade PostgreSQL.'],
    [server.encoding !== 'UTF8', 'broken', 'is not encoded as UTF8', "Create one with encoding 'UTF8'."],
    [missing.length > 0, 'broken', `lacks ${missing.join(', ')}`, 'Install PostgreSQL’s contrib package.'],
    [
      server.connections < needed,
      'broken',
      `takes ${server.connections} connections, ${needed} are needed`,
      'Raise max_connections, or lower DATABASE_POOL or WORKERS.',
    ],
    [server.fsync !== 'on', 'broken', 'does not write to disk (fsync)', 'Set fsync = on.'],
    [server.pages !== 'on', 'broken', 'may lose pages (full_page_writes)', 'Set full_page_writes = on.'],
    [
      ['off', 'local'].includes(server.commit),
      'broken',
      `acknowledges too early (synchronous_commit = ${server.commit})`,
      'Set synchronous_commit = on: else orders that were acknowledged may be lost.',
    ],
    [
      server.limit === '0',
      'warning',
      'ends no statement that takes too long: a pooler drops the shop’s time limits',
      'Give them to the account: docs/database-cluster.md.',
    ],
    [apart > mostApart, 'warning', `its clock is ${Math.round(apart)} s apart`, 'Let both machines use NTP.'],
  ]
  const found = checks.flatMap(([fails, level, said, advice]) =>
    fails ? [finding(level, about, said, advice)] : [],
  )
  const version = `PostgreSQL ${Math.floor(server.version / 10_000)}`
  return found.length > 0 ? found : [finding('ok', about, `${version}, ${server.connections} connections`)]
}

async function examineShop(db: Database, env: Env, address: string, directory: string): Promise<Finding[]> {
  let newer: string[] = []
  try {
    const open = await openMigrations(address, {
      directory,
      onNewer: (found) => {
        newer = found
      },
    })
    if (open.length > 0)
      return [finding('broken', 'schema', `${open.length} migrations are due`, 'npm run migrate')]
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    return [finding('broken', 'schema', error.message, 'Nothing else of the shop was looked at.')]
  }
  const found = [
    newer.length === 0
      ? finding('ok', 'schema', 'is that of this release')
      : finding(
          'warning',
          'schema',
          `is that of a newer release (${newer.at(-1)}), which this one bears`,
          'Bring every machine to the newer release, unless you are on the way back on purpose.',
        ),
  ]
  const known = await knownSecrets(db)
  // Without any a new one would be made, which is no matter of looking.
  if (known.fingerprints.length > 0 && env.SESSION_SECRET !== undefined)
    try {
      const missing = missingSecrets(secretFor(env, known), known)
      found.push(
        missing === 0
          ? finding('ok', 'SESSION_SECRET', 'is one that the database knows')
          : finding(
              'warning',
              'SESSION_SECRET',
              `is one that the database knows, but it was also used with ${missing} that this machine does not have: what is sealed under them does not open here`,
              'Give every machine the same SESSION_SECRET and SESSION_SECRET_FORMER.',
            ),
      )
    } catch (error) {
      if (!(error instanceof StartFault)) throw error
      found.push(finding('broken', 'SESSION_SECRET', error.message, 'Bring the shop’s own secret back.'))
    }
  const nobodys = await placeholdersLeft(db).catch(() => null)
  if (nobodys === null)
    found.push(finding('warning', 'settings of the shop', 'are not whole', 'Start the shop once.'))
  else if (nobodys.length > 0)
    found.push(
      finding(
        'warning',
        'settings of the shop',
        `name nobody: ${nobodys.join(', ')}`,
        'Fill them in: /office/settings',
      ),
    )
  for (const { queue, state, count, age } of await waitingWork(db)) {
    if (queue !== 'mails' || count === 0) continue
    if (state === 'given up')
      found.push(
        finding('warning', 'mails', `${count} were given up`, 'The office says why, and sends them again.'),
      )
    else if (age > longestMail)
      found.push(
        finding(
          'broken',
          'mails',
          `${count} wait, one for ${Math.round(age / 60)} min`,
          'Look at SMTP_URL and its server, and whether the shop runs.',
        ),
      )
  }
  return found
}
