import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { tables } from './tables.ts'

const folder = temporaryFolder()

test('writes the types of the migrated database, with a database of its own', async () => {
  const file = join(folder, 'tables.ts')
  expect(await typed(tables, ['--to', file])).toEqual({ code: 0, out: `✓ ${file} written\n`, err: '' })
  expect(readFileSync(file, 'utf8')).toBe(readFileSync('app/platform/database/tables.ts', 'utf8'))
})
