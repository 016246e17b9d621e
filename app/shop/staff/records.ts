import type { Database } from '#app/platform/database/database.ts'
import type { RecordedChange } from './change-record.ts'

/** Changes to a page. */
const pageSize = 100

export type ListedRecord = RecordedChange & { subject: string; subjectId: string }

/**
 * What was changed, newest first, by subject, thing or person; `before`: the number of the oldest one shown. `more`: the
 * number to go on from, null at the end.
 */
export async function listRecords(
  db: Database,
  {
    subject,
    subjectId,
    staffId,
    before,
  }: { subject: string | null; subjectId: string | null; staffId: number | null; before: number | null },
): Promise<{ records: ListedRecord[]; more: number | null }> {
  let wanted = db
    .selectFrom('change_record')
    .select(['id', 'at', 'actor', 'staff_id', 'subject', 'subject_id', 'part', 'part_id', 'operation'])
    .select(['before', 'after'])
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (subject !== null) wanted = wanted.where('subject', '=', subject)
  if (subjectId !== null) wanted = wanted.where('subject_id', '=', subjectId)
  if (staffId !== null) wanted = wanted.where('staff_id', '=', staffId)
  if (before !== null) wanted = wanted.where('id', '<', before)
  const rows = await wanted.execute()
  const records = rows.slice(0, pageSize).map((row) => ({
    version: row.id,
    at: row.at,
    by: row.actor?.replace(/^staff:/, '') ?? null,
    staffId: row.staff_id,
    subject: row.subject,
    subjectId: row.subject_id,
    part: row.part,
    partId: row.part_id,
    operation: row.operation as RecordedChange['operation'],
    before: row.before as RecordedChange['before'],
    after: row.after as RecordedChange['after'],
  }))
  return { records, more: rows.length > pageSize ? (records.at(-1)?.version ?? null) : null }
}
