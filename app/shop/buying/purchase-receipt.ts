import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { type Secret, seal, unseal } from '#app/platform/secrets.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type Company, isIban } from '#app/shop/settings/trade-settings.ts'
import { type CashSum, judgeCashAndIdentification } from './cash-and-identification.ts'
import { type EndedReceipt, endOpenReceipt } from './end-receipt.ts'
import { germanDay } from './german-day.ts'
import { hashesOf, type Identity, openIdentification } from './identification.ts'
import { linkedCash } from './linked-deals.ts'
import { offerOf } from './offer-lines.ts'
import { daysFrom, type LockedRequest, lockRequest, mayTake, type RequestKey } from './sell-request-steps.ts'
import type { Signature } from './sign-receipt.ts'
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
  /** Since when it can be printed and by whom; purchases of former releases were printed when they were paid. */
  issuedAt?: string
  issuedBy?: string
  /** How the seller signed it; receipts of former releases say nothing of that. */
  signed?: { at: string; how: 'paper' | 'tablet'; before: string }
  /** Of the bank statement or the till, once it is paid. */
  reference?: string
  identification: {
    kind: 'id-card' | 'passport' | 'residence-permit'
    masked: string
    level: 'basic' | 'complete'
    checkedAt: string
  }
  /** Version of the declaration of ownership that the seller signs. */
  declaration: string
  paidBy?: string
}

/** Whom it was bought from, sealed apart from the receipt until the law no longer wants it. */
export type ReceiptSeller = Pick<Identity, 'givenNames' | 'surname' | 'birthDate' | 'address'> & {
  iban: string | null
  /** What was drawn on the tablet. */
  signature?: Signature
}

/** Version of the declaration of ownership in the letters' words; raise it when they change. */
export const declarationVersion = '2026-11'

/** An account as people write it, without its spaces. */
export const accountText = z.string().transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
export const holderText = z.string().trim().min(1).max(120)

export const receiptSchema = z.discriminatedUnion('means', [
  z.object({ means: z.literal('cash') }),
  /** `holder`: whose account it is, as the seller says. */
  z.object({ means: z.literal('transfer'), iban: accountText, holder: holderText }),
])

/** How the seller is to be paid. */
export type ReceiptWish = z.input<typeof receiptSchema>

/** With the cash rules' refusals comes `together`: this deal and its linked ones. */
export type CashRefusal = {
  ok: false
  reason: 'cash-forbidden' | 'identification-incomplete'
  together: CashSum
}

export type ReceiptPrepared =
  | {
      ok: true
      number: string
      /** It was there before; the same paper is printed again. */
      again: boolean
      /** The receipt it replaces, for another account or means. */
      ended: EndedReceipt | null
      together: CashSum
    }
  | {
      ok: false
      reason: 'no-such-request' | 'not-possible' | 'iban-invalid' | 'not-own-account' | 'changed-meanwhile'
    }
  | CashRefusal

export const sellerPurpose = 'receipt-seller'

type Counter = { by: string; secret: Secret; settings: Pick<Settings, 'buying' | 'company' | 'branches'> }

/**
 * Issues the receipt that the seller signs, before anything is paid: checks what a payment checks, and takes the next
 * number with the transaction, so that none is ever lost. Asked again for the same, it is the same receipt; for another
 * account or means the former one ends by a document of its own. `seen` is the number of the open receipt that whoever
 * prints knows of, null for none: another one is not replaced. @throws {z.ZodError}
 */
