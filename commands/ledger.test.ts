import { beforeAll, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { ledger } from './ledger.ts'

const database = testDatabase()
const shop = buyingShop(database)
const type = (...words: string[]) => typed(ledger, words, { DATABASE_URL: database.connectionString })

beforeAll(async () => {
  await shop.bought()
})

test('writes nothing but CSV, and what lies outside the days is not in it', async () => {
  const year = new Date().getFullYear()
  const rows = async (from: number, ...more: string[]) => {
    const { code, out } = await type('--from', `${from}-01-01`, '--to', `${from + 1}-12-31`, ...more)
    expect(code).toBe(0)
    return out
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
  }
  const [columns, row, ...more] = await rows(year - 1)
  expect(columns?.split(',').length).toBeGreaterThan(10)
  expect(row).toMatch(/^1,\d{4}-\d\d-\d\d,.*,Halskette 585,.*,734\.65,/)
  expect(more).toEqual([])
  expect((await rows(year - 1, '--german'))[1]).toMatch(/^1;.*;Halskette 585;.*;734,65;/)
  expect(await rows(year + 2)).toEqual([columns])
})

test.each([
  [[], '--from is missing.'],
  [['--from', '2026-01-01'], '--to is missing.'],
  [['--from', '2026-13-01', '--to', '2026-12-31'], '"2026-13-01" is not a day; write 2026-01-31.'],
  [['--from', '1.1.2026', '--to', '2026-12-31'], '"1.1.2026" is not a day; write 2026-01-31.'],
  [['2026', '--from', '2026-01-01', '--to', '2026-12-31'], /^"2026 .* is not understood\.$/],
])('without two days it says what is wrong: %j', async (words, reason) => {
  const { code, out, err } = await type(...words)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.split('\n')[0]?.slice(2)).toEqual(
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  )
})
