import type { Locale } from '#app/language/locales.ts'
import { endsDay, lastDayOf } from '#app/shop/buying/german-day.ts'
import type { Need } from '#app/shop/today/needs.ts'
import type { SetUpStep } from '#app/shop/today/set-up.ts'
import type { Shown } from '../frame/calls.ts'
import { officeFormats } from '../frame/formats.ts'

type Needs = Shown<'today'>['needs']

/** One line of Today: what it is about, what more is known of it, since or until when, and where it is dealt with. */
export type TodayRow = {
  key: string
  main: string
  sub: string
  when: string
  /** The time that it had is over. */
  isOverdue?: boolean
  /** A path below `/office`. */
  to: string | null
  /** Steps that can be taken in place. */
  mail?: { mail: number; nextTryAt: string | null }
  price?: { metal: 'gold' | 'silver' | 'platinum' | 'palladium'; centsPerOunce: number }
}

type Words = {
  /** Of a state, task, metal and the like; the key itself where there are none. */
  word: (
    kind:
      | 'setUp'
      | 'setUpMore'
      | 'appointmentKind'
      | 'metal'
      | 'subject'
      | 'payment'
      | 'status'
      | 'requestStatus'
      | 'pieceBack'
      | 'heldAt',
    key: string,
  ) => string
  until: (time: string) => string
  overdue: (time: string) => string
  andMore: (count: number) => string
  never: string
  givenUp: string
}

/** A time as it is said on a day: today only the hour, else day and hour. */
export function momentOf(iso: string, today: string, locale: Locale): string {
  const { day, clock, moment } = officeFormats(locale)
  return day(iso) === day(today) ? clock(iso) : moment(iso)
}

/** Where each step of setting up is taken; the texts of pages are written outside the office. */
const setUpPlaces = {
  shop: '/settings/shop',
  bank: '/settings/bank',
  branches: '/settings/branches',
  pages: null,
  notices: '/settings/notices',
  mail: '/settings/keys',
  'first-piece': '/pieces',
} as const satisfies Record<SetUpStep, string | null>

