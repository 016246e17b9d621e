import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { yearsText } from './attributes/year.ts'
import { facetValue } from './facets.ts'
import type { PageStatus } from './product-status.ts'
import type { CardPiece, PagePiece } from './types.ts'

/**
 * A piece as a card shows it: one language, words instead of ids, nothing that does not apply. Twenty-four of them
 * travel with every listing, so every field earns its bytes.
 */
export type PieceCard = FactsOnCard & {
  /** The piece's address: unlike any other's. */
  href: string
  brand?: string
  name: string
  /** Inner circumference in mm. */
  ringSize?: number
  /** Facet `type`; says what an unbranded piece is. */
  type?: string
  cents: number
  /** Of the last 30 days, where the piece was reduced (§ 11 PAngV). */
  lowestCents?: number
  status?: Exclude<PageStatus, 'available'>
  /** Ids; the second shows on hover. */
  photos: string[]
  /** Where they are cut, in per cent from the left and from the top; 0: around the middle. */
  focus?: ({ x: number; y: number } | 0)[]
}

/** What a card says beside name and price. */
export type FactsOnCard = {
  reference?: string
  /** `2016`, `1968–1972` */
  years?: string
  circa?: true
  /** With its fineness: „750 Gelbgold“. */
  metal?: string
  /** How it is kept and what comes with it: „Sehr gut, Full Set“. */
  state?: string
}

export function pieceCard(piece: PagePiece, locale: Locale): PieceCard {
  const watch = piece.kind === 'watch'
  const shown = piece.photos.slice(0, 2)
  const card: PieceCard = {
    href: pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
    name: piece.name[locale],
    cents: piece.priceCents,
    photos: shown.map((photo) => photo.id),
    ...factsOnCard(piece, locale),
  }
  if (piece.brand !== null) card.brand = piece.brand
  else if (!watch) card.type = piece.type ?? 'coins-and-bars'
  if (piece.ringSize !== null) card.ringSize = piece.ringSize
  if (shown.some(({ focus }) => focus)) card.focus = shown.map(({ focus }) => focus ?? 0)
  if (piece.reduction) card.lowestCents = piece.reduction.lowestCents
  if (piece.status !== 'available') card.status = piece.status
  return card
}

type Described = Pick<
  PagePiece,
  'kind' | 'reference' | 'years' | 'metal' | 'fineness' | 'condition' | 'scope'
>

/** What a card says of a piece beside name and price: only what applies. */
export function factsOnCard(piece: Described, locale: Locale): FactsOnCard {
  const facts: FactsOnCard = {}
  const metal = metalText(piece, locale)
  if (piece.kind === 'watch') {
    if (piece.reference !== null) facts.reference = piece.reference
    if (piece.years !== null) {
      facts.years = yearsText(piece.years)
      if (piece.years.circa) facts.circa = true
    }
    // The case says more about a watch without reference than nothing.
    if (piece.reference === null && metal !== null) facts.metal = metal
  } else if (metal !== null) facts.metal = metal
  const state = stateOf(piece, locale)
  if (state !== null) facts.state = state
  return facts
}

/** What comes with a piece, in the fewest words; that nothing does is said on its page. */
const included: Readonly<Record<string, Record<Locale, string>>> = {
  'full-set': { de: 'Full Set', en: 'full set' },
  box: { de: 'Box', en: 'box' },
  papers: { de: 'Papiere', en: 'papers' },
}

function stateOf({ condition, scope }: Described, locale: Locale): string | null {
  const grade = facetValue('condition', condition)?.label[locale]
  const parts = [grade, scope === null ? null : included[scope]?.[locale]].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

/** „750 Gelbgold“; of a watch the case alone. */
export function metalText(
  piece: Pick<CardPiece, 'kind' | 'metal' | 'fineness'>,
  locale: Locale,
): string | null {
  if (piece.metal === null) return null
  const label =
    facetValue(piece.kind === 'watch' ? 'case' : 'metal', piece.metal)?.label[locale] ?? piece.metal
  if (piece.fineness === null || piece.kind === 'watch') return label
  const noun = locale === 'en' ? label.toLowerCase() : label
  return `${finenessText(piece.fineness, locale)} ${noun}`
}

function finenessText(perMille: number, locale: Locale): string {
  return locale === 'de' ? String(perMille).replace('.', ',') : String(perMille)
}
