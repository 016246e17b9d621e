import type { Locale } from '#app/language/locales.ts'
import { begin, type FactRow, factRows, partialDate } from './attributes/select-attributes.ts'
import { yearsOf } from './attributes/year.ts'
import { type PieceFact, stoneFact } from './piece-essentials.ts'
import { pieceWords } from './piece-words.ts'
import type { ProductDetail, Stone } from './types.ts'

export type FactGroup = { title: string; facts: PieceFact[] }

/** Below its name: „Referenz 116610LN“, „2016“; without the stock number. */
export function pieceSubtitle({ reference, years }: ProductDetail, locale: Locale): string[] {
  const parts = [
    reference && `${pieceWords(locale)('labels.reference')} ${reference.number}`,
    years && yearsOf(years, locale),
  ]
  return parts.filter((each) => each !== null)
}

/** A description as the page sets it. */
export function pieceParagraphs({ description }: ProductDetail, locale: Locale): string[] {
  return (description?.[locale] ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== '')
}

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
      title: words('groups.stones', {
        count: stoneCount(piece.stones),
        kind: piece.stones.every(({ stone }) => stone === 'pearl') ? 'pearl' : 'stone',
      }),
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

/** Between metal and report, stones are what a jewel is asked for. */
const stonesFirst = 40

/**
 * The few facts that decide whether a piece comes into question at all: scope, service and size of a watch; size, metal,
 * stones and report of a jewel.
 */
export function firstFacts(piece: ProductDetail, locale: Locale): PieceFact[] {
  const rows = factRows(piece, locale).flatMap((row) => {
    const at = row.attribute.fact?.first?.[piece.kind]
    return at === undefined ? [] : [{ at, fact: plain(row) }]
  })
  const stones = piece.kind === 'jewellery' ? piece.stones : []
  return [...rows, ...stones.map((stone) => ({ at: stonesFirst, fact: stoneFact(stone, locale) }))]
    .toSorted((one, other) => one.at - other.at)
    .map(({ fact }) => fact)
}

const plain = ({ label, text }: FactRow): PieceFact => ({ label, text })

function stoneCount(stones: readonly Stone[]): number {
  return stones.reduce((sum, stone) => sum + (stone.count ?? 2), 0)
}

function documentFacts(piece: ProductDetail, locale: Locale): PieceFact[] {
  return piece.documents
    .map(({ title, issuedBy, number, issuedOn }) => ({
      label: title[locale],
      text: [issuedBy, number, issuedOn && partialDate(issuedOn, locale)].filter(Boolean).join(', '),
    }))
    .filter((fact) => fact.text !== '')
}

function safetyFacts(piece: ProductDetail, locale: Locale): PieceFact[] {
  const words = pieceWords(locale)
  const facts: PieceFact[] = []
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
