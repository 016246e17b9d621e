import type { Bilingual, Locale } from '#app/language/locales.ts'

/** “Rolex Submariner Date”; a name that says its maker does not say it twice. */
export function pieceName(
  { brand, name }: { brand: string | null; name: Bilingual },
  locale: Locale,
): string {
  return brand === null || name[locale].includes(brand) ? name[locale] : `${brand} ${name[locale]}`
}
