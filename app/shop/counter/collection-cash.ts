import type { Database } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { judgeCounterCash } from './counter-cash.ts'
import { metalCentsOf } from './counter-lines.ts'

export type CollectionCashRefused = { ok: false; reason: 'cash-forbidden' | 'cash-needs-identity' }

/**
 * Whether an order may be paid in cash as it is collected, `cents` now and what was paid of it in cash before: the limits
 * are those of sales at the counter, and its money counts together with them. Where whoever pays had to be identified it is
 * paid otherwise: an order has no record of a document. Null: it may.
 */
export async function refuseCollectionCash(
  db: Database,
  order: Pick<OrderView, 'id' | 'invoiceAddress'>,
  cents: number,
  { secret, settings }: { secret: Secret; settings: Pick<Settings, 'buying'> },
): Promise<CollectionCashRefused | null> {
  const pieces = await db
    .selectFrom('order_line as l')
    .innerJoin('product as p', 'p.id', 'l.product_id')
    .select(['p.kind', 'l.price_cents as cents'])
    .where('l.order_id', '=', order.id)
    .execute()
  const clock = await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()
  const cash = await judgeCounterCash(db, {
    // What was paid before is among the linked deals.
    deal: { total: cents, metals: Math.min(cents, metalCentsOf(pieces)) },
    party: order.invoiceAddress,
    now: clock.now,
    secret,
    settings,
  })
  if (!cash.allowed) return { ok: false, reason: 'cash-forbidden' }
  return cash.needs === 'complete' ? { ok: false, reason: 'cash-needs-identity' } : null
}
