import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, json, now, query, timestamptz } from '#app/platform/database/statement.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import type { Changes } from './save-piece.ts'

const changes = z.record(z.string(), z.strictObject({ from: z.string(), to: z.string() }))

/** What somebody typed into a piece and has not saved, with the version of the piece that they began from. */
export type Draft = { version: number; changes: Changes; savedAt: Date }

/** Keeps what was typed; nothing typed is no draft. Answers when, by the database's clock; null: there is none. */
export async function keepDraft(
  db: Database,
  { id: staffId }: Pick<StaffActor, 'id'>,
  id: string,
  draft: Omit<Draft, 'savedAt'>,
): Promise<Date | null> {
  if (Object.keys(draft.changes).length === 0) {
    await dropDraft(db, { id: staffId }, id)
    return null
  }
  const content = {
    version: draft.version,
    changes: JSON.stringify(draft.changes),
    saved_at: now,
  }
  const { saved_at } = await db
    .insertInto('piece_draft')
    .values({ staff_id: staffId, product_id: id, ...content })
    .onConflict((conflict) => conflict.columns(['staff_id', 'product_id']).doUpdateSet(content))
    .returning('saved_at')
    .executeTakeFirstOrThrow()
  return saved_at
}

/** What was typed is given up. */
export async function dropDraft(
  db: Database,
  { id: staffId }: Pick<StaffActor, 'id'>,
  id: string,
): Promise<void> {
  await db.deleteFrom('piece_draft').where('staff_id', '=', staffId).where('product_id', '=', id).execute()
}

/** One's own draft of a piece. */
export async function findDraft(
  db: Database,
  { id: staffId }: Pick<StaffActor, 'id'>,
  id: string,
): Promise<Draft | null> {
  const [row] = await query(db, { version: int8, changes: json(changes), saved_at: timestamptz })`
    select version, changes, saved_at from piece_draft where staff_id = ${staffId} and product_id = ${id}
  `
  return row ? { version: row.version, changes: row.changes, savedAt: row.saved_at } : null
}
