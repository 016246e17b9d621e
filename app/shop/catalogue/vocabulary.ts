import { isListingWord } from './facets.ts'

export type Brand = { id: number; slug: string; name: string }
export type Model = { id: number; slug: string; name: string; brandId: number }
export type Reference = { id: number; slug: string; number: string; brandId: number; modelId: number | null }

/** The bare words of the listing's path that come from the database: makers, models, reference numbers. */
export type ListingVocabulary = {
  brands: readonly Brand[]
  brand(slug: string): Brand | null
  /** A maker's model by its word. */
  model(brandId: number, slug: string): Model | null
  reference(brandId: number, slug: string): Reference | null
  /** The makers that have a model of this word. */
  brandsWithModel(slug: string): readonly Brand[]
  brandsWithReference(slug: string): readonly Brand[]
  /** The word of the path for a reference however it is grouped: `2531.80.00` and `25318000` are `2531-80-00`. */
  asWritten(word: string): string
  modelsOf(brandId: number): readonly Model[]
  referencesOf(brandId: number): readonly Reference[]
  brandById(id: number): Brand | null
  modelById(id: number): Model | null
  referenceById(id: number): Reference | null
}

/**
 * Words that would be read as something else (a model called like a maker or like a word of the grammar, a
 * reference called like a model of its maker) are left out: the path stays unambiguous.
 */
export function makeVocabulary(rows: {
  brands: readonly Brand[]
  models: readonly Model[]
  references: readonly Reference[]
}): ListingVocabulary {
  const brands = rows.brands.filter((brand) => !isListingWord(brand.slug))
  const brandBySlug = new Map(brands.map((brand) => [brand.slug, brand]))
  const brandById = new Map(brands.map((brand) => [brand.id, brand]))
  const free = (slug: string, brandId: number) =>
    brandById.has(brandId) && !brandBySlug.has(slug) && !isListingWord(slug)

  const models = new Map<string, Model>()
  const modelBrands = new Map<string, Brand[]>()
  for (const model of rows.models) {
    if (!free(model.slug, model.brandId)) continue
    models.set(`${model.brandId} ${model.slug}`, model)
    add(modelBrands, model.slug, brandById.get(model.brandId))
  }
  const references = new Map<string, Reference>()
  const referenceBrands = new Map<string, Brand[]>()
  for (const reference of rows.references) {
    const key = `${reference.brandId} ${reference.slug}`
    if (!free(reference.slug, reference.brandId) || models.has(key)) continue
    references.set(key, reference)
    add(referenceBrands, reference.slug, brandById.get(reference.brandId))
  }
  const slugByCode = new Map([...referenceBrands.keys()].map((slug) => [codeOf(slug), slug]))
  const modelById = new Map([...models.values()].map((model) => [model.id, model]))
  const referenceById = new Map([...references.values()].map((reference) => [reference.id, reference]))

  const modelsOf = Map.groupBy(models.values(), (model) => model.brandId)
  const referencesOf = Map.groupBy(references.values(), (reference) => reference.brandId)

  return {
    brands,
    brand: (slug) => brandBySlug.get(slug) ?? null,
    model: (brandId, slug) => models.get(`${brandId} ${slug}`) ?? null,
    reference: (brandId, slug) => references.get(`${brandId} ${slug}`) ?? null,
    brandsWithModel: (slug) => modelBrands.get(slug) ?? [],
    brandsWithReference: (slug) => referenceBrands.get(slug) ?? [],
    asWritten: (word) =>
      modelBrands.has(word) || referenceBrands.has(word) ? word : (slugByCode.get(codeOf(word)) ?? word),
    modelsOf: (brandId) => modelsOf.get(brandId) ?? [],
    referencesOf: (brandId) => referencesOf.get(brandId) ?? [],
    brandById: (id) => brandById.get(id) ?? null,
    modelById: (id) => modelById.get(id) ?? null,
    referenceById: (id) => referenceById.get(id) ?? null,
  }
}

/** Letters and digits alone. */
const codeOf = (word: string) => word.replace(/[^a-z0-9]/g, '')

function add(map: Map<string, Brand[]>, slug: string, brand: Brand | undefined) {
  if (!brand) return
  const known = map.get(slug)
  if (known) known.push(brand)
  else map.set(slug, [brand])
}
