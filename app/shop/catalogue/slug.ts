import { type Bilingual, type Locale, locales } from '#app/language/locales.ts'

const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
}

/** A text as a path segment: `A. Lange & Söhne` → `a-lange-soehne`, `5711/1A-010` → `5711-1a-010`. */
export function slugify(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøåłđ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

const maxSlugLength = 80

/**
 * A piece's slug in each language, from maker, name and reference; words of the name that repeat the maker or
 * the reference are not said twice. Never empty.
 */
export function productSlug(piece: {
  brand: string | null
  name: Bilingual
  reference: string | null
}): Bilingual {
  const inLocale = (locale: Locale) => {
    const name = slugify(piece.name[locale])
    const parts = [slugify(piece.brand ?? ''), name, slugify(piece.reference ?? '')]
    const [brand = '', , reference = ''] = parts
    const said = [
      name === brand || name.startsWith(`${brand}-`) ? '' : brand,
      name,
      name === reference || name.endsWith(`-${reference}`) ? '' : reference,
    ]
    const slug = said.filter((part) => part !== '').join('-')
    return slug.slice(0, maxSlugLength).replace(/-+$/, '') || 'p'
  }
  return Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)])) as Bilingual
}
