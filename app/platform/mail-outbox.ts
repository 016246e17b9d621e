import { sql } from 'kysely'
import type { Database } from './database/database.ts'

/** A mail to be sent after the transaction that writes it. */
export type OutgoingMail = {
  /** What happened and to whom, `order:42:confirmation`: the same reason twice is one mail. */
  reason: string
  /** Which template. */
  kind: string
  locale: 'de' | 'en'
  recipient: string
  /** What the template needs; parsed by it. */
  payload: Record<string, unknown>
}

/** Puts mails into the outbox with one statement; use the transaction that gives reason for them. */
export async function enqueueMails(db: Database, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return
  await sql`${insertMails(mails)}`.execute(db)
}

/** The statement of `enqueueMails`, to be part of another one. */
export function insertMails(mails: readonly OutgoingMail[]) {
  return sql`
    insert into mail_outbox (reason, kind, locale, recipient, payload)
    select reason, kind, locale, recipient, payload
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as m (reason text, kind text, locale text, recipient text, payload jsonb)
    on conflict (reason) do nothing`
}
