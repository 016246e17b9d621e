import { CompiledQuery, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#app/platform/database/database.ts'
import { ListingIndex } from './listing-index.ts'
import type { ListedPiece } from './piece-columns.ts'
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
export type LiveCatalogue = {
  index: ListingIndex
  vocabulary: ListingVocabulary
  /** Answers of the listing, by what was asked; emptied by every change. */
  answers: LRUCache<string, object>
  /** Cards by stock number; a changed piece's card is dropped. */
  cards: LRUCache<string, object>
}

type State = LiveCatalogue & {
  /** What the database had committed when this picture was last brought up to date. */
  snapshot: string
  /** By the database's clock, ms. */
  checkedAt: number
}

/** After so long without a look, lines of catalogue_change may be gone: read everything anew. */
const patience = 6 * 3_600_000

const states = new WeakMap<
  Database,
  { state: State | null; running: Promise<State> | null; next: Promise<State> | null }
>()

/**
 * The catalogue, brought up to date with one small query. Requests that arrive while it is being looked at
 * share the next look, so that under load one query serves many and none sees anything older than itself.
 */
export function liveCatalogue(db: Database): Promise<LiveCatalogue> {
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

type Changes = { snapshot: string; clock: Date; products: (string | null)[] }

/** Written once: it is asked at every request. */
const changesSince = `
  select pg_current_snapshot()::text as snapshot, clock_timestamp() as clock,
    array(select distinct product_id from catalogue_change
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and transaction < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)) as products`

async function catchUp(db: Database, state: State): Promise<State> {
  const { rows } = await db.executeQuery<Changes>(CompiledQuery.raw(changesSince, [state.snapshot]))
  const [changes] = rows
  if (!changes) throw new Error('the database did not answer')
  const clock = changes.clock.getTime()
  if (
    changes.products.includes(null) ||
    changes.products.length > 2_000 ||
    clock - state.checkedAt > patience
  )
    return readCatalogue(db)
  const products = changes.products.filter((id): id is string => id !== null && id !== vocabularyChange)
  if (changes.products.includes(vocabularyChange)) state.vocabulary = await readVocabulary(db)
  if (products.length > 0) {
    const pieces = await readPieces(db, sql`p.id = any(${products})`, sql`s.product_id = any(${products})`)
    const byId = new Map(pieces.map((piece) => [piece.id, piece]))
    for (const id of products) {
      state.index.put(Number(id), byId.get(Number(id)) ?? null)
      state.cards.delete(id)
    }
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
      const { rows } = await sql<{ snapshot: string; clock: Date }>`
        select pg_current_snapshot()::text as snapshot, clock_timestamp() as clock`.execute(transaction)
      const [begin] = rows
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
        // some 2 kB each
        cards: new LRUCache({ max: 10_000 }),
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

type Condition = ReturnType<typeof sql>

/** The listed pieces of a condition. One text a batch: a million rows of thirty columns would take minutes to parse. */
async function readPieces(db: Database, ofProduct: Condition, ofStone: Condition): Promise<ListedPiece[]> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(concat_ws(';', p.id, p.kind, p.status, floor(extract(epoch from p.listed_at))::bigint, p.price_cents,
      coalesce(p.brand_id, 0), coalesce(p.model_id, 0), coalesce(p.reference_id, 0),
      coalesce(p.year_from, 0), coalesce(p.year_to, 0),
      coalesce(p.diameter_mm, 0), coalesce(p.ring_size_mm, 0), coalesce(p.fineness::text, ''),
      p.condition, coalesce(p.gender, ''), coalesce(p.scope, ''), coalesce(p.case_material, ''),
      coalesce(p.movement, ''), coalesce(p.dial, ''), coalesce(p.bracelet, ''), coalesce(p.metal, ''),
      coalesce(p.jewellery_type, ''), coalesce(p.era, ''), array_to_string(p.complications, ',')), e'\n') as text
    from product p where p.status in ('listed', 'reserved', 'sold') and ${ofProduct}
  `.execute(db)
  const text = rows[0]?.text
  if (!text) return []
  const pieces = text.split('\n').map(readPiece)
  await addStones(db, pieces, ofStone)
  return pieces
}

function readPiece(line: string): ListedPiece {
  const [
    id = '',
    kind = '',
    status = '',
    seconds = '',
    cents = '',
    brand = '',
    model = '',
    reference = '',
    from = '',
    to = '',
    diameter = '',
    ringSize = '',
    fineness = '',
    condition = '',
    gender = '',
    scope = '',
    caseMaterial = '',
    movement = '',
    dial = '',
    bracelet = '',
    metal = '',
    type = '',
    era = '',
    complications = '',
  ] = line.split(';')
  return {
    id: Number(id),
    kind: kind as ListedPiece['kind'],
    status: status as ListedPiece['status'],
    listedAt: Number(seconds) * 1000,
    priceCents: Number(cents),
    brandId: Number(brand),
    modelId: Number(model),
    referenceId: Number(reference),
    years: from === '0' ? null : { from: Number(from), to: Number(to) },
    diameter: diameter === '0' ? null : Number(diameter),
    ringSize: ringSize === '0' ? null : Number(ringSize),
    carat: null,
    values: {
      condition: [condition],
      gender: [gender],
      scope: [scope],
      case: [caseMaterial],
      movement: [movement],
      dial: [dial],
      bracelet: [bracelet],
      metal: [metal],
      fineness: fineness === '' ? [] : [fineness],
      type: [type],
      era: [era],
      complication: complications === '' ? [] : complications.split(','),
    },
  }
}

async function addStones(db: Database, pieces: readonly ListedPiece[], ofStone: Condition) {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(concat_ws(';', s.product_id, case when s.laboratory_grown and s.stone = 'diamond'
      then 'laboratory-grown-diamond' else s.stone end, coalesce(s.cut, ''), coalesce(s.carat, 0)), e'\n') as text
    from stone s where ${ofStone}
  `.execute(db)
  const text = rows[0]?.text
  if (!text) return
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  for (const line of text.split('\n')) {
    const [id = '', stone = '', cut = '', carat = ''] = line.split(';')
    const piece = byId.get(Number(id))
    if (!piece) continue
    piece.values.gemstone = [...(piece.values.gemstone ?? []), stone]
    if (cut !== '') piece.values.cut = [...(piece.values.cut ?? []), cut]
    if (carat !== '0') piece.carat = (piece.carat ?? 0) + Number(carat)
  }
}
