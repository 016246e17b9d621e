import type { Locale } from '#app/language/locales.ts'
import { derivedOnce } from '#app/platform/derived-once.ts'
import { pieceJsonLd } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { fullName } from '#app/shop/catalogue/piece-title.ts'
import type { PageStatus } from '#app/shop/catalogue/product-status.ts'
import { testSheetView } from '#app/shop/catalogue/test-sheet-view.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { productDescription } from '../product/product-view.ts'
import type { JsonLdNode } from './json-ld.ts'
import { countriesFor, returnPolicies, shippingJsonLd } from './return-and-shipping.ts'
import { shopReference } from './shop-json-ld.ts'

/**
 * Search engines know no “reserved”: what nobody can buy today is out of stock, what never comes back is sold out. A
 * piece that is examined again may be on sale again tomorrow.
 */
const availability: Record<PageStatus, string> = {
  available: 'https://schema.org/InStock',
  reserved: 'https://schema.org/OutOfStock',
  sold: 'https://schema.org/SoldOut',
  examined: 'https://schema.org/OutOfStock',
}

type Place = { siteUrl: string; apiUrl: string; locale: Locale; path: string }

/** A piece and its one offer, for search results and free merchant listings. */
export function productJsonLd(
  piece: ProductDetail,
  { site, shipping }: Pick<Settings, 'site' | 'shipping'>,
  { siteUrl, apiUrl, locale, path }: Place,
): JsonLdNode {
  return nodeOf(piece, site, shipping, siteUrl, apiUrl, locale, path)
}

const nodeOf = derivedOnce(makeNode)

function makeNode(
  piece: ProductDetail,
  site: Settings['site'],
  shipping: Settings['shipping'],
  siteUrl: string,
  apiUrl: string,
  locale: Locale,
  path: string,
): JsonLdNode {
  const url = siteUrl + path
  const sent = { priceCents: piece.priceCents, protectedSpecies: piece.cites !== null }
  return {
    '@type': 'Product',
    '@id': `${url}#piece`,
    name: fullName(piece, locale),
    description: piece.description?.[locale] ?? productDescription(piece, locale),
    url,
    image: piece.photos.map(({ id }) => new URL(photoAddress(id, 1600, 'jpg', apiUrl), siteUrl).href),
    sku: piece.id,
    mpn: piece.reference?.number,
    brand: piece.brand ? { '@type': 'Brand', name: piece.brand.name } : undefined,
    model: piece.model?.name,
    itemCondition: 'https://schema.org/UsedCondition',
    ...pieceJsonLd(piece, locale),
    subjectOf: sheetJsonLd(piece, siteUrl, apiUrl, locale),
    offers: {
      '@type': 'Offer',
      url,
      price: (piece.priceCents / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: availability[piece.status],
      itemCondition: 'https://schema.org/UsedCondition',
      seller: shopReference(siteUrl, { site }),
      // What can only be collected is sent nowhere and comes back from nowhere.
      shippingDetails: some(shippingJsonLd(shipping, sent)),
      hasMerchantReturnPolicy: some(returnPolicies(siteUrl, countriesFor(shipping, sent), locale)),
    },
  }
}

const some = (nodes: JsonLdNode[]) => (nodes.length > 0 ? nodes : undefined)

/** Its test sheet with number, day and whoever signed it. (schema.org’s `Report` is an article to search engines.) */
function sheetJsonLd(
  piece: ProductDetail,
  siteUrl: string,
  apiUrl: string,
  locale: Locale,
): JsonLdNode | undefined {
  const { id, testSheet } = piece
  if (testSheet === null) return undefined
  const { title, number, examiner } = testSheetView(piece, testSheet, locale)
  return {
    '@type': 'DigitalDocument',
    name: title,
    identifier: number,
    dateCreated: testSheet.examinedOn,
    author: { '@type': 'Person', name: examiner, jobTitle: testSheet.content.role?.[locale] },
    encodingFormat: 'application/pdf',
    inLanguage: locale,
    url: new URL(`${apiUrl}/pieces/${id}/test-sheet.${locale}.pdf`, siteUrl).href,
  }
}
