import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'
import { type Secret, seal, unseal } from '#app/platform/secrets.ts'
import { nextInSeries } from '#app/shop/number-series.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type Company, isIban } from '#app/shop/settings/trade-settings.ts'
import { type CashSum, judgeCashAndIdentification } from './cash-and-identification.ts'
import { germanDay } from './german-day.ts'
import { hashesOf, type Identity, linkedCash, openIdentification } from './identification.ts'
import { nextLedgerNumbers } from './ledger-entry.ts'
import { offerOf } from './offer-lines.ts'
import {
  daysFrom,
  type LockedRequest,
  lockRequest,
  mayTake,
  type RequestKey,
  takeSellStep,
  writeToSeller,
} from './sell-request-steps.ts'
import type { OfferLine, PriceBasis } from './types.ts'

/** A purchase receipt as it was issued, without whom it was issued to. Amounts in cents. */
export type ReceiptContent = {
  locale: 'de' | 'en'
  requestNumber: string
  buyer: Company
  branch: { name: string; street: string; postalCode: string; city: string }
  lines: (OfferLine & { serialMasked: string | null; register: { name: string; result: string } | null })[]
  totalCents: number
  basis: PriceBasis
  /** When the prices were fixed and the seller agreed. */
  pricedAt: string
  agreedAt: string
  means: 'cash' | 'transfer'
  /** `DE•• •••• 3000` */
  ibanMasked: string | null
  reference: string
  identification: {
    kind: 'id-card' | 'passport' | 'residence-permit'
    masked: string
    level: 'basic' | 'complete'
    checkedAt: string
  }
  /** Version of the declaration of ownership that the seller signed. */
  declaration: string
  paidBy: string
}

/** Whom it was bought from, sealed apart from the receipt until the law no longer wants it. */
export type ReceiptSeller = Pick<Identity, 'givenNames' | 'surname' | 'birthDate' | 'address'> & {
  iban: string | null
}

export type Purchase = NonNullable<Awaited<ReturnType<typeof findPurchase>>>

/** Version of the declaration of ownership in the letters' words; raise it when they change. */
export const declarationVersion = '2026-11'

export const payoutSchema = z.discriminatedUnion('means', [
  z.object({ means: z.literal('cash'), reference: z.string().trim().min(1).max(120), declared: z.boolean() }),
  z.object({
    means: z.literal('transfer'),
    reference: z.string().trim().min(1).max(120),
    iban: z.string().transform((text) => text.replaceAll(/\s/g, '').toUpperCase()),
    /** Whose account it is, as the seller says. */
    holder: z.string().trim().min(1).max(120),
    declared: z.boolean(),
  }),
])

/** `declared`: the seller has signed that the goods are theirs; `reference` of the bank statement or the till. */
export type Payout = z.input<typeof payoutSchema>

export type Paid =
  | { ok: true; number: string; together: CashSum }
  | {
      ok: false
      reason:
        | 'no-such-request'
        | 'not-possible'
        | 'declaration-missing'
        | 'iban-invalid'
        | 'not-own-account'
        | 'cash-forbidden'
        | 'identification-incomplete'
      /** With the cash rules' refusals: this deal and its linked ones. */
      together?: CashSum
    }

export const sellerPurpose = 'receipt-seller'

/**
 * Records that the seller was paid what both agreed on: checks the rules for cash that hold today, together with the
 * same seller's linked deals, issues the receipt under the next number, writes a ledger row for each piece, and the
 * mail with the receipt. All in one transaction, so that no number is ever lost. @throws {z.ZodError}
 */
