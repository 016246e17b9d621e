import { sql } from 'kysely'

const cameBack = sql`exists (select from product_status_change s where s.product_id = p.id and s.event = 'take-back')`

/** Whether it was not put on sale since: one that was, and was taken off sale, has nothing to do with its return. */
const isBack = sql`exists (select from product_status_change s where s.product_id = p.id and s.event = 'take-back'
  and not exists (select from product_status_change l
    where l.product_id = p.id and l.event = 'list' and l.id > s.id))`

/**
 * Whether a piece is with us to be examined again, of `product p`: it was sold, came back, and is not on sale yet. Its
 * page stays, and it is nowhere else. Only what was sold is ever taken back.
 */
export const isExamined = sql`(p.status in ('returned', 'intake', 'preparing') and ${isBack})`

/** What a piece last cost while it is examined again: staff may have taken its price away meanwhile. */
export const lastPrice = sql`coalesce(p.price_cents,
  (select h.price_cents from price_history h where h.product_id = p.id order by h.since desc limit 1))`

/** Whether the public finds a page of `product p`: it is shown, or examined again and still described. */
export const hasPage = sql`(p.status in ('listed', 'reserved', 'sold')
  or (${isExamined} and p.condition is not null and ${lastPrice} is not null))`

/** Whether the public was ever shown `product p`: one that comes back after a sale forgets when it was listed. */
export const wasShown = sql`(p.listed_at is not null or p.status in ('listed', 'reserved', 'sold') or ${cameBack})`
