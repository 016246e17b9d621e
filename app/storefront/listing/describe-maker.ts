import { dateFormat, formatPrice, timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Listing } from '#app/shop/catalogue/listing.ts'
import { countValues, type ListingFilters, toggleValue } from '#app/shop/catalogue/listing-filters.ts'
import { listingPath } from '#app/shop/catalogue/listing-path.ts'
import { listingWords } from '#app/shop/catalogue/listing-words.ts'
import { type SoldPrices, soldPrices } from '#app/shop/catalogue/sold-prices.ts'
import type { ListingVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import type { Asked } from './describe-listing.ts'
import type { MakerView } from './listing-view.ts'

/** A maker, or one of its models, that a listing is all about: with any other filter it is a choice like any other. */
export function makerOf(filters: ListingFilters, vocabulary: ListingVocabulary) {
  const { brands, models } = filters
  if (brands.length !== 1 || models.length > 1 || countValues(filters) !== 1 + models.length) return null
  const brand = vocabulary.brand(brands[0] ?? '')
  const model = brand && models[0] !== undefined ? vocabulary.model(brand.id, models[0]) : null
  return brand && (models.length === 0 || model) ? { brand, model } : null
}

/** What a listing of a maker or a model says beyond its pieces; `null` for any other listing. */
export async function describeMaker(
  db: Database,
  listing: Listing,
  { locale, vocabulary, mayIndex, now }: Asked & { now: Date },
): Promise<MakerView | null> {
  const { filters } = listing
  const maker = makerOf(filters, vocabulary)
  if (maker === null || listing.page > 1) return null
  const words = listingWords(locale)
  const { brand, model } = maker
  const prices = listing.ranges.find(({ id }) => id === 'price')
  const euros = (amount: number) => formatPrice(Math.round(amount) * 100, locale)
  const facet = listing.facets.find(({ id }) => id === (model ? 'reference' : 'model'))
  const links = (facet?.values ?? []).map(({ value, label, count }): MakerView['links'][number] => {
    const choice = toggleValue(filters, model ? 'reference' : 'model', value)
    const href = listingPath(locale, choice)
    return mayIndex(choice) ? [label[locale], count, href] : [label[locale], count, href, 1]
  })
  const sold = await soldPrices(
    db,
    { department: filters.department, brandId: brand.id, modelId: model?.id ?? null },
    now,
  )
  const [lowest, highest] = [euros(prices?.min ?? 0), euros(prices?.max ?? 0)]
  // Several pieces may cost the same: that is one price and no range.
  const span = listing.total === 0 ? 'none' : lowest === highest ? 'one' : 'several'
  return {
    stock: words('maker.stock', { span, lowest, highest }),
    linksTitle: words(model ? 'maker.references' : 'maker.models'),
    links,
    all: [words('maker.all'), pathTo(locale, 'makers')],
    ...(sold && { sold: { title: words('maker.soldTitle'), ...soldText(sold, locale) } }),
    sell: [words('maker.sellTitle'), words('maker.sell')],
  }
}

function soldText(sold: SoldPrices, locale: Locale) {
  const words = listingWords(locale)
  const price = (euros: number) => formatPrice(euros * 100, locale)
  const note = words('maker.soldNote')
  if (!('pieces' in sold)) {
    const { count, lowest, median, highest } = sold
    const span = { count, lowest: price(lowest), median: price(median), highest: price(highest) }
    return { text: words('maker.soldSpan', span), note, pieces: [] }
  }
  const month = dateFormat(locale, { month: 'long', year: 'numeric', timeZone })
  const pieces = sold.pieces.map((piece): [text: string, href: string] => [
    words('maker.soldOne', {
      name: [piece.name[locale], piece.reference].filter(Boolean).join(' '),
      price: price(piece.euros),
      month: month.format(piece.soldAt),
    }),
    pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
  ])
  return { text: words('maker.soldFew'), note, pieces }
}
