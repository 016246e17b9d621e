import type { Database } from '#app/platform/database/database.ts'
import { query, uuid } from '#app/platform/database/statement.ts'

/** What was written about an enquiry, by its number; null: there is none. */
export async function findEntry(db: Database, id: number) {
  const entry = await db
    .selectFrom('enquiry_entry')
    .select(['id', 'locale', 'subject', 'text'])
    .where('id', '=', id)
    .executeTakeFirst()
  return entry ? { ...entry, locale: entry.locale ?? 'de' } : null
}

/**
 * Keys of the mails that whoever asked had of us before an answer, oldest first: the acknowledgement and former answers. Mail
 * programs tell by them what belongs together.
 */
export async function answerMailsBefore(
  db: Database,
  { message, entry }: { message: number; entry: number },
): Promise<string[]> {
  const rows = await query(db, { key: uuid })`
    select message_key as key from mail_outbox
    where payload ? 'message' and payload ->> 'message' = ${String(message)}
      and kind in ('contact-acknowledgement', 'enquiry-answer') and sent_at is not null and not payload ? 'copyOf'
      and coalesce((payload ->> 'entry')::bigint, 0) < ${entry}
    order by id
  `
  return rows.map(({ key }) => key)
}
