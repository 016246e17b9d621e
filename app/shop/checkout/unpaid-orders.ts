import { type RawBuilder, sql } from 'kysely'
import { unknownClient } from '#app/platform/rate-limit.ts'

/** `foldAddress` of `app/platform/mail-budget.ts` in SQL, for addresses as our forms store them. */
const mailbox = (address: RawBuilder<unknown>) => sql`(
  regexp_replace(split_part(lower(${address}), '@', 1), '[+].*$|[.]', '', 'g') || '@'
  || regexp_replace(split_part(lower(${address}), '@', 2), '^googlemail[.]com$', 'gmail.com'))`

/** Whether an order `o` was written to the same mailbox, however its address was spelled. */
export const isToMailbox = (email: string) => sql`${mailbox(sql`o.email`)} = ${mailbox(sql`${email}::text`)}`

/**
 * How many orders a client has that wait for their money, or had within a day that ended without any; or, if they are
 * more, those to a mailbox; what staff enter does not count. Each is a piece kept from others and some mails to an address that somebody typed: whoever
 * cancels and orders again would fill it without end. Everybody of unknown address is one client: what ended there was
 * of many people.
 */
export function unpaidOrders(client: string | null, email: string): RawBuilder<unknown> {
  const isClient = sql`o.client = ${client}`
  const ofClient = client === unknownClient ? sql`${isClient} and o.status = 'awaiting_payment'` : isClient
  return sql`
    select greatest(count(*) filter (where ${ofClient}), count(*) filter (where ${isToMailbox(email)}))::int
    from shop_order o
    where o.client is not null and (o.status = 'awaiting_payment' or o.status in ('expired', 'cancelled')
      and o.placed_at > now() - interval '1 day' and not exists (select from money where order_id = o.id))`
}
