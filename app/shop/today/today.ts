import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { type AppointmentKind, appointmentKinds } from '#app/shop/appointments/kinds.ts'
import { beginOfDay, daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { listSellRequests } from '#app/shop/buying/list-sell-requests.ts'
import { currentPrices, type PriceAge } from '#app/shop/buying/metal-price.ts'
import { offerWaits } from '#app/shop/buying/request-list.ts'
import type { SellStatus } from '#app/shop/buying/sell-request-status.ts'
import { type Metal, metals } from '#app/shop/buying/valuables.ts'
import { waitingPrices } from '#app/shop/buying/waiting-price.ts'
import { piecesThatCameBack } from '#app/shop/catalogue/relist-piece.ts'
import { liveHolds } from '#app/shop/checkout/hold.ts'
import { dueRefunds, isForStaff } from '#app/shop/checkout/refund.ts'
import { nextStaffTasks, type StaffOrder, type StaffTask } from '#app/shop/checkout/staff-orders.ts'
import { openWithdrawals } from '#app/shop/checkout/withdrawal.ts'
import type { HeldAt } from '#app/shop/counter/counter-hold.ts'
import { areasSeenBy, kindsIn } from '#app/shop/mails/mail-areas.ts'
import { type OrderCard, orderCards, ordersInNeed } from '#app/shop/orders/orders-in-need.ts'
import { may, type StaffRole, staffRoles } from '#app/shop/staff/permissions.ts'
import { failedMails } from './failed-mails.ts'
import { type Need, needNames, needs, type TodayCounts } from './needs.ts'
import { type PieceInNeed, type PieceNeed, piecesBrief, piecesInNeed } from './pieces-in-need.ts'
import { type SetUpEnv, type SetUpStep, setUpLeft } from './set-up.ts'

export type Waiting<Row> = { count: number; rows: Row[] }

export type OrderInNeed = Pick<
  StaffOrder,
  | 'number'
  | 'status'
  | 'placedAt'
  | 'payBy'
  | 'expiresAt'
  | 'payment'
  | 'delivery'
  | 'buyer'
  | 'totalCents'
  | 'receivedCents'
> & { pieces: string[]; task: StaffTask | null }

export type RequestInNeed = {
  number: string
  status: SellStatus
  kind: string
  name: string | null
  since: Date
  overdue: boolean
}

export type OfferEnding = {
  number: string
  name: string | null
  kind: string
  toCents: number
  validUntil: Date
}
export type AppointmentAhead = {
  id: number
  kind: AppointmentKind
  name: string | null
  /** Of the request or the piece that it is about. */
  about: string | null
  branch: string
  startsAt: Date
  today: boolean
}

type Orders = Waiting<OrderInNeed>
type Pieces = Waiting<PieceInNeed>

/** Everything that needs somebody, by need; with the first rows of each, most urgent first. */
export type TodayNeeds = {
  'set-up': Waiting<{ step: SetUpStep; about: Bilingual[] }>
  'accept-orders': Orders
  'watch-money': Orders
  'send-orders': Orders
  'hand-over-orders': Orders
  'returned-orders': Orders
  'send-refunds': Waiting<{
    id: number
    order: string
    reason: string
    channel: string
    amountCents: number
    dueAt: Date
  }>
  'answer-withdrawals': Waiting<{
    id: number
    name: string
    contract: string
    order: string | null
    receivedAt: Date
  }>
  'answer-requests': Waiting<RequestInNeed>
  'ending-offers': Waiting<OfferEnding>
  appointments: Waiting<AppointmentAhead>
  'answer-enquiries': Waiting<{
    id: number
    name: string
    subject: string
    piece: string | null
    receivedAt: Date
  }>
  'failed-mails': Awaited<ReturnType<typeof failedMails>>
  'doubtful-prices': Waiting<{
    metal: Metal
    centsPerOunce: number
    lastCents: number | null
    readAt: Date
    source: string
  }>
  'old-prices': Waiting<{ metal: Metal; at: Date | null; age: PriceAge | 'missing' }>
  holds: Waiting<{ piece: PieceInNeed; at: HeldAt; since: Date; until: Date }>
  'pieces-back': Waiting<PieceInNeed & { refusal: string | null }>
} & Record<PieceNeed, Pieces>

/** As it was read for everybody: of the mails that failed, each role sees those that are about what it may see. */
export type Today = TodayNeeds & { failedFor: Record<StaffRole, TodayNeeds['failed-mails']> }

/** So many rows of each are shown. */
const shown = 5

const first = <Row>(rows: readonly Row[]): Waiting<Row> => ({
  count: rows.length,
  rows: rows.slice(0, shown),
})

/** Everything that needs somebody now, whoever may see it: `seenBy` chooses. `now` is compared with days and prices. */
export async function readToday(db: Database, now: Date, env: SetUpEnv): Promise<Today> {
  const [setUp, orders, refunds, withdrawals, buying, enquiries, mails, prices, held, pieces] =
    await Promise.all([
      setUpLeft(db, env),
      readOrders(db),
      readRefunds(db),
      openWithdrawals(db),
      readBuying(db, now),
      openEnquiries(db),
      readMails(db),
      readPrices(db, now),
      readPieces(db),
      piecesInNeed(db, { limit: shown }),
    ])
  return {
    'set-up': { count: setUp.length, rows: setUp },
    ...orders,
    'send-refunds': refunds,
    'answer-withdrawals': first(
      withdrawals.map(({ id, name, contract, order_number: order, received_at: receivedAt }) => ({
        ...{ id, name, contract, order, receivedAt },
      })),
    ),
    ...buying,
    'answer-enquiries': enquiries,
    'failed-mails': mails.owner,
    failedFor: mails,
    ...prices,
    ...held,
    ...pieces,
  }
}

async function readOrders(db: Database): Promise<Record<OrderCard, Orders>> {
  const found = await ordersInNeed(db, { limit: shown })
  const row = (order: StaffOrder): OrderInNeed => {
    const { number, status, placedAt, payBy, expiresAt, payment, delivery, buyer } = order
    const { totalCents, receivedCents } = order
    const told = {
      number,
      status,
      placedAt,
      payBy,
      expiresAt,
      payment,
      delivery,
      buyer,
      totalCents,
      receivedCents,
    }
    return { ...told, pieces: order.pieces, task: nextStaffTasks(order)[0] ?? null }
  }
  return Object.fromEntries(
    orderCards.map((card) => [card, { count: found[card].count, rows: found[card].rows.map(row) }]),
  ) as Record<OrderCard, Orders>
}

/** Money that staff send back, by order: each with all that is due of it, by the first deadline of any, the earliest in front. */
async function readRefunds(db: Database): Promise<TodayNeeds['send-refunds']> {
  const byOrder = new Map<string, TodayNeeds['send-refunds']['rows'][number]>()
  for (const refund of (await dueRefunds(db)).filter(isForStaff)) {
    const { id, orderNumber: order, reason, channel, amountCents, dueAt } = refund
    const known = byOrder.get(order)
    if (!known) byOrder.set(order, { id, order, reason, channel, amountCents, dueAt })
    else {
      known.amountCents += amountCents
      if (dueAt < known.dueAt) known.dueAt = dueAt
    }
  }
  return first([...byOrder.values()].toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime()))
}

