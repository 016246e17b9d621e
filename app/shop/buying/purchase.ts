import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { type Secret, unseal } from '#app/platform/secrets.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { CashSum } from './cash-and-identification.ts'
import type { EndedReceipt } from './end-receipt.ts'
import { germanDay } from './german-day.ts'
import { nextLedgerNumbers } from './ledger-entry.ts'
import {
  accountText,
  type CashRefusal,
  findDeal,
  holderText,
  isHeldBy,
  judgeDeal,
  openReceipt,
  outdated,
  type ReceiptContent,
  type ReceiptSeller,
  sellerPurpose,
} from './purchase-receipt.ts'
import { lockRequest, mayTake, type RequestKey, takeSellStep, writeToSeller } from './sell-request-steps.ts'
import { signedOf } from './sign-receipt.ts'
import type { OfferLine } from './types.ts'

export type Purchase = NonNullable<Awaited<ReturnType<typeof findPurchase>>>

export const payoutSchema = z.object({
  /** Of the bank statement or the till. */
  reference: z.string().trim().min(1).max(120),
  /** The seller has signed the receipt, and that the goods are theirs. */
  declared: z.boolean(),
  /** The receipt that was shown: it alone is paid, once, and only after it was signed (`signReceipt`). */
  receipt: z.string().max(40).optional(),
  /** What is said of these must be what stands on the receipt. */
  means: z.enum(['cash', 'transfer']).optional(),
  iban: accountText.optional(),
  holder: holderText.optional(),
})

export type Payout = z.input<typeof payoutSchema>

export type Paid =
  /** `again`: it was paid before, and nothing was paid now. */
  | { ok: true; number: string; together: CashSum; again?: true }
  | {
      ok: false
      reason:
        | 'no-such-request'
        | 'not-possible'
        | 'declaration-missing'
        | 'offer-changed'
        | 'identification-changed'
        | 'means-changed'
        | 'account-changed'
        | 'not-own-account'
        | 'receipt-changed'
    }
  | CashRefusal
  /** `ended`: the last receipt that nobody was paid for, where there was one. */
  | { ok: false; reason: 'receipt-missing'; ended: (EndedReceipt & { cause: string }) | null }

/**
 * Records that the seller signed the open receipt and was paid what stands on it: checks the rules for cash that hold
 * today once more, together with the same seller's linked deals, and writes a ledger row for each piece and the mail with
 * the receipt, all in one transaction. @throws {z.ZodError}
 */
export async function payPurchase(
  db: Database,
  which: RequestKey,
  payout: Payout,
  { by, secret, settings }: { by: string; secret: Secret; settings: Pick<Settings, 'buying'> },
): Promise<Paid> {
  const payment = payoutSchema.parse(payout)
  if (!payment.declared) return { ok: false, reason: 'declaration-missing' }
  return together(db, async (transaction): Promise<Paid> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const staff = { actor: 'staff', name: by } as const
    const before = payment.receipt && (await paidBefore(transaction, request.id, payment.receipt))
    if (before) return before
    const deal = await findDeal(transaction, request, secret)
    if (!mayTake(request, 'pay', staff) || !deal) return { ok: false, reason: 'not-possible' }
    const receipt = await openReceipt(transaction, request.id, secret)
    if (!receipt)
      return { ok: false, reason: 'receipt-missing', ended: await lastEnded(transaction, request.id) }
    if (payment.receipt !== undefined && payment.receipt !== receipt.number)
      return { ok: false, reason: 'receipt-changed' }
    if (payment.receipt !== undefined && !receipt.signed_at)
      return { ok: false, reason: 'declaration-missing' }
    const change =
      outdated(receipt, deal) ??
      (payment.means !== undefined && payment.means !== receipt.means
        ? 'means-changed'
        : payment.iban !== undefined && payment.iban !== receipt.iban
          ? 'account-changed'
          : null)
    if (change !== null) return { ok: false, reason: change }
    if (payment.holder !== undefined && !isHeldBy(payment.holder, deal.identified.identity))
      return { ok: false, reason: 'not-own-account' }
    const judged = await judgeDeal(transaction, request, deal, { means: receipt.means, secret, settings })
    if (!judged.ok) return judged
    const content: ReceiptContent = {
      ...(receipt.content as ReceiptContent),
      ...signedOf(receipt),
      reference: payment.reference,
      paidBy: by,
    }
    const [purchase] = await query(transaction, { id: int8 })`
      insert into purchase (request_id, number, identification_id, offer_id, branch_id, paid_by, means, reference,
        total_cents, metal_cents, content, seller_sealed)
      select request_id, number, identification_id, offer_id, branch_id, ${by}, means, ${payment.reference},
        total_cents, metal_cents, ${JSON.stringify(content)}::jsonb, seller_sealed
      from purchase_receipt where id = ${receipt.id} returning id
    `
    if (!purchase) throw new Error('a purchase was not written')
    // From here on the purchase keeps who was paid.
    await sql`
      update purchase_receipt set paid_at = now(), seller_sealed = null, seller_erased_at = now() where id = ${receipt.id}
    `.execute(transaction)
    await enterLedger(transaction, purchase.id, germanDay(request.now), content.lines)
    await takeSellStep(transaction, request, 'pay', staff)
    await writeToSeller(transaction, request, 'sell-paid', purchase.id, { purchase: purchase.id })
    return { ok: true, number: receipt.number, together: judged.together }
  })
}