/** The lines of a need. */
export function rowsOf(
  need: Need,
  needs: Needs,
  { now, locale, words }: { now: string; locale: Locale; words: Words },
): TodayRow[] {
  const at = (iso: string) => momentOf(iso, now, locale)
  const until = (iso: string) =>
    words.until(endsDay(new Date(iso)) ? officeFormats(locale).deadline(iso) : at(iso))
  const due = (order: { payBy: string | null; expiresAt: string | null }) =>
    order.payBy ?? order.expiresAt ?? ''
  const { price: euros, amount: exact } = officeFormats(locale)
  type Piece = { id: string; brand: string | null; name: { de: string; en: string } }
  const nameOf = ({ brand, name }: Piece) => (brand ? `${brand} ${name[locale]}` : name[locale])
  const namesOf = (names: readonly string[]) => {
    const [first, rest] = [names.slice(0, 4), names.length - 4]
    return names.length === 0 ? [] : [first.join(', '), ...(rest > 0 ? [words.andMore(rest)] : [])]
  }
  switch (need) {
    case 'set-up':
      return (needs[need]?.rows ?? []).map(({ step, about }) => ({
        key: step,
        main: words.word('setUp', step),
        sub: [words.word('setUpMore', step), ...namesOf(about.map((name) => name[locale]))].join(' '),
        when: '',
        to: setUpPlaces[step],
      }))
    case 'accept-orders':
    case 'watch-money':
    case 'send-orders':
    case 'hand-over-orders':
    case 'returned-orders':
      return (needs[need]?.rows ?? []).map((order) => ({
        key: order.number,
        main: order.number,
        sub: [
          order.buyer,
          euros(order.totalCents),
          words.word('payment', order.payment),
          order.pieces.join(', '),
        ].join(' · '),
        when: need === 'watch-money' && due(order) ? until(due(order)) : at(order.placedAt),
        to: `/orders/${order.number}`,
      }))
    case 'send-refunds':
      return (needs[need]?.rows ?? []).map((refund) => ({
        key: refund.order,
        main: refund.order,
        sub: euros(refund.amountCents),
        when: (refund.dueAt < now ? words.overdue : words.until)(
          officeFormats(locale).deadline(refund.dueAt),
        ),
        isOverdue: refund.dueAt < now,
        // Where what was sent back is written down.
        to: `/orders/${refund.order}#order-money`,
      }))
    case 'answer-withdrawals':
      return (needs[need]?.rows ?? []).map(({ id, name, contract, order, receivedAt }) => ({
        ...{ key: String(id), main: order ?? contract, sub: name, when: at(receivedAt) },
        to: `/withdrawals/${id}`,
      }))
    case 'answer-requests':
      return (needs[need]?.rows ?? []).map(({ number, name, status, since }) => ({
        ...{
          key: number,
          main: number,
          sub: [name, words.word('requestStatus', status)].filter(Boolean).join(' · '),
        },
        ...{ when: at(since), to: `/requests/${number}` },
      }))
    case 'ending-offers':
      return (needs[need]?.rows ?? []).map(({ number, name, toCents, validUntil }) => ({
        ...{ key: number, main: number, sub: [name, euros(toCents)].filter(Boolean).join(' · ') },
        ...{
          when: words.until(officeFormats(locale).day(lastDayOf(new Date(validUntil)))),
          to: `/requests/${number}`,
        },
      }))
    case 'appointments':
      return (needs[need]?.rows ?? []).map(({ id, kind, name, about, branch, startsAt }) => ({
        ...{ key: String(id), main: name ?? String(id), when: at(startsAt), to: `/appointments/${id}` },
        sub: [words.word('appointmentKind', kind), about, branch].filter(Boolean).join(' · '),
      }))
    case 'answer-enquiries':
      return (needs[need]?.rows ?? []).map(({ id, name, subject, piece, receivedAt }) => ({
        ...{
          key: String(id),
          main: name,
          sub: [words.word('subject', subject), piece].filter(Boolean).join(' · '),
        },
        ...{ when: at(receivedAt), to: `/enquiries/${id}` },
      }))
    case 'failed-mails':
      return (needs[need]?.rows ?? []).map(({ id, recipient, error, nextTryAt }) => ({
        ...{
          key: String(id),
          main: recipient,
          sub: error,
          mail: { mail: id, nextTryAt },
          to: `/mails/${id}`,
        },
        when: nextTryAt ? at(nextTryAt) : words.givenUp,
      }))
    case 'doubtful-prices':
      return (needs[need]?.rows ?? []).map(({ metal, centsPerOunce, lastCents, readAt, source }) => ({
        ...{ key: metal, main: words.word('metal', metal), when: at(readAt), to: '/metal-prices' },
        sub: `${lastCents === null ? '' : `${exact(lastCents)} → `}${exact(centsPerOunce)} · ${source}`,
        price: { metal, centsPerOunce },
      }))
    case 'old-prices':
      return (needs[need]?.rows ?? []).map(({ metal, at: since }) => ({
        ...{ key: metal, main: words.word('metal', metal), sub: '', to: '/metal-prices' },
        when: since ? at(since) : words.never,
      }))
    case 'holds':
      return (needs[need]?.rows ?? []).map(({ piece, at: place, since, until }) => ({
        ...{
          key: piece.id,
          main: nameOf(piece),
          sub: `${piece.id} · ${words.word('heldAt', place)} · ${at(since)}`,
          when: words.until(at(until)),
        },
        to: `/pieces/${piece.id}`,
      }))
    case 'pieces-back':
    case 'drafts':
    case 'pieces-without-photos':
    case 'pieces-without-theft-check':
    case 'pieces-without-english':
      return (needs[need]?.rows ?? []).map((piece) => ({
        key: piece.id,
        main: nameOf(piece),
        sub: `${piece.id} · ${words.word('status', piece.status)}`,
        when: at(piece.since),
        to: `/pieces/${piece.id}`,
      }))
  }
}
