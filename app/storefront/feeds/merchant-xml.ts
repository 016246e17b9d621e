import type { App } from '#app/app-context.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { pieceJsonLd } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { idsOffered } from '#app/shop/catalogue/newest.ts'
import { productTitle } from '#app/shop/catalogue/piece-title.ts'
import { findProducts } from '#app/shop/catalogue/product.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import { shippingRates } from '#app/shop/checkout/quote.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { productDescription, productTrail } from '../product/product-view.ts'
import { feedWords } from './feed-words.ts'
import { element } from './xml.ts'

/** Pieces read at a time. */
const batch = 200
/** Google's limits: characters of title and description, further pictures. */
const longest = { title: 150, description: 5_000, pictures: 10 }

/** Numbers of Google's product taxonomy (Apparel & Accessories > Jewelry > …); coins and bars have none there. */
const categories: Record<string, number> = {
  watch: 201,
  rings: 200,
  earrings: 194,
  necklaces: 196,
  bracelets: 191,
  pendants: 192,
  brooches: 197,
}

const genders: Record<string, string> = { ladies: 'female', gents: 'male', unisex: 'unisex' }

/** The feed of all pieces that are on sale or reserved, in Google's format (RSS 2.0 with its own elements). */
export async function* merchantXml(app: App, locale: Locale): AsyncGenerator<string> {
  const words = feedWords(locale)
  const settings = await currentSettings(app.db)
  const { name: site } = settings.site
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    element('title', words('merchant.title', { site })),
    element('link', `${app.env.SITE_URL}${pathTo(locale, 'index')}`),
    element('description', words('merchant.description')),
    '\n',
  ].join('')
  const shipping = shippingElements(settings, locale)
  const ids = await idsOffered(app.db)
  for (let at = 0; at < ids.length; at += batch) {
    const pieces = await findProducts(app.db, Array.from(ids.subarray(at, at + batch), String), null)
    // One may have been sold, or even have come back, while the feed was being written.
    const there = pieces.filter(({ status }) => isOffered(status))
    yield there.map((piece) => `${item(piece, shipping, app, locale)}\n`).join('')
  }
  yield '</channel></rss>\n'
}

const g = (name: string, value: string | number | null | undefined) => element(`g:${name}`, value)
const price = (cents: number) => `${(cents / 100).toFixed(2)} EUR`

/**
 * What sending a piece costs, country by country. All pieces share a handful of answers, and these are most of the
 * feed: each is written once.
 */
function shippingElements({ shipping }: Settings, locale: Locale): (piece: ProductDetail) => string {
  const words = feedWords(locale)
  const written = new Map<string, string>()
  return ({ priceCents, cites }) => {
    const rates = shippingRates(shipping, { priceCents, protectedSpecies: cites !== null })
    const key = rates.map((rate) => `${rate.countries} ${rate.method} ${rate.priceCents}`).join(', ')
    let text = written.get(key)
    if (text === undefined) {
      text = rates
        .flatMap(({ countries, priceCents, method }) => {
          const after = `${g('service', words(`merchant.service.${method}`))}${g('price', price(priceCents))}`
          return countries.map((country) => `<g:shipping>${g('country', country)}${after}</g:shipping>`)
        })
        .join('')
      written.set(key, text)
    }
    return text
  }
}

function item(
  piece: ProductDetail,
  shipping: (piece: ProductDetail) => string,
  { env }: App,
  locale: Locale,
): string {
  const [picture, ...more] = piece.photos.map(
    ({ id }) => new URL(photoAddress(id, 1600, 'jpg', env.API_URL), env.SITE_URL).href,
  )
  const { material, color } = pieceJsonLd(piece, locale) as { material?: string; color?: string }
  const type = piece.kind === 'watch' ? 'watch' : (piece.jewellery?.type ?? '')
  const description = piece.description?.[locale] ?? productDescription(piece, locale)
  return [
    '<item>',
    g('id', piece.id),
    g('title', productTitle(piece, locale).slice(0, longest.title)),
    g('description', description.slice(0, longest.description)),
    g('link', env.SITE_URL + pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id })),
    g('image_link', picture),
    ...more.slice(0, longest.pictures).map((address) => g('additional_image_link', address)),
    g('availability', piece.status === 'available' ? 'in_stock' : 'out_of_stock'),
    g('price', price(piece.priceCents)),
    g('condition', 'used'),
    g('brand', piece.brand?.name),
    g('mpn', piece.reference?.number),
    // No piece carries a GTIN, but maker and reference identify one; without them nothing does.
    g('identifier_exists', piece.brand && piece.reference ? null : 'no'),
    g('google_product_category', categories[type]),
    g('product_type', productTrail(piece, locale).join(' > ')),
    g('material', material),
    g('color', color),
    g('size', piece.jewellery?.ringSize),
    g('gender', piece.gender && genders[piece.gender]),
    g('age_group', piece.kind === 'bullion' ? null : 'adult'),
    shipping(piece),
    '</item>',
  ].join('')
}
