import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { actorSetting, byShop, type OrderActor } from './order-actor.ts'

/**
 * Locks an order for the rest of the transaction. Whoever changes an order locks it first and its pieces afterwards,
 * so that payments, expiry and staff follow each other. `by` is who takes the steps of this transaction, for the
 * order's history. Returns the database's time, null when there is no such order.
 */
export async function lockOrder(
  db: Database,
  orderId: number,
  by: OrderActor = byShop,
): Promise<Date | null> {
  const rows = await query(db, { now: timestamptz, actor: text })`
    select now() as now, set_config('shop.actor', ${actorSetting(by)}, true) as actor
    from shop_order where id = ${orderId} for no key update`
  return rows[0]?.now ?? null
}

/** Lets go of an order's unsold pieces: they are on sale again. */
export async function releasePieces(db: Database, orderId: number): Promise<void> {
  await sql`
    with freed as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.order_id = ${orderId} order by c.product_id for update of c, p
    ), unlined as (
      update order_line set released_at = now() where order_id = ${orderId} and released_at is null
    ), unclaimed as (
      update claim c set order_id = null from freed where c.product_id = freed.product_id
    )
    update product p set status = 'listed' from freed where p.id = freed.product_id and p.status = 'reserved'
  `.execute(db)
}

/** Marks an order's pieces as sold. @throws when one is not reserved: then a claim was not kept. */
export async function sellPieces(db: Database, orderId: number): Promise<void> {
  const [row] = await query(db, { claimed: int4, sold: int4 })`
    with mine as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.order_id = ${orderId} order by c.product_id for update of c, p
    ), sold as (
      update product p set status = 'sold' from mine where p.id = mine.product_id and p.status = 'reserved' returning p.id
    )
    select (select count(*)::int from mine) as claimed, (select count(*)::int from sold) as sold
  `
  if (!row || row.claimed === 0 || row.sold !== row.claimed)
    throw new Error(`order ${orderId} does not have its pieces`)
}

/** Takes back that an order's pieces are sold: they wait with it for its money again. */
export async function unsellPieces(db: Database, orderId: number): Promise<void> {
  await sql`
    with mine as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.order_id = ${orderId} order by c.product_id for update of c, p
    )
    update product p set status = 'reserved', sold_at = null from mine where p.id = mine.product_id and p.status = 'sold'
  `.execute(db)
}

/**
 * Takes the pieces of a lapsed order again, all or none, when nobody else has any of them. Returns whether it did.
 */
export async function reclaimPieces(db: Database, orderId: number): Promise<boolean> {
  const rows = await query(db, { count: int4 })`
    with wanted as (select product_id from order_line where order_id = ${orderId}),
    free as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.product_id in (select product_id from wanted) and c.order_id is null
        and case when c.holder is null then p.status = 'listed' else p.status in ('listed', 'reserved') and c.held_until <= now() end
      order by c.product_id for update of c, p
    ), whole as (select (select count(*) from free) = (select count(*) from wanted) as yes),
    claimed as (
      update claim c set order_id = ${orderId}, holder = null, held_since = null, held_until = null
      from free where c.product_id = free.product_id and (select yes from whole)
      returning c.product_id
    ), lined as (
      update order_line set released_at = null where order_id = ${orderId} and (select yes from whole)
    ), shown as (
      update product p set status = 'reserved' from claimed where p.id = claimed.product_id and p.status = 'listed'
    )
    select count(*)::int as count from claimed
  `
  return (rows[0]?.count ?? 0) > 0
}

/** Sold pieces that came back: nobody's any more, and with the shop to be looked at and offered anew. */
export async function takePiecesBack(
  db: Database,
  orderId: number,
  { pieces, as }: { pieces: readonly string[]; as: 'returned' | 'intake' },
): Promise<void> {
  if (pieces.length === 0) return
  // Claims before products, as everywhere: a buyer who asks for the piece locks them in that order.
  await sql`
    select from claim c join product p on p.id = c.product_id
    where c.product_id = any(${pieces}) order by c.product_id for update of c, p`.execute(db)
  await sql`update product set status = 'returned' where id = any(${pieces}) and status = 'sold'`.execute(db)
  if (as === 'returned') return
  await sql`
    with unlined as (
      update order_line set released_at = now()
      where order_id = ${orderId} and product_id = any(${pieces}) and released_at is null
    ), unclaimed as (
      update claim set order_id = null where order_id = ${orderId} and product_id = any(${pieces})
    )
    update product set status = 'intake' where id = any(${pieces}) and status = 'returned'
  `.execute(db)
}
