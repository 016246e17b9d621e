import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { json, query } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import { photosIn, sellPhotoFile, sellPhotoVariant } from '#app/shop/buying/sell-request-photos.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import type { RecordRef } from './record-kinds.ts'

/** A record with all that is kept of it, as JSON carries it: amounts in cents, moments as ISO 8601. */
type Exported = Readonly<Record<string, unknown>>

/** Everything that is kept of somebody. */
export type PersonExport = {
  /** Of this shape of file. */
  format: 'person-export'
  version: 1
  made: string
  note: string
  orders: Exported[]
  sellRequests: Exported[]
  enquiries: Exported[]
  appointments: Exported[]
  reservations: Exported[]
  alerts: Exported[]
  withdrawals: Exported[]
  mails: Exported[]
  photos: { sellRequest: string; name: string; type: string; base64: string }[]
}

const rows = async (db: Database, statement: ReturnType<typeof sql>): Promise<Exported[]> => {
  const found = await query(db, {
    row: json(z.record(z.string(), z.unknown())),
  })`select to_jsonb(x) as row from (${statement}) x`
  return found.map(({ row }) => row)
}

/**
 * Everything that is kept of somebody (Art. 15 and 20 GDPR): what they ordered or bought at the counter, offered, asked and
 * wish for, when they came or had a piece kept, what was noted about it, what was written to them, and the photos that they
 * sent. Of identification records it says that and how they showed who they are; the sealed
 * copy of the document is not among it. Neither is what a law forbids to tell (§ 47 GwG): whether a deal is being looked at,
 * and notes about that. Writes down who made it.
 */
export async function exportPerson(
  db: Database,
  { links, note, of }: { links: readonly RecordRef[]; note: string; of: string },
  { files, now, by }: { files: Files; now: Date; by: StaffActor },
): Promise<PersonExport> {
  const ids = (kind: RecordRef['kind']) =>
    sql`any(${links.filter((each) => each.kind === kind).map(({ ref }) => ref)}::bigint[])`
  const [orders, sellRequests, enquiries, appointments, reservations, alerts, withdrawals, mails] =
    await Promise.all([
      rows(db, ordersOf(ids('order'))),
      rows(db, requestsOf(ids('sell-request'))),
      rows(db, enquiriesOf(ids('enquiry'))),
      rows(db, appointmentsOf(sql`a.id = ${ids('appointment')}`)),
      rows(db, reservationsOf(ids('reservation'))),
      rows(
        db,
        sql`select path as "wish", email, locale as language, created_at as "createdAt", confirmed_at as "confirmedAt"
      from stock_alert where id = ${ids('alert')} order by id`,
      ),
      rows(
        db,
        sql`select received_at as "receivedAt", name, email, contract, comment from withdrawal
      where id = ${ids('withdrawal')} order by id`,
      ),
      rows(db, mailsOf(ids)),
    ])
  const photos = await photosOf(db, files, links)
  await asStaff(db, by, (transaction) =>
    noteStaffAct(transaction, { kind: 'people', about: `data of person ${of} exported`, by: by.name }),
  )
  return {
    ...{ format: 'person-export', version: 1, made: now.toISOString(), note },
    ...{ orders, sellRequests, enquiries, appointments, reservations, alerts, withdrawals, mails, photos },
  }
}

