import { randomUUID } from 'node:crypto'
import type { App } from '#app/app-context.ts'
import type { Given } from '#app/forms/parse-form.ts'
import { type Locale, languageTags, localeOfPage } from '#app/language/locales.ts'
import { isCountry, readPostalCode } from '#app/language/postal-code.ts'
import { pathTo } from '#app/language/route-table.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { findAsset } from '#app/shop/catalogue/photos-assets.ts'
import { pieceEssentials } from '#app/shop/catalogue/piece-essentials.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { cartFromCookies } from '#app/shop/checkout/cart-cookie.ts'
import { checkVatId, type VatIdCheck } from '#app/shop/checkout/check-vat-id.ts'
import { distanceSales } from '#app/shop/checkout/distance-sales.ts'
import { heldUntil, holdProducts } from '#app/shop/checkout/hold.ts'
import { holderFromCookies, nextVisit } from '#app/shop/checkout/holder.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { givenOfOrder, orderAgain } from '#app/shop/checkout/order-again.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import {
  type Destination,
  offeredPayments,
  placeOf,
  type QuotedPiece,
  quoteOrder,
  servedCountries,
} from '#app/shop/checkout/quote.ts'
import type {
  Hold,
  PaymentMethod,
  Quote,
  QuoteRefusal,
  TakenPiece,
  TaxedLine,
} from '#app/shop/checkout/types.ts'
import { readVatId, type VatIdFault } from '#app/shop/checkout/vat-id.ts'
import { branchAddress } from '#app/shop/settings/branch-address.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { ratingsOfShop } from '../ratings-of-shop.ts'

export type Country = { code: string; name: string }

/** A piece of the cart that cannot be ordered now, and why. */
export type MissingPiece = {
  id: string
  state: TakenPiece['state']
  /** „Rolex Submariner Date“; `null` for a piece that is not shown any more. */
  name: string | null
  href: string | null
  /** Until when somebody else holds it, where that is known. */
  until: Date | null
}

/** What the page shows, apart from what has been typed. */
export type CheckoutView = Awaited<ReturnType<typeof enterCheckout>>['view']

/** What has been chosen, quoted. */
export type QuotedChoice = {
  delivery: 'courier' | 'collection'
  /** Two letters; where a courier would go. */
  country: string
  /** What the courier would be for that country, whatever is chosen. */
  courier: { cents: number; method: Quote['shipping']['method']; days: [number, number] | null } | null
  /** Why no courier goes there. */
  courierRefusal: QuoteRefusal | null
  result: ShownQuote
  payments: PaymentMethod[]
  /** What became of a business buyer's VAT id; null where none was typed. */
  vatId: VatIdCheck | { ok: false; reason: VatIdFault } | null
  /** That id as it was typed: what is said of it is about no other. */
  vatIdTyped: string
}

export type ShownQuote =
  | {
      ok: true
      quote: Omit<Quote, 'lines' | 'distanceNetCents'> & {
        lines: Pick<TaxedLine, 'piece' | 'priceCents' | 'listedCents' | 'tax'>[]
      }
    }
  | QuoteRefusal

/** More than two tries only help where many buy at once; then what is left is told anyway. */
const holdTries = 3

/**
 * Comes into the checkout: holds what is in the cart and free, and says of the rest what became of it. Everything a
 * buyer holds already stays theirs.
 */
