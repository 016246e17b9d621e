import { formatDate, formatNumber, formatPrice } from '#app/language/formats.ts'
import { lastDayOf } from '#app/shop/buying/german-day.ts'
import { noteFor } from '#app/shop/buying/offer-lines.ts'
import type { Purchase } from '#app/shop/buying/purchase.ts'
import { shippingAdvice } from '#app/shop/buying/sell-parcels.ts'
import { lineArithmetic, pricesIn, pricesOf } from '#app/shop/buying/shown-arithmetic.ts'
import type { OfferLine, SellRequestView } from '#app/shop/buying/types.ts'
import type { Span } from '#app/shop/buying/valuation.ts'
import type { MailPayload, SellerMailKind } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { ParsedMail } from './letter-types.ts'
import { sellLetterWords as t } from './letter-words.ts'
import type { SellMailContent } from './mails/SellMail.tsx'

/** What kinds of mail to a seller need besides their request. */
type About = Partial<
  MailPayload<'sell-offer'> & MailPayload<'sell-received'> & Omit<MailPayload<'sell-turned-down'>, 'message'>
> & {
  message?: number | null
}

type Facts = SellMailContent['facts'][number][]

const price = (cents: number) => formatPrice(cents, 'de')
const day = (date: Date) => formatDate(date, 'de')
const lastDay = (deadline: Date) => formatDate(`${lastDayOf(deadline)}T12:00:00Z`, 'de')
const clock = new Intl.DateTimeFormat('de-DE', { timeStyle: 'short', timeZone: 'Europe/Berlin' })
const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'Europe/Berlin' })
export const moment = (date: Date) => t('moment', { date: day(date), time: clock.format(date) })
const spanOf = ({ low, high }: Span, say: (value: number) => string) =>
  low === high ? say(low) : t('span', { low: say(low), high: say(high) })
const span = (value: Span) => spanOf(value, price)

/** What a mail to a seller says. */
export function sellMailContent(
  { kind, payload }: ParsedMail<SellerMailKind>,
  request: SellRequestView,
  { settings, address, receipt }: { settings: Settings; address: string; receipt: Purchase | null },
): SellMailContent {
  const about: About = payload
  const offer = request.offers.find(({ id }) => id === about.offer) ?? request.offer
  const { appointment, label, parcelOut } = request
  const branchId = appointment?.branchId ?? request.branchId
  const branch = settings.branches.find(({ id }) => id === branchId)
  const values = {
    number: request.number,
    amount: receipt ? price(receipt.content.totalCents) : offer ? span(offer.cents) : '',
    until: offer ? lastDay(offer.validUntil) : '',
    date: appointment ? day(appointment.startsAt) : '',
    time: appointment ? clock.format(appointment.startsAt) : '',
    branch: branch?.name ?? '',
    carrier: (kind === 'sell-returned' || kind === 'sell-parcel-changed' ? parcelOut : label)?.carrier ?? '',
    declared: label ? price(label.declaredCents) : '',
    file: label?.file ? 'yes' : 'no',
    here: about.here ? 'yes' : 'no',
    had: about.had ?? 'nothing',
    visit: about.visit ? 'yes' : 'no',
    label: about.label ? 'yes' : 'no',
    ended: about.ended ? 'yes' : about.calledOff ? 'seller' : 'no',
    parcel: parcelOut ? 'yes' : 'no',
    receipt: receipt?.number ?? '',
    means: receipt?.content.means ?? 'transfer',
    cancellation: receipt?.cancellation?.number ?? '',
    reason: receipt?.cancellation?.reason ?? '',
  }
  // Some have nothing more to say; the type is that of one that has.
  const more = `mails.${kind}.more` as 'mails.sell-offer.more'
  return {
    subject: t(`mails.${kind}.subject`, values),
    title: t(`mails.${kind}.title`, values),
    // Nobody has answered from that address yet: anybody may have typed it, and a name of any kind beside it.
    name: kind === 'sell-acknowledgement' ? '' : (request.contact?.name ?? ''),
    text: [t(`mails.${kind}.text`, { ...values, told: about.message ? 'yes' : 'no' })],
    quote: quoteOf(kind, request, about.message ?? undefined, offer ? noteFor(offer, request.locale) : ''),
    facts: factsOf(kind, request, { settings, offer, receipt }),
    pieces: (kind === 'sell-estimate' || kind === 'sell-offer') && offer ? offer.lines.map(pieceOf) : [],
    after: t.has(more) ? [t(more, values)] : [],
    link:
      kind === 'sell-label' && label?.url ? { label: t('mails.sell-label.track'), href: label.url } : null,
    button: { label: t('seePage'), href: address },
  }
}

