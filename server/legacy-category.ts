import type { App } from '#app/app-context.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { filtersFromLegacy } from '#app/shop/catalogue/legacy-filters.ts'
import { listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { listingSegments } from '#app/shop/catalogue/listing-path.ts'
import { settleListing } from '#app/storefront/listing/settle-listing.ts'

/** Legacy category addresses: `/{de|en}/de/kategorien/{uhren|schmuck}/{rest}` (docs/product.md 1.3). */
export function legacyCategory(pathname: string) {
  const [prefix = '', ...words] = pathname.split('/').filter(Boolean).map(decoded)
  const locale = localeOfPath(`/${prefix}`)
  const [german, folder, department, ...rest] = words
  if (locale === null || german !== 'de' || folder !== 'kategorien') return null
  if (department === 'uhren') return { locale, department: 'watches' as const, rest }
  return department === 'schmuck' ? { locale, department: 'jewelry' as const, rest } : null
}

/** What cannot be decoded is no word. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return ''
  }
}

/**
 * The listing that an old category address means today; words that mean nothing now are left out
 * (`filtersFromLegacy`).
 */
export async function listingFromLegacy(
  app: App,
  { locale, department, rest }: NonNullable<ReturnType<typeof legacyCategory>>,
  query: URLSearchParams,
): Promise<string> {
  const filters = filtersFromLegacy(department, rest, await listingVocabulary(app.db))
  const asked = { locale, department, segments: listingSegments(locale, filters) }
  const settled = await settleListing(app.db, asked, query)
  if (settled === null) throw new Error(`the listing ${asked.segments.join('/')} is not its own address`)
  return settled.href
}
