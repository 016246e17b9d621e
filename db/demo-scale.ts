import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import { productSlug, slugify } from '#app/shop/catalogue/slug.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { type DemoPhoto, keepDemoPhotos, readPhotoManifest } from './demo-photos.ts'
import { jewelModels } from './demo-scale-jewels.ts'
import { type MadePiece, PieceMaker } from './demo-scale-pieces.ts'
import { watchModels } from './demo-scale-watches.ts'

const batchSize = 5_000
/** So that a call over the counter never mixes them up with pieces that staff took in. */
const firstStockNumber = 1_000_001

export type FillProgress = { step: 'pieces' | 'search'; done: number; total: number; perSecond: number }

/**
 * Puts plausible pieces of real makers into the shop, as many as asked for on top of what is there, with the
 * demo photos. The branches `koeln` and `duesseldorf` must exist.
 */
export async function fillCatalogue(
  db: Database,
  options: {
    products: number
    now: Date
    files: Files
    /** Folder of the demo photos with their manifest. */
    photos: string
    seed?: number
    onProgress?: (progress: FillProgress) => void
  },
): Promise<{ added: number; seconds: number }> {
  // Photos of one piece show its own flaws: they are of no other.
  const manifest = (await readPhotoManifest(options.photos)).filter(({ id }) => !isStockNumber(id))
  const photos = await keepDemoPhotos(manifest, { files: options.files, directory: options.photos })
  const nameIds = await addNames(db)
  const first = await nextStockNumber(db)
  const maker = new PieceMaker({ seed: options.seed ?? first, now: options.now, photos: manifest })
  const batches = Array.from(
    { length: Math.ceil(options.products / batchSize) },
    (_, index) => index * batchSize,
  )
  const started = performance.now()
  let done = 0
  await twoAtOnce(batches, async (made) => {
    const count = Math.min(batchSize, options.products - made)
    const pieces = Array.from({ length: count }, (_, index) => maker.make(String(first + made + index)))
    await addBatch(db, pieces, nameIds, photos)
    done += count
    const perSecond = Math.round(done / ((performance.now() - started) / 1000))
    options.onProgress?.({ step: 'pieces', done, total: options.products, perSecond })
  })
  await sql`select setval('stock_number', greatest((select max(id::int) from product where id::int < ${firstStockNumber}),
    (select last_value from stock_number)))`.execute(db)
  await sql`analyze product, stone, photo, price_history`.execute(db)
  await fillSearch(db, first, batches, options)
  return { added: done, seconds: (performance.now() - started) / 1000 }
}

/** Search words of the new pieces. */
async function fillSearch(
  db: Database,
  first: number,
  batches: readonly number[],
  { products, onProgress }: { products: number; onProgress?: (progress: FillProgress) => void },
) {
  const started = performance.now()
  let done = 0
  await twoAtOnce(batches, async (made) => {
    const count = Math.min(batchSize, products - made)
    const ids = Array.from({ length: count }, (_, index) => String(first + made + index))
    await sql`select refresh_search(${ids}::text[])`.execute(db)
    done += count
    const perSecond = Math.round(done / ((performance.now() - started) / 1000))
    onProgress?.({ step: 'search', done, total: products, perSecond })
  })
  await sql`analyze search_document, search_word`.execute(db)
}

/** Does the work for each item in order, two at a time: two processes of the database share it. */
async function twoAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all([worker(), worker()])
}

async function nextStockNumber(db: Database): Promise<number> {
  const rows = await query(db, { next: int4 })`
    select greatest(${firstStockNumber}::int, coalesce(max(id::int), 0) + 1) as next from product`
  return rows[0]?.next ?? firstStockNumber
}

/** Ids of makers, models and references by what they are called. */
type NameIds = Map<string, number>