function quoteOf(
  kind: SellerMailKind,
  request: SellRequestView,
  message: number | undefined,
  note: string,
): string | null {
  if (kind === 'sell-question' || kind === 'sell-turned-down')
    return request.messages.find(({ id }) => id === message)?.text ?? null
  return (kind === 'sell-estimate' || kind === 'sell-offer') && note !== '' ? note : null
}

function factsOf(
  kind: SellerMailKind,
  request: SellRequestView,
  {
    settings,
    offer,
    receipt,
  }: { settings: Settings; offer: SellRequestView['offer']; receipt: Purchase | null },
): Facts {
  const { valuation, appointment, label, parcelOut } = request
  const number = [t('number'), request.number] as const
  switch (kind) {
    case 'sell-acknowledgement':
      return [
        number,
        ...requestFacts(request),
        ...(valuation && valuation.valued > 0 ? calculated(valuation) : []),
      ]
    case 'sell-estimate':
    case 'sell-offer':
      return offer
        ? [
            number,
            [t('amount'), span(offer.cents)],
            ...pricedAt(pricesOf(offer.lines, offer.basis)),
            [t('validUntil'), t('lastDay', { day: lastDay(offer.validUntil) })],
          ]
        : [number]
    case 'sell-appointment': {
      const branch = settings.branches.find(({ id }) => id === appointment?.branchId)
      if (!appointment || !branch) return [number]
      const where = [branch.name, branch.street, `${branch.postalCode} ${branch.city}`, branch.phone]
      return [
        number,
        [t('when'), moment(appointment.startsAt)],
        [t('where'), where],
        [t('bring'), t('bringText')],
      ]
    }
    case 'sell-label': {
      if (!label) return [number]
      const { company } = settings
      const advice = shippingAdvice(request, settings)
      return [
        number,
        [t('carrier'), label.carrier],
        ...(label.code ? [[t('code'), label.code] as const] : []),
        [t('declared'), price(advice.ok ? advice.declaredCents : label.declaredCents)],
        [t('sendTo'), [company.name, company.street, `${company.postalCode} ${company.city}`]],
      ]
    }
    case 'sell-returned':
    case 'sell-parcel-changed':
      return parcelOut ? [number, [t('carrier'), parcelOut.carrier], [t('code'), parcelOut.code]] : [number]
    case 'sell-paid':
      return receipt ? [number, [t('receipt'), receipt.number]] : [number]
    default:
      return [number]
  }
}

function requestFacts(request: SellRequestView): Facts {
  return [
    [t('what'), t(`kinds.${request.kind}`)],
    [t('way'), t(`ways.${request.way}`)],
    [t('photos'), t('photoCount', { count: request.photos.length })],
    ...(request.tradeFor ? [[t('tradeFor'), wantedPiece(request.tradeFor)] as const] : []),
  ]
}

const wantedPiece = ({ id, brand, name }: NonNullable<SellRequestView['tradeFor']>) =>
  t('tradePiece', { name: [brand, name.de].filter(Boolean).join(' '), id })

function calculated(valuation: NonNullable<SellRequestView['valuation']>): Facts {
  const used = new Set(valuation.lines.flatMap(({ value }) => (value.ok ? [value.metal] : [])))
  const prices = sayTimes(pricesIn(valuation, used)).join('; ')
  return [[t('calculated'), [span(valuation.total), t('calculatedText', { prices })]]]
}

type UsedPrice = ReturnType<typeof pricesIn>[number]

/** When the prices held with which something was reckoned; nothing where no amount follows a price. */
function pricedAt(prices: readonly UsedPrice[]): Facts {
  return prices.length === 0 ? [] : [[t('pricedAt'), sayTimes(prices)]]
}

