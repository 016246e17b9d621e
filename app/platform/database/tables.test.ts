import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { writeTablesSource } from './tables-source.ts'

const database = testDatabase()

test('tables.ts is what `npm run tables` writes for the migrated database', async () => {
  const written = readFileSync(resolve(import.meta.dirname, 'tables.ts'), 'utf8')
  expect(written).toBe(await writeTablesSource(database.connectionString))
})
