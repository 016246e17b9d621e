import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { choiceOr, email, line, optionalLine, text } from '#app/forms/fields.ts'
import { fillsHoneypot } from '#app/forms/honeypot.ts'
import { type FaultsOf, type Given, parseForm, type ValueOf } from '#app/forms/parse-form.ts'
import type { Database } from '#app/platform/database/database.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import { foldAddress } from '#app/platform/mail-budget.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import type { Settings } from '../settings/settings.ts'
import { contactLengths, contactSubjects } from './contact-fields.ts'

const fields = {
  name: line(contactLengths.name),
  email: email(contactLengths.email, 'no-email'),
  phone: optionalLine(contactLengths.phone),
  subject: choiceOr(contactSubjects, 'question'),
  message: text(contactLengths.message),
  piece: optionalLine(contactLengths.piece),
}

export type ContactMessage = ValueOf<typeof fields>
export type ContactFaults = FaultsOf<typeof fields>

export type ParsedContact =
  | { ok: true; message: ContactMessage; given: Given }
  /** Filled the trap: answered as if it had arrived, and dropped. */
  | { ok: false; reason: 'robot' }
  | { ok: false; reason: 'incomplete'; faults: ContactFaults; given: Given }

/** Parses the contact form; on refusal names the fields at fault and gives back what was typed. */
export function parseContact(form: FormData): ParsedContact {
  if (fillsHoneypot(form)) return { ok: false, reason: 'robot' }
  const parsed = parseForm(form, fields)
  const { given } = parsed
  return parsed.ok
    ? { ok: true, message: parsed.value, given }
    : { ok: false, reason: 'incomplete', faults: parsed.faults, given }
}

export type MessageReceived =
  | { ok: true; id: number }
  /** `retryAfter` in seconds. */
  | { ok: false; reason: 'too-many'; retryAfter: number }

/** Room for a family behind one address, and little for who fills strangers' mailboxes with our acknowledgements. */
const limits = {
  client: { most: 12, minutes: 60 },
  recipient: { most: 6, minutes: 60 },
} as const

/** Within this time the same words of the same person are one message: a double click, a reload, a second try. */
const sameWithin = '15 minutes'

/**
 * Stores a message and, in the same transaction, the acknowledgement to its sender and the mail to the shop.
 *
 * Sent twice it is one message. Its own words tell that: pages of the form are the same for everybody, so they carry
 * no number that could.
 * @param client pseudonym of the sender's network address; null when it is not known
 */
export async function receiveMessage(
  db: Database,
  message: ContactMessage,
  {
    locale,
    client,
    settings,
  }: { locale: 'de' | 'en'; client: string | null; settings: Pick<Settings, 'contact'> },
): Promise<MessageReceived> {
  const recipient = digest(foldAddress(message.email))
  const use = await countUse(db, [
    ...(client === null ? [] : [{ key: `contact:${client}`, limit: limits.client }]),
    { key: `contact-to:${recipient}`, limit: limits.recipient },
  ])
  if (!use.ok) return { ok: false, reason: 'too-many', retryAfter: use.retryAfter }
  return db.transaction().execute(async (transaction) => {
    // One message of a person at a time: the second of a double click waits here and then finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${recipient}`}, 0))`.execute(
      transaction,
    )
    const twin = await transaction
      .selectFrom('contact_message')
      .select('id')
      .where('email', '=', message.email)
      .where('message', '=', message.message)
      .where('subject', '=', message.subject)
      .where('piece', 'is not distinct from', message.piece)
      .where('received_at', '>', value(timestamptz)`now() - ${sameWithin}::interval`)
      .executeTakeFirst()
    if (twin) return { ok: true, id: twin.id }
    const { id } = await transaction
      .insertInto('contact_message')
      .values({ ...message, locale, submission: crypto.randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payload = { message: id }
    await enqueueMails(transaction, [
      {
        reason: `contact:${id}:acknowledgement`,
        kind: 'contact-acknowledgement',
        locale,
        recipient: message.email,
        payload,
        care: 'stranger',
        client,
      },
      {
        reason: `contact:${id}:staff`,
        kind: 'staff-contact',
        locale: 'de',
        recipient: settings.contact.email,
        payload,
        care: 'staff',
      },
    ])
    return { ok: true, id }
  })
}

/** A stored message; null when there is none of that number. */
export async function findMessage(db: Database, id: number) {
  return (await db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Forgets messages twelve months after they came, with the mails about them, unless their sender has ordered from the
 * shop or offered it something: then they belong to that business. Returns how many. The privacy page promises it.
 */
export async function forgetMessages(db: Database, now: Date): Promise<number> {
  const done = await sql`
    with gone as (
      delete from contact_message m where received_at < ${now}::timestamptz - interval '12 months'
        and not exists (select from shop_order o where lower(o.email) = lower(m.email))
        and not exists (select from sell_request r where lower(r.email) = lower(m.email))
      returning id),
    mails as (
      delete from mail_outbox where kind in ('contact-acknowledgement', 'staff-contact', 'enquiry-answer')
        and payload ? 'message' and payload ->> 'message' in (select id::text from gone))
    select from gone
  `.execute(db)
  return done.rows.length
}

/** Forgets a message at once, with what was answered and noted, and the mails about it. */
export async function forgetMessage(db: Database, id: number): Promise<void> {
  await sql`
    delete from mail_outbox where kind in ('contact-acknowledgement', 'staff-contact', 'enquiry-answer')
      and payload ? 'message' and payload ->> 'message' = ${String(id)}
  `.execute(db)
  await db.deleteFrom('contact_message').where('id', '=', id).execute()
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
