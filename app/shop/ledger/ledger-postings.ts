import type { Database } from '#app/platform/database/database.ts'
import { date, int4, nullable, oneOf, query, type Row, text } from '#app/platform/database/statement.ts'
import { homeRules } from '#app/shop/buying/ledger.ts'
import { purchaseKinds } from '#app/shop/buying/types.ts'
import { type TaxRule, taxRules, vatIn } from '#app/shop/checkout/tax-treatment.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import type { DatevAccount } from '#app/shop/settings/datev-accounts.ts'
import { exitKinds } from './ledger-lines.ts'

/** An amount of the ledger on its way from one account to another; less than nothing goes the other way. */
export type Posting = {
  /** Of the row in the ledger. */
  number: number
  day: string
  document: string
  text: string
  debit: DatevAccount
  credit: DatevAccount
  cents: number
}

const exitRow = {
  ...{
    number: int4,
    kind: oneOf(exitKinds),
    what: oneOf(purchaseKinds),
    day: date,
    document: nullable(text),
    title: text,
  },
  ...{ mode: nullable(oneOf(taxModes)), rule: nullable(oneOf(taxRules)), perMille: nullable(int4) },
  ...{ proceeds: int4, margin: nullable(int4), tax: int4, cost: nullable(int4) },
  /** Learned by this row. */
  learned: nullable(int4),
  /** What the same piece brought with the sale that this row takes back. */
  ...{ soldFor: nullable(int4), soldTax: nullable(int4) },
  /** What all came to, of the same piece and order, before this row corrected it. */
  ...{ broughtBefore: nullable(int4), marginBefore: nullable(int4), taxBefore: nullable(int4) },
}
type ExitRow = Row<typeof exitRow>

/**
 * What the ledger comes to between two days (both inclusive, by the day on which a row counts) as postings, each cent once:
 * purchases, and whatever pieces brought. VAT is in none of them: the accounts of taxed proceeds reckon it, and where what
 * they would reckon is not the VAT of the ledger, the amount goes to `byHand`. `impossible`: rows that change the VAT alone and
 * cannot be said this way, by their numbers in the ledger.
 */
