import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { int4, int8, nullable, query } from '#app/platform/database/statement.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { testDatabase } from '#tests/database.ts'
import { ledgerLines } from './ledger-lines.ts'
import { ledgerShape, questionOf } from './ledger-question.ts'

const database = testDatabase()

beforeAll(async () => {
  const { db } = database
  await sql`
    insert into product (id, kind, status, name, slug_de, slug_en, tax_mode)
    select n::text, 'watch', 'draft', jsonb_build_object('de', 'Stück', 'en', 'Piece'), 'a', 'a', 'margin_25a'
    from generate_series(50001, 52400) n
  `.execute(db)
  // Few days and few prices, so that many are equal; some prices are not known.
  await sql`
    insert into ledger (number, acquired_on, title, kind, purchase_cents, product_id)
    select n, date '2026-01-01' + n % 5, 'Stück', 'watch', case when n % 4 > 0 then 1000 * (1 + n % 6) end, (50000 + n)::text
    from generate_series(1, 2400) n
  `.execute(db)
  // Melted, and put right once or twice: a piece of more than one line, and one of none.
  await sql`
    insert into ledger_exit (ledger_number, kind, on_day, document, proceeds_cents, margin_cents, tax_cents)
    select n, case when nth = 1 then 'melt' else 'correction' end, date '2026-02-01' + n % 3, 'S-' || n, 100 * (n % 9),
      case when n % 5 > 0 then 50 * (n % 7) end, 0
    from generate_series(1, 2400) n, generate_series(1, n % 4) nth order by n * 7 % 2400, nth
  `.execute(db)
})

const counts = sql`coalesce(e.booked_on, l.booked_on)`
const orders: [
  address: string,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  /** What became of a piece is looked at only where this holds. */
  exits?: RawBuilder<unknown>,
][] = [
  ['', sql`true`, sql`${counts} desc nulls last`],
  ['sort=number', sql`true`, sql`l.number asc nulls last`],
  ['sort=-number', sql`true`, sql`l.number desc nulls last`],
  ['sort=booked', sql`true`, sql`${counts} asc nulls last`],
  ['sort=-booked', sql`true`, sql`${counts} desc nulls last`],
  ['sort=purchase', sql`true`, sql`l.known_purchase_cents asc nulls last`],
  ['sort=-purchase', sql`true`, sql`l.known_purchase_cents desc nulls last`],
  ['sort=proceeds', sql`true`, sql`e.proceeds_cents asc nulls last`],
  ['sort=-proceeds', sql`true`, sql`e.proceeds_cents desc nulls last`],
  ['sort=margin', sql`true`, sql`e.margin_cents asc nulls last`],
  ['sort=-margin', sql`true`, sql`e.margin_cents desc nulls last`],
  ['state=melt&sort=margin', sql`e.kind = 'melt'`, sql`e.margin_cents asc nulls last`],
  ['state=open', sql`l.is_open`, sql`${counts} desc nulls last`],
  ['state=gone&sort=-number', sql`e.id = l.gone_by`, sql`l.number desc nulls last`],
  [
    'state=without-cost,correction&sort=proceeds',
    sql`(l.known_purchase_cents is null or e.kind = 'correction')`,
    sql`e.proceeds_cents asc nulls last`,
  ],
]

// What has words that few pieces have is sorted instead of being read in its order.
for (const [address, where, order] of orders.filter(([address]) => address !== '')) {
  orders.push([`q=st%C3%BCck&${address}`, where, order])
  // What is here has no document.
  if (address !== 'state=open')
    orders.push([`q=s-1&${address}`, sql`(${where} and e.document like 'S-1%')`, order])
}

const days: typeof orders = [
  ['2026-02-02..2026-02-02', 'sort=booked'],
  ['..2026-02-02', ''],
  ['2026-02-02..', 'sort=-number'],
  ['2026-02-01..2026-02-02', 'sort=margin'],
  ['2026-01-02..2026-01-04', 'sort=-purchase'],
  ['2026-01-01..2026-12-31', 'sort=proceeds'],
].map(([day = '', sort = '']) => {
  const order = orders.find(([address]) => address === sort)?.[2] ?? sql`true`
  const [from = '', to = ''] = day.split('..')
  const [first, last] = [from || '0001-01-01', to || '9999-12-31']
  const within = (of: RawBuilder<unknown>) => sql`${of} between ${first}::date and ${last}::date`
  const comes = sql`(${within(sql`l.booked_on`)} or ${within(sql`l.cost_booked_on`)})`
  return [
    `day=${day}&${sort}`,
    sql`(${within(sql`e.booked_on`)} or e.id is null and ${comes})`,
    order,
    within(sql`e.booked_on`),
  ]
})

for (const [address, where, order, exits] of [...days])
  if (!address.startsWith('day=2026-01-02'))
    days.push([`q=s-1&${address}`, sql`(${where} and e.document like 'S-1%')`, order, exits])

test.each([...orders, ...days])(
  'many lines are the same from either end: %s',
  async (address, where, order, exits = sql`true`) => {
    const { db } = database
    const all = await query(db, { number: int4, exit: nullable(int8) })`
    select l.number, e.id as exit from ledger_entry l left join ledger_exit e on e.ledger_number = l.number and ${exits}
    where ${where} order by ${order}, l.number desc, e.id desc
  `
    expect(all.length).toBeGreaterThan(0)
    const asked = readAsked(ledgerShape, new URLSearchParams(address))
    for (const offset of [
      0,
      990,
      1_000,
      1_500,
      2_000,
      2_600,
      all.length - 60,
      all.length - 7,
      all.length,
    ].filter((each) => each >= 0)) {
      // With words: as few that are all sorted, and as many that are read in their order.
      for (const commonFrom of address.includes('q=') ? [20_000, 10] : [20_000]) {
        const { lines, total } = await ledgerLines(db, questionOf(asked), {
          ...{ offset, limit: 50, sorting: asked.sorting, commonFrom },
        })
        expect([offset, total]).toEqual([offset, all.length])
        expect([offset, ...lines.map(({ number, exit_id: exit }) => ({ number, exit }))]).toEqual([
          offset,
          ...all.slice(offset, offset + 50),
        ])
      }
    }
  },
)
