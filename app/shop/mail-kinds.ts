import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import type { Caused } from '#app/platform/mail-budget.ts'

/**
 * Every kind of mail with what it needs, as the outbox keeps it: whoever puts a mail there is held to it by its type,
 * and a waiting mail is parsed by it before it is written, for it may come from another release. Defaults are for mails
 * of releases that did not know a field yet. `app/letters/write-letter.ts` says how each kind is written.
 */
const id = z.int()
const cents = z.int()

const order = z.object({ order: id })
const orderWithAmount = order.extend({ amountCents: cents })
/** What staff say about it; empty where nobody decided. */
const reason = z.string().default('')

const buyerMails = {
  acknowledgement: order,
  confirmation: order,
  /** Sold over the counter: the invoice. */
  'branch-sale': order,
  'payment-received': order,
  'payment-part': order.extend({ arrivedCents: cents, openCents: cents }),
  'payment-reminder': order,
  'order-expired': orderWithAmount,
  'order-cancelled': orderWithAmount.extend({ reason }),
  'order-ready': order,
  'order-shipped': order,
  /** Staff have changed where it is sent to. */
  'address-changed': order.extend({ address: z.string() }),
  'tracking-changed': order.extend({ carrier: z.string(), code: z.string(), url: z.string().nullable() }),
  /** The label of what comes back. */
  'return-label': order,
  /** `why`: the pieces have gone, it does not come to the total, the order was cancelled, or ended before in any way. */
  'conflict-refunded': orderWithAmount.extend({
    why: z.enum(['gone', 'part', 'cancelled', 'ended']).default('gone'),
  }),
  'surplus-refunded': orderWithAmount,
  /** `cause`: the buyer has withdrawn, or staff have taken back a part of a sale over the counter. */
  'refund-planned': orderWithAmount.extend({
    deductionCents: cents.default(0),
    reason,
    cause: z.enum(['withdrawn', 'taken']).default('withdrawn'),
  }),
  'refund-sent': orderWithAmount,
  /** `outcome`: the money is still open, the order has ended, or nothing else changes. */
  'payment-corrected': orderWithAmount.extend({
    reason: z.string(),
    outcome: z.enum(['open', 'ended', 'kept']),
  }),
  'refund-corrected': orderWithAmount.extend({ reason: z.string() }),
}

const staffOrderMails = {
  'staff-order': order,
  'staff-conflict': orderWithAmount,
  'staff-surplus': orderWithAmount,
}

const withdrawal = z.object({ withdrawal: id })

const withdrawalMails = {
  'withdrawal-acknowledgement': withdrawal,
  'withdrawal-answer': withdrawal,
  'staff-withdrawal': withdrawal,
}

/** `here`: whether the goods were with us when the mail was due. */
const sell = z.object({ sell: id, here: z.boolean().default(false) })
const sellWithPurchase = sell.extend({ purchase: id.nullable().default(null) })

const sellerMails = {
  'sell-acknowledgement': z.object({ sell: id }),
  'sell-question': sell.extend({ message: id }),
  'sell-estimate': sell.extend({ offer: id }),
  'sell-offer': sell.extend({ offer: id }),
  'sell-declined': sell,
  /** `message`: what the seller is told of why. `had`: what we had named; `visit`, `label`: they had an appointment, a label. */
  'sell-turned-down': sell.extend({
    message: id.nullable().default(null),
    had: z.enum(['nothing', 'estimate', 'offer']).default('nothing'),
    visit: z.boolean().default(false),
    label: z.boolean().default(false),
  }),
  'sell-expired': sell,
  'sell-appointment': sell,
  'sell-label': sell,
  /** The goods arrived; `ended`: after we had turned them down; `calledOff`: after their seller had. */
  'sell-received': sell.extend({ ended: z.boolean().default(false), calledOff: z.boolean().default(false) }),
  'sell-paid': sellWithPurchase,
  'sell-cancelled': sellWithPurchase,
  'sell-returned': sell,
  'sell-parcel-changed': sell,
}

