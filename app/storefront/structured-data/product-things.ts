import type { Locale } from '#app/language/locales.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import type { PublicStatus } from '#app/shop/catalogue/product-status.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { fullName, productDescription } from '../product/product-view.ts'
import { returnPolicies, shippingThings } from './offer-things.ts'
import { shopReference } from './shop-things.ts'
import type { Thing } from './thing.ts'

/** Search engines know no “reserved”: what nobody can buy today is out of stock, what never comes back is sold out. */
const availability: Record<PublicStatus, string> = {
  available: 'https://schema.org/InStock',
  reserved: 'https://schema.org/OutOfStock',
  sold: 'https://schema.org/SoldOut',
}

type Place = { siteUrl: string; apiUrl: string; locale: Locale; path: string }

/** A piece and its one offer, for search results and free merchant listings. */
export function productThing(
  piece: ProductDetail,
  { site, shipping }: Pick<Settings, 'site' | 'shipping'>,
  { siteUrl, apiUrl, locale, path }: Place,
): Thing {
  const url = siteUrl + path
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
    productionDate: yearOf(piece),
    audience: audienceOf(piece),
    ...materialOf(piece, locale),
    size: piece.jewellery?.ringSize == null ? undefined : String(piece.jewellery.ringSize),
    weight:
      piece.weight === null
        ? undefined
        : { '@type': 'QuantitativeValue', value: piece.weight, unitCode: 'GRM' },
    offers: {
      '@type': 'Offer',
      url,
      price: (piece.priceCents / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: availability[piece.status],
      itemCondition: 'https://schema.org/UsedCondition',
      seller: shopReference(siteUrl, { site }),
      shippingDetails: shippingThings(shipping, {
        priceCents: piece.priceCents,
        protectedSpecies: piece.cites !== null,
      }),
      hasMerchantReturnPolicy: returnPolicies(siteUrl, shipping, locale),
    },
  }
}

/** What it is made of and its colour, in words of the language: a watch's case and dial, a jewel's metal. */
export function materialOf(piece: ProductDetail, locale: Locale): { material?: string; color?: string } {
  const word = (facet: 'case' | 'dial' | 'metal', id: string | null | undefined) =>
    id ? facetValue(facet, id)?.label[locale] : undefined
  const material = piece.watch ? word('case', piece.watch.caseMaterial) : word('metal', piece.metal)
  const color = piece.watch ? word('dial', piece.watch.dial) : material
  return { ...(material && { material }), ...(color && { color }) }
}

/** Only a year that is known exactly is a date. */
function yearOf({ years }: ProductDetail): string | undefined {
  return years && !years.circa && years.from === years.to ? String(years.from) : undefined
}

function audienceOf({ gender }: ProductDetail): Thing | undefined {
  if (gender === null) return undefined
  const suggested = { ladies: 'female', gents: 'male' }[gender] ?? 'unisex'
  return { '@type': 'PeopleAudience', suggestedGender: suggested, suggestedMinAge: 18 }
}
