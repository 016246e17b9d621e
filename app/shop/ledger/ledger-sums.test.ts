import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bool, int4, nullable, query, type Row, text } from '#app/platform/database/statement.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { testDatabase } from '#tests/database.ts'
import { ledgerLines } from './ledger-lines.ts'
import { type LedgerQuestion, ledgerShape, questionOf } from './ledger-question.ts'
import { countedSums } from './ledger-sums.ts'

const database = testDatabase()

beforeAll(async () => {
  const { db } = database
  await sql`
    insert into branch (id, name, city, street, postal_code, phone, email, hours)
    select n, n, n, 'Markt 1', '55116', '+4961310000', 'laden@example.org', '[]' from unnest(array['mainz', 'trier']) n
  `.execute(db)
  await sql`
    insert into product (id, kind, status, name, slug_de, slug_en, tax_mode, branch_id)
    select n::text, 'watch', 'draft', jsonb_build_object('de', 'Stück', 'en', 'Piece'), 'a', 'a',
      (array['margin_25a', 'standard_19'])[1 + n % 3 % 2], (array['mainz', 'trier', null])[1 + n % 7 % 3]
    from generate_series(50001, 50400) n
  `.execute(db)
  // What was paid for some is not known.
  await sql`
    insert into ledger (number, acquired_on, title, kind, purchase_cents, product_id)
    select n, date '2026-01-01' + n % 90, case when n % 4 = 0 then 'Ring' else 'Uhr' end, 'watch',
      case when n % 5 > 0 then 1000 + 7 * n end, (50000 + n)::text
    from generate_series(1, 400) n
  `.execute(db)
  // Of one in four nothing became; some were melted, one of them in a lot that names it, some given back to their seller; some
  // were put right, under a rule of their own or none, and of some of those the price became known.
  await sql`
    insert into ledger_exit (ledger_number, kind, on_day, document, tax_mode, purchase_cents, proceeds_cents, margin_cents,
      tax_cents, destination_net_cents, destination_tax_cents)
    select n, kind, date '2026-02-01' + (n * nth) % 80, case when n = 133 then 'Los 50133' else upper(left(kind, 1)) || '-' || n end, rule,
      case when nth = 2 and n % 5 = 0 then 500 + n end, 100 * (n % 9) + nth, 50 * (n % 7) - 20, n % 4,
      case when rule = 'standard_19' then n else 0 end, case when rule = 'standard_19' then n % 13 else 0 end
    from generate_series(1, 400) n, generate_series(1, n % 4) nth,
      lateral (select case when nth > 1 then 'correction' when n % 3 = 0 and n % 5 > 0 then 'cancelled' else 'melt' end as kind) k,
      lateral (select case when kind = 'correction' and n % 2 = 0 then (array['margin_25a', 'standard_19'])[1 + n % 3 % 2] end as rule) r
  `.execute(db)
})

const row = {
  number: int4,
  piece: nullable(text),
  title: text,
  branch: nullable(text),
  rule: nullable(text),
  open: bool,
  gone: bool,
  price: nullable(int4),
  known: nullable(int4),
  came_on: text,
  paid_on: nullable(text),
  exit: nullable(int4),
  kind: nullable(text),
  document: nullable(text),
  own_rule: nullable(text),
  on: nullable(text),
  learned: nullable(int4),
  proceeds: nullable(int4),
  margin: nullable(int4),
  tax: nullable(int4),
  net_there: nullable(int4),
  tax_there: nullable(int4),
}
type Line = Row<typeof row>

/** Every line there is, with all that is asked for and added up. */
const everything = () => query(database.db, row)`
  select l.number, l.product_id as piece, l.title, p.branch_id as branch, p.tax_mode as rule, e.id::int as exit, e.kind, e.document, e.tax_mode as own_rule,
    l.purchase_cents as price, l.booked_on::text as came_on, l.cost_booked_on::text as paid_on, e.booked_on::text as on,
    coalesce(l.purchase_cents, max(e.purchase_cents) over piece) as known,
    coalesce(bool_and(e.kind = 'correction') over piece, true) as open,
    coalesce(e.kind = 'melt', false) as gone, e.purchase_cents as learned, e.proceeds_cents as proceeds, e.margin_cents as margin,
    e.tax_cents as tax, e.destination_net_cents as net_there, e.destination_tax_cents as tax_there
  from ledger l left join ledger_exit e on e.ledger_number = l.number left join product p on p.id = l.product_id
  window piece as (partition by l.number)
`

