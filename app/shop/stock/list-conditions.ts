import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { unlessBeingRead } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { findStockNumbers } from '#app/shop/catalogue/search.ts'
import { splitQuery } from '#app/shop/catalogue/search-words.ts'
import { hashSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { allOf } from '#app/shop/lists/asked-conditions.ts'
import type { ListQuestion, SortKey, Span } from './list-question.ts'

/** A condition or an expression over `stock_entry e`. */
type Sql = RawBuilder<unknown>

/** Fewer signs are no serial number. */
const shortestSerial = 4

/**
 * Stock numbers that a search in the office finds, each once: first the piece whose stock or serial number it is, then what
 * the shop finds in its order, then those of the pieces that the shop does not show which hold every word, the newest first.
 * `null`: nothing was searched.
 */
export async function searchedNumbers(db: Database, words: string, secret: Secret): Promise<number[] | null> {
  if (words.trim() === '') return null
  const exact = await piecesOfNumber(db, words, secret)
  // While the shop's index is being read, its pieces are found by their words as the others are.
  const found = await unlessBeingRead(findStockNumbers(db, words, { plainly: exact.length > 0 }), null)
  const notShown = found ? sql`e.status not in ('listed', 'reserved', 'sold')` : sql`true`
  const others = await query(db, { number: int4 })`
    select e.number from stock_entry e where ${notShown} and ${holdingWords(words)} order by e.number desc`
  return [...new Set([...exact, ...(found ?? []), ...others.map(({ number }) => number)])]
}

/** From here on they are looked up one by one while a list is read, instead of by an index. */
const manyNumbers = 1_000
/** More are not held in memory (`work_mem`), and would be gone through for every piece. */
const tooManyNumbers = 200_000

/** Pieces with one of these stock numbers. */
export function amongNumbers(numbers: readonly number[]): Sql {
  // Written as one text: the driver writes an array's elements one by one, which takes longer than to read them.
  const array = `{${numbers.join()}}`
  if (numbers.length < manyNumbers) return sql`e.number = any (${array}::int[])`
  // As rows: of an array every element is weighed when the statement is planned.
  const among = sql`e.number in (select unnest(${array}::int[]))`
  // No join, before which a list in the order of an index would be read whole: `is true` leaves it a condition.
  return numbers.length < tooManyNumbers ? sql`(${among}) is true` : among
}

/** Pieces that hold every word, by an index: each word is a condition of its own, for one of all words has none. */
export function holdingWords(words: string): Sql {
  const chunks = splitQuery(words)
  const parts = [...new Set(chunks.flatMap((chunk) => chunk.parts))]
  if (parts.length === 0) return sql`false`
  const holdAll = (some: readonly string[]) => allOf(some.map((part) => sql`e.words like ${`%${part}%`}`))
  return sql`((${holdAll(parts)}) or (${holdAll(chunks.map(({ whole }) => whole))}))`
}

/** The piece with this stock number, and those with this serial number; by their stock numbers. */
async function piecesOfNumber(db: Database, words: string, secret: Secret): Promise<number[]> {
  const mayBeSerial = words.replace(/[^\p{L}\p{N}]/gu, '').length >= shortestSerial
  const hash = mayBeSerial ? hashSerial(words, secret) : null
  const rows = await query(db, { number: int4 })`
    select number from stock_entry where product_id = ${words.trim()}
    union select e.number from product_staff s join stock_entry e using (product_id)
      where s.serial_hash = ${hash}::bytea`
  return rows.map(({ number }) => number)
}

const inStock = sql`e.status not in ('sold', 'withdrawn', 'melted')`
const day = 86_400_000

/** @param seesCost whoever may not see costs cannot find them out by filters either */
export function filterConditions(
  question: ListQuestion,
  { now, seesCost }: { now: Date; seesCost: boolean },
): Sql[] {
  const { statuses, kinds, branches, brands, days, price, cost, missing, cameBack, held } = question
  const conditions: Sql[] = []
  if (statuses.length > 0) conditions.push(sql`e.status = any (${statuses})`)
  if (kinds.length > 0) conditions.push(sql`e.kind = any (${kinds})`)
  if (branches.length > 0) {
    const without = branches.includes('none') ? sql` or e.branch_id is null` : sql``
    conditions.push(sql`(e.branch_id = any (${branches})${without})`)
  }
  if (brands.length > 0)
    conditions.push(sql`e.brand_id in (select id from brand where slug = any (${brands}))`)
  if (days) {
    conditions.push(sql`e.status in ('listed', 'reserved')`)
    const before = (count: number) => new Date(now.getTime() - count * day)
    // Whole days: 3 days is from 72 hours on, and ends before 96.
    if (days.from !== null) conditions.push(sql`e.on_sale_since <= ${before(days.from)}`)
    if (days.to !== null) conditions.push(sql`e.on_sale_since > ${before(days.to + 1)}`)
  }
  conditions.push(...within(sql`e.price_cents`, price))
  if (seesCost) conditions.push(...within(sql`e.cost_cents`, cost))
  if (missing.includes('any')) conditions.push(sql`e.missing <> '{}'`)
  else if (missing.length > 0) conditions.push(sql`e.missing && ${missing}::text[]`, inStock)
  if (cameBack) conditions.push(sql`e.came_back`)
  if (held) conditions.push(sql`e.product_id in (select product_id from claim where held_until > now())`)
  return conditions
}

function within(cents: Sql, span: Span | null): Sql[] {
  if (!span) return []
  const { from, to } = span
  return [
    ...(from === null ? [] : [sql`${cents} >= ${from}::bigint * 100`]),
    ...(to === null ? [] : [sql`${cents} <= ${to}::bigint * 100`]),
  ]
}

/** What a column is sorted by; `whole`: as a whole number of at most 34 bits. What is unknown comes last either way. */
type SortedBy = { value: Sql } | { whole: Sql }

export function sortedBy(by: SortKey, { locale, now }: { locale: 'de' | 'en'; now: Date }): SortedBy {
  const columns: Record<SortKey, SortedBy> = {
    name: { value: locale === 'de' ? sql`e.name_de` : sql`e.name_en` },
    number: { value: sql`e.number` },
    kind: { whole: sql`array_position(array['watch', 'jewellery', 'bullion'], e.kind)` },
    branch: {
      whole: sql`array_position((select array_agg(id order by id collate "C") from branch), e.branch_id)`,
    },
    price: { value: sql`e.price_cents` },
    cost: { whole: sql`e.cost_cents` },
    margin: { value: sql`(e.price_cents - e.cost_cents)::float8 / e.price_cents` },
    // Seconds that it is, or was, on sale.
    days: {
      whole: sql`extract(epoch from case when e.status = 'sold' then e.sold_at else ${now}::timestamptz end
        - e.on_sale_since)`,
    },
    status: {
      whole: sql`array_position(array['draft', 'intake', 'preparing', 'returned', 'listed', 'reserved', 'sold',
        'withdrawn', 'melted'], e.status)`,
    },
    acquired: { whole: sql`e.acquired_on - date '2000-01-01'` },
    changed: { value: sql`e.changed_at` },
  }
  return columns[by]
}

/** Of the others, columns that hold something for each piece: one index serves both their directions. */
export const alwaysKnown: ReadonlySet<SortKey> = new Set(['name', 'number', 'changed'])
