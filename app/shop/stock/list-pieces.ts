import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  date,
  int4,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { allOf } from '#app/shop/lists/asked-conditions.ts'
import { fromNearerEnd, type Window } from '#app/shop/lists/nearer-end.ts'
import { alwaysKnown, amongNumbers, filterConditions, searchedNumbers, sortedBy } from './list-conditions.ts'
import {
  costColumns,
  type ListQuestion,
  type MissingPart,
  type Sorting,
  type StandardView,
  type standardViewNames,
} from './list-question.ts'

const columns = {
  id: text,
  kind: oneOf(pieceKinds),
  status: oneOf(productStatuses),
  brand: nullable(text),
  name: json(bilingual),
  reference: nullable(text),
  yearFrom: nullable(int4),
  yearTo: nullable(int4),
  condition: nullable(text),
  scope: nullable(text),
  metal: nullable(text),
  fineness: nullable(text),
  ringSize: nullable(text),
  branch: nullable(text),
  price: nullable(int4),
  cost: nullable(int4),
  acquiredOn: nullable(date),
  /** In stock for sale: since it was put on sale, not since it was bought; until it was sold. */
  daysOnSale: nullable(int4),
  missing: texts,
  cameBack: bool,
  changedAt: timestamptz,
  photo: nullable(text),
  photoWidth: nullable(int4),
  version: int4,
}

/** A piece as a list shows it; amounts in cents. */
export type ListedPiece = Omit<Row<typeof columns>, 'missing'> & { missing: MissingPart[] }

export type ListOptions = {
  now: Date
  locale: Locale
  secret: Secret
  seesCost: boolean
}

/**
 * The pieces that a question asks for, of every state, in its order: at most `limit` after the first `offset`, and how
 * many there are in all. Without `seesCost` costs are null, and neither sorted nor filtered by.
 */
export async function listPieces(
  db: Database,
  question: ListQuestion,
  { offset, limit, ...options }: ListOptions & { offset: number; limit: number },
): Promise<{ pieces: ListedPiece[]; total: number }> {
  const found = await selection(db, question, options)
  if ('numbers' in found) {
    const ids = found.numbers.slice(offset, offset + limit).map(String)
    return { pieces: await readListedPieces(db, ids, options), total: found.numbers.length }
  }
  const { where, order } = found
  const counting = found.total === null ? countPieces(db, where) : Promise.resolve(found.total)
  const [ids, total] = await Promise.all([
    fromNearerEnd({ offset, limit }, counting, (some, turned) => order(db, where, some, turned)),
    counting,
  ])
  return { pieces: await readListedPieces(db, ids, options), total }
}

/** Numbers of some pieces as they stand in an order; `turned`: from its end. */
type Order = (db: Database, where: RawBuilder<unknown>, window: Window, turned: boolean) => Promise<string[]>

/** By number alone, which the indexes of orders hold: the rows themselves are read for those that are shown. */
const byIndex =
  (forth: RawBuilder<unknown>, back: RawBuilder<unknown>): Order =>
  async (db, where, { offset, limit }, turned) => {
    const rows = await query(db, { number: int4 })`
      select e.number from stock_entry e where ${where} order by ${turned ? back : forth} limit ${limit} offset ${offset}`
    return rows.map(({ number }) => String(number))
  }

/** Room for a stock number, which has eight digits at most. */
const bits = 27
const unknown = 2 ** 34

/**
 * In an order that no index has, by one number of what is sorted by and the piece's own: 100,000 of these are sorted in half the
 * time, and in memory. Of equals the newest come first, or last where it goes down.
 */
const byWholeNumber =
  (whole: RawBuilder<unknown>, { descending }: { descending: boolean }): Order =>
  async (db, where, { offset, limit }, turned) => {
    const last = descending ? -unknown : unknown
    const direction = descending !== turned ? sql`desc` : sql`asc`
    const rows = await query(db, { number: int4 })`
      select (-s.key & ${2 ** bits - 1}::int8)::int as number from (
        select (coalesce((${whole})::int8, ${last}::int8) << ${bits}::int) - e.number as key
        from stock_entry e where ${where} order by 1 ${direction} limit ${limit} offset ${offset}) s
      order by s.key ${direction}`
    return rows.map(({ number }) => String(number))
  }

/** Stock numbers of all that a question asks for, in its order; at most `limit`. */
export async function listedNumbers(
  db: Database,
  question: ListQuestion,
  { limit, ...options }: ListOptions & { limit: number },
): Promise<string[]> {
  const found = await selection(db, question, options)
  if ('numbers' in found) return found.numbers.slice(0, limit).map(String)
  return found.order(db, found.where, { offset: 0, limit }, false)
}

type Selection =
  /** Where what was searched says which come first: all of them, in its order. */
  | { numbers: readonly number[] }
  /** `total`: where it is known before they are read. */
  | { where: RawBuilder<unknown>; order: Order; total: number | null }

