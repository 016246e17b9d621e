import { sql } from 'kysely'
import { timeZone } from '#app/language/formats.ts'

const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' })

/**
 * The next invoice number, order number or number of a purchase receipt: the next of its series of this year, as part of
 * a statement: `2026-00042`. Gapless, for it goes back with the transaction that fails. The reference numbers of
 * requests to sell and of melting lots come from here, too. A prefix is put before it where it is used:
 * `orders.invoicePrefix` in `accept-order.ts`, `buying.requestPrefix` in `sell-request.ts`. `now` is the database's.
 */
export const nextNumberInSeries = (
  series: 'order' | 'invoice' | 'sell' | 'receipt' | 'melt',
  now: Date,
) => sql`
  insert into counter (series, value) values (${`${series}-${year.format(now)}`}, 1)
  on conflict (series) do update set value = counter.value + 1
  returning right(series, 4) || '-' || lpad(value::text, greatest(5, length(value::text)), '0') as number`
