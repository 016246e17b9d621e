import type { Locale } from '#app/language/locales.ts'
import { overridable } from './select-attributes.ts'

const denials: Record<Locale, RegExp> = {
  de: /(?<![\p{L}])(?:nicht|kein\p{L}*|ohne|nie|niemals|weder|un\p{L}*dicht\p{L}*|verloren)(?![\p{L}])/iu,
  en: /(?<![\p{L}])(?:not|no|never|without|neither|nor|cannot|lost|\p{L}+n[’']t)(?![\p{L}])/iu,
}
/** What sounds like a denial and is none: of the claim, at least. */
const noDenials: Record<Locale, RegExp> = {
  de: /\bnicht nur\b|(?<!\p{L})(?:ohne|keine?)\s+(?:\p{L}+\s+)?(?:Box|Papiere|Etui|Zertifikat|Karton|Kratzer|Mängel|Beschädigung)\p{L}*/giu,
  en: /\bnot (?:only|just)\b|\b(?:no|without)\s+(?:\p{L}+\s+)?(?:box|papers|case|certificate|scratch|damage|flaw|fault)\p{L}*/giu,
}
/** What takes a claim back from another part of its sentence. */
const takenBack: Record<Locale, RegExp> = {
  de: /\b(?:nicht mehr|nicht zugesichert|(?:nicht |un)bekannt|(?:ohne|keine)(?: jede)? (?:Zusicherung|Gewähr|Garantie))/iu,
  en: /\b(?:no longer|any ?more|not guaranteed|(?:not |un)known|cannot be relied|without(?: any)? (?:assurance|guarantee|warranty))/iu,
}

/** A sentence of a text; the point of a figure ends none. */
const sentence = /(?:[^.!?;\n]|[.!?;](?=\S))+/gu
/** The comma of a figure is no end of a clause. */
const clauseEnd = /,(?=\s)|\s[–—-]\s|[()]/u

/**
 * The attribute that a text claims although a known defect overrides it; null: it claims none of them. Who denies it there
 * ("no longer water-resistant to 20 bar") claims nothing. `overrides`: ids of attributes
 */
export function deniedClaim(
  text: string,
  { overrides, locale }: { overrides: readonly string[]; locale: Locale },
): string | null {
  const sentences = text.match(sentence) ?? []
  for (const { id, claim } of overridable) {
    if (!claim || !overrides.includes(id)) continue
    for (const each of sentences) {
      if (takenBack[locale].test(each)) continue
      for (const clause of each.split(clauseEnd)) {
        const claimed = claim[locale].exec(clause)?.[0]
        if (claimed === undefined) continue
        const rest = clause.replace(claimed, ' ').replace(noDenials[locale], ' ')
        if (!denials[locale].test(rest)) return id
      }
    }
  }
  return null
}
