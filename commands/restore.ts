import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { openBackupFolder } from '#app/platform/backup/backup-store.ts'
import { openBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.ts'
import { readEnv } from '#app/platform/env.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { defineCommand, refuse, required } from './command.ts'
import { countedRows, requireRows } from './counted-rows.ts'

/** Brings a shop back out of its backup (docs/backup.md). */
export const restore = defineCommand({
  name: 'restore',
  usage: `npm run restore -- --identity <file> [--from <folder>] [--at <time>] [--despite-gap]
Restores into DATA_DIR, which must be empty: the newest state, or that of a time such as 2026-11-28T14:30:00Z.
Where WAL is missing, nothing is restored unless --despite-gap asks for the newest state before that.
Without --from the backup is that of BACKUP_DIR or BACKUP_S3_BUCKET. Files go where FILES_IN says; copies of tables into
the database of DATABASE_URL, which must be empty, or into the one that comes with the shop.`,
  options: {
    from: { type: 'string' },
    identity: { type: 'string' },
    at: { type: 'string' },
    'despite-gap': { type: 'boolean' },
  },
  read: (words, values) =>
    words.length === 0
      ? {
          from: values.from === undefined ? null : resolve(required(values, 'from')),
          identity: required(values, 'identity'),
          at: timeOf(values.at),
          despiteGap: values['despite-gap'] ?? false,
        }
      : null,
  run: async ({ from, identity, at, despiteGap }, { env: source, say }) => {
    const env = readEnv(source)
    const text = await readFile(identity, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartFault(`${identity} cannot be read (${error.code ?? error.message})`)
    })
    let found: Record<string, number> = {}
    const { manifest, files, passedOver } = await restoreBackup({
      store: from === null ? await openBackupStore(env) : openBackupFolder(from),
      identity: /AGE-SECRET-KEY-\S+/.exec(text)?.[0] ?? '',
      dataDir: env.DATA_DIR,
      files: env.FILES_IN === 'disk' ? null : await openFiles(env),
      database: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
      migrations: resolve('db/migrations'),
      ...(at && { at }),
      despiteGap,
      check: async (connectionString, { rows }) => {
        const client = new pg.Client({ connectionString })
        await client.connect()
        try {
          found = await countedRows(client)
        } finally {
          await client.end()
        }
        requireRows(rows, found)
      },
    })
    const counts = Object.entries(found).map(([name, count]) => `${count} ${name}`)
    say(`✓ ${manifest.id} restored into ${env.DATA_DIR}: ${counts.join(', ')}, ${files} files, all checked`)
    for (const { message } of passedOver)
      say(`! ${message} It was passed over: files that it alone names are missing.`)
    if (manifest.kind === 'tables')
      say(
        `  It is as it was at ${manifest.begun}, when this backup began: copies of tables bring back no moment between two of them.`,
      )
  },
})

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!hasZone || Number.isNaN(Date.parse(text)))
    return refuse(`"${text}" is no time such as 2026-11-28T14:30:00Z, with its zone`)
  return new Date(text)
}
