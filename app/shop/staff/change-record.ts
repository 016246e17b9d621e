import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'

/** Whoever changes something: a member of staff, by account; histories name them as well. */
export type StaffActor = { id: number; name: string }

/** What records of changes are about; `piece` includes its photos, stones, defects, documents and checks. */
export type Subject = {
  subject:
    | 'piece'
    | 'setting'
    | 'branch'
    | 'payout-rate'
    | 'staff'
    | 'saved-view'
    | 'reservation'
    | 'appointment'
    | 'absence'
    | 'enquiry'
    | 'answer-template'
    | 'person'
    | 'bank-line'
    | 'withdrawal'
  id: string
}

/**
 * Does `work` in one transaction in somebody's name: the database itself records every row that it changes (the audit
 * trail: table `change_record`, trigger function `record_change()` of db/migrations/0139_staff.sql), and histories of
 * states name them. Inside a transaction it joins that one.
 */
export async function asStaff<Result>(
  db: Database,
  { id, name }: StaffActor,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return together(db, async (transaction) => {
    await sql`select set_config('shop.staff', ${String(id)}, true), set_config('shop.actor', ${`staff:${name}`}, true)`.execute(
      transaction,
    )
    return work(transaction)
  })
}

/**
 * The number of the newest recorded change of something; 0 where nothing was changed by staff yet. `part`: of the rows of
 * one table alone.
 */
export async function versionOf(
  db: Database,
  { subject, id }: Subject,
  { part = null }: { part?: string | null } = {},
): Promise<number> {
  const [row] = await query(db, { version: int8 })`
    select coalesce(max(id), 0) as version from change_record
    where subject = ${subject} and subject_id = ${id} and (${part}::text is null or part = ${part})
  `
  return row?.version ?? 0
}

export type RecordedChange = {
  version: number
  at: Date
  /** Without the `staff:` of histories; null: the shop itself. */
  by: string | null
  staffId: number | null
  /** Table, and which of several rows. */
  part: string
  partId: string | null
  operation: 'insert' | 'update' | 'delete'
  /** Columns that changed, as JSON; null where the row was not there. */
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** What was changed since a version, oldest first: what a save that began there has to be compared with. */
export async function changesSince(
  db: Database,
  { subject, id }: Subject,
  version: number,
  { limit = 1000 } = {},
): Promise<RecordedChange[]> {
  const rows = await db
    .selectFrom('change_record')
    .select(['id', 'at', 'actor', 'staff_id', 'part', 'part_id', 'operation', 'before', 'after'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('id', '>', version)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    version: row.id,
    at: row.at,
    by: row.actor?.replace(/^staff:/, '') ?? null,
    staffId: row.staff_id,
    part: row.part,
    partId: row.part_id,
    operation: row.operation as RecordedChange['operation'],
    before: row.before as RecordedChange['before'],
    after: row.after as RecordedChange['after'],
  }))
}

/** Who changed a part of something last, and when: one row of a table. Nulls where staff never did. */
export async function lastChangeOf(
  db: Database,
  { subject, id }: Subject,
  { part, partId }: { part: string; partId: string },
): Promise<{ by: string | null; at: string | null }> {
  const row = await db
    .selectFrom('change_record')
    .select(['at', 'actor'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('part', '=', part)
    .where('part_id', '=', partId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { by: row?.actor?.replace(/^staff:/, '') ?? null, at: row?.at.toISOString() ?? null }
}