async function readBuying(db: Database, now: Date) {
  const day = germanDay(now)
  const [requests, offers, appointments] = await Promise.all([
    listSellRequests(db, 'ours', now),
    query(db, {
      ...{ number: text, name: nullable(text), kind: oneOf(['estimate', 'final']), toCents: int4 },
      ...{ validUntil: timestamptz, count: int8 },
    })`
      select r.number, r.name, o.kind, o.to_cents as "toCents", o.valid_until as "validUntil", count(*) over () as count
      from sell_offer o join sell_request r on r.id = o.request_id
      where o.answer is null and ${offerWaits(now, { ending: true })}
      order by o.valid_until, o.id limit ${shown}
    `,
    query(db, {
      ...{
        id: int8,
        kind: oneOf(appointmentKinds),
        name: nullable(text),
        about: nullable(text),
        branch: text,
        startsAt: timestamptz,
      },
      ...{ days: int4, count: int8 },
    })`
      select a.id, a.kind, coalesce(a.name, r.name) as name, coalesce(r.number, a.piece_id) as about, b.name as branch,
        a.starts_at as "startsAt",
        ((a.starts_at at time zone 'Europe/Berlin')::date - (${now}::timestamptz at time zone 'Europe/Berlin')::date) as days,
        (select count(*) from appointment t
          where (t.cancelled_at is null or t.came_at is not null or t.missed_at is not null)
            and t.starts_at < ${beginOfDay(daysLater(day, 1))} and t.ends_at > ${beginOfDay(day)}) as count
      from appointment a left join sell_request r on r.id = a.request_id join branch b on b.id = a.branch_id
      where a.cancelled_at is null and a.ends_at > ${now} and a.starts_at < ${now}::timestamptz + interval '60 days'
      order by a.starts_at, a.id limit ${shown}
    `,
  ])
  return {
    'answer-requests': first(
      requests
        .toSorted((a, b) => Number(b.overdue) - Number(a.overdue))
        .map(({ number, status, kind, name, since, overdue }) => ({
          number,
          status,
          kind,
          name,
          since,
          overdue,
        })),
    ),
    'ending-offers': {
      count: offers[0]?.count ?? 0,
      rows: offers.map(({ number, name, kind, toCents, validUntil }) => ({
        number,
        name,
        kind,
        toCents,
        validUntil,
      })),
    },
    appointments: {
      count: appointments[0]?.count ?? 0,
      rows: appointments.map(({ id, kind, name, about, branch, startsAt, days }) => ({
        ...{ id, kind, name, about, branch, startsAt, today: days === 0 },
      })),
    },
  }
}

