import type { Database } from '#app/platform/database/database.ts'
import { bool, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { isExamined } from '#app/shop/catalogue/examined.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'

/** How long a sale at the counter keeps its pieces from the last one that was put in, minutes. */
export const counterMinutes = 30

/** What a sale at the counter holds pieces as. Tokens of visitors have no blank in them. */
export const counterHolder = (sale: string) => `counter ${sale}`

/** What a reservation holds its piece as. */
export const reservationHolder = (reservation: number) => `reservation ${reservation}`

/** Where whoever holds a piece stands: at the checkout of the shop's pages, at the counter, or a reservation. */
export const heldAt = ['checkout', 'counter', 'reservation'] as const
export type HeldAt = (typeof heldAt)[number]

/** Told by what a piece is held as: tokens of visitors have no blank in them. */
export const heldAtBy = (holder: string): HeldAt =>
  heldAt.find((place) => holder.startsWith(`${place} `)) ?? 'checkout'

/** Who has a piece that the counter cannot have now; nothing personal of a visitor who merely is at the checkout. */
export type WhoHasIt =
  | { reason: 'no-such-piece' | 'not-on-sale' | 'sold' | 'examined' }
  | { reason: 'held-online'; until: Date }
  | { reason: 'ordered'; order: string }
  /** `holder`: what is named to take it over from there. */
  | { reason: 'reserved'; holder: string; name: string; until: Date }
  | { reason: 'at-another-counter'; holder: string; until: Date }

export type HeldAtCounter = { ok: true } | ({ ok: false } & WhoHasIt)

/**
 * Puts a piece into the hold of a sale at the counter, whoever was first: a visitor at the checkout keeps it until their
 * hold ends, an order for good. From a reservation or another sale at the counter it is taken over by whoever names that
 * holder (`from`), for staff have both in their hands.
 */
export async function holdAtCounter(
  db: Database,
  { sale, piece, from = null }: { sale: string; piece: string; from?: string | null },
): Promise<HeldAtCounter> {
  const holder = counterHolder(sale)
  const mayBeTaken = from?.includes(' ') ? from : holder
  const [row] = await query(db, {
    status: nullable(oneOf(productStatuses)),
    taken: bool,
    holder: nullable(text),
    held_until: nullable(timestamptz),
    live: nullable(bool),
    order_number: nullable(text),
    examined: nullable(bool),
    reserved_for: nullable(text),
    reserved_until: nullable(timestamptz),
  })`
    with free as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.product_id = ${piece} and c.order_id is null
        and case when c.holder is null then p.status = 'listed'
          else p.status in ('listed', 'reserved') and (c.holder in (${holder}, ${mayBeTaken}) or c.held_until <= now()) end
      for update of c, p
    ), kept as (
      select max(until) as until from reservation where product_id = ${piece} and ended_at is null and until > now()
    ), taken as (
      -- A reservation that this sale does not end is there again when it comes to nothing.
      update claim c set holder = ${holder}, held_since = now(),
        held_until = greatest(now() + make_interval(mins => ${counterMinutes}), (select until from kept))
      from free where c.product_id = free.product_id returning c.product_id
    ), shown as (
      update product p set status = 'reserved' from taken where p.id = taken.product_id and p.status = 'listed'
    )
    select p.status, exists (select from taken) as taken, c.holder, c.held_until, c.held_until > now() as live,
      o.number as order_number, ${isExamined} as examined, r.name as reserved_for, r.until as reserved_until
    from (select ${piece}::text as id) w left join product p on p.id = w.id left join claim c on c.product_id = p.id
      left join shop_order o on o.id = c.order_id
      left join reservation r on r.product_id = p.id and r.ended_at is null and 'reservation ' || r.id = c.holder
  `
  if (!row || row.status === null) return { ok: false, reason: 'no-such-piece' }
  if (row.taken) return { ok: true }
  if (row.status === 'sold') return { ok: false, reason: 'sold' }
  if (row.order_number !== null) return { ok: false, reason: 'ordered', order: row.order_number }
  if (row.status !== 'listed' && row.status !== 'reserved')
    return { ok: false, reason: row.examined ? 'examined' : 'not-on-sale' }
  const until = row.held_until
  // Let go of while it was asked for: at the next try it is free.
  if (row.holder === null || until === null || !row.live) return { ok: false, reason: 'not-on-sale' }
  if (row.reserved_for !== null)
    return { ok: false, reason: 'reserved', holder: row.holder, name: row.reserved_for, until }
  return row.holder.startsWith('counter ')
    ? { ok: false, reason: 'at-another-counter', holder: row.holder, until }
    : { ok: false, reason: 'held-online', until }
}

/**
 * Lets go of what a sale at the counter holds, or of one piece of it: it is on sale again, or kept for whom it is
 * reserved as before.
 */
export async function releaseFromCounter(
  db: Database,
  { sale, piece = null }: { sale: string; piece?: string | null },
): Promise<void> {
  await query(db, { piece: text })`
    with mine as materialized (
      select c.product_id, r.id as reservation, r.until
      from claim c join product p on p.id = c.product_id
        left join reservation r on r.product_id = c.product_id and r.ended_at is null and r.until > now()
      where c.holder = ${counterHolder(sale)} and (${piece}::text is null or c.product_id = ${piece})
      order by c.product_id for update of c, p
    ), freed as (
      update claim c set holder = 'reservation ' || mine.reservation,
        held_since = case when mine.reservation is not null then now() end, held_until = mine.until
      from mine where c.product_id = mine.product_id
    ), shown as (
      update product p set status = 'listed' from mine
      where p.id = mine.product_id and p.status = 'reserved' and mine.reservation is null
    )
    select product_id as piece from mine
  `
}
