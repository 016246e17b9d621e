import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'

export const labelFileKinds = ['pdf', 'png'] as const
export type LabelFileKind = (typeof labelFileKinds)[number]

/** The label of a parcel to us as a file of the carrier's, which goes with the mail about it. */
export type LabelFile = { kind: LabelFileKind; content: Uint8Array }

/** A mail with more is refused by some servers; bytes. */
export const largestLabelFile = 5_000_000

const signatures: Record<LabelFileKind, readonly number[]> = {
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
}

/** What a file is by its first bytes, whatever it is called. */
export function readLabelFile(
  content: Uint8Array,
): { ok: true; file: LabelFile } | { ok: false; reason: 'empty' | 'too-large' | 'no-label' } {
  if (content.byteLength === 0) return { ok: false, reason: 'empty' }
  if (content.byteLength > largestLabelFile) return { ok: false, reason: 'too-large' }
  const kind = labelFileKinds.find((each) => signatures[each].every((byte, at) => content[at] === byte))
  return kind ? { ok: true, file: { kind, content } } : { ok: false, reason: 'no-label' }
}

/** What the parcel is about. */
type Parcel = { request: number } | { order: number }

const columnsOf = (parcel: Parcel) =>
  'request' in parcel
    ? { request_id: parcel.request, order_id: null }
    : { request_id: null, order_id: parcel.order }

/** Keeps the file of a parcel's label in place of the former one; `null`: the label has none. */
export async function keepLabelFile(db: Database, parcel: Parcel, file: LabelFile | null): Promise<void> {
  await forgetLabelFile(db, parcel)
  if (file === null) return
  const { kind, content } = file
  await db
    .insertInto('label_file')
    .values({ ...columnsOf(parcel), kind, content: Buffer.from(content) })
    .execute()
}

export async function findLabelFile(db: Database, parcel: Parcel) {
  const { request_id, order_id } = columnsOf(parcel)
  const row = await db
    .selectFrom('label_file')
    .select(['kind', 'content'])
    .where((where) => where.or([where('request_id', '=', request_id), where('order_id', '=', order_id)]))
    .executeTakeFirst()
  return row ?? null
}

export async function forgetLabelFile(db: Database, parcel: Parcel): Promise<void> {
  const { request_id, order_id } = columnsOf(parcel)
  await db
    .deleteFrom('label_file')
    .where((where) => where.or([where('request_id', '=', request_id), where('order_id', '=', order_id)]))
    .execute()
}

/**
 * Erases label files whose purpose is over: the parcel is here, or no longer awaited, and no mail with it waits to be
 * sent. Returns how many.
 */
export async function eraseLabelFiles(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from label_file f where (
      exists (select from sell_request r where r.id = f.request_id and (r.status <> 'label_sent' or r.here_since is not null))
      or exists (select from shop_order o where o.id = f.order_id and o.status <> 'withdrawal_requested')
    ) and not exists (
      select from mail_outbox m
      where m.sent_at is null and m.given_up_at is null and m.withdrawn_at is null and m.erased_at is null
        and (m.kind = 'sell-label' and m.payload ->> 'sell' = f.request_id::text
          or m.kind = 'return-label' and m.payload ->> 'order' = f.order_id::text))
  `.execute(db)
  return Number(numAffectedRows)
}