export async function enterCheckout(app: App, request: Request, client: string | null) {
  const cookies = request.headers.get('cookie')
  const locale = localeOfPage(new URL(request.url).pathname)
  const holder = nextVisit(holderFromCookies(cookies))
  const cart = cartFromCookies(cookies)
  const [held, settings] = await Promise.all([
    holdFree(app, cart, { holder: holder.token, client }),
    currentSettings(app.db),
  ])
  const [pieces, missing, ratings] = await Promise.all([
    held.hold ? checkoutLines(app.db, held.hold.pieces, settings.orders) : [],
    describeMissing(app, held.taken, holder.token, locale),
    ratingsOfShop(app, locale),
  ])
  const again = await findOrder(app.db, orderAgain(cookies) ?? '')
  const given: Given = again?.status === 'cancelled' ? givenOfOrder(again) : {}
  const { acceptance, transferDue, collectionLapse } = settings.orders
  const online = app.payment.payments !== null
  const view = {
    /** Names this page among those that its holder was shown. */
    visit: holder.visit,
    /** For a form that is filled in for the first time. */
    submission: randomUUID(),
    /** From an order that was given up to pay it another way. */
    given,
    lines: pieces.map(({ protectedSpecies: _, ...line }) => line),
    /** What is essential of each piece, by its stock number. */
    essentials: await essentialsOf(app, pieces, locale),
    missing,
    ratings,
    hold: held.hold && { until: held.hold.until, secondsLeft: secondsLeft(held.hold) },
    /** Held too often, or too many: again in so many seconds. */
    retryAfter: held.retryAfter,
    /** How many more pieces this client may hold, where that is why nothing is held. */
    room: held.room,
    /** Names of the zones that are delivered to. */
    zones: settings.shipping.zones.map(({ label }) => label[locale]),
    countries: countriesFor(locale, settings),
    branches: settings.branches.map(branchAddress),
    collectionCents: settings.shipping.collection.priceCents,
    online,
    orders: { acceptance, transferDue, collectionLapse },
    quote: await quoteChoice(app, pieces, given, settings),
    /** The official notice on the legal guarantee, where the operator has put one. */
    guarantee: await guaranteeNotice(app, settings, locale),
  }
  return { holder, view }
}

async function guaranteeNotice(app: App, { notices }: Settings, locale: Locale) {
  const name = notices.guarantee[locale]
  const asset = name && (await findAsset(app.files, app.shippedAssets, name))
  return asset ? { name: asset.name, width: asset.photo.width, height: asset.photo.height } : null
}

const secondsLeft = ({ until, now }: Hold) =>
  Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000))

/** Holds every piece that can be had: a piece of somebody else's does not keep the others away. */
async function holdFree(app: App, cart: readonly string[], by: { holder: string; client: string | null }) {
  const taken = new Map<string, TakenPiece>()
  for (let tries = 0; tries < holdTries; tries += 1) {
    const pieces = cart.filter((piece) => !taken.has(piece))
    const result = await holdProducts(app.db, { pieces, ...by })
    if (result.ok) return { hold: result.hold, taken: [...taken.values()], retryAfter: null, room: null }
    if (result.reason !== 'taken') {
      const { retryAfter = null, room = null } = result.reason === 'too-often' ? result : {}
      return { hold: null, taken: [...taken.values()], retryAfter, room }
    }
    for (const piece of result.pieces) taken.set(piece.piece, piece)
  }
  return { hold: null, taken: [...taken.values()], retryAfter: null, room: null }
}

async function describeMissing(
  app: App,
  taken: readonly TakenPiece[],
  holder: string,
  locale: Locale,
): Promise<MissingPiece[]> {
  if (taken.length === 0) return []
  const ids = taken.map(({ piece }) => piece)
  const [cards, until] = await Promise.all([
    cardsWithPage(app.db, ids, app.now()),
    heldUntil(app.db, { pieces: ids, holder }),
  ])
  return taken.map(({ piece: id, state }) => {
    const card = cards.find((each) => each.id === id)
    return {
      id,
      state,
      name: card ? [card.brand, card.name[locale]].filter(Boolean).join(' ') : null,
      href: card ? pathTo(locale, 'product', { name: card.slug[locale], id }) : null,
      until: until.get(id) ?? null,
    }
  })
}

async function essentialsOf(app: App, pieces: readonly QuotedPiece[], locale: Locale) {
  const now = app.now()
  const found = await Promise.all(pieces.map(({ piece }) => findProduct(app.db, piece, now)))
  return Object.fromEntries(
    found.flatMap((piece) => (piece ? [[piece.id, pieceEssentials(piece, locale)] as const] : [])),
  )
}

/** What has been typed so far as far as it makes a difference to the price. */
export type Choice = Partial<
  Record<
    | 'delivery'
    | 'branch'
    | 'elsewhere'
    | 'country'
    | 'postalCode'
    | 'city'
    | 'deliveryCountry'
    | 'deliveryPostalCode'
    | 'deliveryCity'
    | 'vatId',
    string
  >