/** Time and source of each price; once where all metals have the same. */
function sayTimes(prices: readonly UsedPrice[]): string[] {
  const said = prices.map(({ at, source }) => t('priceTime', { moment: moment(new Date(at)), source }))
  return new Set(said).size < 2
    ? said.slice(0, 1)
    : prices.map(({ metal }, at) => `${t(`document.metals.${metal}`)}: ${said[at]}`)
}

function pieceOf(line: OfferLine): SellMailContent['pieces'][number] {
  return { title: line.title, more: describeLine(line).join(' · '), amount: span(line.cents) }
}

/**
 * What is known of a piece, in the words of receipts and mails; price and rate where they make the amount. First what they
 * are multiplied with: weight and stamp, or of coins the fine metal.
 */
export function describeLine(line: OfferLine): string[] {
  const { metal, fineness, weightGrams, reference, testMethod, stones } = line
  const reckoned = lineArithmetic(line)
  const grams = (value: number, least: number) =>
    formatNumber(value, 'de', { minimumFractionDigits: least, maximumFractionDigits: 6 })
  const metalName = metal && t(`document.metals.${metal}`)
  const byFine = reckoned && !reckoned.byStamp && metalName
  const stamp = fineness && formatNumber(fineness, 'de', { maximumFractionDigits: 1 })
  const weight = weightGrams && grams(Number(weightGrams), 2)
  return [
    ...(byFine
      ? [
          t('document.fine', {
            grams: spanOf(reckoned.fine, (value) => grams(value / 1e6, 0)),
            metal: metalName,
          }),
          weight && t('document.gross', { grams: weight }),
          stamp && t('document.stamped', { fineness: stamp }),
        ]
      : [
          weight && t('document.weight', { grams: weight }),
          metalName && stamp ? t('document.fineness', { fineness: stamp, metal: metalName }) : metalName,
        ]),
    reference && t('document.reference', { reference }),
    testMethod && t('document.tested', { method: t(`document.methods.${testMethod}`) }),
    stones && t('document.stones', { stones }),
    reckoned &&
      t('document.rate', {
        price: price(reckoned.centsPerOunce),
        rate: `${formatNumber(reckoned.perMille / 10, 'de', { maximumFractionDigits: 1 })}\u00a0%`,
      }),
  ].filter((part): part is string => typeof part === 'string')
}

type Visit = { branchId: string; startsAt: Date }

/** What staff are told; of an appointment where and when, in the subject too. */
export function staffSellContent(
  request: SellRequestView,
  {
    what,
    address,
    appointment,
    before,
    branches,
  }: {
    what: NonNullable<MailPayload<'staff-sell'>['what']> | 'new'
    address: string
    appointment: Visit | null
    /** The one that it takes the place of. */
    before: Visit | null
    branches: Settings['branches']
  },
): SellMailContent {
  const at = ({ startsAt }: Visit) => `${weekday.format(startsAt)}, ${moment(startsAt)}`
  const where = ({ branchId }: Visit) => branches.find(({ id }) => id === branchId)?.name ?? branchId
  const values = {
    what,
    number: request.number,
    kind: t(`kinds.${request.kind}`),
    name: request.contact?.name ?? '',
    status: t(`statuses.${request.status}`),
    when: appointment ? at(appointment) : '',
    branch: appointment ? where(appointment) : '',
  }
  const { valuation, details, contact } = request
  const given = what === 'cancelled' ? 'whenGone' : 'when'
  return {
    subject: t('mails.staff-sell.subject', values),
    title: t('mails.staff-sell.title', values),
    name: null,
    text: [t('mails.staff-sell.text', values)],
    quote: what === 'message' ? (request.messages.at(-1)?.text ?? null) : details.description || null,
    facts: [
      [t('number'), request.number],
      ...(appointment ? [[t(given), values.when] as const, [t('where'), values.branch] as const] : []),
      ...(before ? [[t('whenBefore'), [at(before), where(before)]] as const] : []),
      ...(contact
        ? [[t('seller'), [contact.name, contact.email ?? '', contact.phone ?? ''].filter(Boolean)] as const]
        : []),
      ...requestFacts(request),
      ...(valuation && valuation.valued > 0 ? [[t('calculated'), span(valuation.total)] as const] : []),
    ],
    pieces: [],
    after: [],
    link: null,
    button: { label: t('seePageAsStaff'), href: address },
  }
}
