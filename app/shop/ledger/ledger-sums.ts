import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { alone, came, isReadAlone, source, untouched, went, within } from './ledger-conditions.ts'
import type { LedgerQuestion } from './ledger-question.ts'

type Sql = RawBuilder<unknown>

/** How many lines there are of those that are asked for. */
export async function countLines(db: Database, asked: LedgerQuestion): Promise<number> {
  const [counted] = await query(db, { lines: int8 })`select count(*) as lines from ${source(asked)}`
  return counted?.lines ?? 0
}

const viewCounts = { all: int8, open: int8, sold: int8, melted: int8, 'without-cost': int8 }

/** How many lines each view of `ledgerShape` has: the same as `ledgerLines` counts, in one reading of the ledger. */
export async function countLedgerViews(db: Database) {
  const [counts] = await query(db, viewCounts)`
    select coalesce(sum(greatest(exits, 1)), 0)::int8 as "all",
      coalesce(sum(greatest(exits, 1)) filter (where is_open), 0)::int8 as open,
      coalesce(sum(sales), 0)::int8 as sold, coalesce(sum(melts), 0)::int8 as melted,
      coalesce(sum(greatest(exits, 1)) filter (where known_purchase_cents is null), 0)::int8 as "without-cost"
    from ledger_entry
  `
  return counts ?? { all: 0, open: 0, sold: 0, melted: 0, 'without-cost': 0 }
}

const sums = {
  lines: int8,
  pieces: int8,
  purchase_cents: int8,
  exits: int8,
  proceeds_cents: int8,
  margin_cents: int8,
  tax_cents: int8,
  destination_net_cents: int8,
  destination_tax_cents: int8,
}

/** What lines come to, in cents; `pieces`: those that came, `exits`: lines of what became of pieces. */
export type LedgerSums = {
  pieces: number
  purchaseCents: number
  exits: number
  proceedsCents: number
  marginCents: number
  taxCents: number
  destinationNetCents: number
  destinationTaxCents: number
}

/** What exits come to, of rows `e`. `paidFor`: the price of an exit's piece, which counts no more once its purchase is taken back. */
const exitSums = (paidFor: Sql) => sql`
  coalesce(sum(case when e.kind = 'cancelled' then -${paidFor} else e.purchase_cents end), 0)::int8 as paid_cents,
  count(e.id) as exits, coalesce(sum(e.proceeds_cents), 0)::int8 as proceeds_cents,
  coalesce(sum(e.margin_cents), 0)::int8 as margin_cents, coalesce(sum(e.tax_cents), 0)::int8 as tax_cents,
  coalesce(sum(e.destination_net_cents), 0)::int8 as destination_net_cents,
  coalesce(sum(e.destination_tax_cents), 0)::int8 as destination_tax_cents`

/** Every line of a time: pieces and exits are summed by themselves, and none looks for the other. */
const sumsOfTime = (asked: LedgerQuestion, { counts }: { counts: boolean }): Sql => sql`
  select ${
    counts
      ? sql`e.exits + (select count(*) from ledger l where ${came(asked)} and not exists (select from ledger_exit e
      where e.ledger_number = l.number and ${within(sql`e.booked_on`, asked)}))`
      : sql`0::int8`
  } as lines,
    (select count(*) from ledger l where ${within(sql`l.booked_on`, asked)}) as pieces,
    ((select coalesce(sum(l.purchase_cents), 0) from ledger l where ${within(sql`l.cost_booked_on`, asked)})
      + e.paid_cents)::int8 as purchase_cents,
    e.exits, e.proceeds_cents, e.margin_cents, e.tax_cents, e.destination_net_cents, e.destination_tax_cents
  from (
    select ${exitSums(sql`(select b.purchase_cents from ledger b where b.number = e.ledger_number)`)}
    from ledger_exit e where ${within(sql`e.booked_on`, asked)}
  ) e`

/**
 * Some lines: of pieces of which nothing became in that time, of those of which one thing did, which may both be read from one
 * table, and of the few that went more than once. These came for their price once, so their lines are gathered first; the others
 * are added up as they are read.
 */
const sumsOfSome = (asked: LedgerQuestion): Sql => {
  const [isCome, isPaid] = [within(sql`l.booked_on`, asked), within(sql`l.cost_booked_on`, asked)]
  const became = exitSums(sql`l.purchase_cents`)
  const once = isReadAlone(asked)
    ? [alone(asked), sql`${untouched(asked)} and l.exits > 1`]
    : [untouched(asked), sql`${went(asked)} and l.exits = 1`]
  return sql`
  select sum(lines)::int8 as lines, sum(pieces)::int8 as pieces, sum(bought_cents + paid_cents)::int8 as purchase_cents,
    sum(exits)::int8 as exits, sum(proceeds_cents)::int8 as proceeds_cents, sum(margin_cents)::int8 as margin_cents,
    sum(tax_cents)::int8 as tax_cents, sum(destination_net_cents)::int8 as destination_net_cents,
    sum(destination_tax_cents)::int8 as destination_tax_cents
  from (
    ${sql.join(
      once.map(
        (lines) => sql`
    select count(*) as lines, count(*) filter (where ${isCome}) as pieces,
      coalesce(sum(l.purchase_cents) filter (where ${isPaid}), 0)::int8 as bought_cents, ${became}
    from ${lines}`,
      ),
      sql` union all `,
    )}
    union all
    select coalesce(sum(p.lines), 0)::int8, count(*) filter (where p.came),
      coalesce(sum(p.purchase_cents) filter (where p.paid), 0)::int8, coalesce(sum(p.paid_cents), 0)::int8,
      coalesce(sum(p.exits), 0)::int8, coalesce(sum(p.proceeds_cents), 0)::int8, coalesce(sum(p.margin_cents), 0)::int8,
      coalesce(sum(p.tax_cents), 0)::int8, coalesce(sum(p.destination_net_cents), 0)::int8,
      coalesce(sum(p.destination_tax_cents), 0)::int8
    from (
      select count(*) as lines, bool_or(${isCome}) as came, bool_or(${isPaid}) as paid, max(l.purchase_cents) as purchase_cents,
        ${became}
      from ${went(asked)} and l.exits > 1 group by l.number
    ) p
  ) parts`
}

/**
 * The sums of all lines that are asked for; a purchase price counts once, when it was booked, and less than nothing when the
 * purchase was taken back.
 */
export async function ledgerSums(db: Database, asked: LedgerQuestion): Promise<LedgerSums> {
  return (await countedSums(db, asked)).sums
}

/** The same with how many lines there are. `counting`: that, where somebody else counts them. */
export async function countedSums(
  db: Database,
  asked: LedgerQuestion,
  { counting }: { counting?: Promise<number> | undefined } = {},
): Promise<{ lines: number; sums: LedgerSums }> {
  const { words, branches, states, taxes } = asked
  const isWhole = words === '' && branches.length + states.length + taxes.length === 0
  const [[row], lines] = await Promise.all([
    query(db, sums)`${isWhole ? sumsOfTime(asked, { counts: counting === undefined }) : sumsOfSome(asked)}`,
    counting,
  ])
  return {
    lines: lines ?? row?.lines ?? 0,
    sums: {
      pieces: row?.pieces ?? 0,
      purchaseCents: row?.purchase_cents ?? 0,
      exits: row?.exits ?? 0,
      proceedsCents: row?.proceeds_cents ?? 0,
      marginCents: row?.margin_cents ?? 0,
      taxCents: row?.tax_cents ?? 0,
      destinationNetCents: row?.destination_net_cents ?? 0,
      destinationTaxCents: row?.destination_tax_cents ?? 0,
    },
  }
}
