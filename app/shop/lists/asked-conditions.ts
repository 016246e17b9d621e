import { type RawBuilder, sql } from 'kysely'
import { type DateSpan, rowsOfPage } from './list-shape.ts'

/** Text as `ilike` takes it, anywhere in a column; signs of patterns are what they are. */
export const anywhere = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a moment lies on one of the days, in Germany. */
export function onDays(moment: RawBuilder<unknown>, { from, to }: DateSpan): RawBuilder<unknown> {
  return sql`(${from}::date is null or ${moment} >= (${from}::date::timestamp at time zone 'Europe/Berlin'))
    and (${to}::date is null or ${moment} < ((${to}::date + 1)::timestamp at time zone 'Europe/Berlin'))`
}

/** All conditions at once; none: everything. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` and `,
      )

/** All rows of a list for a file: page after page, until one is not full. */
export async function* inBatches<Found>(page: (offset: number) => Promise<Found[]>): AsyncIterable<Found[]> {
  for (let offset = 0; ; offset += rowsOfPage) {
    const rows = await page(offset)
    if (rows.length > 0) yield rows
    if (rows.length < rowsOfPage) return
  }
}

/**
 * Whether what is said of somebody has these words, or the telephone number that they are, however it is written. `said` is
 * in small letters; `from`: so many digits are one.
 */
export function saying(
  { words }: { words: string },
  { said, digits, from = 5 }: { said: RawBuilder<unknown>; digits: RawBuilder<unknown>; from?: number },
): RawBuilder<unknown> {
  const number = words.replace(/^(\+|00)49/, '0').replace(/\D/g, '')
  return number.length >= from && /^[\d\s()+/.-]+$/.test(words)
    ? sql`(${said} like ${anywhere(words.toLowerCase())} or ${digits} like ${`%${number.replace(/^0/, '')}%`})`
    : sql`${said} like ${anywhere(words.toLowerCase())}`
}
