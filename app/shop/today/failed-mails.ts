import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { giveUpMail, sendAgain } from '#app/platform/mail-outbox.ts'
import type { MailKind } from '#app/shop/mail-kinds.ts'
import { onOneLine } from '#app/shop/mails/read-mails.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'

/** A mail that could not be sent. */
export type FailedMail = {
  id: number
  kind: string
  recipient: string
  createdAt: Date
  attempts: number
  /** When it is tried again; null: it was given up. */
  nextTryAt: Date | null
  /** What the mail server said: its words, on one line. */
  error: string
}

/** Mails of some kinds whose last try failed and that have not been sent since, newest first; how many, and the first. */
export async function failedMails(
  db: Database,
  { limit, kinds }: { limit: number; kinds: readonly MailKind[] },
): Promise<{ count: number; rows: FailedMail[] }> {
  const rows = await query(db, {
    ...{ id: int8, kind: text, recipient: text, createdAt: timestamptz, attempts: int4 },
    ...{ nextTryAt: timestamptz, error: nullable(text), over: bool, count: int8 },
  })`
    select id, kind, recipient, created_at as "createdAt", attempts, next_try_at as "nextTryAt", last_error as error,
      given_up_at is not null as over, count(*) over () as count
    from mail_outbox
    where sent_at is null and withdrawn_at is null and erased_at is null
      and (given_up_at is not null or last_error is not null) and kind = any(${[...kinds]}::text[])
    order by id desc limit ${limit}
  `
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ nextTryAt, error, over, count: _, ...mail }) => ({
      ...mail,
      nextTryAt: over ? null : nextTryAt,
      error: onOneLine(error ?? ''),
    })),
  }
}

export type MailAnswer = { ok: true } | { ok: false; reason: 'no-such-mail' | 'being-sent' }

/** Has a mail sent at once that was given up, or waits for its next try. */
export async function retryMail(db: Database, id: number, by: StaffActor): Promise<MailAnswer> {
  return asStaff(db, by, async (transaction) => {
    if (!(await sendAgain(transaction, id))) return { ok: false, reason: 'no-such-mail' }
    await noteStaffAct(transaction, { kind: 'mails', about: `mail ${id} tried again`, by: by.name })
    return { ok: true }
  })
}

/**
 * Has a mail never sent; one that is being sent at this moment cannot be stopped. `seen`: when it was to be tried again, as
 * `FailedMail` says it: not over the head of somebody who has just had it sent once more.
 */
export async function dropMail(
  db: Database,
  id: number,
  seen: Pick<FailedMail, 'nextTryAt'>,
  by: StaffActor,
): Promise<MailAnswer | { ok: false; reason: 'changed' }> {
  return asStaff(db, by, async (transaction) => {
    const mail = await transaction
      .selectFrom('mail_outbox')
      .select(['given_up_at', 'next_try_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const nextTryAt = mail?.given_up_at ? null : mail?.next_try_at
    if (mail && nextTryAt?.getTime() !== seen.nextTryAt?.getTime()) return { ok: false, reason: 'changed' }
    const done = await giveUpMail(transaction, id)
    if (done !== 'given-up') return { ok: false, reason: done }
    await noteStaffAct(transaction, { kind: 'mails', about: `mail ${id} not sent any more`, by: by.name })
    return { ok: true }
  })
}
