import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from './database/database.ts'
import type { Letter } from './mail.ts'

/** Notes a mail as sent, with all that went out: it is read, and sent once more, as it was. */
export async function noteSent(db: Database, id: number, letter: Letter): Promise<void> {
  const { subject, html, plain, attachments, replyTo, answers, byHand, unsubscribe } = letter
  const headers = JSON.stringify({ replyTo, answers, byHand, unsubscribe })
  // One statement: what lies between the mail server's word and ours is the window in which a mail goes out twice.
  await sql`
    with sent as (
      update mail_outbox set sent_at = now(), leased_until = null, last_error = null, client = null, subject = ${subject},
        html = ${html}, plain = ${plain}, attachments = ${attachments.map(({ filename }) => filename)},
        headers = ${headers}::jsonb
      where id = ${id} and erased_at is null returning id
    )
    insert into mail_file (mail_id, position, filename, content_type, content)
    select sent.id, file.place - 1, file.filename, file.content_type, file.content
    from sent, unnest(
      ${attachments.map(({ filename }) => filename)}::text[],
      ${attachments.map(({ contentType }) => contentType)}::text[],
      ${attachments.map(({ content }) => content)}::bytea[]
    ) with ordinality as file (filename, content_type, content, place)
    on conflict do nothing
  `.execute(db)
}

const headersOf = z.object({
  replyTo: z.string().optional(),
  answers: z.array(z.string()).optional(),
  byHand: z.boolean().optional(),
  unsubscribe: z.string().optional(),
})

/** A mail as it went out, with its files; null: it did not, or its time is over. */
export async function sentLetter(db: Database, id: number): Promise<Letter | null> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'html', 'plain', 'headers'])
    .where('id', '=', id)
    .where('sent_at', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (mail?.subject == null || mail.html === null || mail.plain === null) return null
  const files = await db
    .selectFrom('mail_file')
    .select(['filename', 'content_type as contentType', 'content'])
    .where('mail_id', '=', id)
    .orderBy('position')
    .execute()
  const { replyTo, answers, byHand, unsubscribe } = headersOf.parse(mail.headers)
  return {
    ...{ subject: mail.subject, html: mail.html, plain: mail.plain, attachments: files },
    ...(replyTo !== undefined && { replyTo }),
    ...(answers && { answers }),
    ...(byHand && { byHand }),
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}