/** What a seller did; a request is new when nothing is said. */
const sellerAct = z.enum(['accepted', 'declined', 'message', 'booked', 'cancelled'])

/** `sequence` and times as they were when the mail was due: it may have been moved since. */
const appointment = z.object({
  appointment: id,
  sequence: z.int(),
  branch: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})

/** To whoever comes to a branch, or is called by video: a viewer, or a seller whose appointment staff change. */
const appointmentMails = {
  'appointment-booked': appointment,
  /** `from`: when it would have begun. */
  'appointment-moved': appointment.extend({ from: z.iso.datetime(), reason }),
  /** `ended`: staff have ended the request that it was for, so that nobody chooses another time. */
  'appointment-cancelled': appointment.extend({ reason, by: z.enum(['customer', 'staff', 'ended']) }),
  'appointment-reminder': appointment,
  /** The link of a call by video, as it is when the mail is written. */
  'appointment-link': appointment,
}

const message = z.object({ message: id })

const contactMails = { 'contact-acknowledgement': message, 'staff-contact': message }

/** What staff write to whoever asked: `entry` has the text. */
const enquiryMails = { 'enquiry-answer': message.extend({ entry: id }) }

const staffAccess = z.object({ staff: id })

/** What opens an account of the office; the link is made when it is written. */
const staffAccessMails = { 'staff-reset': staffAccess, 'staff-invitation': staffAccess }

const reservation = z.object({ reservation: id })

/** A piece is kept for whoever rang up, or kept longer; and only until the next day. */
const reservationMails = { 'reservation-made': reservation, 'reservation-ends': reservation }

/** `path`: what is waited for, as a listing's path in English. */
const searchAlert = z.object({ token: z.string(), path: z.string() })

/** An alert of one piece, by its stock number. */
const pieceWish = z.object({ token: z.string(), piece: z.string() })

const alertMails = {
  'alert-confirm': searchAlert,
  'alert-arrivals': searchAlert.extend({ pieces: z.array(z.string()), total: z.int() }),
}

const pieceAlertMails = {
  'alert-piece-confirm': pieceWish,
  /** `free`: it was reserved and can be had; `beforeCents`: what it cost before, where it costs less now. */
  'alert-piece': pieceWish.extend({ free: z.boolean(), cents, beforeCents: cents.nullable() }),
}

export const mailKinds = {
  ...buyerMails,
  ...staffOrderMails,
  ...withdrawalMails,
  ...sellerMails,
  /**
   * `appointment`: the one that was made, in place of `before`, or given up; the request may have another by the time of
   * writing.
   */
  'staff-sell': z.object({
    sell: id,
    what: sellerAct.optional(),
    appointment: id.optional(),
    before: id.optional(),
  }),
  ...appointmentMails,
  /** What whoever comes did. */
  'staff-appointment': appointment.extend({
    what: z.enum(['booked', 'moved', 'cancelled']),
    from: z.iso.datetime().nullable().default(null),
  }),
  /** To the colleague who receives them, or no longer does. `at`: when that was said. */
  'staff-assigned': appointment.extend({
    staff: id,
    deed: z.enum(['assigned', 'unassigned', 'moved', 'cancelled']),
    at: z.iso.datetime(),
  }),
  ...contactMails,
  ...reservationMails,
  ...enquiryMails,
  ...alertMails,
  ...pieceAlertMails,
  ...staffAccessMails,
}

export type MailKind = keyof typeof mailKinds
export type BuyerMailKind = keyof typeof buyerMails
export type StaffOrderMailKind = keyof typeof staffOrderMails
export type WithdrawalMailKind = keyof typeof withdrawalMails
export type SellerMailKind = keyof typeof sellerMails
export type AppointmentMailKind = keyof typeof appointmentMails
export type ContactMailKind = keyof typeof contactMails
export type ReservationMailKind = keyof typeof reservationMails
export type AlertMailKind = keyof typeof alertMails
export type PieceAlertMailKind = keyof typeof pieceAlertMails
export type StaffAccessMailKind = keyof typeof staffAccessMails

/** What a kind of mail needs. */
export type MailPayload<Kind extends MailKind> = z.output<(typeof mailKinds)[Kind]>

