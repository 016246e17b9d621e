import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { writeTablesSource } from '#app/platform/database/tables-source.ts'
import { defineCommand } from './command.ts'

const tablesFile = 'app/platform/database/tables.ts'

/** Migrates a throwaway database and writes its types. */
export const tables = defineCommand({
  name: 'tables',
  usage: `npm run tables           writes the table types of the migrated database to ${tablesFile}
npm run tables -- --to <file>    the same into another file`,
  options: { to: { type: 'string' } },
  read: (words, { to = tablesFile }) => (words.length === 0 ? { to } : null),
  run: async ({ to }, { say }) => {
    const home = mkdtempSync(join(tmpdir(), 'shop-tables-'))
    const server = await startEmbeddedPostgres(home, { durable: false })
    try {
      await migrate(server.connectionString, { directory: resolve('db/migrations') })
      writeFileSync(to, await writeTablesSource(server.connectionString))
      say(`✓ ${to} written`)
    } finally {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    }
  },
})
