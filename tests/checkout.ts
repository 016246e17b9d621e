import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { addBranches } from './catalogue.ts'

/** Puts plain gold rings on the shelf, for tests that need many pieces and no photos. */
export async function addRings(
  db: Database,
  ids: readonly string[],
  { priceCents = 120_000, status = 'listed' as 'listed' | 'reserved' | 'sold' | 'draft' } = {},
) {
  await addBranches(db)
  await db
    .insertInto('product')
    .values(
      ids.map((id) => ({
        id,
        kind: 'jewellery' as const,
        status,
        name: JSON.stringify({ de: `Ring ${id}`, en: `Ring ${id}` }),
        slug_de: `ring-${id}`,
        slug_en: `ring-${id}`,
        price_cents: priceCents,
        tax_mode: 'margin_25a' as const,
        condition: 'very-good' as const,
        branch_id: 'koeln',
        jewellery_type: 'rings' as const,
        metal: 'yellow-gold' as const,
        fineness: 750,
        listed_at: new Date('2026-11-01T10:00:00Z'),
        sold_at: status === 'sold' ? new Date('2026-11-10T10:00:00Z') : null,
      })),
    )
    .execute()
}

/**
 * Lets time pass for the checkout: every deadline comes nearer and everything that happened lies further back, as
 * seen by the database's clock, which itself is left alone.
 */
export async function passMinutes(db: Database, minutes: number) {
  const columns = {
    claim: ['held_since', 'held_until', 'last_since', 'last_until'],
    shop_order: ['accepted_at', 'pay_by', 'expires_at', 'reminded_at'],
    online_payment: ['session_expires_at', 'look_at'],
    refund: ['due_at', 'next_try_at'],
    mail_outbox: ['next_try_at', 'leased_until'],
    rate_use: ['since'],
  }
  for (const [table, names] of Object.entries(columns)) {
    const changes = names.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(mins => ${minutes})`,
    )
    await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(db)
  }
}

/** The status of a piece as the catalogue has it. */
export async function statusOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('product').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return row.status
}
