import { formatNumber } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import type { FacetId } from '#app/shop/catalogue/facet-grammar.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { yearsText } from '#app/shop/catalogue/piece-card.ts'
import type { PieceYears, ProductDetail, Stone } from '#app/shop/catalogue/types.ts'
import { type PieceWords, pieceWords } from './words.ts'

/** A row of the facts: what, and its value; `href` where the value leads to its listing. */
export type Fact = { label: string; text: string; href?: string }
export type FactGroup = { title: string; facts: Fact[] }

type Label = Extract<keyof typeof import('#app/language/messages/de/piece-facts.json').labels, string>

/** What is written as its owner writes it, or as it is stamped. */
const asWritten: ReadonlySet<Label> = new Set([
  'brand',
  'model',
  'reference',
  'hallmarks',
  'serial',
  'report',
])

/** A value stands alone beside its label, so it begins with a capital; an abbreviation (“ca.”) stays as it is. */
function begin(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{L}*\.)/u, (letter) => letter.toUpperCase())
}

/** Collects rows in order and leaves out what is not known. */
function collect(words: PieceWords) {
  const facts: Fact[] = []
  return {
    facts,
    add(label: Label, ...parts: (string | null | undefined | false)[]) {
      const text = parts.filter(Boolean).join(', ')
      if (text !== '')
        facts.push({ label: words(`labels.${label}`), text: asWritten.has(label) ? text : begin(text) })
    },
  }
}

/**
 * What is known of a piece, in the order in which an expert reads it (trade-and-law 3). Lengths are mm, weights
 * grams; the texts carry their units.
 */
export function pieceFacts(piece: ProductDetail, locale: Locale): FactGroup[] {
  const words = pieceWords(locale)
  const main = piece.watch ? watchFacts(piece, piece.watch, locale) : jewelleryFacts(piece, locale)
  const groups: FactGroup[] = [{ title: words(`groups.${piece.kind}`), facts: main }]
  if (piece.stones.length > 0) {
    groups.push({
      title: words('groups.stones', { count: stoneCount(piece.stones) }),
      facts: piece.stones.map((stone) => stoneFact(stone, locale)),
    })
  }
  const papers = paperFacts(piece, locale)
  if (papers.length > 0) groups.push({ title: words('groups.papers'), facts: papers })
  const safety = safetyFacts(piece, locale)
  if (safety.length > 0) groups.push({ title: words('groups.safety'), facts: safety })
  return groups
}

/** What the law wants to stand directly above the order button: the essential characteristics of a piece (§ 312j BGB). */
export function pieceEssentials(piece: ProductDetail, locale: Locale): Fact[] {
  const words = pieceWords(locale)
  const labels = new Set(essential.map((label) => words(`labels.${label}`)))
  const main = piece.watch ? watchFacts(piece, piece.watch, locale) : jewelleryFacts(piece, locale)
  const grade = labelOf('condition', piece.condition, locale) ?? piece.condition
  return [
    ...main.filter(({ label }) => labels.has(label)),
    ...piece.stones.map((stone) => stoneFact(stone, locale)),
    { label: words('labels.condition'), text: grade },
  ]
}

const essential: Label[] = [
  'type',
  'year',
  'yearJewellery',
  'movement',
  'diameter',
  'size',
  'case',
  'bracelet',
  'coin',
  'metal',
  'fineWeight',
  'weight',
  'length',
  'ringSize',
  'scope',
]

