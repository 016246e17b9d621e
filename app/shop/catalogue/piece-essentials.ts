import { formatNumber } from '#app/language/formats.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { conditionNotes } from './attributes/condition-notes.ts'
import { fineness, finenessText } from './attributes/fineness.ts'
import type { FacetId } from './attributes/registry.ts'
import { begin, factRows, sayOf } from './attributes/select-attributes.ts'
import { facetValue } from './facets.ts'
import { pieceWords } from './piece-words.ts'
import type { ProductDetail, Stone } from './types.ts'

/** Something known of a piece: what, and its value, in one language. */
export type PieceFact = { label: string; text: string }

/** What the law wants to stand directly above the order button: the essential characteristics of a piece (§ 312j BGB). */
export function pieceEssentials(piece: ProductDetail, locale: Locale): PieceFact[] {
  const grade = labelOf('condition', piece.condition, locale) ?? piece.condition
  return [
    ...factRows(piece, locale)
      .filter(({ attribute }) => attribute.fact?.essential)
      .map(({ label, text }) => ({ label, text })),
    ...piece.stones.map((stone) => stoneFact(stone, locale)),
    { label: pieceWords(locale)('labels.condition'), text: grade },
  ]
}

/**
 * What a contract says of a piece, in both languages: what stood above the order button, the fineness of a watch's
 * metal besides, what was found on it, and its known defect.
 */
export type PieceDescription = Record<
  Locale,
  { facts: PieceFact[]; notes: PieceFact | null; defect: PieceFact | null }
>

export function pieceDescription(piece: ProductDetail): PieceDescription {
  const describe = (locale: Locale): PieceDescription[Locale] => {
    const metal = piece.watch?.caseMaterial
    const fine = metal ? finenessText(metal, piece.fineness, sayOf(piece, locale)) : null
    const notes = piece.conditionNotes?.[locale]
    const defect = piece.defect?.[locale]
    return {
      facts: [
        ...pieceEssentials(piece, locale),
        ...(fine ? [{ label: fineness.label[locale], text: fine }] : []),
      ],
      notes: notes ? { label: conditionNotes.label[locale], text: notes } : null,
      defect: defect ? { label: pieceWords(locale)('labels.defect'), text: defect } : null,
    }
  }
  return Object.fromEntries(locales.map((locale) => [locale, describe(locale)])) as PieceDescription
}

export function stoneFact(stone: Stone, locale: Locale): PieceFact {
  const words = pieceWords(locale)
  const name = labelOf('gemstone', stone.stone, locale) ?? stone.stone
  const count = stone.count ?? 2
  const carat = stone.carat === null ? null : formatNumber(stone.carat, locale, { minimumFractionDigits: 2 })
  const text = [
    stone.count === null ? null : words('stone.count', { count: stone.count, kind: stone.stone }),
    carat && words('stone.carat', { count, carat }),
    cutOf(stone, locale),
    stone.colour && words('stone.colour', { colour: stone.colour }),
    stone.clarity && words('stone.clarity', { clarity: stone.clarity }),
    stone.setting?.[locale],
    stone.treatment?.[locale],
    stone.estimated && words('stone.estimated'),
  ]
  return { label: stoneName(stone, name, locale), text: begin(text.filter(Boolean).join(', ')) }
}

/** Among other words: only names and German nouns keep their capital. */
function cutOf({ cut }: Stone, locale: Locale): string | null {
  const label = labelOf('cut', cut, locale)
  const keeps = locale === 'de' ? cut !== 'oval' && cut !== 'round' : cut === 'asscher'
  return label === null || keeps ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** “Diamond” alone means a natural one; a grown one never goes without saying so. */
function stoneName(stone: Stone, name: string, locale: Locale): string {
  if (!stone.laboratoryGrown) return name
  const words = pieceWords(locale)
  return stone.stone === 'diamond'
    ? words('stone.syntheticDiamond')
    : words('stone.synthetic', { stone: name })
}

function labelOf(facet: FacetId, id: string | null, locale: Locale): string | null {
  return id === null ? null : (facetValue(facet, id)?.label[locale] ?? id)
}
