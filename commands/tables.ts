import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { migrate } from '#app/platform/database/migrate.ts'
import { writeTablesSource } from '#app/platform/database/tables-source.ts'
import { defineCommand } from './command.ts'
import { onThrowawayDatabase } from './throwaway-database.ts'

const tablesFile = 'app/platform/database/tables.ts'

/** Migrates a throwaway database and writes its types. */
export const tables = defineCommand({
  name: 'tables',
  usage: `npm run tables           writes the table types of the migrated database to ${tablesFile}
npm run tables -- --to <file>    the same into another file`,
  options: { to: { type: 'string' } },
  read: (words, { to = tablesFile }) => (words.length === 0 ? { to } : null),
  run: ({ to }, { say }) =>
    onThrowawayDatabase(async (connectionString) => {
      await migrate(connectionString, { directory: resolve('db/migrations') })
      writeFileSync(to, await writeTablesSource(connectionString))
      say(`✓ ${to} written`)
    }),
})