export async function prepareReceipt(
  db: Database,
  which: RequestKey,
  wish: ReceiptWish,
  { by, secret, settings, seen }: Counter & { seen?: string | null },
): Promise<ReceiptPrepared> {
  const payment = receiptSchema.parse(wish)
  if (payment.means === 'transfer' && !isIban(payment.iban)) return { ok: false, reason: 'iban-invalid' }
  return together(db, async (transaction): Promise<ReceiptPrepared> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const deal = await findDeal(transaction, request, secret)
    const branch = settings.branches.find(({ id }) => id === request.branch_id)
    if (!mayTake(request, 'pay', { actor: 'staff', name: by }) || !deal || !branch)
      return { ok: false, reason: 'not-possible' }
    const { offer, identified } = deal
    if (payment.means === 'transfer' && !isHeldBy(payment.holder, identified.identity))
      return { ok: false, reason: 'not-own-account' }
    const judged = await judgeDeal(transaction, request, deal, { means: payment.means, secret, settings })
    if (!judged.ok) return judged
    const { together } = judged
    const iban = payment.means === 'transfer' ? payment.iban : null
    const open = await openReceipt(transaction, request.id, secret)
    if (open && open.means === payment.means && open.iban === iban && !outdated(open, deal))
      return { ok: true, number: open.number, again: true, ended: null, together }
    if (seen !== undefined && seen !== (open?.number ?? null))
      return { ok: false, reason: 'changed-meanwhile' }
    const ended = await endOpenReceipt(transaction, request, { cause: 'receipt', by })
    const content: ReceiptContent = {
      locale: request.locale,
      requestNumber: request.number,
      buyer: settings.company,
      branch: { name: branch.name, street: branch.street, postalCode: branch.postalCode, city: branch.city },
      lines: await describedLines(transaction, request, offer.lines),
      totalCents: offer.cents.low,
      basis: offer.basis,
      pricedAt: offer.madeAt.toISOString(),
      agreedAt: (offer.answeredAt as Date).toISOString(),
      means: payment.means,
      ibanMasked: iban === null ? null : `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`,
      issuedAt: request.now.toISOString(),
      issuedBy: by,
      identification: {
        kind: identified.document_kind,
        masked: identified.document_masked,
        level: identified.level,
        // The day on which the document itself was seen, also where the record was taken over.
        checkedAt: (identified.seen_at ?? identified.checked_at).toISOString(),
      },
      declaration: declarationVersion,
    }
    const { givenNames, surname, birthDate, address } = identified.identity
    const seller: ReceiptSeller = { givenNames, surname, birthDate, address, iban }
    const [made] = await query(transaction, { number: text })`
      with next as (${nextNumberInSeries('receipt', request.now)})
      insert into purchase_receipt (request_id, number, identification_id, offer_id, branch_id, made_by, means,
        total_cents, metal_cents, content, seller_sealed)
      select ${request.id}, ${settings.buying.receiptPrefix} || '-' || next.number, ${identified.id}, ${offer.id},
        ${branch.id}, ${by}, ${payment.means}, ${offer.cents.low}::int, ${metalCents(offer.lines)}::int,
        ${JSON.stringify(content)}::jsonb, ${seal(JSON.stringify(seller), secret, sellerPurpose)}
      from next returning number
    `
    if (!made) throw new Error('a purchase receipt was not written')
    return { ok: true, number: made.number, again: false, ended, together }
  })
}

/** What both agreed on and who sells, as it stands now; null where one is missing. */
export async function findDeal(db: Database, request: LockedRequest, secret: Secret) {
  const offer = await agreedOffer(db, request.id)
  const identified = await openIdentification(db, request.id, secret)
  return offer && identified && { offer, identified }
}

type Deal = NonNullable<Awaited<ReturnType<typeof findDeal>>>

/** Whether the cash rules of today allow to pay it, together with the same seller's linked deals. */
export async function judgeDeal(
  db: Database,
  request: LockedRequest,
  { offer, identified }: Deal,
  {
    means,
    secret,
    settings,
  }: { means: 'cash' | 'transfer'; secret: Secret; settings: Pick<Settings, 'buying'> },
): Promise<{ ok: true; together: CashSum } | CashRefusal> {
  const rule = ruleOn(settings.buying.cash, germanDay(request.now))
  const linked = await linkedCash(
    db,
    hashesOf(identified.identity, secret),
    daysFrom(request.now, -rule.linkedDays),
  )
  const deal = { total: offer.cents.low, metals: metalCents(offer.lines) }
  const { together, ...verdict } = judgeCashAndIdentification({ means, deal, linked }, rule)
  if (!verdict.allowed) return { ok: false, reason: 'cash-forbidden', together }
  if (verdict.needs === 'complete' && identified.level === 'basic')
    return { ok: false, reason: 'identification-incomplete', together }
  return { ok: true, together }
}

/** The receipt of a request that is printed and neither paid nor ended, with the account it is to be paid to. */
export async function openReceipt(db: Database, requestId: number, secret: Secret) {
  const row = await db
    .selectFrom('purchase_receipt')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('paid_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row?.seller_sealed) return null
  const { iban } = JSON.parse(unseal(row.seller_sealed, secret, sellerPurpose)) as ReceiptSeller
  return { ...row, seller_sealed: row.seller_sealed, iban }
}

/** What of a deal has changed since a receipt was printed. */
export function outdated(
  receipt: { offer_id: number; identification_id: number },
  { offer, identified }: Deal,
): 'offer-changed' | 'identification-changed' | null {
  if (receipt.offer_id !== offer.id) return 'offer-changed'
  return receipt.identification_id === identified.id ? null : 'identification-changed'
}

/** Receipts of a request, for staff: what was printed, and what became of it. */
export function receiptsOf(db: Database, requestId: number) {
  return db
    .selectFrom('purchase_receipt')
    .select(['number', 'made_at', 'made_by', 'means', 'total_cents', 'paid_at', 'signed_at', 'signed_how'])
    .select(['ended_at', 'ended_by', 'ended_cause', 'end_number'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

/** Where a receipt, or the document that takes it back, is opened and printed. */
export function receiptAddress({ site, api }: { site: string; api: string }, token: string, number: string) {
  return `${new URL(api, `${site}/`).href.replace(/\/+$/, '')}/sell-requests/${token}/${number}.pdf`
}

function metalCents(lines: readonly OfferLine[]): number {
  return lines.reduce((sum, line) => sum + (isMetal(line) ? line.cents.low : 0), 0)
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

/** Whether an account's holder is who sells: every part of the surname stands in the name. */
export function isHeldBy(holder: string, { surname }: Identity): boolean {
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
