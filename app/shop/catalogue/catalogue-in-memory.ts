import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import {
  type Column,
  type Columns,
  json,
  query,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import type { IndexedStone } from './attributes/attribute.ts'
import type { Row } from './attributes/columns.ts'
import { KeptCards } from './kept-cards.ts'
import { ListingIndex } from './listing-index.ts'
import { indexedAttributes, type ListedPiece } from './piece-columns.ts'
import {
  type Brand,
  type ListingVocabulary,
  type Model,
  makeVocabulary,
  type Reference,
} from './vocabulary.ts'

/**
 * The catalogue as this process sees it: the listing's index, the words of its paths, and what was worked out
 * from them. Always as new as the database was when it was asked for.
 */
export type CatalogueInMemory = {
  index: ListingIndex
  vocabulary: ListingVocabulary
  /** Answers of the listing, by what was asked; emptied by every change. */
  answers: LRUCache<string, object>
  cards: KeptCards
}

type State = CatalogueInMemory & {
  /** What the database had committed when this picture was last brought up to date. */
  snapshot: string
  /** By the database's clock, ms. */
  checkedAt: number
}

/** After so long without a look, lines of catalogue_change may be gone: read everything anew. */
const maxAge = 6 * 3_600_000

const states = new WeakMap<
  Database,
  { state: State | null; running: Promise<State> | null; next: Promise<State> | null }
>()

/**
 * The catalogue, brought up to date with one small query. Requests that arrive while it is being looked at
 * share the next look, so that under load one query serves many and none sees anything older than itself.
 */
export function catalogueInMemory(db: Database): Promise<CatalogueInMemory> {
  let slot = states.get(db)
  if (!slot) {
    slot = { state: null, running: null, next: null }
    states.set(db, slot)
  }
  const kept = slot
  const look = (): Promise<State> => {
    const run = (kept.state ? catchUp(db, kept.state) : readCatalogue(db)).then((state) => {
      kept.state = state
      return state
    })
    kept.running = run
    const done = () => {
      if (kept.running === run) kept.running = null
    }
    run.then(done, done)
    return run
  }
  if (!kept.running) return look()
  if (!kept.next) {
    const next = kept.running
      .catch(() => null)
      .then(() => {
        kept.next = null
        return look()
      })
    kept.next = next
  }
  return kept.next
}

/** Removes lines of changes that every process has long read. Returns how many. */
export async function pruneCatalogueChanges(db: Database): Promise<number> {
  const done = await sql`delete from catalogue_change where at < now() - interval '1 day'`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}

const moment = { snapshot: text, clock: timestamptz }
/** Stock numbers, and null for more than can be named. */
const numbers: Column<(string | null)[]> = {
  ...texts,
  is: (value): value is (string | null)[] =>
    Array.isArray(value) && value.every((each) => each === null || typeof each === 'string'),
}

/** Written once: it is asked at every request. */
const changesSince = `
  select pg_current_snapshot()::text as snapshot, clock_timestamp() as clock,
    array(select distinct product_id from catalogue_change
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and transaction < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)) as products`

async function catchUp(db: Database, state: State): Promise<State> {
  const [changes] = await query(db, { ...moment, products: numbers })(
    CompiledQuery.raw(changesSince, [state.snapshot]),
  )
  if (!changes) throw new Error('the database did not answer')
  const clock = changes.clock.getTime()
  if (changes.products.includes(null) || changes.products.length > 2_000 || clock - state.checkedAt > maxAge)
    return readCatalogue(db)
  const products = changes.products.filter((id): id is string => id !== null && id !== vocabularyChange)
  if (changes.products.includes(vocabularyChange)) {
    state.vocabulary = await readVocabulary(db)
    // Cards name makers and references.
    state.cards.forget('everything')
  }
  if (products.length > 0) {
    const pieces = await readPieces(db, sql`p.id = any(${products})`, sql`s.product_id = any(${products})`)
    const byId = new Map(pieces.map((piece) => [piece.id, piece]))
    for (const id of products) state.index.put(Number(id), byId.get(Number(id)) ?? null)
    state.cards.forget(products)
  }
  if (changes.products.length > 0) state.answers.clear()
  state.snapshot = changes.snapshot
  state.checkedAt = clock
  return state
}

const vocabularyChange = 'vocabulary'
/** Small enough that other requests are answered in between. */
const batchSize = 5_000

/** Reads everything, in batches, as of one moment. */
async function readCatalogue(db: Database): Promise<State> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const [begin] = await query(transaction, moment)`
        select pg_current_snapshot()::text as snapshot, clock_timestamp() as clock`
      if (!begin) throw new Error('the database did not answer')
      const vocabulary = await readVocabulary(transaction)
      const index = new ListingIndex()
      let after = ''
      while (true) {
        const ends = await transaction
          .selectFrom('product')
          .select('id')
          .where('id', '>', after)
          .orderBy('id')
          .offset(batchSize - 1)
          .limit(1)
          .executeTakeFirst()
        const until = ends?.id
        const pieces = await readPieces(
          transaction,
          until ? sql`p.id > ${after} and p.id <= ${until}` : sql`p.id > ${after}`,
          until ? sql`s.product_id > ${after} and s.product_id <= ${until}` : sql`s.product_id > ${after}`,
        )
        index.columns.reserve(pieces.length)
        for (const piece of pieces) index.append(piece)
        if (!ends) break
        after = ends.id
      }
      index.sort()
      return {
        index,
        vocabulary,
        answers: new LRUCache({ max: 500 }),
        cards: new KeptCards(),
        snapshot: begin.snapshot,
        checkedAt: begin.clock.getTime(),
      }
    })
}

async function readVocabulary(db: Database): Promise<ListingVocabulary> {
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

/**
 * Columns as arrays, all in the same order: a large table is read in the time that its text takes to parse, with
 * every column under its name.
 */
async function readColumns<const A extends Asked>(
  db: Database,
  asked: A,
  from: Condition,
): Promise<{ [Name in keyof A]: z.infer<A[Name][1]>[] }> {
  const answers = Object.entries(asked).map(([name, [, answer]]) => [name, json(z.array(answer))])
  const list = Object.entries(asked).map(
    ([name, [expression]]) => sql`coalesce(json_agg(${expression}), '[]') as ${sql.ref(name)}`,
  )
  const [read] = await query(
    db,
    Object.fromEntries(answers) as Columns,
  )`select ${sql.join(list)} from ${from}`
  if (!read) throw new Error('the database did not answer')
  return read as { [Name in keyof A]: z.infer<A[Name][1]>[] }
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

/** The listed pieces of a condition. */
async function readPieces(db: Database, ofProduct: Condition, ofStone: Condition): Promise<ListedPiece[]> {
  const from = sql`product p where p.status in ('listed', 'reserved', 'sold') and ${ofProduct}`
  const read = await readColumns(db, { ...attributeColumns, ...fixedColumns }, from)
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
  const columns = {
    id: [sql`s.product_id::int`, z.int()],
    stone: [sql`s.stone`, z.string()],
    cut: [sql`s.cut`, z.string().nullable()],
    carat: [sql`s.carat`, z.number().nullable()],
    laboratoryGrown: [sql`s.laboratory_grown`, z.boolean()],
  } as const
  const read = await readColumns(db, columns, sql`stone s where ${ofStone}`)
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
