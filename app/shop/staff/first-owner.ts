import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addStaff } from './accounts.ts'
import { createLink } from './links.ts'

/** Of processes that start at the same time one makes the account. Any fixed number. */
const firstOwnerLock = 140_141

const names: Readonly<Record<Locale, string>> = { de: 'Inhaber', en: 'Owner' }

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
    const added = await addStaff(transaction, {
      name: names[locale],
      email: contact.email,
      role: 'owner',
      locale,
    })
    return added.ok ? createLink(transaction, { staffId: added.id, purpose: 'set-up' }) : null
  })
}
