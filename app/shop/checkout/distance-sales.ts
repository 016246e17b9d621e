import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { TaxPlace } from './tax-place.ts'
import type { DistanceSales } from './tax-treatment.ts'
import type { TaxMode } from './types.ts'

const sums = { this_year: int8, last_year: int8 }

/**
 * What the shop sold to consumers of other member states in this year and the last, where it makes a difference to these
 * pieces; nothing is asked otherwise. Orders that came to nothing do not count. `isBinding`: within the transaction of an
 * order, which waits for others that count, so that of two at once the second knows of the first.
 */
export async function distanceSales(
  db: Database,
  {
    place,
    vatIdCountry,
    pieces,
    tax,
    isBinding,
  }: {
    place: TaxPlace
    vatIdCountry: string | null
    pieces: readonly { taxMode: TaxMode }[]
    tax: Settings['tax']
    isBinding: boolean
  },
): Promise<DistanceSales> {
  const none = { ...tax, thisYearCents: 0, lastYearCents: 0 }
  const counts =
    place.area === 'union' && vatIdCountry === null && pieces.some(({ taxMode }) => taxMode === 'standard_19')
  if (!counts) return none
  const [row] = await query(db, sums)`select this_year, last_year from distance_sales(${isBinding})`
  return { ...none, thisYearCents: row?.this_year ?? 0, lastYearCents: row?.last_year ?? 0 }
}
