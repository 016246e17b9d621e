import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from './database/database.ts'
import {
  float8,
  int4,
  int8,
  json,
  now,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
  uuid,
} from './database/statement.ts'
import type { Log } from './log.ts'
import { type Envelope, type Letter, MailFault, type MailTransport, UnwritableMail } from './mail.ts'
import type { Caused } from './mail-budget.ts'
import { noteSent } from './sent-mails.ts'

/** A mail that waits to be sent: a row of `mail_outbox`, written by any release. */
export type WaitingMail = {
  id: number
  /** How it is to be written. */
  kind: string
  locale: 'de' | 'en'
  /** Null once its purpose is over; such a mail no longer waits. */
  recipient: string | null
  /** What the writer needs; parsed by it. */
  payload: unknown
  createdAt: Date
}

/** What `sendDueMails` needs to send. */
export type MailSending = {
  transport: MailTransport
  write: (mail: WaitingMail) => Promise<Letter>
  from: () => Promise<string>
  log: Log
  /** Whether a mail that a visitor caused may go out now (`admitMail`); without it every one may. */
  admit?: (mail: CausedMail) => Promise<{ ok: true } | { ok: false; seconds: number }>
  /** Mails to staff are left to `sendGathered`; without it they go out one by one. */
  leaveGathered?: boolean
}

export type CausedMail = { id: number; care: Caused; recipient: string; client: string | null }

export const leased = {
  id: int8,
  kind: text,
  locale: oneOf(['de', 'en']),
  recipient: text,
  payload: json(z.unknown()),
  message_key: uuid,
  created_at: timestamptz,
  attempts: int4,
  age_days: float8,
  care: nullable(oneOf(['stranger', 'customer', 'order', 'staff'])),
  client: nullable(text),
}

/** A mail that this process has for `lease` seconds. */
export type LeasedMail = Row<typeof leased>

/** How long one process has for a mail before another may take it up, seconds. */
export const lease = 180
/** Later than this no mail of a batch is begun: sent beyond its lease, another process could send it as well. Seconds. */
const lastBegin = lease / 2
/** Tries for an address that a server refuses for good, and days for everything else. */
const maxRefusals = 3
const maxDays = 5

/**
 * Sends mails that are due, oldest first, and notes each as sent with what it said. Several processes may do so side
 * by side: each mail is one's at a time. What cannot be sent now is tried again, later each time, for five days.
 *
 * A mail is never sent again once its sending is noted. Should the process be killed between the server's word that it
 * has the mail and our note of it, it goes out a second time with the same Message-ID: a lost confirmation would be
 * worse (docs/decisions/outbox.md).
 * @returns how many were sent
 */
export async function sendDueMails(db: Database, options: MailSending): Promise<number> {
  const mails = await query(db, leased)`
    with due as materialized (
      select id from mail_outbox
      where sent_at is null and given_up_at is null and withdrawn_at is null and next_try_at <= now()
        and (leased_until is null or leased_until <= now())
        and (care is distinct from 'staff' or not ${options.leaveGathered ?? false}::boolean)
      order by id limit 10 for update skip locked)
    update mail_outbox m set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${lease})
    from due where m.id = due.id
    returning m.id, kind, locale, recipient, payload, message_key, created_at, attempts, care, client,
      extract(epoch from now() - created_at)::float8 / 86400 as age_days
  `
  let sent = 0
  const since = performance.now()
  const due = mails.sort((a, b) => a.id - b.id)
  for (const [index, mail] of due.entries()) {
    if (performance.now() - since > lastBegin * 1000) {
      await giveBack(
        db,
        due.slice(index).map(({ id }) => id),
      )
      break
    }
    if (await sendOne(db, mail, options)) sent += 1
  }
  return sent
}

/** Mails whose turn did not come: they wait as if nobody had taken them. */
async function giveBack(db: Database, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set((build) => ({ leased_until: null, attempts: build('attempts', '-', 1) }))
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute()
}

async function sendOne(db: Database, mail: LeasedMail, options: MailSending): Promise<boolean> {
  try {
    const { id, care, recipient, client } = mail
    if (care !== null && care !== 'staff' && options.admit) {
      const admitted = await options.admit({ id, care, recipient, client })
      if (!admitted.ok) {
        await holdBack(db, mail, admitted.seconds, options.log)
        return false
      }
    }
    const letter = await options.write(waitingOf(mail))
    await options.transport.send(await envelopeOf(mail, options), letter)
    await noteSent(db, mail.id, letter)
    return true
  } catch (error) {
    await noteFailure(db, mail, error, options.log)
    return false
  }
}

export function waitingOf({ id, kind, locale, recipient, payload, created_at }: LeasedMail): WaitingMail {
  return { id, kind, locale, recipient, payload, createdAt: created_at }
}

export async function envelopeOf(mail: LeasedMail, { from }: Pick<MailSending, 'from'>): Promise<Envelope> {
  return {
    key: mail.message_key,
    from: await from(),
    to: mail.recipient,
    date: mail.created_at,
    language: mail.locale,
  }
}

/**
 * A mail over its budget waits, and that is no failed try: it is late, and only lost when that lasts as long as a mail
 * is tried. Those that wait for the same hour do not all wake at once.
 */
