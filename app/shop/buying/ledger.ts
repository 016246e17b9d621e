import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, int4, nullable, query, text } from '#app/platform/database/statement.ts'
import { type TaxRule, vatIn } from '#app/shop/checkout/tax-treatment.ts'
import type { TaxMode } from '#app/shop/checkout/types.ts'
import { standardRate } from '#app/shop/checkout/vat-rates.ts'
import { enterPieces } from './ledger-entry.ts'
import { learnedBefore, recordLearnedCosts } from './ledger-learned.ts'
import { recordOrders, recordSalesWithoutOrder } from './ledger-sales.ts'

/** What a sale leaves, in cents. */
type Margin = { marginCents: number; taxCents: number }

/** German VAT per mille where nothing else is said. */
const usualPerMille = 190

/**
 * The margin of a piece and the VAT that is owed for it. Under the margin scheme VAT is contained in the margin of this
 * very piece and a loss owes none and lessens no other (§ 25a (3) UStG); else it is contained in the whole price, and
 * investment gold owes none (§ 25c UStG). Rounded half-up to the cent.
 */
export function marginOf(
  taxMode: TaxMode,
  { purchaseCents, proceedsCents }: { purchaseCents: number; proceedsCents: number },
  perMille = usualPerMille,
): Margin {
  const marginCents = proceedsCents - purchaseCents
  const taxed = taxMode === 'margin_25a' ? marginCents : taxMode === 'standard_19' ? proceedsCents : 0
  return { marginCents, taxCents: taxed > 0 ? vatIn(taxed, perMille) : 0 }
}

/** The German rate of a day, per mille. Rates are kept since 2007; whatever is older bears the first. */
export function homePerMille(day: string): number {
  const first = '2007-01-01'
  return standardRate('DE', day < first ? first : day)
}

/** How each kind of piece is taxed where it is taxed in Germany. */
export const homeRules = {
  margin_25a: 'margin',
  standard_19: 'domestic',
  investment_gold_25c: 'gold',
} as const satisfies Record<TaxMode, TaxRule>

/** A sale as far as its tax depends on it. */
export type LedgerSale = {
  taxMode: TaxMode
  /** As it stands with the line of the order. */
  taxRule: TaxRule
  /** `null`: nothing proves what was paid. */
  purchaseCents: number | null
  /** With its share of shipping. */
  proceedsCents: number
  /** VAT in it that its documents show; reckoned where there are none. */
  shownVatCents?: number
  /** The German rate of its day. */
  perMille?: number
}

/**
 * What a sale leaves and what VAT is owed for it: the one place that every row of the ledger asks. VAT that an invoice
 * shows is owed as it stands there. Without a known purchase price the whole price is margin (§ 25a (3) UStG); where none
 * is taxed, there is none to tell. Only what was taxed at home owes German VAT: exports and supplies to businesses of
 * other member states are free, and distance sales that are taxed at their destination owe that state's, which is told
 * beside it.
 */
export function marginVatOf({
  taxMode,
  taxRule,
  purchaseCents,
  proceedsCents,
  shownVatCents,
  perMille,
}: LedgerSale) {
  const amounts = { purchaseCents: purchaseCents ?? 0, proceedsCents }
  const { marginCents, taxCents } = marginOf(taxMode, amounts, perMille)
  const owedCents = taxMode === 'standard_19' ? (shownVatCents ?? taxCents) : taxCents
  const isDistant = taxRule === 'destination'
  return {
    marginCents: purchaseCents === null && taxMode !== 'margin_25a' ? null : marginCents,
    taxCents: taxRule === homeRules[taxMode] ? owedCents : 0,
    destinationNetCents: isDistant ? proceedsCents - owedCents : 0,
    destinationTaxCents: isDistant ? owedCents : 0,
  }
}

/** Orders that one run looks at, and the rows after which it is run again at once. */
const batch = 200
/** Pieces that one run enters, or sees sold without an order: of a large catalogue, brought in at once, all are missing. */
const entries = 2_000

