import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { createLink } from './links.ts'

/** Of processes that start at the same time one makes the account. Any fixed number. */
const firstOwnerLock = 140_141

const names: Readonly<Record<Locale, string>> = { de: 'Inhaber', en: 'Owner' }

/** Whether a name was given by the shop for want of one, not by whoever bears it. */
export const isPlaceholderName = (name: string) => Object.values(names).includes(name)

/**
 * For a shop that nobody can sign in to yet: a token of a link that sets up its owner's account, which is made where
 * there is none. One that was made before ends. Null where somebody has set up an account.
 */
export async function linkForFirstOwner(db: Database, locale: Locale): Promise<string | null> {
  return together(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${firstOwnerLock})`.execute(transaction)
    const members = await transaction
      .selectFrom('staff_member')
      .select(['id', 'role', 'password_hash'])
      .orderBy('id')
      .execute()
    if (members.some(({ password_hash }) => password_hash !== null)) return null
    const owner = members.find(({ role }) => role === 'owner')
    if (owner) return createLink(transaction, { staffId: owner.id, purpose: 'set-up' })
    if (members.length > 0) return null
    const { contact } = await readSettings(transaction)
    // Not by `addStaff`: until the owner says theirs, the address may be the placeholder of an empty shop.
    const { id: staffId } = await transaction
      .insertInto('staff_member')
      .values({ name: names[locale], email: contact.email, role: 'owner', locale })
      .returning('id')
      .executeTakeFirstOrThrow()
    return createLink(transaction, { staffId, purpose: 'set-up' })
  })
}
