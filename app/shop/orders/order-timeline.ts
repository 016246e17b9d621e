import type { Database } from '#app/platform/database/database.ts'
import { int8, nullable, oneOf, query, text, texts, timestamptz } from '#app/platform/database/statement.ts'
import { findInvoices, type Invoice } from '#app/shop/checkout/invoice.ts'
import { actorOf, byBuyer, byShop, type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { type OrderMoment, orderHistory } from '#app/shop/checkout/order-history.ts'
import type { Channel, RefundReason } from '#app/shop/checkout/refund.ts'

export type MailState = 'sent' | 'waiting' | 'failing' | 'given-up' | 'taken-back' | 'erased'

/** A mail about an order, as far as it has come. */
export type OrderMail = {
  id: number
  mail: string
  recipient: string | null
  state: MailState
  createdAt: Date
  /** When it went out, or is tried next; null where neither is. */
  when: Date | null
  subject: string | null
  attachments: string[]
  error: string | null
}

/** An entry of money with everything that staff know of it. Amounts in cents, of corrections as they were entered. */
export type MoneyEntry = {
  id: number
  at: Date
  by: OrderActor | null
  direction: 'in' | 'out'
  channel: Channel
  reference: string
  cents: number
  /** The entry that it takes back. */
  corrects: number | null
  correctedAt: Date | null
  reason: string | null
}

/** What goes back, or went. `sentReference` is what the bank or the till calls it. */
export type Refund = {
  id: number
  reason: RefundReason
  channel: Channel
  cents: number
  plannedAt: Date
  /** Until when it has to leave. */
  dueAt: Date
  doneAt: Date | null
  withdrawnAt: Date | null
  sentReference: string | null
  lastError: string | null
}

/** Money stands in its entries, which say more. */
type OtherMoment = OrderMoment extends infer Moment
  ? Moment extends { kind: 'money-in' | 'money-out' } | { kind: 'money-corrected' }
    ? never
    : Moment
  : never
const ofMoney: readonly OrderMoment['kind'][] = ['money-in', 'money-out', 'money-corrected']
const isOtherThanMoney = (moment: OrderMoment): moment is OtherMoment => !ofMoney.includes(moment.kind)

/** One thing in an order's life, as staff read it. */
export type TimelineMoment =
  | OtherMoment
  | { at: Date; by: OrderActor | null; kind: 'money'; entry: MoneyEntry }
  | { at: Date; by: OrderActor | null; kind: 'refund-planned'; refund: Refund }
  | { at: Date; by: OrderActor | null; kind: 'refund-dropped'; refund: Refund }
  | { at: Date; by: OrderActor | null; kind: 'mail'; mail: OrderMail }
  | { at: Date; by: OrderActor | null; kind: 'document'; number: string; cancels: string | null }
  | { at: Date; by: OrderActor | null; kind: 'note'; text: string }
  | { at: Date; by: OrderActor | null; kind: 'proof'; document: string; id: number }
  /** From here on the pieces were kept for whoever ordered them, at the checkout or at the counter. */
  | { at: Date; by: OrderActor | null; kind: 'held'; pieces: string[] }
  /** A piece was kept for somebody before, who then bought it. */
  | { at: Date; by: OrderActor | null; kind: 'reserved'; id: number; piece: string; until: Date }
  /** Pieces that are no longer with the order: lapsed, cancelled, or back from a return. */
  | { at: Date; by: OrderActor | null; kind: 'let-go'; pieces: string[] }

/** Everything that is known of what became of an order. */
export type OrderStory = {
  moments: TimelineMoment[]
  history: OrderMoment[]
  mails: OrderMail[]
  money: MoneyEntry[]
  refunds: Refund[]
  documents: Invoice[]
  page: PaymentPage | null
}

/** The provider's page on which an order is paid. */
export type PaymentPage = { stage: 'open' | 'pending' | 'closed'; until: Date }

/** What happened to an order, oldest first: holds, steps, money with its counter-entries, mails, documents and notes. */
export async function orderStory(db: Database, orderId: number): Promise<OrderStory> {
  const [history, mails, money, refunds, documents, notes, proofs, page, holds] = await Promise.all([
    orderHistory(db, orderId),
    orderMails(db, orderId),
    orderMoney(db, orderId),
    orderRefunds(db, orderId),
    findInvoices(db, orderId),
    db
      .selectFrom('order_note')
      .select(['text', 'by', 'at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('export_proof')
      .select(['id', 'document', 'by', 'at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    paymentPageOf(db, orderId),
    holdsOf(db, orderId),
  ])
  const moments: TimelineMoment[] = [
    ...holds,
    ...history.filter(isOtherThanMoney),
    ...money.map((entry): TimelineMoment => ({ at: entry.at, by: entry.by, kind: 'money', entry })),
    ...refunds.map(
      (refund): TimelineMoment => ({ at: refund.plannedAt, by: byShop, kind: 'refund-planned', refund }),
    ),
    ...refunds.flatMap((refund): TimelineMoment[] =>
      refund.withdrawnAt ? [{ at: refund.withdrawnAt, by: null, kind: 'refund-dropped', refund }] : [],
    ),
    ...documents.map(
      ({ issuedAt, number, cancels }): TimelineMoment => ({
        ...{ at: issuedAt, by: byShop, kind: 'document', number, cancels },
      }),
    ),
    ...mails.map((mail): TimelineMoment => ({ at: mail.createdAt, by: byShop, kind: 'mail', mail })),
    ...notes.map(({ text, by, at }): TimelineMoment => ({ at, by: staffNamed(by), kind: 'note', text })),
    ...proofs.map(
      ({ id, document, by, at }): TimelineMoment => ({ at, by: staffNamed(by), kind: 'proof', document, id }),
    ),
  ]
  // Of one moment the steps come first, and what follows from them after; sorting keeps the rest as it was.
  moments.sort((one, other) => one.at.getTime() - other.at.getTime())
  return { moments, history, mails, money, refunds, documents, page }
}

/** Every mail about an order and withdrawals from it, to its buyer and to staff, oldest first. */
export async function orderMails(db: Database, orderId: number): Promise<OrderMail[]> {
  const columns = {
    id: int8,
    mail: text,
    recipient: nullable(text),
    state: oneOf(['sent', 'waiting', 'failing', 'given-up', 'taken-back', 'erased']),
    createdAt: timestamptz,
    when: nullable(timestamptz),
    subject: nullable(text),
    attachments: texts,
    error: nullable(text),
  }
  return query(db, columns)`
    select id, kind as mail, recipient, created_at as "createdAt", subject, attachments, last_error as error,
      case when erased_at is not null then 'erased' when sent_at is not null then 'sent'
        when withdrawn_at is not null then 'taken-back' when given_up_at is not null then 'given-up'
        when last_error is not null then 'failing' else 'waiting' end as state,
      case when sent_at is not null then sent_at when withdrawn_at is null and given_up_at is null then next_try_at end as "when"
    from mail_outbox where payload ? 'order' and payload ->> 'order' = ${String(orderId)}
      or payload ? 'withdrawal' and payload ->> 'withdrawal' in (select id::text from withdrawal where order_id = ${orderId})
    order by id
  `
}

/** Every entry of an order's money, oldest first. */
async function orderMoney(db: Database, orderId: number): Promise<MoneyEntry[]> {
  const rows = await db
    .selectFrom('money')
    .select([
      ...(['id', 'at', 'direction', 'channel', 'reference', 'amount_cents', 'corrects'] as const),
      ...(['corrected_at', 'reason', 'actor', 'actor_name'] as const),
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ amount_cents, corrected_at, actor, actor_name, ...row }) => ({
    ...row,
    direction: row.direction as MoneyEntry['direction'],
    channel: row.channel as Channel,
    cents: Math.abs(amount_cents),
    correctedAt: corrected_at,
    by: actorOf({ actor: actor as OrderActor['who'] | null, actor_name }),
  }))
}

async function orderRefunds(db: Database, orderId: number): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refund')
    .select([
      ...(['id', 'reason', 'channel', 'amount_cents as cents', 'done_at as doneAt'] as const),
      ...([
        'planned_at as plannedAt',
        'due_at as dueAt',
        'withdrawn_at as withdrawnAt',
        'sent_reference as sentReference',
        'last_error as lastError',
      ] as const),
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    reason: row.reason as RefundReason,
    channel: row.channel as Channel,
  }))
}

async function paymentPageOf(db: Database, orderId: number): Promise<PaymentPage | null> {
  const [row] = await query(db, { stage: oneOf(['open', 'pending', 'closed']), until: timestamptz })`
    select case when pending then 'pending' when closed or session_expires_at <= now() then 'closed' else 'open' end as stage,
      session_expires_at as until
    from online_payment where order_id = ${orderId}
  `
  return row ?? null
}

/** For whom its pieces were kept before it was placed, and when it let go of any. */
async function holdsOf(db: Database, orderId: number): Promise<TimelineMoment[]> {
  const [order, lines, reservations] = await Promise.all([
    db
      .selectFrom('shop_order')
      .select(['held_since', 'sale_channel'])
      .where('id', '=', orderId)
      .executeTakeFirst(),
    db
      .selectFrom('order_line')
      .select(['product_id', 'released_at'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('reservation')
      .select(['id', 'product_id', 'made_at', 'made_by', 'until'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
  ])
  const released = Map.groupBy(
    lines.filter(({ released_at }) => released_at !== null),
    ({ released_at }) => released_at?.getTime() ?? 0,
  )
  const held = order?.held_since
  const by = order?.sale_channel === 'online' ? byBuyer : null
  return [
    ...reservations.map(
      ({ id, product_id, made_at, made_by, until }): TimelineMoment => ({
        ...{ at: made_at, by: staffNamed(made_by), kind: 'reserved', id, piece: product_id, until },
      }),
    ),
    ...(held
      ? [{ at: held, by, kind: 'held' as const, pieces: lines.map(({ product_id }) => product_id) }]
      : []),
    ...[...released].map(
      ([at, gone]): TimelineMoment => ({
        ...{ at: new Date(at), by: null, kind: 'let-go', pieces: gone.map(({ product_id }) => product_id) },
      }),
    ),
  ]
}
