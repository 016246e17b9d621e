import { beforeAll, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { sell } from '#tests/returned-pieces.ts'
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

test('writes what the one-stop shop declares for a quarter', async () => {
  const columns = ['Mitgliedstaat', 'Steuersatz %', 'Netto EUR', 'Umsatzsteuer EUR', 'Berichtigt Quartal']
  expect(await type('--oss', '2025-Q4')).toMatchObject({ code: 0, out: `\uFEFF${columns.join(',')}\r\n` })
  const german = await type('--oss', '2025-Q4', '--german')
  expect(german).toMatchObject({ code: 0, out: `\uFEFF${columns.join(';')}\r\n` })
})

test('tells whether the ledger agrees with the invoices, and of which orders it does not', async () => {
  const { db } = database
  await addRings(db, ['72001', '72002'])
  const order = await sell(db, ['72001'])
  const agreed = await type('--check')
  expect(agreed.code).toBe(0)
  expect(agreed.out).toMatch(/^sales less returns in the ledger +1200\.00 EUR$/m)
  expect(agreed.out).toMatch(/^invoices less cancellations +1200\.00 EUR$/m)
  expect(agreed.out).toMatch(/^German VAT shown, in the ledger +0\.00 EUR$/m)
  expect(agreed.out).toMatch(/^other states' VAT, on documents +0\.00 EUR$/m)
  expect(agreed.out).toMatch(/^VAT owed for all of it +191\.60 EUR$/m)
  expect(agreed.out).toContain('✓')
  const wrong = { on_day: '2026-11-01', tax_mode: 'margin_25a', order_id: order.id, document: 'X' } as const
  const row = await db
    .selectFrom('ledger')
    .select('number')
    .where('product_id', '=', '72001')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ledger_exit')
    .values({
      ...wrong,
      ledger_number: row.number,
      kind: 'return',
      proceeds_cents: -1,
      margin_cents: -1,
      tax_cents: 0,
    })
    .execute()
  const differs = `Order ${order.number}: 1199.99 EUR in the ledger, 1200.00 EUR on its documents.`
  expect(await type('--check')).toMatchObject({ code: 1, err: expect.stringContaining(differs) })
  // The export is whole, and does not pass for right.
  const exported = await type('--from', '2000-01-01', '--to', '2099-12-31')
  expect(exported).toMatchObject({ code: 1, err: expect.stringContaining(differs) })
  expect(exported.out).toContain('72002')
})

test.each([
  [['--check', '--oss', '2026-Q4'], '--check looks at the whole ledger: it takes no --oss.'],
  [['--oss', '2026-Q4', '--to', '2026-12-31'], '--oss names its quarter: it takes no --to.'],
  [['--oss', '2026-Q5'], '"2026-Q5" is not a quarter; write 2026-Q4.'],
  [['--oss', '2026-10-01'], '"2026-10-01" is not a quarter; write 2026-Q4.'],
  [['--check', '--from', '2026-01-01'], '--check looks at the whole ledger: it takes no --from.'],
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

test.each([
  [['--from', '2026-02-30', '--to', '2026-03-01'], '"2026-02-30" is not a day; write 2026-01-31.'],
  [['--from', '2025-02-29', '--to', '2026-03-01'], '"2025-02-29" is not a day; write 2026-01-31.'],
  [['--from', '2026-01-01', '--to', '31.12.2026'], '"31.12.2026" is not a day; write 2026-01-31.'],
  [['--from', '2026-12-31', '--to', '2026-01-01'], '--from 2026-12-31 lies after --to 2026-01-01.'],
  [['--from', ' ', '--to', '2026-01-01'], '--from is missing.'],
  [['--from', '2026-01-01'], '--to is missing.'],
])('%j is refused before anything is written', async (words, reason) => {
  expect(await type(...words)).toEqual({ code: 1, out: '', err: `✗ ${reason}\n\n${ledger.usage}\n` })
})
