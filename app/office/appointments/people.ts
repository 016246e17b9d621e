import type { Database } from '#app/platform/database/database.ts'
import { may } from '#app/shop/staff/permissions.ts'

/** Whoever may receive somebody: accounts in use that see the calendar, by name. */
export async function peopleOf(db: Database): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('staff_member')
    .select(['id', 'name', 'role'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.filter(({ role }) => may(role, 'appointments.see')).map(({ id, name }) => ({ id, name }))
}
