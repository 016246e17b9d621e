import { formatPrice } from '#app/language/formats.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import type { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { readListedPieces } from '#app/shop/stock/list-pieces.ts'
import { contactSubjects } from './contact-fields.ts'
import { enquiryVersion } from './deal-with-enquiry.ts'
import { enquirySources, enquiryStates } from './enquiry-states.ts'
import type { TemplateValues } from './template-text.ts'

const columns = {
  ...{ id: int8, receivedAt: timestamptz, locale: oneOf(locales), name: text, email: nullable(text) },
  ...{ phone: nullable(text), subject: oneOf(contactSubjects), message: text, piece: nullable(text) },
  ...{ state: oneOf(enquiryStates), source: oneOf(enquirySources), assigneeId: nullable(int4) },
  ...{ assignee: nullable(text), enteredBy: nullable(text) },
}

const entryColumns = {
  ...{ id: int8, at: timestamptz, kind: oneOf(['answer', 'reply', 'note']), by: text, staffId: int4 },
  ...{ locale: nullable(oneOf(locales)), subject: nullable(text), text, mail: nullable(int8) },
  mailState: nullable(oneOf(['waiting', 'failed', 'sent', 'withdrawn', 'erased'])),
}

const earlierColumns = {
  ...{ id: int8, receivedAt: timestamptz, subject: oneOf(contactSubjects), state: oneOf(enquiryStates) },
  ...{ message: text, piece: nullable(text) },
}

/** An enquiry with all that belongs to it; null: there is none of that number, or it was forgotten. */
export async function readEnquiry(db: Database, id: number, { staffId }: { staffId: number }) {
  const [enquiry] = await query(db, columns)`
    select m.id, m.received_at as "receivedAt", m.locale, m.name, m.email, m.phone, m.subject, m.message, m.piece, m.state,
      m.source, m.assignee_id as "assigneeId", a.name as assignee, e.name as "enteredBy"
    from contact_message m left join staff_member a on a.id = m.assignee_id
      left join staff_member e on e.id = m.entered_by
    where m.id = ${id}
  `
  if (!enquiry) return null
  const [version, entries, earlier, draft] = await Promise.all([
    enquiryVersion(db, id),
    query(db, entryColumns)`
      select e.id, e.at, e.kind, s.name as by, e.staff_id as "staffId", e.locale, e.subject, e.text, m.id as mail,
        case when m.id is null then null when m.erased_at is not null then 'erased'
          when m.withdrawn_at is not null then 'withdrawn' when m.sent_at is not null then 'sent'
          when m.given_up_at is not null or m.last_error is not null then 'failed' else 'waiting' end as "mailState"
      from enquiry_entry e join staff_member s on s.id = e.staff_id
        left join mail_outbox m on m.reason = 'contact:' || e.message_id || ':answer:' || e.id
      where e.message_id = ${id} order by e.id
    `,
    query(db, earlierColumns)`
      select m.id, m.received_at as "receivedAt", m.subject, m.state, left(m.message, 400) as message, m.piece
      from contact_message m, contact_message own
      where own.id = ${id} and m.id <> own.id
        and (lower(m.email) = lower(own.email) or m.phone = own.phone)
      order by m.id desc limit 20
    `,
    db
      .selectFrom('enquiry_draft')
      .select(['locale', 'subject', 'text'])
      .where('message_id', '=', id)
      .where('staff_id', '=', staffId)
      .executeTakeFirst(),
  ])
  return { ...enquiry, version, entries, earlier, draft: draft ?? null }
}

export type ShownEnquiry = NonNullable<Awaited<ReturnType<typeof readEnquiry>>>

/** The piece that an enquiry is about, as staff see it; null: it is about none, or there is none of that number. */
export async function pieceOfEnquiry(db: Database, id: string | null, { now }: { now: Date }) {
  const [piece] = id === null ? [] : await readListedPieces(db, [id], { now, seesCost: false })
  if (!piece) return null
  const { brand, name, reference, status, price, photo, photoWidth } = piece
  const photoAt = photo === null || photoWidth === null ? null : { id: photo, width: photoWidth }
  return { id: piece.id, brand, name, reference, status, price, photo: photoAt }
}

/** Statuses in which a price is one that somebody can pay. */
const onSale: readonly (typeof productStatuses)[number][] = ['listed', 'reserved']

/** What placeholders of templates stand for, in both languages. */
export async function valuesOfEnquiry(
  db: Database,
  { name, piece }: { name: string; piece: string | null },
  { now, siteUrl }: { now: Date; siteUrl: string },
): Promise<Record<Locale, TemplateValues>> {
  const [{ contact }, shown, cards] = await Promise.all([
    readSettings(db),
    pieceOfEnquiry(db, piece, { now }),
    piece === null ? [] : cardsWithPage(db, [piece], now),
  ])
  const valuesIn = (locale: Locale): TemplateValues => ({
    name,
    piece: shown && [shown.brand, shown.name[locale], `(${shown.id})`].filter(Boolean).join(' '),
    price: shown?.price != null && onSale.includes(shown.status) ? formatPrice(shown.price, locale) : null,
    link: cards[0]
      ? `${siteUrl}${pathTo(locale, 'product', { name: cards[0].slug[locale], id: cards[0].id })}`
      : null,
    hours: contact.hoursText[locale],
  })
  return { de: valuesIn('de'), en: valuesIn('en') }
}

/** Accounts that enquiries can be given to, by name. */
export async function assignees(db: Database) {
  return db
    .selectFrom('staff_member')
    .select(['id', 'name'])
    .where('disabled_at', 'is', null)
    .where('role', 'in', ['owner', 'sales', 'buyer'])
    .orderBy('name')
    .execute()
}