const ordersOf = (ids: ReturnType<typeof sql>) => sql`
  select o.number, o.placed_at as "placedAt", o.status, o.email, o.phone, o.invoice_address as "invoiceAddress", o.delivery,
    o.payment, o.note, o.vat_id as "vatId", o.total_cents as "totalCents", o.tracking, o.locale as language,
    (select jsonb_agg(jsonb_build_object('piece', l.product_id, 'name', l.piece -> 'name', 'brand', l.piece -> 'brand',
      'priceCents', l.price_cents) order by l.position) from order_line l where l.order_id = o.id) as pieces,
    (select jsonb_agg(jsonb_build_object('at', s.at, 'to', s.to_status) order by s.id) from order_status_change s
      where s.order_id = o.id) as history,
    (select jsonb_agg(jsonb_build_object('at', m.at, 'direction', m.direction, 'channel', m.channel, 'amountCents',
      m.amount_cents, 'reference', m.reference, 'reason', m.reason) order by m.id) from money m where m.order_id = o.id) as money,
    (select jsonb_agg(jsonb_build_object('number', i.number, 'kind', i.kind, 'issuedAt', i.issued_at) order by i.id)
      from invoice i where i.order_id = o.id) as invoices,
    (select jsonb_agg(jsonb_build_object('kind', c.kind, 'text', c.text, 'givenAt', c.given_at)) from order_consent c
      where c.order_id = o.id) as consents,
    (select jsonb_agg(jsonb_build_object('receivedAt', w.received_at, 'comment', w.comment, 'pieces', w.pieces) order by w.id)
      from withdrawal w where w.order_id = o.id) as withdrawals,
    (select jsonb_build_object('branch', s.branch_id, 'soldAt', s.sold_at, 'means', s.means, 'reference', s.reference)
      from counter_sale s where s.order_id = o.id) as "counterSale",
    (select jsonb_agg(jsonb_build_object('document', i.document_kind, 'number', i.document_masked, 'checkedAt', i.checked_at)
      order by i.id) from identification i where i.order_id = o.id and i.erased_at is null) as identifications,
    (select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'piece', e.detail -> 'piece', 'reason', e.reason)
      order by e.id) from order_entry e where e.order_id = o.id and e.reason is not null) as reasons,
    (select jsonb_agg(jsonb_build_object('at', e.at, 'before', e.detail -> 'before', 'after', e.detail -> 'after')
      order by e.id) from order_entry e where e.order_id = o.id and e.kind = 'address' and e.detail <> '{}') as "addressChanges",
    (select jsonb_agg(jsonb_build_object('at', n.at, 'text', n.text) order by n.id) from order_note n
      where n.order_id = o.id) as notes
  from shop_order o where o.id = ${ids} order by o.id`

const requestsOf = (ids: ReturnType<typeof sql>) => sql`
  select r.number, r.submitted_at as "submittedAt", case when r.status <> 'compliance_hold' then r.status end as status,
    r.kind, r.details, r.valuation, r.way, r.name, r.email, r.phone, r.address, r.consent_version as "consentVersion",
    r.parcel_in as "parcelIn", r.parcel_out as "parcelOut",
    (select jsonb_agg(jsonb_build_object('at', m.at, 'from', m.sender, 'text', m.text) order by m.id) from sell_message m
      where m.request_id = r.id) as messages,
    (select jsonb_agg(jsonb_build_object('at', f.made_at, 'kind', f.kind, 'fromCents', f.from_cents, 'toCents', f.to_cents,
      'note', f.note, 'validUntil', f.valid_until, 'answer', f.answer) order by f.id) from sell_offer f
      where f.request_id = r.id) as offers,
    (select jsonb_agg(to_jsonb(x)) from (${appointmentsOf(sql`a.request_id = r.id`)}) x) as appointments,
    (select jsonb_agg(jsonb_build_object('number', b.number, 'paidAt', b.paid_at, 'means', b.means, 'totalCents',
      b.total_cents, 'cancelledAt', b.cancelled_at) order by b.id) from purchase b where b.request_id = r.id) as purchases,
    (select jsonb_agg(jsonb_build_object('document', i.document_kind, 'number', i.document_masked, 'checkedAt', i.checked_at)
      order by i.id) from identification i where i.request_id = r.id and i.erased_at is null) as identifications
  from sell_request r where r.id = ${ids} order by r.id`

const enquiriesOf = (ids: ReturnType<typeof sql>) => sql`
  select m.id as number, m.received_at as "receivedAt", m.source, m.name, m.email, m.phone, m.subject, m.message, m.piece,
    m.locale as language,
    (select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'subject', e.subject, 'text', e.text) order by e.id)
      from enquiry_entry e where e.message_id = m.id) as entries
  from contact_message m where m.id = ${ids} order by m.id`

