import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { shippingRates } from '#app/shop/checkout/quote.ts'
import { withdrawalDays } from '#app/shop/checkout/withdrawal-period.ts'
import type { Shipping } from '#app/shop/settings/trade-settings.ts'
import type { JsonLdNode } from './json-ld.ts'

/** From where we pay for sending back; the cancellation policy says the same. */
const freeReturnsFrom = 'DE'

/** What a returned piece costs its buyer: nothing from Germany, its way back from elsewhere. Nowhere else was it sent. */
export function returnPolicies(siteUrl: string, served: readonly string[], locale: Locale): JsonLdNode[] {
  const others = served.filter((country) => country !== freeReturnsFrom)
  const policy = (countries: readonly string[], returnFees: string): JsonLdNode => ({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries,
    returnPolicyCountry: freeReturnsFrom,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: withdrawalDays,
    returnMethod: ['https://schema.org/ReturnByMail', 'https://schema.org/ReturnInStore'],
    returnFees: `https://schema.org/${returnFees}`,
    refundType: 'https://schema.org/FullRefund',
    merchantReturnLink: `${siteUrl}${pathTo(locale, 'cancellation')}`,
  })
  return [
    ...(served.includes(freeReturnsFrom) ? [policy([freeReturnsFrom], 'FreeReturn')] : []),
    ...(others.length > 0 ? [policy(others, 'ReturnFeesCustomerResponsibility')] : []),
  ]
}

/** The countries that a piece is sent to: not all of the delivery area where a zone's value or a species sets limits. */
export function countriesFor(
  shipping: Shipping,
  piece: { priceCents: number; protectedSpecies: boolean },
): string[] {
  return shippingRates(shipping, piece).flatMap(({ countries }) => countries)
}

/** What sending a piece costs and how long it takes, zone by zone; the days count from payment. */
export function shippingJsonLd(
  shipping: Shipping,
  piece: { priceCents: number; protectedSpecies: boolean },
): JsonLdNode[] {
  return shippingRates(shipping, piece).map(({ countries, priceCents, days: [least, most] }) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: (priceCents / 100).toFixed(2), currency: 'EUR' },
    // Search engines read one country of a region.
    shippingDestination: countries.map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: between(0, 1),
      transitTime: between(least, Math.max(least, most - 1)),
    },
  }))
}

const between = (minValue: number, maxValue: number): JsonLdNode => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})
