import type { Database } from '#app/platform/database/database.ts'
import type { Subject } from '../staff/change-record.ts'
import { type Difference, differences } from './differences.ts'

export type SettingChange = {
  at: Date
  /** Null: the shop itself. */
  by: string | null
  subject: Subject
  operation: 'insert' | 'update' | 'delete'
  changes: Difference[]
}

/** What was changed of settings, branches and payout rates, newest first, field by field. */
export async function settingHistory(
  db: Database,
  subjects: readonly Subject[],
  { limit }: { limit: number },
): Promise<SettingChange[]> {
  const rows = await db
    .selectFrom('change_record')
    .select(['at', 'actor', 'subject', 'subject_id', 'operation', 'before', 'after'])
    .where((where) =>
      where.or(
        subjects.map(({ subject, id }) =>
          where.and([where('subject', '=', subject), ...(id === '' ? [] : [where('subject_id', '=', id)])]),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    by: row.actor?.replace(/^staff:/, '') ?? null,
    subject: { subject: row.subject, id: row.subject_id } as Subject,
    operation: row.operation as SettingChange['operation'],
    changes: differences(valueIn(row.before), valueIn(row.after)),
  }))
}

/** A setting's value lies in one column, a branch in many, which are called as its fields are. */
export function valueIn(columns: unknown): unknown {
  const row = columns as Record<string, unknown> | null
  if (!row || row.value !== undefined) return row?.value
  const { postal_code: postalCode, ...rest } = row
  return postalCode === undefined ? rest : { ...rest, postalCode }
}

/** Former notes of the commands: who loaded settings or put a notice, without what changed; newest first. */
export async function formerSettingActs(db: Database, { limit }: { limit: number }) {
  return db
    .selectFrom('staff_act')
    .select(['about', 'by', 'at'])
    .where('kind', 'in', ['settings', 'guarantee-notice'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