async function holdBack(db: Database, mail: LeasedMail, seconds: number, log: Log): Promise<void> {
  const givenUp = mail.age_days > maxDays
  // Staff see it among the unsent; a line for each would let visitors fill the log.
  log[givenUp ? 'error' : 'debug'](
    { mail: mail.id, kind: mail.kind, givenUp },
    'a mail waits: too many were caused at once',
  )
  await sql`
    update mail_outbox set leased_until = null, attempts = attempts - 1,
      next_try_at = now() + make_interval(secs => ${seconds} + random() * 120),
      last_error = 'held back: visitors cause more mails at once than go out',
      given_up_at = ${givenUp ? sql`now()` : null}
    where id = ${mail.id} and erased_at is null
  `.execute(db)
}

export async function noteFailure(db: Database, mail: LeasedMail, error: unknown, log: Log): Promise<void> {
  const refused = error instanceof MailFault && error.final
  const givenUp = refused ? mail.attempts >= maxRefusals : mail.age_days > maxDays
  // 5 s, 10 s, 20 s … 10 minutes: soon after a server is back, without hammering at it.
  const wait = Math.min(600, 5 * 2 ** Math.min(mail.attempts - 1, 10))
  // What this release cannot write a newer process may, so it is tried again; staff learn of it at once.
  log[givenUp || error instanceof UnwritableMail ? 'error' : 'warn'](
    { err: error, mail: mail.id, kind: mail.kind, givenUp },
    'a mail was not sent',
  )
  await sql`
    update mail_outbox set leased_until = null, next_try_at = now() + make_interval(secs => ${wait}),
      last_error = ${String((error as Error).message).slice(0, 1000)},
      given_up_at = ${givenUp ? sql`now()` : null}
    where id = ${mail.id} and erased_at is null
  `.execute(db)
}

/** Mails that wait or were given up, with the reason, newest first: for the office. */
export async function unsentMails(db: Database) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'created_at', 'attempts', 'next_try_at', 'last_error', 'given_up_at'])
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(200)
    .$narrowType<{ recipient: string }>()
    .execute()
}

/** The mails that went out last, newest first: for the office. */
export async function sentMails(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'sent_at', 'subject', 'attachments'])
    .where('sent_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .$narrowType<{ recipient: string }>()
    .execute()
}

/** Lets a mail that was given up, or waits for its next try, be sent at once. Returns whether there is such a mail. */
export async function sendAgain(db: Database, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mail_outbox set next_try_at = now(), given_up_at = null, admitted_at = coalesce(admitted_at, now()), created_at = case when given_up_at is null
      then created_at else now() end
    where id = ${id} and sent_at is null and withdrawn_at is null and erased_at is null
  `.execute(db)
  return numAffectedRows > 0n
}

/** Takes a mail back that could not be sent: nobody gets it any more, and nobody is asked about it. */
export async function giveUpMail(
  db: Database,
  id: number,
): Promise<'given-up' | 'no-such-mail' | 'being-sent'> {
  const waiting = () => sql`id = ${id} and sent_at is null and withdrawn_at is null and erased_at is null`
  const { numAffectedRows = 0n } = await sql`
    update mail_outbox set withdrawn_at = now(), given_up_at = coalesce(given_up_at, now()), leased_until = null
    where ${waiting()} and (leased_until is null or leased_until <= now())
  `.execute(db)
  if (numAffectedRows > 0n) return 'given-up'
  const { rows } = await sql`select from mail_outbox where ${waiting()}`.execute(db)
  return rows.length > 0 ? 'being-sent' : 'no-such-mail'
}

/** Mails that were taken back before they went out, newest first: for the office. */
export async function withdrawnMails(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'withdrawn_at'])
    .where('withdrawn_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('withdrawn_at', 'desc')
    .limit(limit)
    .$narrowType<{ recipient: string }>()
    .execute()
}

/**
 * Takes back the mails that tell of an entry, as far as they have not gone out. One that is being sent at this moment
 * counts as sent; kinds to `keep` go out in any case. Returns whether anybody has been told.
 */
export async function withdrawMails(
  db: Database,
  cause: string,
  keep: readonly string[] = [],
): Promise<{ told: boolean }> {
  await sql`
    update mail_outbox set withdrawn_at = now()
    where cause = ${cause} and sent_at is null and withdrawn_at is null and kind <> all(${keep})
      and (leased_until is null or leased_until <= now())
  `.execute(db)
  const told = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('cause', '=', cause)
    .where((build) => build.or([build('sent_at', 'is not', null), build('leased_until', '>', now)]))
    .executeTakeFirst()
  return { told: told !== undefined }
}

/** Lets the mails that wait for their minutes to pass go out at once; `about` is part of what they need. */
export async function releaseMails(db: Database, about: Record<string, unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mail_outbox set next_try_at = now()
    where cause is not null and payload @> ${JSON.stringify(about)}::jsonb and attempts = 0 and next_try_at > now()
      and sent_at is null and given_up_at is null and withdrawn_at is null
  `.execute(db)
  return Number(numAffectedRows)
}