function watchFacts(
  piece: ProductDetail,
  watch: NonNullable<ProductDetail['watch']>,
  locale: Locale,
): Fact[] {
  const words = pieceWords(locale)
  const { facts, add } = collect(words)
  const number = (value: number, digits = 1) => formatNumber(value, locale, { maximumFractionDigits: digits })
  const label = (facet: FacetId, id: string | null) => labelOf(facet, id, locale)
  const mm = (value: number | null) => value !== null && words('mm', { mm: number(value) })

  add('brand', piece.brand?.name)
  add('model', piece.model?.name)
  add('reference', piece.reference?.number)
  add('year', yearsOf(piece.years, words))
  add(
    'movement',
    label('movement', watch.movement),
    watch.calibre && words('calibre', { calibre: watch.calibre }),
  )
  add('complications', ...watch.complications.map((each) => label('complication', each)))
  if (watch.diameter !== null && watch.height !== null) {
    add('size', words('rectangle', { width: number(watch.diameter), height: number(watch.height) }))
  } else if (watch.diameter !== null) add('diameter', words('diameter', { mm: number(watch.diameter) }))
  add('thickness', mm(watch.thickness))
  add('case', label('case', watch.caseMaterial))
  add('bezel', watch.bezel?.[locale])
  add('crystal', watch.crystal?.[locale])
  add('dial', label('dial', watch.dial))
  add(
    'bracelet',
    label('bracelet', watch.bracelet),
    watch.maxWrist !== null && words('wrist', { cm: number(watch.maxWrist / 10) }),
  )
  add('clasp', watch.clasp?.[locale])
  add('scope', ...scopeOf(piece, locale))
  add('service', watch.serviced && partialDate(watch.serviced.on, locale), watch.serviced?.by?.[locale])
  add(
    'rate',
    watch.rate !== null &&
      words('rate', {
        seconds: formatNumber(watch.rate, locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
      }),
  )
  add('polished', watch.polished !== null && words('polished', { polished: String(watch.polished) }))
  add('replacedParts', watch.replacedParts?.[locale])
  add('serial', watch.serialMasked && words('serial', { masked: watch.serialMasked }))
  if (watch.waterResistance) {
    const { bar, testedOn } = watch.waterResistance
    add(
      'water',
      words('water', { bar: number(bar) }) +
        (testedOn ? `; ${words('waterTested', { date: partialDate(testedOn, locale) })}` : ''),
    )
  }
  add('weight', piece.weight !== null && words('grams', { grams: number(piece.weight, 2) }))
  add('gender', label('gender', piece.gender))
  return facts
}

function jewelleryFacts(piece: ProductDetail, locale: Locale): Fact[] {
  const words = pieceWords(locale)
  const { facts, add } = collect(words)
  const number = (value: number, digits = 1) => formatNumber(value, locale, { maximumFractionDigits: digits })
  const mm = (value: number | null | undefined) => value != null && words('mm', { mm: number(value) })
  const { jewellery, bullion } = piece

  if (jewellery) add('type', words('type', { type: jewellery.type ?? 'other' }))
  add('brand', piece.brand?.name)
  add('model', piece.model?.name)
  add('reference', piece.reference?.number)
  if (bullion) add('coin', bullion.coin?.[locale])
  if (jewellery) add('era', labelOf('era', jewellery.era, locale))
  add(bullion ? 'year' : 'yearJewellery', yearsOf(piece.years, words))
  add('metal', labelOf('metal', piece.metal, locale), finenessOf(piece, words, locale))
  if (bullion?.fineGrams != null) {
    const ounces = bullion.fineGrams / gramsPerOunce
    add('fineWeight', words('fineGrams', { grams: number(bullion.fineGrams, 4), ounces: number(ounces, 3) }))
  }
  add('weight', piece.weight !== null && words('grams', { grams: number(piece.weight, 2) }))
  if (jewellery) {
    add('length', mm(jewellery.length))
    add('width', mm(jewellery.width))
    const { resizable } = jewellery
    const altered =
      resizable && resizable.up + resizable.down > 0
        ? words('resizable', { ...resizable, both: String(resizable.up > 0 && resizable.down > 0) })
        : null
    add('ringSize', jewellery.ringSize !== null && number(jewellery.ringSize), altered)
  }
  add('hallmarks', ...piece.hallmarks)
  add('scope', ...scopeOf(piece, locale))
  add('gender', labelOf('gender', piece.gender, locale))
  return facts
}

const gramsPerOunce = 31.1034768

/** Per mille of gold → carat, as the trade says it (trade-and-law 2). */
const karats: Record<string, number> = {
  333: 8,
  375: 9,
  417: 10,
  585: 14,
  750: 18,
  800: 19.2,
  833: 20,
  875: 21,
  900: 21.6,
  916: 22,
  917: 22,
  958: 23,
  986: 23.6,
  999: 24,
  999.9: 24,
}

/** „585 (14 kt)“, „925 (Sterling)“. */
function finenessOf(piece: ProductDetail, words: PieceWords, locale: Locale): string | null {
  if (piece.fineness === null) return null
  const fineness = formatNumber(piece.fineness, locale, { maximumFractionDigits: 1, useGrouping: false })
  const karat = piece.metal?.endsWith('gold') ? karats[piece.fineness] : undefined
  if (karat !== undefined) return words('karat', { fineness, karat: formatNumber(karat, locale) })
  return piece.metal === 'silver' && piece.fineness === 925 ? words('sterling', { fineness }) : fineness
}

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

function paperFacts(piece: ProductDetail, locale: Locale): Fact[] {
  const words = pieceWords(locale)
  const { facts, add } = collect(words)
  if (piece.report) {
    const { lab, number } = piece.report
    add('report', number === null ? lab : words('reportNumber', { lab, number }))
  }
  for (const document of piece.documents) {
    const by = document.issuedBy
    facts.push({
      label: document.title[locale],
      text: [by, document.number, document.issuedOn && partialDate(document.issuedOn, locale)]
        .filter(Boolean)
        .join(', '),
    })
  }
  return facts.filter((fact) => fact.text !== '')
}

function safetyFacts(piece: ProductDetail, locale: Locale): Fact[] {
  const words = pieceWords(locale)
  const { facts, add } = collect(words)
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

function scopeOf(piece: ProductDetail, locale: Locale): (string | null | undefined)[] {
  // The notes say it more exactly; the word alone would repeat them.
  return piece.scopeNotes ? [piece.scopeNotes[locale]] : [labelOf('scope', piece.scope, locale)]
}

function labelOf(facet: FacetId, id: string | null, locale: Locale): string | null {
  return id === null ? null : (facetValue(facet, id)?.label[locale] ?? id)
}

export function yearsOf(years: PieceYears | null, words: PieceWords): string | null {
  if (years === null) return null
  return years.circa ? words('circa', { years: yearsText(years) }) : yearsText(years)
}

/** 2024, 2024-06 or 2024-06-30 as a date in words, as exact as it is known. */
export function partialDate(text: string, locale: Locale): string {
  const [year = '', month, day] = text.split('-')
  if (month === undefined) return year
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)))
  return new Intl.DateTimeFormat(languageTags[locale], {
    year: 'numeric',
    month: 'long',
    ...(day !== undefined && { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(date)
}
