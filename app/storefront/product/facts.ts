import { formatNumber } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { FacetId } from '#app/shop/catalogue/attributes/registry.ts'
import {
  begin,
  type FactRow,
  factRows,
  partialDate,
} from '#app/shop/catalogue/attributes/select-attributes.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import type { ProductDetail, Stone } from '#app/shop/catalogue/types.ts'
import { pieceWords } from './piece-words.ts'

/** A row of the facts: what, and its value; `href` where the value leads to its listing. */
export type Fact = { label: string; text: string; href?: string }
export type FactGroup = { title: string; facts: Fact[] }

/**
 * What is known of a piece, in the order in which an expert reads it (docs/trade.md 1). Lengths are mm, weights
 * grams; the texts carry their units.
 */
export function pieceFacts(piece: ProductDetail, locale: Locale): FactGroup[] {
  const words = pieceWords(locale)
  const rows = factRows(piece, locale)
  const main = rows.filter(({ attribute }) => attribute.fact?.group === undefined)
  const groups: FactGroup[] = [{ title: words(`groups.${piece.kind}`), facts: main.map(plain) }]
  if (piece.stones.length > 0) {
    groups.push({
      title: words('groups.stones', { count: stoneCount(piece.stones) }),
      facts: piece.stones.map((stone) => stoneFact(stone, locale)),
    })
  }
  const papers = [
    ...rows.filter(({ attribute }) => attribute.fact?.group === 'papers').map(plain),
    ...documentFacts(piece, locale),
  ]
  if (papers.length > 0) groups.push({ title: words('groups.papers'), facts: papers })
  const safety = safetyFacts(piece, locale)
  if (safety.length > 0) groups.push({ title: words('groups.safety'), facts: safety })
  return groups
}

/** What the law wants to stand directly above the order button: the essential characteristics of a piece (§ 312j BGB). */
export function pieceEssentials(piece: ProductDetail, locale: Locale): Fact[] {
  const grade = labelOf('condition', piece.condition, locale) ?? piece.condition
  return [
    ...factRows(piece, locale)
      .filter(({ attribute }) => attribute.fact?.essential)
      .map(plain),
    ...piece.stones.map((stone) => stoneFact(stone, locale)),
    { label: pieceWords(locale)('labels.condition'), text: grade },
  ]
}

const plain = ({ label, text }: FactRow): Fact => ({ label, text })

function stoneCount(stones: readonly Stone[]): number {
  return stones.reduce((sum, stone) => sum + (stone.count ?? 2), 0)
}

function stoneFact(stone: Stone, locale: Locale): Fact {
  const words = pieceWords(locale)
  const name = labelOf('gemstone', stone.stone, locale) ?? stone.stone
  const count = stone.count ?? 2
  const carat = stone.carat === null ? null : formatNumber(stone.carat, locale, { minimumFractionDigits: 2 })
  const text = [
    stone.count === null ? null : words('stone.count', { count: stone.count }),
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

function documentFacts(piece: ProductDetail, locale: Locale): Fact[] {
  return piece.documents
    .map(({ title, issuedBy, number, issuedOn }) => ({
      label: title[locale],
      text: [issuedBy, number, issuedOn && partialDate(issuedOn, locale)].filter(Boolean).join(', '),
    }))
    .filter((fact) => fact.text !== '')
}

function safetyFacts(piece: ProductDetail, locale: Locale): Fact[] {
  const words = pieceWords(locale)
  const facts: Fact[] = []
  const add = (
    label: 'manufacturer' | 'responsible' | 'warnings' | 'species',
    ...parts: (string | null | undefined)[]
  ) => {
    const text = parts.filter(Boolean).join(', ')
    if (text !== '') facts.push({ label: words(`labels.${label}`), text: begin(text) })
  }
  const { manufacturer, responsible, warnings } = piece.productSafety
  if (manufacturer) add('manufacturer', manufacturer.name, manufacturer.postal, manufacturer.electronic)
  if (responsible) add('responsible', responsible.name, responsible.postal, responsible.electronic)
  add('warnings', warnings?.[locale])
  if (piece.cites) {
    const { species, annex, proof } = piece.cites
    add(
      'species',
      [words('cites', { species, annex }), proof && words('citesProof', { proof }), words('citesShipping')]
        .filter(Boolean)
        .join('; '),
    )
  }
  return facts
}

function labelOf(facet: FacetId, id: string | null, locale: Locale): string | null {
  return id === null ? null : (facetValue(facet, id)?.label[locale] ?? id)
}
