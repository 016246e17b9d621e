import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDatabase } from '#app/platform/database/database.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { writeTablesSource } from '#app/platform/database/tables-source.ts'
import { statementsDue } from '#app/shop/catalogue/attributes/schema-drift.ts'
import { defineCommand } from './command.ts'
import { onThrowawayDatabase } from './throwaway-database.ts'

const directory = 'db/migrations'
const tablesFile = 'app/platform/database/tables.ts'

/** Compares what attributes declare with what the migrations make; writes the migration that is missing. */
export const attributesInStep = defineCommand({
  name: 'attributes',
  usage: `npm run attributes -- <name>    writes what is missing for the declared attributes as the next migration, with
                                that name (lug_width), and the table types`,
  options: {},
  read: ([name, ...more]) => (name && /^[a-z0-9_]+$/.test(name) && more.length === 0 ? { name } : null),
  run: ({ name }, { say }) =>
    onThrowawayDatabase(async (connectionString) => {
      const statements = await due(connectionString)
      if (statements.length === 0) return say('✓ The migrations are in step with the attributes')
      const last = Math.max(...readdirSync(directory).map((file) => Number.parseInt(file, 10) || 0))
      const file = join(directory, `${String(last + 1).padStart(4, '0')}_${name}.sql`)
      const head = '-- Written by `npm run attributes` from app/shop/catalogue/attributes.'
      writeFileSync(file, `${[head, ...statements].join('\n')}\n`)
      say(`✓ ${file} written`)
      const left = await due(connectionString)
      if (left.length > 0) throw new Error(`The new migration leaves something open:\n${left.join('\n')}`)
      writeFileSync(tablesFile, await writeTablesSource(connectionString))
      say(`✓ ${tablesFile} written`)
    }),
})

async function due(connectionString: string): Promise<string[]> {
  await migrate(connectionString, { directory: resolve(directory) })
  const db = openDatabase(connectionString, { unhurried: true })
  try {
    return await statementsDue(db)
  } finally {
    await db.destroy()
  }
}
