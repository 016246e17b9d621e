import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, value } from '#app/platform/database/statement.ts'
import { asStaff } from './change-record.ts'
import type { StaffRole } from './permissions.ts'

/** Who a command acts for: an account, or a name that no account has (`id` null). */
export type NamedActor = { id: number | null; name: string }

/**
 * The member of staff who can be signed in and has this address or name: null where none has it, or several have the
 * name. `isAnyoneSetUp`: whether there is any account that somebody has set up.
 */
export async function namedMember(
  db: Database,
  named: string,
): Promise<{ member: { id: number; name: string; role: StaffRole } | null; isAnyoneSetUp: boolean }> {
  const wanted = named.trim().toLowerCase()
  const found = await db
    .selectFrom('staff_member')
    .select(['id', 'name', 'role', value(bool)`password_hash is not null`.as('is_set_up')])
    .select([
      value(bool)`lower(email) = ${wanted}`.as('by_email'),
      value(bool)`lower(name) = ${wanted}`.as('by_name'),
    ])
    .where('disabled_at', 'is', null)
    .execute()
  const byEmail = found.filter((row) => row.by_email)
  const [only, ...more] = byEmail.length > 0 ? byEmail : found.filter((row) => row.by_name && row.is_set_up)
  return {
    member:
      only?.is_set_up && more.length === 0
        ? { id: only.id, name: only.name, role: only.role as StaffRole }
        : null,
    isAnyoneSetUp: found.some((row) => row.is_set_up),
  }
}

/** Does `work` in one transaction in the name of a command's actor; records of changes name them. */
export async function inTheNameOf<Result>(
  db: Database,
  { id, name }: NamedActor,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (id !== null) return asStaff(db, { id, name }, work)
  return together(db, async (transaction) => {
    await sql`select set_config('shop.actor', ${`staff:${name}`}, true)`.execute(transaction)
    return work(transaction)
  })
}
