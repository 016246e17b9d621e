import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { openBackupFolder } from '#app/platform/backup/backup-store.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.ts'
import { readEnv } from '#app/platform/env.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { defineCommand, refuse, required } from './command.ts'
import { countedRows, requireRows } from './counted-rows.ts'

/** Brings a shop back out of its backup (docs/backup.md). */
export const restore = defineCommand({
  name: 'restore',
  usage: `npm run restore -- --from <folder> --identity <file> [--at <time>]
Restores into DATA_DIR, which must be empty: the newest state, or that of a time such as 2026-11-28T14:30:00Z.`,
  options: { from: { type: 'string' }, identity: { type: 'string' }, at: { type: 'string' } },
  read: (words, values) =>
    words.length === 0
      ? {
          from: resolve(required(values, 'from')),
          identity: required(values, 'identity'),
          at: timeOf(values.at),
        }
      : null,
  run: async ({ from, identity, at }, { env: source, say }) => {
    const env = readEnv(source)
    if (env.DATABASE_URL !== undefined)
      throw new StartFault(
        'DATABASE_URL is set: a backup is restored into the database that comes with the shop.',
      )
    const text = await readFile(identity, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartFault(`${identity} cannot be read (${error.code ?? error.message})`)
    })
    let found: Record<string, number> = {}
    const { manifest, files } = await restoreBackup({
      store: openBackupFolder(from),
      identity: /AGE-SECRET-KEY-\S+/.exec(text)?.[0] ?? '',
      dataDir: env.DATA_DIR,
      ...(at && { at }),
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
  },
})

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!hasZone || Number.isNaN(Date.parse(text)))
    return refuse(`"${text}" is no time such as 2026-11-28T14:30:00Z, with its zone`)
  return new Date(text)
}