/** A mail to be sent after the transaction that writes it. */
export type OutgoingMail = {
  [Kind in MailKind]: {
    /** What happened and to whom, `order:42:confirmation`: the same reason twice is one mail. */
    reason: string
    kind: Kind
    locale: 'de' | 'en'
    recipient: string
    payload: MailPayload<Kind>
    /** Caused by a visitor, or to staff: then only so many go out at a time (`app/platform/mail-budget.ts`). */
    care?: MailCare
    /** Pseudonym of the visitor who caused it. */
    client?: string | null
  }
}[MailKind]

/** The entry that mails tell of, and for how many minutes they wait: as long, they can be taken back with it. */
export type MailCause = { cause: string; waitMinutes: number }
export type MailCare = Caused | 'staff'

/**
 * Puts mails into the outbox with one statement; use the transaction that gives reason for them. Whoever bought over the
 * counter without an address is written nothing.
 */
export async function enqueueMails(
  db: Database,
  mails: readonly OutgoingMail[],
  cause: MailCause | null = null,
): Promise<void> {
  if (mails.length === 0) return
  await sql`${insertMails(mails, cause)}`.execute(db)
}

/** The statement of `enqueueMails`, to be part of another one. */
export function insertMails(mails: readonly OutgoingMail[], cause: MailCause | null = null) {
  return sql`
    insert into mail_outbox (reason, kind, locale, recipient, payload, care, client, cause, next_try_at)
    select reason, kind, locale, recipient, payload, care, client, ${cause?.cause ?? null}::text,
      now() + make_interval(mins => ${cause?.waitMinutes ?? 0}::int)
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as m (reason text, kind text, locale text, recipient text, payload jsonb, care text, client text)
    where recipient <> ''
    on conflict (reason) do nothing`
}

/**
 * Puts a mail that went out there once more, under another reason: it goes out as it did, and is erased with what it is about.
 * Returns its number; null where the reason was given before, or there is no such mail.
 */
export async function enqueueCopy(db: Database, id: number, reason: string): Promise<number | null> {
  const [copy] = await query(db, { id: int8 })`
    insert into mail_outbox (reason, kind, locale, recipient, payload)
    select ${reason}::text, kind, locale, recipient,
      payload || jsonb_build_object('copyOf', coalesce((payload ->> 'copyOf')::bigint, id))
    from mail_outbox where id = ${id} and sent_at is not null and erased_at is null
    on conflict (reason) do nothing
    returning id`
  return copy?.id ?? null
}

/**
 * Writes to the accounts of staff that `which` chooses, if any may still be used: the same work where there is none. The
 * same kind again within `minutes` is one mail.
 */
export function insertMailsToStaff(
  kind: keyof typeof staffAccessMails,
  { which, minutes }: { which: RawBuilder<unknown>; minutes: number },
) {
  return sql`
    insert into mail_outbox (reason, kind, locale, recipient, payload)
    select ${kind}::text || ':' || id || ':' || floor(extract(epoch from now()) / (60 * ${minutes}::int)), ${kind}::text,
      locale, email, jsonb_build_object('staff', id)
    from staff_member where ${which} and disabled_at is null
    on conflict (reason) do nothing`
}

/** Kinds that need nothing but an order. */
type OrderMailKind = {
  [Kind in MailKind]: { order: number } extends MailPayload<Kind> ? Kind : never
}[MailKind]

/** As `insertMails`, about the order that the same statement writes: `placed` is its row there. */
export function insertMailsOfPlaced(
  mails: readonly (Pick<OutgoingMail, 'locale' | 'recipient' | 'care' | 'client'> & {
    kind: OrderMailKind
  })[],
) {
  return sql`
    insert into mail_outbox (reason, kind, locale, recipient, payload, care, client)
    select 'order:' || placed.id || ':' || m.kind, m.kind, m.locale, m.recipient,
      jsonb_build_object('order', placed.id), m.care, m.client
    from placed, jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as m (kind text, locale text, recipient text, care text, client text)`
}