export async function paySeller(
  db: Database,
  which: RequestKey,
  payout: Payout,
  {
    by,
    secret,
    settings,
  }: { by: string; secret: Secret; settings: Pick<Settings, 'buying' | 'company' | 'branches'> },
): Promise<Paid> {
  const payment = payoutSchema.parse(payout)
  if (!payment.declared) return { ok: false, reason: 'declaration-missing' }
  if (payment.means === 'transfer' && !isIban(payment.iban)) return { ok: false, reason: 'iban-invalid' }
  return db.transaction().execute(async (transaction): Promise<Paid> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const staff = { actor: 'staff', name: by } as const
    const branch = settings.branches.find(({ id }) => id === request.branch_id)
    const offer = await agreedOffer(transaction, request.id)
    const identified = await openIdentification(transaction, request.id, secret)
    if (!mayTake(request, 'pay', staff) || !branch || !offer || !identified)
      return { ok: false, reason: 'not-possible' }
    const { identity } = identified
    if (payment.means === 'transfer' && !isSame(payment.holder, identity))
      return { ok: false, reason: 'not-own-account' }
    const deal = {
      total: offer.cents.low,
      metals: offer.lines.reduce((sum, line) => sum + (isMetal(line) ? line.cents.low : 0), 0),
    }
    const rule = ruleOn(settings.buying.cash, germanDay(request.now))
    const linked = await linkedCash(
      transaction,
      hashesOf(identity, secret),
      daysFrom(request.now, -rule.linkedDays),
    )
    const verdict = judgeCashAndIdentification({ means: payment.means, deal, linked }, rule)
    const { together } = verdict
    if (!verdict.allowed) return { ok: false, reason: 'cash-forbidden', together }
    if (verdict.needs === 'complete' && identified.level === 'basic') {
      return { ok: false, reason: 'identification-incomplete', together }
    }
    const iban = payment.means === 'transfer' ? payment.iban : null
    const content: ReceiptContent = {
      locale: request.locale,
      requestNumber: request.number,
      buyer: settings.company,
      branch: { name: branch.name, street: branch.street, postalCode: branch.postalCode, city: branch.city },
      lines: await describedLines(transaction, request, offer.lines),
      totalCents: deal.total,
      basis: offer.basis,
      pricedAt: offer.madeAt.toISOString(),
      agreedAt: (offer.answeredAt as Date).toISOString(),
      means: payment.means,
      ibanMasked: iban === null ? null : `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`,
      reference: payment.reference,
      identification: {
        kind: identified.document_kind,
        masked: identified.document_masked,
        level: identified.level,
        checkedAt: identified.checked_at.toISOString(),
      },
      declaration: declarationVersion,
      paidBy: by,
    }
    const { givenNames, surname, birthDate, address } = identity
    const seller: ReceiptSeller = { givenNames, surname, birthDate, address, iban }
    const [purchase] = await query(transaction, { id: int8, number: text })`
      with next as (${nextInSeries('receipt', request.now)})
      insert into purchase (request_id, number, identification_id, offer_id, branch_id, paid_by, means, reference,
        total_cents, metal_cents, content, seller_sealed)
      select ${request.id}, ${settings.buying.receiptPrefix} || '-' || next.number, ${identified.id}, ${offer.id},
        ${branch.id}, ${by}, ${payment.means}, ${payment.reference}, ${deal.total}::int, ${deal.metals}::int,
        ${JSON.stringify(content)}::jsonb, ${seal(JSON.stringify(seller), secret, sellerPurpose)}
      from next returning id, number
    `
    if (!purchase) throw new Error('a purchase was not written')
    await enterLedger(transaction, purchase.id, germanDay(request.now), content.lines)
    await takeSellStep(transaction, request, 'pay', staff)
    await writeToSeller(transaction, request, 'sell-paid', purchase.id, { purchase: purchase.id })
    return { ok: true, number: purchase.number, together }
  })
}

/** Bought for its metal as such, which has a limit of its own. */
function isMetal({ kind }: OfferLine): boolean {
  return kind === 'scrap' || kind === 'bullion'
}

async function agreedOffer(db: Database, requestId: number) {
  const row = await db
    .selectFrom('sell_offer')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('kind', '=', 'final')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.answer === 'accepted' ? offerOf(row) : null
}

/** Adds what the inspection found of each line: its serial number, masked, and the theft register's word. */
async function describedLines(
  db: Database,
  request: LockedRequest,
  lines: readonly OfferLine[],
): Promise<ReceiptContent['lines']> {
  const { inspection } = await db
    .selectFrom('sell_request')
    .select('inspection')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const found =
    (inspection as { lines: { register: { name: string; result: string } | null }[] } | null)?.lines ?? []
  const serials = await db
    .selectFrom('sell_serial')
    .select(['position', 'masked'])
    .where('request_id', '=', request.id)
    .execute()
  return lines.map((line, position) => {
    const register = found[position]?.register ?? null
    return {
      ...line,
      serialMasked: serials.find((serial) => serial.position === position)?.masked ?? null,
      register: register && { name: register.name, result: register.result },
    }
  })
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

/** Whether an account's holder is who sells: every part of the surname stands in the name. */
function isSame(holder: string, { surname }: Identity): boolean {
  const parts = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .split(/[^\p{L}]+/u)
      .filter(Boolean)
  const named = parts(holder)
  return parts(surname).every((part) => named.includes(part))
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