export async function ledgerPostings(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<{ postings: Posting[]; impossible: number[] }> {
  const bought = await query(db, {
    number: int4,
    day: date,
    document: nullable(text),
    title: text,
    what: oneOf(purchaseKinds),
    cents: int4,
  })`
    select l.number, l.cost_booked_on as day, b.number as document, l.title, l.kind as what, l.purchase_cents as cents
    from ledger l left join purchase b on b.id = l.purchase_id
    where l.cost_booked_on between ${from}::date and ${to}::date order by l.number
  `
  const exits = await query(db, exitRow)`
    select l.number, e.kind, l.kind as what, e.booked_on as day, e.document, l.title, e.tax_mode as mode,
      coalesce(e.tax_rule, ol.tax_rule) as rule, coalesce(e.tax_per_mille, ol.tax_per_mille)::int4 as "perMille",
      e.proceeds_cents as proceeds, e.margin_cents as margin,
      e.tax_cents as tax, l.purchase_cents as cost, e.purchase_cents as learned,
      sale.proceeds_cents as "soldFor", sale.tax_cents as "soldTax",
      before.proceeds as "broughtBefore", before.margin as "marginBefore", before.tax as "taxBefore"
    from ledger_exit e join ledger l on l.number = e.ledger_number
      left join order_line ol on ol.order_id = e.order_id and ol.product_id = l.product_id
      left join ledger_exit sale on e.kind = 'return' and sale.kind = 'sale' and sale.ledger_number = e.ledger_number
        and sale.order_id = e.order_id
      left join lateral (
        select sum(k.proceeds_cents)::int as proceeds, sum(k.margin_cents)::int as margin, sum(k.tax_cents)::int as tax
        from ledger_exit k where k.ledger_number = e.ledger_number and k.order_id is not distinct from e.order_id
          and k.id < e.id and (k.order_id is not null or k.tax_mode is not null)
      ) before on e.kind = 'correction'
    where e.booked_on between ${from}::date and ${to}::date order by e.id
  `
  const impossible: number[] = []
  const postings = bought.map(
    ({ number, day, document, title, what, cents }): Posting => ({
      ...{ number, day, document: document ?? String(number), text: `Ankauf ${title}` },
      ...{ debit: goodsOf(what), credit: 'payables', cents },
    }),
  )
  for (const row of exits) {
    const parts = partsOf(row)
    if (parts === null) impossible.push(row.number)
    else postings.push(...parts)
  }
  return { postings: postings.filter(({ cents }) => cents !== 0), impossible }
}

/** The margin scheme does not cover bullion and scrap: what is bought under § 25a UStG is told apart from it. */
const goodsOf = (what: (typeof purchaseKinds)[number]): DatevAccount =>
  what === 'bullion' || what === 'scrap' ? 'otherGoods' : 'goods'

const said: Record<(typeof exitKinds)[number], string> = {
  sale: 'Verkauf',
  return: 'Rücknahme',
  melt: 'Schmelze',
  cancelled: 'Storno Ankauf',
  correction: 'Berichtigung',
}

function partsOf(row: ExitRow): Posting[] | null {
  const { number, kind, day, title, proceeds, tax } = row
  const bought = { debit: goodsOf(row.what), credit: 'payables' } as const
  const head = { number, day, document: row.document ?? String(number), text: `${said[kind]} ${title}` }
  if (kind === 'cancelled') return [{ ...head, ...bought, cents: -(row.cost ?? 0) }]
  const learned: Posting[] = row.learned === null ? [] : [{ ...head, ...bought, cents: row.learned }]
  const to = (credit: DatevAccount, cents: number, text = head.text): Posting => ({
    ...{ ...head, text, debit: 'receivables', credit, cents },
  })
  const split = splitOf(row)
  if (split)
    return [
      ...learned,
      ...split.taxedCents.map((cents) => to(split.taxed, cents)),
      to(
        split.rest,
        split.taxedCents.reduce((rest, cents) => rest - cents, proceeds),
      ),
    ]
  if (proceeds === 0) return tax === 0 ? learned : null
  const amount = `${(tax / 100).toFixed(2).replace('.', ',')} EUR`
  return [...learned, to('byHand', proceeds, `USt ${amount}: ${head.text}`)]
}

/** What of a row is taxed, where the account's own VAT on each part together is the ledger's; null: it is another. */
type Split = { taxed: DatevAccount; taxedCents: readonly number[]; rest: DatevAccount }

function splitOf(row: ExitRow): Split | null {
  const { proceeds, margin, tax, kind } = row
  const rule: TaxRule | null = row.rule ?? (row.mode && homeRules[row.mode])
  const whole = (account: DatevAccount) =>
    tax === 0 ? { taxed: account, taxedCents: [proceeds], rest: account } : null
  if (rule === null) return kind === 'melt' ? whole('melting') : null
  if (rule === 'margin') {
    const accounts = { taxed: 'marginTaxed', rest: 'marginUntaxed' } as const
    const taxedCents = tax === 0 ? 0 : (margin ?? 0)
    if (isVat(tax, taxedCents)) return { ...accounts, taxedCents: [taxedCents] }
    return replacing(row, { before: row.marginBefore, by: margin ?? 0, ...accounts })
  }
  if (rule === 'domestic') {
    if ((row.perMille ?? accountPerMille) !== accountPerMille) return null
    const accounts = { taxed: 'domestic', rest: 'domestic' } as const
    if (isVat(tax, proceeds)) return { ...accounts, taxedCents: [proceeds] }
    // What is kept back for a loss of value is in no VAT.
    const back = row.soldFor !== null && row.soldTax === -tax ? -row.soldFor : null
    if (back !== null && isVat(tax, back)) return { taxed: 'domestic', taxedCents: [back], rest: 'byHand' }
    return replacing(row, { before: row.broughtBefore, by: proceeds, ...accounts })
  }
  if (rule === 'destination') return whole('distance')
  if (rule === 'gold') return whole('gold')
  return whole(rule === 'intra-community' ? 'intraCommunity' : 'export')
}

/**
 * A correction whose own VAT is a cent off what its difference comes to, for each amount is rounded by itself: what was taxed
 * before is taken back whole, and what is taxed now is posted anew.
 */
function replacing(
  { tax, taxBefore }: ExitRow,
  { before, by, ...accounts }: { before: number | null; by: number } & Omit<Split, 'taxedCents'>,
): Split | null {
  if (before === null || taxBefore === null) return null
  const [was, is] = [taxBefore === 0 ? 0 : before, taxBefore + tax === 0 ? 0 : before + by]
  return isVat(taxBefore, was) && isVat(taxBefore + tax, is) ? { ...accounts, taxedCents: [-was, is] } : null
}

/** The rate that the accounts reckon with. */
const accountPerMille = 190

function isVat(tax: number, grossCents: number): boolean {
  const vat = vatIn(Math.abs(grossCents), accountPerMille)
  return (grossCents < 0 ? -vat : vat) === tax
}