/** The purchase that a receipt became, where it stands: asked again after an answer was lost, nobody is paid twice. */
async function paidBefore(db: Database, requestId: number, receipt: string): Promise<Paid | null> {
  const row = await db
    .selectFrom('purchase')
    .select(['number', 'total_cents', 'metal_cents'])
    .where('request_id', '=', requestId)
    .where('number', '=', receipt)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    ok: true,
    number: row.number,
    together: { total: row.total_cents, metals: row.metal_cents },
    again: true,
  }
}

async function lastEnded(db: Database, requestId: number) {
  const row = await db
    .selectFrom('purchase_receipt')
    .select(['number', 'end_number', 'ended_cause', 'ended_at'])
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row?.ended_at) return null
  return { receipt: row.number, number: row.end_number ?? '', cause: row.ended_cause ?? '' }
}

/** One row a piece under the next numbers; they go back with the transaction that fails. */
async function enterLedger(
  db: Database,
  purchaseId: number,
  day: string,
  lines: readonly OfferLine[],
): Promise<void> {
  const first = await nextLedgerNumbers(db, lines.length)
  await db
    .insertInto('ledger')
    .values(
      lines.map((line, position) => ({
        number: first + position,
        purchase_id: purchaseId,
        position,
        acquired_on: day,
        title: line.title,
        kind: line.kind,
        purchase_cents: line.cents.low,
      })),
    )
    .execute()
}

/**
 * The purchase that a request led to, with the seller's name unless it is erased; the one that stands, or the one
 * with an id. For receipts; `null` if none.
 */
export async function findPurchase(
  db: Database,
  requestId: number,
  secret: Secret,
  purchaseId: number | null = null,
) {
  const row = await db
    .selectFrom('purchase as p')
    .leftJoin('purchase_cancellation as c', 'c.purchase_id', 'p.id')
    .select(['p.id', 'request_id', 'p.number', 'paid_at', 'content', 'seller_sealed'])
    .select(['c.number as cancelled_number', 'c.cancelled_at', 'c.cancelled_by', 'c.reason'])
    .where('request_id', '=', requestId)
    .where((where) => (purchaseId === null ? where('c.id', 'is', null) : where('p.id', '=', purchaseId)))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    requestId: row.request_id,
    number: row.number,
    paidAt: row.paid_at,
    content: row.content as ReceiptContent,
    /** `null` once erased. */
    seller: row.seller_sealed
      ? (JSON.parse(unseal(row.seller_sealed, secret, sellerPurpose)) as ReceiptSeller)
      : null,
    /** The document that takes it back. */
    cancellation:
      row.cancelled_number && row.cancelled_at
        ? {
            number: row.cancelled_number,
            at: row.cancelled_at,
            by: row.cancelled_by ?? '',
            reason: row.reason ?? '',
          }
        : null,
  }
}

/** A receipt as it is printed: not paid yet, paid, or taken back. */
export type ReceiptPaper = Omit<Purchase, 'paidAt'> & {
  paidAt: Date | null
  /** The step that ended a receipt which was never paid. */
  endedCause: string | null
}

/**
 * The paper of a request under a number: a receipt to be signed, one that was paid, or the document that takes back one
 * which was never paid. `null` if none.
 */
export async function findReceiptPaper(
  db: Database,
  requestId: number,
  number: string,
  secret: Secret,
): Promise<{ paper: ReceiptPaper; takesBack: boolean } | null> {
  const purchase = await findPurchase(db, requestId, secret)
  if (purchase?.number === number) return { paper: { ...purchase, endedCause: null }, takesBack: false }
  const row = await db
    .selectFrom('purchase_receipt')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('paid_at', 'is', null)
    .where((where) => where.or([where('number', '=', number), where('end_number', '=', number)]))
    .executeTakeFirst()
  if (!row) return null
  const paper: ReceiptPaper = {
    id: row.id,
    requestId,
    number: row.number,
    paidAt: null,
    content: { ...(row.content as ReceiptContent), ...signedOf(row) },
    seller: row.seller_sealed
      ? (JSON.parse(unseal(row.seller_sealed, secret, sellerPurpose)) as ReceiptSeller)
      : null,
    cancellation:
      row.end_number && row.ended_at
        ? { number: row.end_number, at: row.ended_at, by: row.ended_by ?? '', reason: row.ended_note ?? '' }
        : null,
    endedCause: row.ended_cause,
  }
  return { paper, takesBack: row.end_number === number }
}
