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
import { fromNearerEnd, type Window } from '#app/shop/lists/nearer-end.ts'
import { alwaysKnown, filterConditions, searchedPieces, sortExpression } from './list-conditions.ts'
import {
  costColumns,
  type ListQuestion,
  type MissingPart,
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
  days: nullable(int4),
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
  const { where, order, first } = await selection(db, question, options)
  const [ids, total] = order
    ? await windowInOrder(db, where, order, { offset, limit })
    : await inOrderOf(db, where, first).then(
        (all) => [all.slice(offset, offset + limit), all.length] as const,
      )
  return { pieces: await readListedPieces(db, ids, options), total }
}

type Order = {
  forth: RawBuilder<unknown>
  /** The same from its end. */
  back: RawBuilder<unknown>
}

/** By number alone, which the indexes of orders hold: the rows themselves are read for those that are shown. */
async function numbersInOrder(
  db: Database,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Window,
): Promise<string[]> {
  const rows = await query(db, { number: int4 })`
    select e.number from stock_entry e where ${where} order by ${order} limit ${limit} offset ${offset}`
  return rows.map(({ number }) => String(number))
}

async function windowInOrder(db: Database, where: RawBuilder<unknown>, order: Order, window: Window) {
  const counting = countPieces(db, where)
  return Promise.all([
    fromNearerEnd(window, counting, (some, turned) =>
      numbersInOrder(db, where, turned ? order.back : order.forth, some),
    ),
    counting,
  ])
}

/** Stock numbers of all that a question asks for, in its order; at most `limit`. */
export async function listedNumbers(
  db: Database,
  question: ListQuestion,
  { limit, ...options }: ListOptions & { limit: number },
): Promise<string[]> {
  const { where, order, first } = await selection(db, question, options)
  if (!order) return (await inOrderOf(db, where, first)).slice(0, limit)
  return numbersInOrder(db, where, order.forth, { offset: 0, limit })
}

/** `order` is null where what was searched says which come first. */
async function selection(db: Database, question: ListQuestion, options: ListOptions) {
  const { sorting } = question
  const searched = await searchedPieces(db, question.words, options.secret)
  const conditions = filterConditions(question, options)
  if (searched) conditions.unshift(searched.condition)
  const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  const sorts = sorting && (options.seesCost || !costColumns.has(sorting.by)) ? sorting : null
  const first = searched?.first ?? []
  const newestFirst: Order = { forth: sql`e.number desc`, back: sql`e.number asc` }
  if (!sorts) return { where, order: searched ? null : newestFirst, first }
  const by = sortExpression(sorts.by, options)
  // Equals are turned round with the others, as the indexes of price and name are read.
  const up = sql`${by} asc, e.number desc`
  const down = sql`${by} desc, e.number asc`
  if (!sorts.descending) return { where, order: { forth: up, back: down }, first }
  const order: Order = alwaysKnown.has(sorts.by)
    ? { forth: down, back: up }
    : // What is unknown comes last here, too.
      {
        forth: sql`${by} desc nulls last, e.number asc`,
        back: sql`${by} asc nulls first, e.number desc`,
      }
  return { where, order, first }
}

async function countPieces(db: Database, where: RawBuilder<unknown>): Promise<number> {
  const [count] = await query(db, { total: int4 })`
    select count(*)::int as total from stock_entry e where ${where}`
  return count?.total ?? 0
}

/** Those of a search in its order, then the others: newest first. Sorted here, for the database knows no such order. */
async function inOrderOf(
  db: Database,
  where: RawBuilder<unknown>,
  first: readonly number[],
): Promise<string[]> {
  const rows = await query(db, { number: int4 })`select e.number from stock_entry e where ${where}`
  const places = new Map<number, number>()
  for (const [place, number] of first.entries()) if (!places.has(number)) places.set(number, place)
  const placeOf = (number: number) => places.get(number) ?? first.length
  return rows
    .map(({ number }) => number)
    .sort((a, b) => placeOf(a) - placeOf(b) || b - a)
    .map(String)
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
        - e.on_sale_since) / 86400)::int as days,
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
