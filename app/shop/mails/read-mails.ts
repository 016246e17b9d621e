import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  int4,
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { areaOfMail, areasSeenBy, isReadable, isRepeatable, type MailArea } from './mail-areas.ts'

/** `withdrawn`: never sent, by intent; `erased`: nothing is kept of it but its kind and its times. */
export const mailStates = ['waiting', 'failed', 'sent', 'withdrawn', 'erased'] as const
export type MailState = (typeof mailStates)[number]

/** The state of a row `m` of `mail_outbox`, as SQL. */
export const mailStateSql = sql`case
  when m.erased_at is not null then 'erased' when m.withdrawn_at is not null then 'withdrawn'
  when m.sent_at is not null then 'sent' when m.given_up_at is not null or m.last_error is not null then 'failed'
  else 'waiting' end`

/** The same by state, as indexes of mails tell them apart (0236_lists_of_much_trade.sql). */
export const mailStateConditions: Record<MailState, RawBuilder<unknown>> = {
  erased: sql`m.erased_at is not null`,
  withdrawn: sql`m.erased_at is null and m.withdrawn_at is not null`,
  sent: sql`m.erased_at is null and m.withdrawn_at is null and m.sent_at is not null`,
  failed: sql`m.erased_at is null and m.withdrawn_at is null and m.sent_at is null
    and (m.given_up_at is not null or m.last_error is not null)`,
  waiting: sql`m.erased_at is null and m.withdrawn_at is null and m.sent_at is null
    and m.given_up_at is null and m.last_error is null`,
}

/** Columns of a mail in a list, of a row `m` of `mail_outbox`. */
export const listedMailColumns = {
  id: int8,
  kind: text,
  recipient: nullable(text),
  subject: nullable(text),
  state: oneOf(mailStates),
  createdAt: timestamptz,
  sentAt: nullable(timestamptz),
}

/** A mail in a list. */
export type ListedMail = Row<typeof listedMailColumns> & { area: MailArea }

const shown = {
  ...listedMailColumns,
  locale: text,
  attempts: int4,
  nextTryAt: timestamptz,
  error: nullable(text),
  givenUpAt: nullable(timestamptz),
  withdrawnAt: nullable(timestamptz),
  html: nullable(text),
  plain: nullable(text),
  files: int8,
  filenames: texts,
  copyOf: nullable(text),
  repeated: int8,
  order: nullable(text),
  sellRequest: nullable(text),
  enquiry: nullable(text),
  tokens: nullable(text),
}

/** What a row `m` of `mail_outbox` is about. */
const aboutWhat = sql`left join withdrawal w on w.id = (m.payload ->> 'withdrawal')::bigint
  left join shop_order o on o.id = coalesce((m.payload ->> 'order')::bigint, w.order_id)
  left join sell_request r on r.id = (m.payload ->> 'sell')::bigint
  left join appointment a on a.id = (m.payload ->> 'appointment')::bigint
  left join sell_request s on s.id = a.request_id`
/** Keys that its links may have. */
const keysInLinks = sql`nullif(concat_ws(' ', o.token, r.token, a.token, s.token, m.payload ->> 'token'), '')`

/** What is said, without keys. */
function hide(tokens: string | null, said: string): string {
  const hidden = (tokens ?? '').split(' ').filter((token) => token.length >= 16)
  return hidden.reduce((left, token) => left.replaceAll(token, '…'), said)
}

/** A mail as the office shows it. */
export type ShownMail = ListedMail & {
  locale: string
  attempts: number
  givenUpAt: Date | null
  /** When it is tried next; null: it is not. */
  nextTryAt: Date | null
  /** What the mail server said last, on one line. */
  error: string | null
  withdrawnAt: Date | null
  /** As it went out; null where it did not, or is not shown. */
  content: { html: string; plain: string } | null
  /** Why there is no content: it is yet to be written, may be read by nobody, or is no longer kept. */
  without: 'not-written' | 'opens-account' | 'erased' | null
  /** Names of what was attached; `kept`: whether the files can be opened, which those of earlier releases cannot. */
  attachments: { names: string[]; kept: boolean }
  /** The mail that it repeats, and how many times it was repeated itself. */
  copyOf: number | null
  repeated: number
  repeatable: boolean
  /** What it is about, by the number or id in addresses of the office. */
  about: { order: string | null; sellRequest: string | null; enquiry: string | null }
}

