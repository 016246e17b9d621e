import type { App } from '#app/app-context.ts'
import { catalogueInMemory } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { filtersFromLegacy, listingPath } from '#app/shop/catalogue/listing-path.ts'

/** Legacy category addresses: `/{de|en}/de/kategorien/{uhren|schmuck}/{rest}` (docs/product.md 1.3). */
export function legacyCategory(pathname: string) {
  const match = /^\/+(de|en)\/+de\/+kategorien\/+(uhren|schmuck)(?:\/+(.*))?$/i.exec(pathname)
  if (!match) return null
  return {
    locale: match[1]?.toLowerCase() as 'de' | 'en',
    department: match[2]?.toLowerCase() === 'uhren' ? ('watches' as const) : ('jewelry' as const),
    rest: (match[3] ?? '').split('/').filter(Boolean),
  }
}

/** The listing that an old category address means today; words that mean nothing now are left out (`filtersFromLegacy`). */
export async function listingPathFromLegacy(
  app: App,
  { locale, department, rest }: NonNullable<ReturnType<typeof legacyCategory>>,
): Promise<string> {
  const { vocabulary } = await catalogueInMemory(app.db)
  const words = rest.map((segment) => {
    try {
      return decodeURIComponent(segment).toLowerCase()
    } catch {
      return ''
    }
  })
  return listingPath(locale, filtersFromLegacy(department, words, vocabulary))
}