/** The same question of lines that are all read, one by one. */
function lineByLine(lines: readonly Line[], { words, day, branches, states, taxes }: LedgerQuestion) {
  const isThen = (on: string | null) =>
    on !== null && (day.from === null || on >= day.from) && (day.to === null || on <= day.to)
  const wentThen = new Set(lines.flatMap(({ number, on }) => (isThen(on) ? [number] : [])))
  const nothing = {
    ...{ exit: null, kind: null, document: null, own_rule: null, on: null, learned: null, gone: false },
    ...{ proceeds: null, margin: null, tax: null, net_there: null, tax_there: null },
  }
  const seen = new Set<number>()
  const then = lines.flatMap((line) => {
    if (isThen(line.on)) return [line]
    if (wentThen.has(line.number) || seen.has(line.number)) return []
    seen.add(line.number)
    return isThen(line.came_on) || isThen(line.paid_on) ? [{ ...line, ...nothing }] : []
  })
  const has = (part: string | null) => part?.toLowerCase().includes(words.toLowerCase()) ?? false
  const found = then.filter(
    (line) =>
      (words === '' ||
        has(line.title) ||
        has(line.document) ||
        String(line.number) === words ||
        line.piece === words) &&
      (branches.length === 0 || branches.includes(line.branch ?? 'none')) &&
      (states.length === 0 ||
        states.some((state) =>
          state === 'open'
            ? line.open
            : state === 'gone'
              ? line.gone
              : state === 'without-cost'
                ? line.known === null
                : line.kind === state,
        )) &&
      (taxes.length === 0 || taxes.some((rule) => rule === (line.own_rule ?? line.rule))),
  )
  const sum = (all: readonly Line[], of: (line: Line) => number | null) =>
    all.reduce((total, line) => total + (of(line) ?? 0), 0)
  const pieces = [...new Map(found.map((line) => [line.number, line])).values()]
  const exits = found.filter(({ exit }) => exit !== null)
  return {
    lines: found.length,
    sums: {
      pieces: pieces.filter(({ came_on: on }) => isThen(on)).length,
      purchaseCents:
        sum(
          pieces.filter(({ paid_on: on }) => isThen(on)),
          ({ price }) => price,
        ) + sum(exits, ({ kind, price, learned }) => (kind === 'cancelled' ? -(price ?? 0) : learned)),
      exits: exits.length,
      proceedsCents: sum(exits, ({ proceeds }) => proceeds),
      marginCents: sum(exits, ({ margin }) => margin),
      taxCents: sum(exits, ({ tax }) => tax),
      destinationNetCents: sum(exits, (line) => line.net_there),
      destinationTaxCents: sum(exits, (line) => line.tax_there),
    },
  }
}

/** In no line, or only where one thing ends and the next begins, or in a part of a number. */
const none = new Set(['q=nowhere', 'q=ring+50', 'q=502'])

const filters = [
  ...[
    '',
    'state=open',
    'state=gone',
    'state=melt',
    'state=cancelled',
    'state=correction',
    'state=without-cost',
  ],
  ...['state=open,correction', 'state=gone,without-cost', 'tax=margin_25a', 'tax=standard_19'],
  ...[
    'tax=margin_25a,standard_19&state=correction,open',
    'branch=mainz',
    'branch=none,trier&tax=standard_19',
  ],
  ...[
    'q=ring',
    'q=C-1',
    'q=m-20&tax=margin_25a',
    'q=131',
    'q=uhr&branch=trier&state=melt',
    'q=c-',
    'q=r',
    'q=31',
    'q=50131',
    'q=5013',
  ],
  ...none,
]
const times = ['', '2026-02-20..2026-03-01', '..2026-02-10', '2026-03-15..', '2026-02-14..2026-02-14']

test.each(filters)('what some lines come to is the sum of each of them: %s', async (filter) => {
  const lines = await everything()
  for (const day of times) {
    const asked = readAsked(ledgerShape, new URLSearchParams(`${filter}${day && `&day=${day}`}`))
    const question = questionOf(asked)
    const expected = lineByLine(lines, question)
    expect([day, await countedSums(database.db, question)]).toEqual([day, expected])
    const { total } = await ledgerLines(database.db, question, { offset: 0, limit: 1 })
    expect([day, total]).toEqual([day, expected.lines])
    if (day === '') expect(expected.lines > 0).toBe(!none.has(filter))
  }
})