async function addNames(db: Database): Promise<NameIds> {
  const references = watchModels.flatMap(({ brand, model, references }) =>
    references.map(([number]) => ({ brand, model, number })),
  )
  const models = [
    ...watchModels.map(({ brand, model }) => ({ brand, model })),
    ...jewelModels.flatMap(({ brand, model }) => (brand && model ? [{ brand, model }] : [])),
  ]
  const nameIds: NameIds = new Map()
  for (const brand of new Set(models.map((each) => each.brand))) {
    const row = await db
      .insertInto('brand')
      .values({ slug: slugify(brand), name: brand })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug: slugify(brand) }))
      .returning('id')
      .executeTakeFirstOrThrow()
    nameIds.set(brand, row.id)
  }
  for (const { brand, model } of models) {
    const row = await db
      .insertInto('model')
      .values({ brand_id: nameIds.get(brand) ?? 0, slug: slugify(model), name: model })
      .onConflict((conflict) => conflict.columns(['brand_id', 'slug']).doUpdateSet({ slug: slugify(model) }))
      .returning('id')
      .executeTakeFirstOrThrow()
    nameIds.set(`${brand}/${model}`, row.id)
  }
  for (const { brand, model, number } of references) {
    const row = await db
      .insertInto('reference')
      .values({
        brand_id: nameIds.get(brand) ?? 0,
        model_id: nameIds.get(`${brand}/${model}`) ?? null,
        slug: slugify(number),
        number,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'slug']).doUpdateSet({ slug: slugify(number) }))
      .returning(['id', 'model_id'])
      .executeTakeFirstOrThrow()
    nameIds.set(`${brand}/${model}/${number}`, row.id)
    // a shop that had the reference under another model keeps it there
    if (row.model_id !== null) nameIds.set(`model of ${row.id}`, row.model_id)
  }
  return nameIds
}

function addBatch(
  db: Database,
  pieces: readonly MadePiece[],
  nameIds: NameIds,
  photos: ReadonlyMap<string, readonly DemoPhoto[]>,
): Promise<void> {
  const products = pieces.map((piece) => productRow(piece, nameIds))
  const stones = pieces.flatMap(({ row, stones }) =>
    stones.map((stone) => ({ ...stone, product_id: row.id })),
  )
  const history = pieces.flatMap(({ row, previous }) =>
    previous ? [{ ...previous, product_id: row.id }] : [],
  )
  const shown = pieces.map(({ row, photos: entry }) => ({ product_id: row.id, entry }))
  return db.transaction().execute(async (transaction) => {
    await sql`set local shop.search_refresh = 'off'`.execute(transaction)
    await sql`set local synchronous_commit = off`.execute(transaction)
    await insertAll(transaction, 'product', products)
    await insertAll(transaction, 'stone', stones)
    await insertAll(transaction, 'price_history', history)
    const kept = [...photos].flatMap(([entry, files]) =>
      files.map(({ alt, ...photo }, position) => ({ ...photo, entry, position, alt })),
    )
    await sql`
      insert into photo (product_id, id, position, role, alt, width, height, placeholder, bytes)
      select s.product_id, k.id, k.position, k.role, k.alt, k.width, k.height, k.placeholder, k.bytes
      from json_to_recordset(${JSON.stringify(shown)}::json) as s (product_id text, entry text)
      join json_to_recordset(${JSON.stringify(kept)}::json) as k (entry text, id text, position smallint, role text,
        alt jsonb, width int, height int, placeholder text, bytes int) on k.entry = s.entry
    `.execute(transaction)
  })
}

function productRow({ row, names, name }: MadePiece, nameIds: NameIds): Record<string, unknown> {
  const { brand, model, reference } = names
  const reference_id = reference ? (nameIds.get(`${brand}/${model}/${reference}`) ?? null) : null
  const slug = productSlug({ brand, name, reference })
  return {
    year_circa: false,
    complications: [],
    hallmarks: [],
    ...row,
    name,
    slug_de: slug.de,
    slug_en: slug.en,
    brand_id: brand ? nameIds.get(brand) : null,
    model_id: nameIds.get(`model of ${reference_id}`) ?? (model ? nameIds.get(`${brand}/${model}`) : null),
    reference_id,
  }
}

/** One statement for all rows; columns that no row names keep their defaults. */
async function insertAll(
  db: Database,
  table: 'product' | 'stone' | 'price_history',
  rows: readonly object[],
) {
  if (rows.length === 0) return
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => sql.ref(column))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
  `.execute(db)
}
