import { type Locale, languageTags } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerChangesAt } from '#app/platform/answer-record.ts'
import { beginOfDay, daysLater } from '#app/shop/buying/german-day.ts'
import { servedCountries } from '#app/shop/checkout/quote.ts'
import { type Branch, type Settings, type Weekday, weekdays } from '#app/shop/settings/settings.ts'
import type { JsonLdNode } from './json-ld.ts'
import { returnPolicies } from './return-and-shipping.ts'

export const shopId = (siteUrl: string) => `${siteUrl}/#shop`
export const websiteId = (siteUrl: string, locale: Locale) => `${siteUrl}/${locale}#website`

type Shop = Pick<Settings, 'site' | 'company' | 'contact' | 'branches' | 'shipping'>

const phone = (written: string) => phoneLink(written).slice('tel:'.length)

/** The shop as other nodes name it. */
export function shopReference(siteUrl: string, { site }: Pick<Shop, 'site'>): JsonLdNode {
  return { '@type': 'OnlineStore', '@id': shopId(siteUrl), name: site.name, url: siteUrl }
}

/** Who sells: the company, how it is reached, how it takes back, and its branches. */
export function shopJsonLd(siteUrl: string, shop: Shop, locale: Locale): JsonLdNode {
  const { site, company, contact } = shop
  return {
    ...shopReference(siteUrl, shop),
    legalName: company.name,
    description: site.description[locale],
    logo: `${siteUrl}/icon-512.png`,
    image: `${siteUrl}/social.jpg`,
    telephone: phone(contact.phone),
    email: contact.email,
    vatID: company.vatId,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.street,
      postalCode: company.postalCode,
      addressLocality: company.city,
      addressCountry: company.country,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: phone(contact.phone),
      email: contact.email,
      availableLanguage: ['de', 'en'],
    },
    hasMerchantReturnPolicy: returnPolicies(siteUrl, servedCountries(shop.shipping), locale),
    department: shop.branches.map((branch) => ({ '@id': branchId(siteUrl, branch) })),
  }
}

/** The site in one language, with its search. */
export function websiteJsonLd(siteUrl: string, { site }: Pick<Shop, 'site'>, locale: Locale): JsonLdNode {
  return {
    '@type': 'WebSite',
    '@id': websiteId(siteUrl, locale),
    name: site.name,
    description: site.description[locale],
    url: `${siteUrl}${pathTo(locale, 'index')}`,
    inLanguage: languageTags[locale],
    publisher: { '@id': shopId(siteUrl) },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${siteUrl}${pathTo(locale, 'search')}?query={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

const branchId = (siteUrl: string, { id }: Pick<Branch, 'id'>) => `${siteUrl}/#branch-${id}`

const dayNames: Record<Weekday, string> = {
  mo: 'Monday',
  tu: 'Tuesday',
  we: 'Wednesday',
  th: 'Thursday',
  fr: 'Friday',
  sa: 'Saturday',
  su: 'Sunday',
}

/** A branch with its hours, and those of the next year's holidays. */
export function branchJsonLd(siteUrl: string, branch: Branch, locale: Locale, now: Date): JsonLdNode {
  return {
    '@type': 'JewelryStore',
    '@id': branchId(siteUrl, branch),
    name: branch.name,
    url: `${siteUrl}${pathTo(locale, 'contact')}`,
    image: `${siteUrl}/social.jpg`,
    telephone: phone(branch.phone),
    email: branch.email,
    priceRange: '€€–€€€€',
    currenciesAccepted: 'EUR',
    parentOrganization: { '@id': shopId(siteUrl) },
    address: {
      '@type': 'PostalAddress',
      streetAddress: branch.street,
      postalCode: branch.postalCode,
      addressLocality: branch.city,
      addressCountry: branch.country,
    },
    geo:
      branch.latitude != null && branch.longitude != null
        ? { '@type': 'GeoCoordinates', latitude: branch.latitude, longitude: branch.longitude }
        : undefined,
    openingHoursSpecification: branch.hours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays.filter((day) => days.includes(day)).map((day) => dayNames[day]),
      opens,
      closes,
    })),
    specialOpeningHoursSpecification: branch.holidays
      .filter(({ date }) => isWithinAYear(date, now))
      .map(({ date, label, closed, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        name: label[locale],
        validFrom: date,
        validThrough: date,
        // From midnight to midnight means closed all day.
        opens: closed || !opens ? '00:00' : opens,
        closes: closed || !closes ? '00:00' : closes,
      })),
  }
}

const year = 365 * 86_400_000

/** Whether a day in Germany is today or less than a year ahead; the answer under way is told when that changes. */
function isWithinAYear(date: string, now: Date): boolean {
  const [from, until] = [beginOfDay(date).getTime() - year, beginOfDay(daysLater(date, 1)).getTime()]
  const at = now.getTime()
  if (until > at) answerChangesAt(from > at ? from : until)
  return from <= at && at < until
}
