import { expect, test } from 'vitest'
import { int8, value } from '#app/platform/database/statement.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { demo } from './demo.ts'

const database = testDatabase()
const folder = temporaryFolder()

const type = (...words: string[]) =>
  typed(demo, words, { DATABASE_URL: database.connectionString, DATA_DIR: folder })

async function pieces(): Promise<number> {
  const { count } = await database.db
    .selectFrom('product')
    .select(value(int8)`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('fills an empty database once, and adds plausible pieces on top of what is there', async () => {
  const first = await type()
  expect(first).toMatchObject({ code: 0, err: '' })
  const loaded = Number(/^✓ Demo shop loaded: (\d+) pieces, \d+ photos, \d+ stories$/m.exec(first.out)?.[1])
  expect(loaded).toBeGreaterThan(20)
  expect(await pieces()).toBe(loaded)
  const again = '✓ There is a shop in this database already; nothing was changed\n'
  expect(await type()).toEqual({ code: 0, out: again, err: '' })
  expect((await type('--products', '25')).out).toMatch(/^✓ \d+ pieces a second\n$/)
  expect(await pieces()).toBe(loaded + 25)
})

test.each([
  ['25'],
  ['--products', 'many'],
  ['--products', '2000001'],
  ['--products', '-1'],
  ['--pieces', '3'],
])('what is no number of pieces is refused: %s %s', async (...words) => {
  expect(await type(...words)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(demo.usage) })
})