const appointmentsOf = (which: ReturnType<typeof sql>) => sql`
  select a.id as number, a.kind, a.branch_id as branch, a.starts_at as "startsAt", a.ends_at as "endsAt", a.piece_id as piece,
    a.more_pieces as "otherPieces", a.by_video as "byVideo", a.video_link as "videoLink",
    a.name, a.email, a.phone, a.about, a.note, a.forced_because as "because", a.made_at as "createdAt", a.came_at as "cameAt",
    a.missed_at as "missedAt", a.cancelled_at as "cancelledAt", a.cancel_reason as reason, a.locale as language
  from appointment a where ${which} order by a.id`

const reservationsOf = (ids: ReturnType<typeof sql>) => sql`
  select v.product_id as piece, v.branch_id as branch, v.name, v.email, v.phone, v.note, v.made_at as "createdAt", v.until,
    v.ended_at as "endedAt", v.outcome, v.locale as language
  from reservation v where v.id = ${ids} order by v.id`

/** Mails to them: those to staff are not theirs. */
const mailsOf = (ids: (kind: RecordRef['kind']) => ReturnType<typeof sql>) => sql`
  select m.recipient as "to", m.kind, m.subject, m.created_at as "writtenAt", m.sent_at as "sentAt", m.plain as text,
    m.attachments
  from mail_outbox m
  where m.erased_at is null and m.kind not like 'staff-%' and (
    m.payload ? 'order' and (m.payload ->> 'order')::bigint = ${ids('order')}
    or m.payload ? 'withdrawal' and (m.payload ->> 'withdrawal')::bigint in (
      select id from withdrawal where order_id = ${ids('order')} or id = ${ids('withdrawal')})
    or m.payload ? 'sell' and (m.payload ->> 'sell')::bigint = ${ids('sell-request')}
    or m.payload ? 'message' and not m.payload ? 'sell' and (m.payload ->> 'message')::bigint = ${ids('enquiry')}
    or m.payload ? 'appointment' and not m.payload ? 'sell' and (m.payload ->> 'appointment')::bigint in (
      select id from appointment where id = ${ids('appointment')} or request_id = ${ids('sell-request')})
    or m.payload ? 'reservation' and (m.payload ->> 'reservation')::bigint = ${ids('reservation')}
    or m.payload ? 'token' and m.payload ->> 'token' in (select token from stock_alert where id = ${ids('alert')}))
  order by m.id`

/** A photo that somebody sent, of which request. */
type SentPhoto = { number: string; folder: string; id: string }

async function sentPhotos(db: Database, links: readonly RecordRef[]): Promise<SentPhoto[]> {
  const requests = links.filter(({ kind }) => kind === 'sell-request').map(({ ref }) => ref)
  if (requests.length === 0) return []
  const folders = await db
    .selectFrom('sell_request')
    .select(['number', 'folder'])
    .where('id', 'in', requests)
    .where('folder', 'is not', null)
    .execute()
  const found: SentPhoto[] = []
  for (const { number, folder } of folders)
    if (folder !== null) for (const { id } of await photosIn(db, folder)) found.push({ number, folder, id })
  return found
}

async function photosOf(
  db: Database,
  files: Files,
  links: readonly RecordRef[],
): Promise<PersonExport['photos']> {
  const found: PersonExport['photos'] = []
  for (const { number, ...photo } of await sentPhotos(db, links)) {
    const file = await sellPhotoFile(files, photo)
    if (!file) continue
    const base64 = Buffer.from(await file.bytes()).toString('base64')
    found.push({ sellRequest: number, name: `${number}-${photo.id}.jpg`, type: 'image/jpeg', base64 })
  }
  return found
}

/** The photos that somebody sent, small enough for paper (640 pixels wide, JPEG), each with the name that the export gives it. */
export async function photosForPaper(
  db: Database,
  files: Files,
  links: readonly RecordRef[],
): Promise<{ name: string; jpeg: Buffer }[]> {
  const found: { name: string; jpeg: Buffer }[] = []
  for (const { number, ...photo } of await sentPhotos(db, links)) {
    const variant = await sellPhotoVariant(files, photo, 640)
    if (variant) found.push({ name: `${number}-${photo.id}.jpg`, jpeg: variant })
  }
  return found
}
