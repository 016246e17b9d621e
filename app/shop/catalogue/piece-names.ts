import type { Database } from '#app/platform/database/database.ts'
import { isListingWord } from './facets.ts'
import { slugify } from './slug.ts'

/** What a piece is called by: its maker, model and reference, as they are written. */
export type WrittenNames = {
  brand?: string | null | undefined
  model?: string | null | undefined
  reference?: string | null | undefined
}
const nameKinds = ['brand', 'model', 'reference'] as const
export type NameKind = (typeof nameKinds)[number]

export type NameFault = {
  kind: NameKind
  reason:
    | 'needs-brand'
    /** It has no letters for an address. */
    | 'no-address'
    /** It is a word of the listing's path. */
    | 'listing-word'
    /** The reference is known as one of another model. */
    | 'reference-of-other-model'
  /** The model that the reference belongs to. */
  of?: string
}

/** `id` is null while a name is foreseen but not made. */
type Known = { id: number | null; name: string }
type KnownReference = Known & { model: Known | null }

export type NameColumns = { brand_id: number | null; model_id: number | null; reference_id: number | null }

export type PieceNames = {
  /** Why these names cannot be used together; null: they can. */
  faultOf(names: WrittenNames): NameFault | null
  /** The names among these that nobody had before; they count as known from then on. */
  foresee(names: WrittenNames): { kind: NameKind; name: string }[]
  /** Their columns in `product`. What is not known yet is made. Names must be without fault. */
  columns(db: Database, names: WrittenNames): Promise<NameColumns>
}

/** The makers, models and references of the shop, read once: for those who bring in many pieces. */
export async function openPieceNames(db: Database): Promise<PieceNames> {
  const brands = new Map<string, Known>()
  const models = new Map<string, Known>()
  const references = new Map<string, KnownReference>()
  const modelsById = new Map<number, Known>()
  for (const { id, slug, name } of await db.selectFrom('brand').select(['id', 'slug', 'name']).execute())
    brands.set(slug, { id, name })
  const brandSlugs = new Map([...brands].map(([slug, { id }]) => [id, slug]))
  for (const row of await db.selectFrom('model').select(['id', 'brand_id', 'slug', 'name']).execute()) {
    const model = { id: row.id, name: row.name }
    models.set(`${brandSlugs.get(row.brand_id)} ${row.slug}`, model)
    modelsById.set(row.id, model)
  }
  const rows = db.selectFrom('reference').select(['id', 'brand_id', 'model_id', 'slug', 'number'])
  for (const row of await rows.execute()) {
    const model = row.model_id === null ? null : (modelsById.get(row.model_id) ?? null)
    references.set(`${brandSlugs.get(row.brand_id)} ${row.slug}`, { id: row.id, name: row.number, model })
  }

  const keyOf = (brand: string, name: string) => `${slugify(brand)} ${slugify(name)}`

  /** The entries of names, made known where they were not. */
  function entries({ brand, model, reference }: WrittenNames) {
    if (!brand) return null
    const added: { kind: NameKind; name: string }[] = []
    const entryOf = <Entry extends Known>(
      kind: NameKind,
      known: Map<string, Entry>,
      key: string,
      fresh: Entry,
    ) => {
      const found = known.get(key)
      if (found) return found
      known.set(key, fresh)
      added.push({ kind, name: fresh.name })
      return fresh
    }
    const itsBrand = entryOf('brand', brands, slugify(brand), { id: null, name: brand })
    const itsModel = model ? entryOf('model', models, keyOf(brand, model), { id: null, name: model }) : null
    const itsReference = reference
      ? entryOf('reference', references, keyOf(brand, reference), {
          id: null,
          name: reference,
          model: itsModel,
        })
      : null
    return { itsBrand, itsModel, itsReference, added }
  }

  async function make<Entry extends Known>(
    entry: Entry,
    insert: () => Promise<{ id: number }>,
  ): Promise<number> {
    entry.id ??= (await insert()).id
    return entry.id
  }

  return {
    faultOf(names) {
      for (const kind of nameKinds) {
        const text = names[kind]
        if (!text) continue
        if (!names.brand) return { kind, reason: 'needs-brand' }
        const slug = slugify(text)
        if (slug === '') return { kind, reason: 'no-address' }
        if (isListingWord(slug)) return { kind, reason: 'listing-word' }
      }
      const { brand, model, reference } = names
      if (!brand || !model || !reference) return null
      const known = references.get(keyOf(brand, reference))
      if (!known?.model || known.model === models.get(keyOf(brand, model))) return null
      return { kind: 'reference', reason: 'reference-of-other-model', of: known.model.name }
    },
    foresee: (names) => entries(names)?.added ?? [],
    async columns(transaction, names) {
      const found = entries(names)
      if (!found) return { brand_id: null, model_id: null, reference_id: null }
      const { itsBrand, itsModel, itsReference } = found
      const brand_id = await make(itsBrand, () => {
        const values = { slug: slugify(itsBrand.name), name: itsBrand.name }
        return transaction.insertInto('brand').values(values).returning('id').executeTakeFirstOrThrow()
      })
      const makeModel = (model: Known) =>
        make(model, () => {
          const values = { brand_id, slug: slugify(model.name), name: model.name }
          return transaction.insertInto('model').values(values).returning('id').executeTakeFirstOrThrow()
        })
      const model_id = itsModel ? await makeModel(itsModel) : null
      if (!itsReference) return { brand_id, model_id, reference_id: null }
      const ofModel = itsReference.model ? await makeModel(itsReference.model) : null
      const reference_id = await make(itsReference, () => {
        const values = {
          brand_id,
          model_id: ofModel,
          slug: slugify(itsReference.name),
          number: itsReference.name,
        }
        return transaction.insertInto('reference').values(values).returning('id').executeTakeFirstOrThrow()
      })
      if (itsModel && !itsReference.model) {
        // A reference that was known without its model belongs to this one from now on.
        await transaction.updateTable('reference').set({ model_id }).where('id', '=', reference_id).execute()
        itsReference.model = itsModel
      }
      return { brand_id, model_id: model_id ?? ofModel, reference_id }
    },
  }
}
