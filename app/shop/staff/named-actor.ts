import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, text, value } from '#app/platform/database/statement.ts'
import { asStaff } from './change-record.ts'

/** Who a command acts for: an account, or a name that no account has (`id` null). */
export type NamedActor = { id: number | null; name: string }

/** The account that can be signed in with and has this address or name; null: none, or several have the name. */
export async function accountNamed(
  db: Database,
  named: string,
): Promise<{ id: number; name: string } | null> {
  const wanted = named.trim().toLowerCase()
  const found = await db
    .selectFrom('staff_member')
    .select(['id', 'name', value(bool)`lower(email) = ${wanted}`.as('by_email')])
    .where('disabled_at', 'is', null)
    .where((row) =>
      row.or([row(value(text)`lower(email)`, '=', wanted), row(value(text)`lower(name)`, '=', wanted)]),
    )
    .execute()
  const [only, ...more] = found.some(({ by_email }) => by_email) ? found.filter((row) => row.by_email) : found
  return only && more.length === 0 ? { id: only.id, name: only.name } : null
}

/** Whoever a command names: the account of that name or address where there is one. */
export async function actorNamed(db: Database, named: string): Promise<NamedActor> {
  return (await accountNamed(db, named)) ?? { id: null, name: named }
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