/**
 * A mail as it went out, if somebody in a role may read it. Keys in its links, which would let whoever has them act as its
 * recipient, are hidden. Null: there is no such mail, or it is about what they may not see.
 */
export async function readMail(
  db: Database,
  id: number,
  { role }: { role: StaffRole },
): Promise<ShownMail | null> {
  const [row] = await query(db, shown)`
    select m.id, m.kind, m.recipient, m.subject, ${mailStateSql} as state, m.created_at as "createdAt",
      m.sent_at as "sentAt", m.locale, m.attempts, m.next_try_at as "nextTryAt", m.last_error as error,
      m.given_up_at as "givenUpAt", m.withdrawn_at as "withdrawnAt", m.html, m.plain,
      (select count(*) from mail_file f where f.mail_id = m.id) as files,
      m.attachments as filenames, m.payload ->> 'copyOf' as "copyOf",
      (select count(*) from mail_outbox c where c.reason like 'again:' || m.id || ':%') as repeated,
      o.number as order, r.number as "sellRequest",
      case when not m.payload ? 'sell' then (select e.id::text from contact_message e
        where e.id::text = m.payload ->> 'message') end as enquiry,
      ${keysInLinks} as tokens
    from mail_outbox m ${aboutWhat}
    where m.id = ${id}
  `
  if (!row || !areasSeenBy(role).includes(areaOfMail(row.kind))) return null
  const {
    html,
    plain,
    error,
    nextTryAt,
    files,
    filenames,
    tokens,
    copyOf,
    order,
    sellRequest,
    enquiry,
    ...mail
  } = row
  const { state } = mail
  const isShown = isReadable(mail.kind) && html !== null && plain !== null
  return {
    ...mail,
    area: areaOfMail(mail.kind),
    nextTryAt: (state === 'waiting' || state === 'failed') && mail.givenUpAt === null ? nextTryAt : null,
    error: error === null ? null : onOneLine(error),
    content: isShown ? { html: hide(tokens, html), plain: hide(tokens, plain) } : null,
    without: isShown ? null : whyWithout(mail.kind, state),
    attachments: { names: filenames, kept: files > 0 },
    copyOf: copyOf === null ? null : Number(copyOf),
    repeated: mail.repeated,
    repeatable: state === 'sent' && html !== null && isRepeatable(mail.kind),
    about: { order, sellRequest, enquiry },
  }
}

const whyWithout = (kind: string, state: MailState) => {
  if (state === 'erased') return 'erased'
  return isReadable(kind) ? 'not-written' : 'opens-account'
}

/** Servers answer with what they like: no control characters, no length without end. */
export const onOneLine = (said: string) =>
  said
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** A file that went out with a mail, as the mail is shown; null: there is none, or the mail may not be read. */
export async function mailFile(
  db: Database,
  { id, position }: { id: number; position: number },
  { role }: { role: StaffRole },
): Promise<{ filename: string; contentType: string; content: Buffer } | null> {
  const file = await db
    .selectFrom('mail_file as f')
    .innerJoin('mail_outbox as m', 'm.id', 'f.mail_id')
    .select(['f.filename', 'f.content_type as contentType', 'f.content', 'm.kind'])
    .where('f.mail_id', '=', id)
    .where('f.position', '=', position)
    .executeTakeFirst()
  if (!file || !isReadable(file.kind) || !areasSeenBy(role).includes(areaOfMail(file.kind))) return null
  if (!file.contentType.startsWith('text/')) return file
  // A calendar file has the link of its appointment, over more than one line where it is long.
  const [about] = await query(db, { tokens: nullable(text) })`
    select ${keysInLinks} as tokens from mail_outbox m ${aboutWhat} where m.id = ${id}`
  const unfolded = file.content.toString('utf8').replaceAll('\r\n ', '')
  return { ...file, content: Buffer.from(hide(about?.tokens ?? null, unfolded)) }
}
