import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import type { App } from '#app/app-context.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { type Given, textsIn } from '#app/forms/parse-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { cartCookie, cartEntries, cartLimit } from '#app/shop/checkout/cart-cookie.ts'
import { checkVatId } from '#app/shop/checkout/check-vat-id.ts'
import {
  type CheckoutField,
  checkoutGiven,
  type FieldFault,
  type ParsedCheckout,
  parseCheckout,
} from '#app/shop/checkout/checkout-form.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { extendHold, releaseHold } from '#app/shop/checkout/hold.ts'
import { type Holder, holderFromCookies, nextVisit } from '#app/shop/checkout/holder.ts'
import { placedAddress } from '#app/shop/checkout/order-address.ts'
import { orderAgainCookie } from '#app/shop/checkout/order-again.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import type { OrderRequest, PlaceOrderResult } from '#app/shop/checkout/types.ts'
import type { VatId } from '#app/shop/checkout/vat-id.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { type QuotedChoice, quoteChoice } from './checkout-view.ts'

type OrderRefusal = Exclude<PlaceOrderResult, { ok: true }>['reason']

/** What keeps an order from being placed, and the field it is about. */
export type Problem = {
  at: CheckoutField | 'consent' | 'form'
  reason: FieldFault | OrderRefusal | 'vat-id-unknown'
  /** Values for the sentence. */
  pieces?: string[]
  beforeCents?: number
  nowCents?: number
  minutes?: number
  room?: number
}

/** What the page is given back after it was sent without an order coming of it. */
export type CheckoutAnswer = {
  submission: string
  /** What was typed; nothing of it is lost. */
  given: Given
  consents: string[]
  problems: Problem[]
  quote: QuotedChoice
  changed: ChangedTotal | null
}

/** The total that was in front of the buyer, and what it is now. */
export type ChangedTotal = { beforeCents: number; nowCents: number }

type Sender = { app: App; request: Request; client: string | null; locale: Locale }

/**
 * Takes the checkout's form. `intent` says what for: `order` binds, `update` computes anew what depends on delivery,
 * `leave` lets go of the pieces and goes back to the cart. Anything else, an Enter in a field too, only updates.
 */
export async function receiveCheckout(sender: Sender) {
  const { app, request, locale } = sender
  const form = splitDelivery(await readForm(request))
  const holder = holderFromCookies(request.headers.get('cookie'))
  if (form.get('intent') === 'leave') {
    if (holder) await releaseHold(app.db, { holder: holder.token })
    return redirect(pathTo(locale, 'cart'), 303)
  }
  const settings = await currentSettings(app.db)
  const parsed = parseCheckout(form)
  const isOrder = form.get('intent') === 'order' && !isForLanguage(form)
  if (!isOrder && !wasRefused(form)) return answer(sender, settings, form, [], 200)
  if (!parsed.ok) {
    // Whoever corrects something is given the time for it.
    if (holder) await extendHold(app.db, holder.token)
    const faults = Object.entries(parsed.faults) as [CheckoutField, FieldFault][]
    return answer(
      sender,
      settings,
      form,
      faults.map(([at, reason]) => ({ at, reason })),
      422,
    )
  }
  if (!isOrder) return answer(sender, settings, form, [], 422)
  const { request: typed, vatId } = parsed
  return place(sender, { form, typed, vatId, settings, holder: holder ?? nextVisit(null) })
}

type Order = {
  form: FormData
  typed: Extract<ParsedCheckout, { ok: true }>['request']
  /** Of a business, as typed. */
  vatId: VatId | undefined
  settings: Settings
  holder: Holder
}

async function place(sender: Sender, order: Order) {
  const { app, request, client, locale } = sender
  const { form, settings, holder } = order
  const asked = { ownId: settings.company.vatId, now: app.now() }
  const check = order.vatId && (await checkVatId(app.vies, order.vatId, asked))
  if (check?.ok === false) {
    await extendHold(app.db, holder.token)
    return answer(sender, settings, form, [{ at: 'vatId', reason: check.reason }], 422)
  }
  const vatId = check ? check.checked : null
  const wanted: OrderRequest = { ...order.typed, vatId, locale, pieces: piecesOf(form) }
  const taking = { holder: holder.token, client, settings, online: app.payment.payments !== null }
  const result = await placeOrder(app.db, wanted, taking)
  if (!result.ok) {
    if (result.reason !== 'taken') await extendHold(app.db, holder.token)
    // A form whose first answer led to an order that has lapsed since may be sent anew.
    if (result.reason === 'taken') form.set('submission', randomUUID())
    const problem = problemOf(result, wanted)
    return answer(sender, settings, form, [problem], problem.reason === 'too-often' ? 429 : 409, result)
  }
  const { token, payment } = result.order
  const cart = cartEntries(request.headers.get('cookie'))
  const rest = cart.filter(({ id }) => !wanted.pieces.includes(id))
  const secure = app.env.SITE_URL.startsWith('https:')
  const headers = new Headers({ 'set-cookie': cartCookie(rest, secure) })
  headers.append('set-cookie', orderAgainCookie(null, secure))
  return redirect(placedAddress({ locale, token, payment }), {
    status: 303,
    headers,
  })
}

