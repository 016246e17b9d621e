import { sessionCookieName } from '#app/office/session-cookie.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { startSession } from '#app/shop/staff/sessions.ts'

/** A new account of a role, signed in: the cookie of its browser. */
export async function staffCookie(db: Database, role: StaffRole): Promise<string> {
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: role, email: `${crypto.randomUUID()}@staff.example`, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await startSession(db, { staffId: id, browser: 'a test' })
  return `${sessionCookieName}=${token}`
}