/**
 * Brings the ledger up to date: enters pieces that are not in it yet, and writes what became of each since the last
 * time: sold with a paid order, taken back by the documents that cancel its invoice, corrected where what was written is
 * wrong, or where its purchase price has become known. Each once, whoever runs it.
 * Returns how many rows were added; `batch` or more: there may be others.
 */
export async function recordSales(db: Database): Promise<number> {
  return together(db, async (transaction) => {
    // One at a time: each reckons from what stands there.
    await sql`select pg_advisory_xact_lock(hashtext('ledger'))`.execute(transaction)
    const entered = await enterPieces(transaction, entries)
    const orders = await recordOrders(transaction, batch)
    const others = await recordSalesWithoutOrder(transaction, entries)
    // What no order has told: once none is left that might.
    const learned = orders.isComplete ? await recordLearnedCosts(transaction) : 0
    return entered + orders.rows + others + learned
  })
}

/** `recordSales` until nothing is left to be written. */
export async function completeLedger(db: Database): Promise<void> {
  while ((await recordSales(db)) >= batch);
}

export type Melted =
  | { ok: true }
  | { ok: false; reason: 'no-such-row' | 'not-possible' | 'melted-before' | 'in-lot' }

/**
 * A piece went to the refinery, which paid `proceedsCents` for it; a draft it had in the catalogue ends with it. The
 * refinery owes the VAT on scrap (§ 13b UStG), so none is reckoned here.
 */
export async function meltPiece(
  db: Database,
  ledgerNumber: number,
  {
    proceedsCents,
    document,
    day,
    by,
    lot = null,
  }: {
    proceedsCents: number
    document: string
    day: string
    by: string
    /** The lot with which it was settled; what lies in another one is not melted by itself. */
    lot?: number | null
  },
): Promise<Melted> {
  return together(db, async (transaction): Promise<Melted> => {
    const [row] = await query(transaction, {
      purchase_cents: nullable(int4),
      product_id: nullable(text),
      status: nullable(text),
      stocked: bool,
    })`
      select coalesce(l.purchase_cents, ${learnedBefore}) as purchase_cents, l.product_id, p.status,
        l.purchase_id is null or (r.status = 'stocked' and b.cancelled_at is null) as stocked
      from ledger l left join purchase b on b.id = l.purchase_id left join sell_request r on r.id = b.request_id
        left join product p on p.id = l.product_id
      where l.number = ${ledgerNumber} for no key update of l
    `
    if (!row) return { ok: false, reason: 'no-such-row' }
    const before = await transaction
      .selectFrom('ledger_exit')
      .select('id')
      .where('ledger_number', '=', ledgerNumber)
      .where('kind', '=', 'melt')
      .executeTakeFirst()
    if (before) return { ok: false, reason: 'melted-before' }
    const inLot = await transaction
      .selectFrom('melt_lot_line')
      .select('lot_id')
      .where('ledger_number', '=', ledgerNumber)
      .executeTakeFirst()
    if (inLot && inLot.lot_id !== lot) return { ok: false, reason: 'in-lot' }
    if (!row.stocked) return { ok: false, reason: 'not-possible' }
    // What went to the refinery with a lot is melted in the catalogue since then.
    if (row.product_id !== null && !(row.status === 'melted' && lot !== null)) {
      await sql`select set_config('shop.actor', ${by}, true)`.execute(transaction)
      if (row.status === 'draft') {
        await sql`update product set status = 'intake' where id = ${row.product_id}`.execute(transaction)
      } else if (row.status !== 'intake' && row.status !== 'preparing')
        return { ok: false, reason: 'not-possible' }
      await sql`update product set status = 'melted' where id = ${row.product_id}`.execute(transaction)
    }
    await transaction
      .insertInto('ledger_exit')
      .values({
        ledger_number: ledgerNumber,
        kind: 'melt',
        by,
        on_day: day,
        document,
        proceeds_cents: proceedsCents,
        margin_cents: proceedsCents - (row.purchase_cents ?? 0),
        tax_cents: 0,
      })
      .execute()
    return { ok: true }
  })
}
