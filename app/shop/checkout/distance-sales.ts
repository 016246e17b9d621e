import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { TaxPlace } from './tax-place.ts'
import type { DistanceSales } from './tax-treatment.ts'
import type { TaxMode } from './types.ts'

const sums = { this_year: int8, last_year: int8 }

/**
 * What the shop sold to consumers of other member states in this year and the last, where it makes a difference to these
 * pieces; nothing is asked otherwise. Orders that came to nothing do not count. The transaction of an order has waited for
 * others that count before (`distanceSalesInTurn`), so that of two at once the second knows of the first.
 */
export async function distanceSales(
  db: Database,
  {
    place,
    vatIdCountry,
    pieces,
    tax,
  }: {
    place: TaxPlace
    vatIdCountry: string | null
    pieces: readonly { taxMode: TaxMode }[]
    tax: Settings['tax']
  },
): Promise<DistanceSales> {
  const none = { ...tax, thisYearCents: 0, lastYearCents: 0 }
  const counts = mayCount(place, vatIdCountry) && pieces.some(({ taxMode }) => taxMode === 'standard_19')
  if (!counts) return none
  const [row] = await query(db, sums)`
    select coalesce(sum(distance_net_cents) filter (where placed_at >= y.begun), 0)::int8 as this_year,
      coalesce(sum(distance_net_cents) filter (where placed_at < y.begun), 0)::int8 as last_year
    from (select date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' as begun,
        (date_trunc('year', now() at time zone 'Europe/Berlin') - interval '1 year') at time zone 'Europe/Berlin' as before) y
      left join shop_order o on o.distance_net_cents > 0 and o.placed_at >= y.before
        and o.status not in ('expired', 'cancelled', 'conflict_refunded')
  `
  return { ...none, thisYearCents: row?.this_year ?? 0, lastYearCents: row?.last_year ?? 0 }
}

const mayCount = (place: TaxPlace, vatIdCountry: string | null) =>
  place.area === 'union' && vatIdCountry === null

/**
 * For the statement that locks the pieces of an order (`p`), which is the one before `distanceSales` asks: waits for
 * other orders that count, where this one does.
 */
export function distanceSalesInTurn(place: TaxPlace, vatIdCountry: string | null) {
  return sql`case when ${mayCount(place, vatIdCountry)}::boolean and p.tax_mode = 'standard_19'
    then pg_advisory_xact_lock(hashtext('distance sales')) is null end`
}
