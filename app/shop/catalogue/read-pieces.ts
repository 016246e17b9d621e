import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { type Columns, json, query } from '#app/platform/database/statement.ts'
import type { IndexedStone } from './attributes/attribute.ts'
import type { Row } from './attributes/columns.ts'
import { indexedAttributes, type ListedPiece } from './piece-columns.ts'
import {
  type Brand,
  type ListingVocabulary,
  type Model,
  makeVocabulary,
  type Reference,
} from './vocabulary.ts'

export async function readVocabulary(db: Database): Promise<ListingVocabulary> {
  const brands: Brand[] = await db
    .selectFrom('brand')
    .select(['id', 'slug', 'name'])
    .orderBy('name')
    .execute()
  const models: Model[] = await db
    .selectFrom('model')
    .select(['id', 'slug', 'name', 'brand_id as brandId'])
    .execute()
  const references: Reference[] = await db
    .selectFrom('reference')
    .select(['id', 'slug', 'number', 'brand_id as brandId', 'model_id as modelId'])
    .execute()
  return makeVocabulary({ brands, models, references })
}

type Condition = RawBuilder<unknown>

/** Expressions with the form of what they answer. */
type Asked = Record<string, readonly [expression: Condition, answer: z.ZodType]>

type Answer<A extends Asked> = { [Name in keyof A]: z.infer<A[Name][1]>[] }

/**
 * Reads columns as arrays, all in the same order: a large table is read in the time that its text takes to parse, with
 * every column under its name. What is asked is written once, for it is asked for every few pieces.
 */
function columnsReader<const A extends Asked>(asked: A) {
  const answers = Object.fromEntries(
    Object.entries(asked).map(([name, [, answer]]) => [name, json(z.array(answer))]),
  ) as Columns
  const list = sql.join(
    Object.entries(asked).map(
      ([name, [expression]]) => sql`coalesce(json_agg(${expression}), '[]') as ${sql.ref(name)}`,
    ),
  )
  return async (db: Database, from: Condition): Promise<Answer<A>> => {
    const [read] = await query(db, answers)`select ${list} from ${from}`
    if (!read) throw new Error('the database did not answer')
    return read as Answer<A>
  }
}

const fixedColumns = {
  id: [sql`p.id::int`, z.int()],
  kind: [sql`p.kind`, z.enum(['watch', 'jewellery', 'bullion'])],
  status: [sql`p.status`, z.enum(['listed', 'reserved', 'sold'])],
  seconds: [sql`floor(extract(epoch from p.listed_at))::bigint`, z.int()],
  cents: [sql`p.price_cents`, z.int()],
  brand: [sql`coalesce(p.brand_id, 0)`, z.int()],
  model: [sql`coalesce(p.model_id, 0)`, z.int()],
  reference: [sql`coalesce(p.reference_id, 0)`, z.int()],
} as const
const attributeColumns: Asked = Object.fromEntries(
  indexedAttributes
    .flatMap(({ source }) => source.columns)
    .filter(({ table }) => table === 'product')
    .map(({ name, answer }) => [
      name,
      [sql.ref(`p.${name}`), z.custom((value) => answer.is(value))] as const,
    ]),
)

const readProducts = columnsReader({ ...attributeColumns, ...fixedColumns })
const stoneColumns = {
  id: [sql`s.product_id::int`, z.int()],
  stone: [sql`s.stone`, z.string()],
  cut: [sql`s.cut`, z.string().nullable()],
  carat: [sql`s.carat`, z.number().nullable()],
  laboratoryGrown: [sql`s.laboratory_grown`, z.boolean()],
} as const
const readStoneColumns = columnsReader(stoneColumns)

/** The listed pieces of a condition. */
export async function readPieces(
  db: Database,
  ofProduct: Condition,
  ofStone: Condition,
): Promise<ListedPiece[]> {
  const from = sql`product p where p.status in ('listed', 'reserved', 'sold') and ${ofProduct}`
  const read = await readProducts(db, from)
  const facts = Object.keys(attributeColumns).map((name) => [name, (read as Row)[name] as unknown[]] as const)
  const stones = await readStones(db, ofStone)
  return read.id.map((id, at): ListedPiece => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of facts) row[name] = values[at]
    return {
      id,
      kind: read.kind[at] as ListedPiece['kind'],
      status: read.status[at] as ListedPiece['status'],
      listedAt: (read.seconds[at] as number) * 1000,
      priceCents: read.cents[at] as number,
      brandId: read.brand[at] as number,
      modelId: read.model[at] as number,
      referenceId: read.reference[at] as number,
      row,
      stones: stones.get(id) ?? none,
    }
  })
}

const none: readonly IndexedStone[] = []

async function readStones(db: Database, ofStone: Condition): Promise<Map<number, IndexedStone[]>> {
  const read = await readStoneColumns(db, sql`stone s where ${ofStone}`)
  const found = new Map<number, IndexedStone[]>()
  for (const [at, id] of read.id.entries()) {
    const stone = {
      stone: read.stone[at] as string,
      cut: read.cut[at] as string | null,
      carat: read.carat[at] as number | null,
      laboratoryGrown: read.laboratoryGrown[at] as boolean,
    }
    const known = found.get(id)
    if (known) known.push(stone)
    else found.set(id, [stone])
  }
  return found
}
