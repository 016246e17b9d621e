import { sql } from 'kysely'
import { formatPrice } from '#app/language/formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelInvoice, findInvoices, invoiceContent, taxedPart, taxesLeft } from './invoice.ts'
import { actorRow, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { pieceName } from './piece-name.ts'
import { planRefund } from './refund.ts'
import { type TaxSum, taxSums } from './tax-basket.ts'
import type { OrderView } from './types.ts'

/** Loss of value of one piece that its buyer answers for, cents, and why. */
export type PieceDeduction = { piece: string; cents: number; reason: string }

/** What is kept of a refund, cents: in one sum for all of it, or piece by piece. The buyer reads each reason. */
export type Deducted =
  | { deductionCents: number; reason?: string; deductions?: undefined }
  | { deductions: readonly PieceDeduction[] }

/** What withdrawn pieces cost that are not refunded yet; with the last of them also the way there. */
export function refundOfWithdrawn(order: Pick<OrderView, 'lines' | 'shippingCents'>) {
  const lines = order.lines.filter((line) => line.withdrawnAt !== null && line.refundedCents === 0)
  const isLast = order.lines.every((line) => line.withdrawnAt !== null)
  return {
    lines,
    isLast,
    goodsCents: lines.reduce((sum, line) => sum + line.priceCents, 0),
    shippingCents: isLast ? order.shippingCents : 0,
  }
}

type Kept = {
  cents: number
  /** What is written down of it, each with its piece where it is of one. */
  entries: { cents: number; reason: string; piece: string | null }[]
  /** By piece, where it was said so. */
  byPiece: ReadonlyMap<string, number> | null
}

/**
 * Plans to send back what withdrawn pieces cost, less what is kept; with the last of them also the way there (§ 357 (2)
 * BGB). The invoice is corrected, and the buyer told. Returns why it cannot be, else null.
 */
export async function refundWithdrawn(
  db: Database,
  order: OrderView,
  deducted: Deducted,
  { orders, company }: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor,
): Promise<'reason-missing' | 'deduction-too-high' | null> {
  const { lines, goodsCents, shippingCents, isLast } = refundOfWithdrawn(order)
  const kept = readDeducted(deducted, lines)
  if (typeof kept === 'string') return kept
  const amountCents = goodsCents + shippingCents - kept.cents
  const plannedCents = await planRefund(db, { orderId: order.id, amountCents, reason: 'withdrawal' })
  await sql`
    update order_line set refunded_cents = price_cents
    where order_id = ${order.id} and product_id = any(${lines.map((line) => line.piece)})
  `.execute(db)
  const whole = lines.length === order.lines.length && kept.cents === 0
  const content = invoiceContent({ ...order, lines }, company)
  const taxes = isLast ? await restOfTaxes(db, order) : taxSums(lines.map(taxedPart))
  const { byPiece } = kept
  const part = {
    lines: byPiece
      ? content.lines.map((line) => ({ ...line, deductedCents: byPiece.get(line.piece) ?? 0 }))
      : content.lines,
    shippingCents,
    deductionCents: kept.cents,
    totalCents: amountCents,
    vatCents: taxes.reduce((sum, tax) => sum + tax.vatCents, 0),
    taxes,
  }
  await cancelInvoice(db, order.id, { prefix: orders.invoicePrefix, ...(whole ? {} : { part }) })
  if (kept.entries.length > 0)
    await db
      .insertInto('order_entry')
      .values(
        kept.entries.map(({ cents, reason, piece }) => ({
          ...{ order_id: order.id, kind: 'deduction', reason, ...actorRow(by) },
          detail: JSON.stringify(piece === null ? { cents } : { cents, piece }),
        })),
      )
      .execute()
  const about = lines.map((line) => line.piece).join('+')
  const told = {
    ...{ about, amountCents: plannedCents, deductionCents: kept.cents, reason: reasonToTell(kept, order) },
    cause: 'withdrawn' as const,
  }
  // No money is promised that has not arrived: once it does, it is planned and told (`settlePayment`).
  if (plannedCents > 0 || amountCents === 0)
    await enqueueMails(db, [mailToBuyer(order, 'refund-planned', told)])
  return null
}

/** What is kept, where nothing is kept without a reason, and of no piece more than it cost. */
function readDeducted(
  deducted: Deducted,
  lines: readonly Pick<OrderView['lines'][number], 'piece' | 'priceCents'>[],
): Kept | 'reason-missing' | 'deduction-too-high' {
  if (deducted.deductions === undefined) {
    const { deductionCents: cents } = deducted
    const most = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
    if (cents < 0 || cents > most) return 'deduction-too-high'
    if (cents === 0) return { cents, entries: [], byPiece: null }
    const reason = readReason(deducted.reason ?? '')
    return reason === null
      ? 'reason-missing'
      : { cents, entries: [{ cents, reason, piece: null }], byPiece: null }
  }
  const entries: Kept['entries'] = []
  for (const { piece, cents, reason: said } of deducted.deductions) {
    if (cents === 0) continue
    const line = lines.find((each) => each.piece === piece)
    const isTwice = entries.some((entry) => entry.piece === piece)
    if (!line || isTwice || cents < 0 || cents > line.priceCents) return 'deduction-too-high'
    const reason = readReason(said)
    if (reason === null) return 'reason-missing'
    entries.push({ cents, reason, piece })
  }
  return {
    cents: entries.reduce((sum, { cents }) => sum + cents, 0),
    entries,
    byPiece: new Map(entries.flatMap(({ piece, cents }) => (piece === null ? [] : [[piece, cents]]))),
  }
}

/** Why something is kept as the buyer reads it: of which piece and how much, where more than one came back. */
function reasonToTell({ entries }: Kept, { lines, locale }: OrderView): string {
  const returned = lines.filter(({ withdrawnAt }) => withdrawnAt !== null)
  return entries
    .map(({ piece, cents, reason }) => {
      const line = returned.length > 1 ? returned.find((each) => each.piece === piece) : undefined
      return line
        ? `${pieceName(line, locale)} (${line.piece}), ${formatPrice(cents, locale)}: ${reason}`
        : reason
    })
    .join('; ')
}

/**
 * What is left of an invoice's amounts by rule and rate when its last pieces go back: with shipping, and whatever earlier
 * documents rounded, so that only the documents together take back what the invoice showed.
 */
async function restOfTaxes(db: Database, order: OrderView): Promise<TaxSum[]> {
  const before = (await findInvoices(db, order.id))
    .filter(({ cancels }) => cancels === order.invoiceNumber)
    .map(({ content }) => content)
  return taxesLeft([...order.lines.map(taxedPart), ...order.shippingTaxes], before)
}