async function readMails(db: Database): Promise<Today['failedFor']> {
  const bySight = new Map<string, ReturnType<typeof failedMails>>()
  const read = (role: StaffRole) => {
    const areas = areasSeenBy(role)
    const known = bySight.get(areas.join()) ?? failedMails(db, { limit: shown, kinds: kindsIn(areas) })
    bySight.set(areas.join(), known)
    return known
  }
  return Object.fromEntries(
    await Promise.all(staffRoles.map(async (role) => [role, await read(role)] as const)),
  ) as Today['failedFor']
}

async function openEnquiries(db: Database): Promise<TodayNeeds['answer-enquiries']> {
  const rows = await query(db, {
    ...{ id: int8, name: text, subject: text, piece: nullable(text), receivedAt: timestamptz, count: int8 },
  })`
    select id, name, subject, piece, received_at as "receivedAt", count(*) over () as count
    from contact_message where state = 'open' order by id limit ${shown}
  `
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ id, name, subject, piece, receivedAt }) => ({ id, name, subject, piece, receivedAt })),
  }
}

async function readPrices(db: Database, now: Date) {
  const [{ prices }, waiting] = await Promise.all([currentPrices(db, now), waitingPrices(db, now)])
  return {
    'doubtful-prices': first(
      metals.flatMap((metal) => {
        const price = waiting[metal]
        if (!price) return []
        const { centsPerOunce, readAt, source, last } = price
        return [{ metal, centsPerOunce, lastCents: last?.value ?? null, readAt, source }]
      }),
    ),
    'old-prices': first(
      metals.flatMap((metal) => {
        const price = prices[metal]
        if (price?.age === 'fresh') return []
        return [{ metal, at: price?.at ?? null, age: price?.age ?? ('missing' as const) }]
      }),
    ),
  }
}

async function readPieces(db: Database) {
  const [holds, back] = await Promise.all([liveHolds(db), piecesThatCameBack(db)])
  const pieces = await piecesBrief(
    db,
    holds.slice(0, shown).map(({ piece }) => piece),
  )
  return {
    holds: {
      count: holds.length,
      rows: holds.slice(0, shown).flatMap(({ piece: id, at, since, until }) => {
        const piece = pieces.get(id)
        return piece ? [{ piece, at, since, until }] : []
      }),
    },
    'pieces-back': first(
      back.map(({ id, brand, name, status, since, refusal }) => ({
        ...{ id, brand, name, status, since, refusal: refusal?.reason ?? null },
      })),
    ),
  }
}

/** What somebody in a role may see of it. */
export function seenBy(role: StaffRole, today: Today): Partial<TodayNeeds> {
  const own: TodayNeeds = { ...today, 'failed-mails': today.failedFor[role] }
  return Object.fromEntries(
    needNames.flatMap((need) => (may(role, needs[need].permission) ? [[need, own[need]]] : [])),
  )
}

/** How many there are of each need. */
export function countsOf(today: Partial<Record<Need, { count: number }>>): TodayCounts {
  return Object.fromEntries(
    needNames.flatMap((need) => {
      const waiting = today[need]
      return waiting ? [[need, waiting.count]] : []
    }),
  )
}
