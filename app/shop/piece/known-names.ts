import type { Database } from '#app/platform/database/database.ts'
import { slugify } from '#app/shop/catalogue/slug.ts'

export type Names = { brand: string | null; model: string | null; reference: string | null }
export type Ids = { brand_id: number | null; model_id: number | null; reference_id: number | null }

export type Resolved =
  | { ok: true; ids: Ids; names: Names }
  | {
      ok: false
      field: 'brand' | 'model' | 'reference'
      reason: 'missing' | 'of-another-model' | 'not-a-name'
    }

/**
 * Maker, model and reference as the catalogue knows them; what it does not know is added. A reference belongs to one
 * model: where none is given it says which.
 */
export async function resolveNames(db: Database, { brand, model, reference }: Names): Promise<Resolved> {
  const none = { brand_id: null, model_id: null, reference_id: null }
  if (brand === null) {
    if (model !== null || reference !== null) return { ok: false, field: 'brand', reason: 'missing' }
    return { ok: true, ids: none, names: { brand, model, reference } }
  }
  for (const [field, name] of Object.entries({ brand, model, reference }))
    if (name !== null && slugify(name) === '')
      return { ok: false, field: field as keyof Names, reason: 'not-a-name' }
  const maker = await brandOf(db, brand)
  let line = model === null ? null : await modelOf(db, maker.id, model)
  const number = reference === null ? null : await referenceOf(db, maker.id, reference)
  if (number && number.model_id !== null) {
    if (line && line.id !== number.model_id) return { ok: false, field: 'model', reason: 'of-another-model' }
    line = await db
      .selectFrom('model')
      .select(['id', 'name'])
      .where('id', '=', number.model_id)
      .executeTakeFirstOrThrow()
  } else if (number && line)
    await db.updateTable('reference').set({ model_id: line.id }).where('id', '=', number.id).execute()
  return {
    ok: true,
    ids: { brand_id: maker.id, model_id: line?.id ?? null, reference_id: number?.id ?? null },
    names: { brand: maker.name, model: line?.name ?? null, reference: number?.number ?? null },
  }
}

async function brandOf(db: Database, name: string) {
  const slug = slugify(name)
  const known = await db
    .selectFrom('brand')
    .select(['id', 'name'])
    .where((where) => where.or([where('slug', '=', slug), where('name', '=', name)]))
    .executeTakeFirst()
  return (
    known ?? db.insertInto('brand').values({ slug, name }).returning(['id', 'name']).executeTakeFirstOrThrow()
  )
}

async function modelOf(db: Database, brandId: number, name: string) {
  const slug = slugify(name)
  const known = await db
    .selectFrom('model')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .where((where) => where.or([where('slug', '=', slug), where('name', '=', name)]))
    .executeTakeFirst()
  const added = { brand_id: brandId, slug, name }
  return known ?? db.insertInto('model').values(added).returning(['id', 'name']).executeTakeFirstOrThrow()
}

async function referenceOf(db: Database, brandId: number, number: string) {
  const slug = slugify(number)
  const known = await db
    .selectFrom('reference')
    .select(['id', 'number', 'model_id'])
    .where('brand_id', '=', brandId)
    .where((where) => where.or([where('slug', '=', slug), where('number', '=', number)]))
    .executeTakeFirst()
  if (known) return known
  return db
    .insertInto('reference')
    .values({ brand_id: brandId, slug, number })
    .returning(['id', 'number', 'model_id'])
    .executeTakeFirstOrThrow()
}