async function selection(db: Database, question: ListQuestion, options: ListOptions): Promise<Selection> {
  const { sorting } = question
  const searched = await searchedNumbers(db, question.words, options.secret)
  const filters = filterConditions(question, options)
  const sorts = sorting && (options.seesCost || !costColumns.has(sorting.by)) ? sorting : null
  if (searched && !sorts)
    return { numbers: filters.length > 0 ? await keptInOrder(db, searched, filters) : searched }
  return {
    where: allOf(searched ? [amongNumbers(searched), ...filters] : filters),
    order: sorts ? orderBy(sorts, options) : byIndex(sql`e.number desc`, sql`e.number asc`),
    total: searched && filters.length === 0 ? searched.length : null,
  }
}

function orderBy({ by, descending }: Sorting, options: ListOptions): Order {
  const sorted = sortedBy(by, options)
  if ('whole' in sorted) return byWholeNumber(sorted.whole, { descending })
  // Equals are turned round with the others, as the indexes of price and name are read.
  const up = sql`${sorted.value} asc, e.number desc`
  const down = sql`${sorted.value} desc, e.number asc`
  if (!descending) return byIndex(up, down)
  if (alwaysKnown.has(by)) return byIndex(down, up)
  // What is unknown comes last here, too.
  return byIndex(
    sql`${sorted.value} desc nulls last, e.number asc`,
    sql`${sorted.value} asc nulls first, e.number desc`,
  )
}

/** Those of the numbers that filters leave, as they stand. */
async function keptInOrder(
  db: Database,
  numbers: readonly number[],
  filters: readonly RawBuilder<unknown>[],
): Promise<number[]> {
  const rows = await query(db, { number: int4 })`
    select e.number from stock_entry e where ${allOf([amongNumbers(numbers), ...filters])}`
  const kept = new Set(rows.map(({ number }) => number))
  return numbers.filter((number) => kept.has(number))
}

async function countPieces(db: Database, where: RawBuilder<unknown>): Promise<number> {
  const [count] = await query(db, { total: int4 })`
    select count(*)::int as total from stock_entry e where ${where}`
  return count?.total ?? 0
}

/** Pieces by stock number, in the order of `ids`; those that do not exist are left out. */
export async function readListedPieces(
  db: Database,
  ids: readonly string[],
  { now, seesCost }: Pick<ListOptions, 'now' | 'seesCost'>,
): Promise<ListedPiece[]> {
  if (ids.length === 0) return []
  const rows = await query(db, columns)`
    select p.id, p.kind, p.status, b.name as brand, p.name, r.number as reference,
      p.year_from::int as "yearFrom", p.year_to::int as "yearTo", p.condition, p.scope, p.metal,
      trim_scale(p.fineness)::text as fineness, trim_scale(p.ring_size_mm)::text as "ringSize",
      p.branch_id as branch, e.price_cents as price,
      ${seesCost ? sql`e.cost_cents` : sql`null::int`} as cost,
      ${seesCost ? sql`e.acquired_on` : sql`null::date`} as "acquiredOn",
      floor(extract(epoch from case when e.status = 'sold' then e.sold_at else ${now}::timestamptz end
        - e.on_sale_since) / 86400)::int as "daysOnSale",
      e.missing, e.came_back as "cameBack", e.changed_at as "changedAt",
      f.id as photo, f.width as "photoWidth",
      coalesce((select max(c.id) from change_record c where c.subject = 'piece' and c.subject_id = p.id), 0)::int
        as version
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    join product p using (id) join stock_entry e on e.product_id = p.id
    left join brand b on b.id = p.brand_id
    left join reference r on r.id = p.reference_id
    left join lateral (select f.id, f.width from photo f where f.product_id = p.id order by f.position limit 1) f on true
    order by place
  `
  return rows as ListedPiece[]
}

/** How many pieces each of the lists has that everybody begins with. */
export async function countStandardViews(
  db: Database,
  { now }: { now: Date },
): Promise<Record<StandardView, number>> {
  const old = new Date(now.getTime() - 91 * 86_400_000)
  const count = { all: int4, incomplete: int4, old: int4, back: int4 } satisfies Record<
    (typeof standardViewNames)[number],
    typeof int4
  >
  // Each by itself, from an index: together they would read every piece.
  const [counts] = await query(db, count)`
    select (select count(*)::int from stock_entry) as all,
      (select count(*)::int from stock_entry where missing <> '{}') as incomplete,
      (select count(*)::int from stock_entry where status in ('listed', 'reserved') and on_sale_since <= ${old}) as old,
      (select count(*)::int from stock_entry where came_back) as back
  `
  return counts ?? { all: 0, incomplete: 0, old: 0, back: 0 }
}
