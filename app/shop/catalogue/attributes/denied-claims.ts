import type { Locale } from '#app/language/locales.ts'
import { overridable } from './select-attributes.ts'

const denials: Record<Locale, RegExp> = {
  de: /(?<![\p{L}])(?:nicht|kein\p{L}*|ohne|nie|niemals|weder|un\p{L}*dicht\p{L}*|verloren)(?![\p{L}])/iu,
  en: /(?<![\p{L}])(?:not|no|never|without|neither|nor|cannot|lost|\p{L}+n[’']t)(?![\p{L}])/iu,
}
/** What sounds like a denial and is none. */
const noDenials: Record<Locale, RegExp> = { de: /\bnicht nur\b/giu, en: /\bnot (?:only|just)\b/giu }

/** A sentence of a text; the point of a figure ends none. */
const sentence = /(?:[^.!?;\n]|[.!?;](?=\S))+/gu

/**
 * The attribute that a text claims although a known defect overrides it; null: it claims none of them. Who denies it in
 * the same sentence ("no longer water-resistant to 20 bar") claims nothing. `overrides`: ids of attributes
 */
export function deniedClaim(
  text: string,
  { overrides, locale }: { overrides: readonly string[]; locale: Locale },
): string | null {
  const sentences = text.match(sentence) ?? []
  for (const { id, claim } of overridable) {
    if (!claim || !overrides.includes(id)) continue
    for (const each of sentences) {
      const claimed = claim[locale].exec(each)?.[0]
      if (claimed === undefined) continue
      const rest = each.replace(claimed, ' ').replace(noDenials[locale], ' ')
      if (!denials[locale].test(rest)) return id
    }
  }
  return null
}
