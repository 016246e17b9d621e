import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bool, date, int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { testDatabase } from '#tests/database.ts'
import { pieceResultsGone, pieceResultsOf } from './piece-result.ts'

const database = testDatabase()
const many = 600

/** What became of pieces, each of them of a sixth of them; `S`ale, `R`eturn, `M`elted, `C`orrection. */
const fates = ['', 'S', 'SR', 'SRS', 'M', 'SC']

beforeAll(async () => {
  const { db } = database
  await sql`
    insert into product (id, kind, status, name, slug_de, slug_en, tax_mode)
    select (50000 + n)::text, 'watch', 'draft', jsonb_build_object('de', 'Stück', 'en', 'Piece'), 'a', 'a', 'margin_25a'
    from generate_series(1, ${many}::int) n
  `.execute(db)
  await sql`
    insert into ledger (number, acquired_on, title, kind, purchase_cents, product_id)
    select n, '2025-01-01', 'Stück', 'watch', case when n % 7 > 0 then 1000 * (1 + n % 13) end, (50000 + n)::text
    from generate_series(1, ${many}::int) n
  `.execute(db)
  // Three months apart, so that some come back, or go again, in another time than they went.
  await sql`
    insert into ledger_exit (ledger_number, kind, on_day, document, tax_mode, proceeds_cents, margin_cents, tax_cents)
    select n, case deed when 'S' then 'sale' when 'R' then 'return' when 'M' then 'melt' else 'correction' end,
      date '2025-02-01' + n % 200 + (nth - 1)::int * 90, 'D-' || n || '-' || nth, case when deed in ('S', 'R') then 'margin_25a' end,
      case deed when 'R' then -1 when 'C' then 0 else 1 end * (5000 + n), 100 + n % 17, n % 19
    from generate_series(1, ${many}::int) n,
      lateral regexp_split_to_table((${fates}::text[])[1 + n % ${fates.length}::int], '') with ordinality f (deed, nth)
    where deed <> ''
  `.execute(db)
  await sql`
    insert into piece_cost (product_id, kind, net_cents, vat_cents, on_day, entered_by)
    select (50000 + n)::text, 'other', 10 * n, 0, '2025-01-02', 'Berta' from generate_series(1, ${many}::int, 4) n
  `.execute(db)
})

const columns = {
  ...{ number: int4, gone: bool, last_out: nullable(date), proceeds_cents: int8, tax_cents: int8 },
  ...{ purchase_cents: nullable(int8), cost_cents: int8, result_cents: nullable(int8) },
}
const shown = sql`number, gone, last_out, proceeds_cents::int8 as proceeds_cents, tax_cents::int8 as tax_cents,
  purchase_cents::int8 as purchase_cents, cost_cents::int8 as cost_cents, result_cents::int8 as result_cents`

type Result = Awaited<ReturnType<typeof reckonedAnew>>[number]

/** The same from the books themselves, piece by piece. */
async function reckonedAnew() {
  const { db } = database
  const pieces = await query(db, { number: int4, purchase: nullable(int4), costs: int8 })`
    select number, purchase_cents as purchase,
      (select coalesce(sum(net_cents), 0)::int8 from piece_cost c where c.product_id = l.product_id) as costs
    from ledger l order by number`
  const exits = await query(db, { number: int4, kind: text, day: date, proceeds: int4, tax: int4 })`
    select ledger_number as number, kind, on_day as day, proceeds_cents as proceeds,
      tax_cents + destination_tax_cents as tax
    from ledger_exit`
  const ofPiece = Map.groupBy(exits, ({ number }) => number)
  return pieces.map(({ number, purchase, costs }) => {
    const own = ofPiece.get(number) ?? []
    const went = own.filter(({ kind }) => kind === 'sale' || kind === 'melt')
    const gone = went.length > own.filter(({ kind }) => kind === 'return').length
    const sum = (of: 'proceeds' | 'tax') => own.reduce((total, each) => total + each[of], 0)
    const paid = gone ? purchase : 0
    return {
      ...{
        number,
        gone,
        last_out:
          went
            .map(({ day }) => day)
            .sort()
            .at(-1) ?? null,
      },
      ...{
        proceeds_cents: sum('proceeds'),
        tax_cents: sum('tax'),
        purchase_cents: purchase,
        cost_cents: costs,
      },
      result_cents: paid === null ? null : sum('proceeds') - sum('tax') - costs - paid,
    }
  })
}

const all = Array.from({ length: many }, (_, at) => at + 1)

test('what each piece left is what the books say of it', async () => {
  const found = await query(
    database.db,
    columns,
  )`select ${shown} from ${pieceResultsOf(all)} result order by number`
  expect(found).toEqual(await reckonedAnew())
})

test.each([
  ['2025-02-01', '2025-02-28'],
  ['2025-05-15', '2025-06-15'],
  ['2025-08-20', '2025-08-20'],
  ['2025-01-01', '2026-12-31'],
  ['2030-01-01', '2030-12-31'],
])('what went from %s to %s is what the books say of it', async (from, to) => {
  const went = await query(
    database.db,
    columns,
  )`select ${shown} from ${pieceResultsGone({ from, to })} result order by number`
  const isWithin = ({ gone, last_out: day }: Result) => gone && day !== null && day >= from && day <= to
  expect(went).toEqual((await reckonedAnew()).filter(isWithin))
})
