import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { unlessBeingRead } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { findStockNumbers } from '#app/shop/catalogue/search.ts'
import { splitQuery } from '#app/shop/catalogue/search-words.ts'
import { hashSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { allOf } from '#app/shop/lists/asked-conditions.ts'
import type { ListQuestion, SortKey, Span } from './list-question.ts'

/** A condition or an expression over `stock_entry e`. */
type Sql = RawBuilder<unknown>

/** What was searched: which pieces it finds, and which of them come first, by their numbers. */
export type Searched = { condition: Sql; first: readonly number[] }

/** Fewer signs are no serial number. */
const shortestSerial = 4

/**
 * What a search in the office finds: what the shop finds, of pieces that the shop does not show those that hold every
 * word, and the one whose serial number it is. `null`: nothing was searched.
 */
export async function searchedPieces(db: Database, words: string, secret: Secret): Promise<Searched | null> {
  if (words.trim() === '') return null
  const exact = await piecesOfNumber(db, words, secret)
  // While the shop's index is being read, its pieces are found by their words as the others are.
  const found = await unlessBeingRead(findStockNumbers(db, words, { plainly: exact.length > 0 }), null)
  const holds = holdingWords(words)
  const unlisted = found
    ? sql`case when e.status in ('listed', 'reserved', 'sold') then false else ${holds} end`
    : holds
  return {
    // As rows: of an array every element is weighed when the statement is planned, which for a common word takes longer than it.
    condition: sql`(e.number in (select unnest(${found ?? []}::int[])) or e.product_id = any (${exact}) or ${unlisted})`,
    first: [...exact.map(Number), ...(found ?? [])],
  }
}

/** Pieces that hold every word, by an index: each word is a condition of its own, for one of all words has none. */
export function holdingWords(words: string): Sql {
  const chunks = splitQuery(words)
  const parts = [...new Set(chunks.flatMap((chunk) => chunk.parts))]
  if (parts.length === 0) return sql`false`
  const holdAll = (some: readonly string[]) => allOf(some.map((part) => sql`e.words like ${`%${part}%`}`))
  return sql`((${holdAll(parts)}) or (${holdAll(chunks.map(({ whole }) => whole))}))`
}

/** The piece with this stock number, and those with this serial number. */
async function piecesOfNumber(db: Database, words: string, secret: Secret): Promise<string[]> {
  const mayBeSerial = words.replace(/[^\p{L}\p{N}]/gu, '').length >= shortestSerial
  const hash = mayBeSerial ? hashSerial(words, secret) : null
  const rows = await query(db, { id: text })`
    select product_id as id from stock_entry where product_id = ${words.trim()}
    union select product_id from product_staff where serial_hash = ${hash}::bytea`
  return rows.map(({ id }) => id)
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

/** Days that a piece is, or was, on sale, as seconds. */
const onSale = (now: Date) =>
  sql`case when e.status = 'sold' then e.sold_at else ${now}::timestamptz end - e.on_sale_since`

/** Columns that hold something for each piece: one index serves both their directions. */
export const alwaysKnown: ReadonlySet<SortKey> = new Set(['name', 'number', 'kind', 'status', 'changed'])

/** What a column is sorted by; what is unknown comes last either way. */
export function sortExpression(by: SortKey, { locale, now }: { locale: 'de' | 'en'; now: Date }): Sql {
  const expressions: Record<SortKey, Sql> = {
    name: locale === 'de' ? sql`e.name_de` : sql`e.name_en`,
    number: sql`e.number`,
    kind: sql`array_position(array['watch', 'jewellery', 'bullion'], e.kind)`,
    branch: sql`e.branch_id collate "C"`,
    price: sql`e.price_cents`,
    cost: sql`e.cost_cents`,
    margin: sql`(e.price_cents - e.cost_cents)::float8 / e.price_cents`,
    days: sql`${onSale(now)}`,
    status: sql`array_position(array['draft', 'intake', 'preparing', 'returned', 'listed', 'reserved', 'sold',
      'withdrawn', 'melted'], e.status)`,
    acquired: sql`e.acquired_on`,
    changed: sql`e.changed_at`,
  }
  return expressions[by]
}