/** One choice for a visitor, `collection.koeln`; two fields for the form's parser. */
function splitDelivery(form: FormData): FormData {
  const delivery = form.get('delivery')
  if (typeof delivery === 'string' && delivery.startsWith('collection.')) {
    form.set('delivery', 'collection')
    form.set('branch', delivery.slice('collection.'.length))
  }
  return form
}

/** The pieces that were shown: nothing is ordered that was not in front of the buyer. */
function piecesOf(form: FormData): string[] {
  return textsIn(form, 'piece').filter(isStockNumber).slice(0, cartLimit)
}

const whereOf: Partial<Record<OrderRefusal, Problem['at']>> = {
  'country-not-served': 'country',
  'protected-species': 'country',
  'no-such-branch': 'delivery',
  'value-too-high': 'delivery',
  'payment-not-offered': 'payment',
  'consent-missing': 'consent',
}

function problemOf(refusal: Exclude<PlaceOrderResult, { ok: true }>, wanted: OrderRequest): Problem {
  const problem: Problem = { at: whereOf[refusal.reason] ?? 'form', reason: refusal.reason }
  if (refusal.reason === 'country-not-served' || refusal.reason === 'protected-species') {
    const { delivery, invoiceAddress } = wanted
    const elsewhere = delivery.kind === 'courier' && delivery.address !== invoiceAddress
    if (elsewhere) problem.at = 'deliveryCountry'
  }
  if (refusal.reason === 'total-changed') {
    problem.beforeCents = wanted.seenTotalCents
    problem.nowCents = refusal.totalCents
  }
  if (refusal.reason === 'taken') problem.pieces = refusal.pieces.map(({ piece }) => piece)
  if (refusal.reason === 'protected-species') problem.pieces = refusal.pieces
  if (refusal.reason === 'value-too-high') problem.nowCents = refusal.limitCents
  if (refusal.reason === 'too-often') {
    problem.minutes = Math.ceil(refusal.retryAfter / 60)
    problem.room = refusal.room
  }
  return problem
}

async function answer(
  { app }: Sender,
  settings: Settings,
  form: FormData,
  problems: Problem[],
  status: number,
  refusal?: Exclude<PlaceOrderResult, { ok: true }>,
) {
  const given = checkoutGiven(form)
  const consents = textsIn(form, 'consent')
  const gone = refusal?.reason === 'taken' ? refusal.pieces.map(({ piece }) => piece) : []
  const ids = piecesOf(form).filter((id) => !gone.includes(id))
  const pieces = await checkoutLines(app.db, ids, settings.orders)
  const agreed = (line: (typeof pieces)[number]) =>
    line.deviations.every((deviation) => consents.includes(deviationKey(deviation)))
  // What is to be agreed to is asked for with the other faults, not after them.
  const missing: Problem[] =
    status === 422 && !pieces.every(agreed) ? [{ at: 'consent', reason: 'consent-missing' }] : []
  const quote = await quoteChoice(app, pieces, given, settings)
  const all = [...problems, ...missing]
  const headers: HeadersInit =
    refusal?.reason === 'too-often' ? { 'retry-after': String(refusal.retryAfter) } : {}
  return formAgain<CheckoutAnswer>(
    {
      submission: given.submission ?? randomUUID(),
      given,
      consents,
      problems: all,
      quote,
      changed: changedTotal(form, quote),
    },
    // Sent for something else, and all is mended.
    { status: all.length === 0 ? 200 : status, headers },
  )
}

/** What is not told is charged by nobody: whatever changed the total, the page says so, with a script or without. */
function changedTotal(form: FormData, { result }: QuotedChoice): ChangedTotal | null {
  const [seen = ''] = textsIn(form, 'total')
  if (!/^\d{1,10}$/.test(seen) || !result.ok) return null
  const [beforeCents, nowCents] = [Number(seen), result.quote.totalCents]
  return beforeCents === nowCents ? null : { beforeCents, nowCents }
}
