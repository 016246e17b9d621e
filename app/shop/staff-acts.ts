import type { Database } from '#app/platform/database/database.ts'

/** What leaves no history of its own. */
export type StaffActKind = 'settings' | 'guarantee-notice' | 'content' | 'mails' | 'seals' | 'people'

/** Writes down who changed something, in the transaction that changes it where there is one. */
export async function noteStaffAct(
  db: Database,
  { kind, about, by }: { kind: StaffActKind; about: string; by: string },
): Promise<void> {
  await db.insertInto('staff_act').values({ kind, about, by }).execute()
}

/** What was done last, oldest first. */
export async function staffActs(db: Database, { limit }: { limit: number }) {
  const rows = await db
    .selectFrom('staff_act')
    .select(['kind', 'about', 'by', 'at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}