>

/** A postal code as its country writes it, once it is whole: regions with a tax of their own go by it. */
function asWritten(typed: string | undefined, country: string): string | undefined {
  const read = readPostalCode(typed ?? '', country)
  return read.ok ? read.code : typed
}

/** Quotes what is chosen; at first the courier within the first zone's first country. */
export async function quoteChoice(
  app: App,
  pieces: readonly QuotedPiece[],
  choice: Choice,
  settings: Settings,
): Promise<QuotedChoice> {
  const delivery = choice.delivery === 'collection' ? 'collection' : 'courier'
  const [home = 'DE'] = servedCountries(settings.shipping)
  const isElsewhere = choice.elsewhere === 'on'
  const chosen = isElsewhere ? choice.deliveryCountry : choice.country
  const country = chosen && isCountry(chosen) ? chosen : home
  const there: Destination = {
    kind: 'courier',
    country,
    postalCode: asWritten(isElsewhere ? choice.deliveryPostalCode : choice.postalCode, country),
    city: isElsewhere ? choice.deliveryCity : choice.city,
  }
  const vatId = await readBuyersVatId(app, choice.vatId, settings)
  const vatIdCountry = vatId?.ok ? vatId.checked.country : null
  const sales = await distanceSales(app.db, {
    place: placeOf(there),
    vatIdCountry,
    pieces: delivery === 'courier' ? pieces : [],
    tax: settings.tax,
    isBinding: false,
  })
  const question = { vatIdCountry, sales, day: germanDay(app.now()) }
  const courier = quoteOrder(pieces, there, settings, question)
  const branchId = choice.branch || settings.branches[0]?.id || ''
  const result =
    delivery === 'courier'
      ? courier
      : quoteOrder(pieces, { kind: 'collection', branchId }, settings, question)
  return {
    delivery,
    country,
    courier: courier.ok
      ? {
          cents: courier.quote.shippingCents,
          method: courier.quote.shipping.method,
          days: courier.quote.shipping.days,
        }
      : null,
    courierRefusal: courier.ok ? null : courier,
    result: result.ok ? { ok: true, quote: shownQuote(result.quote) } : result,
    payments: offeredPayments(delivery, { online: app.payment.payments !== null }),
    vatId,
    vatIdTyped: choice.vatId?.trim() ?? '',
  }
}

/** The pieces themselves are on the page already; what the shop sold to others is not for it. */
function shownQuote({ lines, distanceNetCents: _, ...quote }: Quote) {
  const amounts = lines.map(({ piece, priceCents, listedCents, tax }) => ({
    piece,
    priceCents,
    listedCents,
    tax,
  }))
  return { ...quote, lines: amounts }
}

async function readBuyersVatId(
  { vies, now }: App,
  typed: string | undefined,
  { company }: Settings,
): Promise<QuotedChoice['vatId']> {
  if (!typed?.trim()) return null
  const read = readVatId(typed)
  return read.ok ? checkVatId(vies, read.vatId, { ownId: company.vatId, now: now() }) : read
}

/** Names of all countries, sorted; those that can be delivered to apart from the rest, the shop's own in front. */
function countriesFor(locale: Locale, { shipping }: Settings) {
  const served = servedCountries(shipping)
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const named = (codes: readonly string[]): Country[] =>
    codes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((a, b) => a.name.localeCompare(b.name, languageTags[locale]))
  const [home = 'DE', ...abroad] = served
  return {
    served: [...named([home]), ...named(abroad)],
    others: named(everyCountry.filter((code) => !served.includes(code))),
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that stand for a country of today: old ones turn into their successors when they are read. */
const everyCountry = letters.flatMap((first) =>
  letters
    .map((second) => first + second)
    .filter(
      (code) =>
        !/^(EU|EZ|UN|QO|XA|XB|XX|ZZ|AC|CP|CQ|DG|EA|IC|TA)$/.test(code) &&
        english.of(code) !== undefined &&
        new Intl.Locale(`und-${code}`).region === code,
    ),
)
