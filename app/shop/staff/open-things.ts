import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { now, query, text } from '#app/platform/database/statement.ts'
import type { StaffActor } from './change-record.ts'

/** What several may change, by its kind and id: `piece/10482`, `setting/vacation`. */
export const openThing = z
  .string()
  .max(100)
  .regex(/^[a-z-]+\/[a-z0-9-]+$/)

/** Says that somebody has it open, and who else has: those who said so within the last 40 seconds. */
export async function openedThing(
  db: Database,
  { id: staffId }: Pick<StaffActor, 'id'>,
  thing: string,
): Promise<string[]> {
  await db
    .insertInto('open_thing')
    .values({ thing, staff_id: staffId })
    .onConflict((conflict) => conflict.columns(['thing', 'staff_id']).doUpdateSet({ last_seen_at: now }))
    .execute()
  const rows = await query(db, { name: text })`
    select s.name from open_thing o join staff_member s on s.id = o.staff_id
    where o.thing = ${thing} and o.staff_id <> ${staffId} and o.last_seen_at > now() - interval '40 seconds'
    order by s.name
  `
  return rows.map(({ name }) => name)
}

/** It was closed again; what was left open long ago by whomever is forgotten with it. */
export async function closedThing(
  db: Database,
  { id: staffId }: Pick<StaffActor, 'id'>,
  thing: string,
): Promise<void> {
  await query(db, {})`
    delete from open_thing where thing = ${thing} and staff_id = ${staffId} or last_seen_at < now() - interval '1 day'
  `
}
