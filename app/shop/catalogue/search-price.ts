import { numberInWords, readNumberWords } from './search-number-words.ts'

/** What a query says of the price, in whole euros; `strictly`: the figures themselves are left out (“under 500”). */
export type PriceWish = { from: number | null; to: number | null; strictly: boolean }

/** A letter or a figure, of what `plainOf` makes of a query. */
const spelt = '[0-9a-zß-ÿ]'
const words = (list: string) =>
  list
    .trim()
    .split(/\s*\|\s*/)
    .join('|')
    .replaceAll(' ', String.raw`\s+`)

/** Everything here is sold in euros: whatever sign stands there, they are meant, and shown. */
const currency = `(?:[€$£]|(?:euros?|eur|dollars?|usd|pounds?|gbp|chf)(?!${spelt}))`
const thousands = String.raw`(?:k|tsd\.?|tausend|thousand)`
/** `1.000`, `1,000`, `1'000`, `1000,50`; `1 000` only where a currency follows. */
const figure = String.raw`(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,2})?|\d{1,3}(?:\s\d{3})+(?=\s*${currency})|\d{1,7}(?:[.,]\d{1,2})?)`
/** What is no price: millimetres, carats, years and decades, references. */
const noUnit = String.raw`(?!${spelt}|[-/]\d|[.,]\d|\s*(?:mm|cm|m|ct|cts|carats?|karat|kt|g|gr|gramm?|kg|bar|atm|jahren?|years?|%|")(?!${spelt}))`
const amount = (name: string) =>
  String.raw`(?:(?<${name}Before>${currency})\s*)?(?<${name}>${figure}\s*(?:${thousands}(?!${spelt}))?|${numberInWords}(?!${spelt}))(?:\s*(?:,-+|,–|\.-|\.–))?(?:\s*(?<${name}After>${currency}))?${noUnit}`

const below = words(
  'unter | unterhalb von | weniger als | günstiger als | guenstiger als | billiger als | under | below | beneath | less than | cheaper than | <',
)
const upTo = words(
  'höchstens | hoechstens | maximal | max\\.? | maximum | nicht über | nicht ueber | nicht mehr als | nicht teurer als | up to | at most | no more than | not more than | not over | <= | ≤',
)
const above = words('über | ueber | oberhalb von | mehr als | teurer als | over | above | more than | >')
const atLeast = words('mindestens | min\\.? | minimum | at least | starting at | >= | ≥')
/** These are said of years and sizes, too. */
const upToVague = words('bis zu | bis | till | until')
const fromVague = words('ab | from')
const about = words(
  'um | ca\\.? | circa | zirka | etwa | ungefähr | ungefaehr | rund | around | about | approximately',
)
const more = words('oder mehr | und mehr | aufwärts | or more | and up | and more')
const less = words('oder weniger | or less | maximal | max\\.? | maximum')

const before = String.raw`(?<!${spelt})(?:(?:(?<sum>preislich|preis|price|priced|budget|kosten|kostet|costing)|für|fuer|for)\s*:?\s+(?:(?:von|of)\s+)?)?`
const pattern = (text: string) => new RegExp(before + text)

const patterns: readonly [
  RegExp,
  { from?: true; to?: true; strictly?: true; vague?: true; spoken?: true },
][] = [
  [
    pattern(
      String.raw`(?:zwischen|zw\.?|between)\s+${amount('low')}\s*(?:und|and|bis|to|-|–|&)\s*${amount('high')}`,
    ),
    { from: true, to: true, vague: true },
  ],
  [
    pattern(
      String.raw`(?:von|from)\s+${amount('low')}\s*(?:bis(?:\s+zu)?|to|up\s+to|-|–)\s*${amount('high')}`,
    ),
    { from: true, to: true, vague: true },
  ],
  [
    pattern(String.raw`${amount('low').replaceAll(noUnit, '')}\s*(?:-|–)\s*${amount('high')}`),
    { from: true, to: true, spoken: true },
  ],
  [
    pattern(String.raw`${amount('low').replaceAll(noUnit, '')}\s+(?:bis|to)\s+${amount('high')}`),
    { from: true, to: true, vague: true },
  ],
  [pattern(String.raw`(?:${about})\s+(?:die\s+)?${amount('about')}`), { spoken: true }],
  [pattern(String.raw`(?:${upTo})\s*${amount('high')}`), { to: true }],
  [pattern(String.raw`(?:${atLeast})\s*${amount('low')}`), { from: true }],
  [pattern(String.raw`(?:${below})\s*${amount('high')}`), { to: true, strictly: true }],
  [pattern(String.raw`(?:${above})\s*${amount('low')}`), { from: true, strictly: true }],
  [pattern(String.raw`(?:${upToVague})\s*${amount('high')}`), { to: true, vague: true }],
  [pattern(String.raw`(?:${fromVague})\s*${amount('low')}`), { from: true, vague: true }],
  [pattern(String.raw`${amount('low')}\s+(?:${more})(?!${spelt})`), { from: true, vague: true }],
  [pattern(String.raw`${amount('high')}\s+(?:${less})(?!${spelt})`), { to: true, vague: true }],
  // A sum alone is what somebody wants to spend.
  [pattern(amount('high')), { to: true, spoken: true }],
]

/** Most queries hold none, and are asked at every key. */
const mayHoldPrice = /\d|hundert|tausend|hundred|thousand/i

type Priced = { rest: string; price: PriceWish | null }

/**
 * Takes the price out of a query: `Uhr unter 1.000 Euro` asks for `Uhr`, below 1000. Without a currency, a figure below
 * 100 or one that may be a year (`ab 1990`) is none.
 */
export function readPrice(query: string): Priced {
  const first = readBound(query, false)
  if (first.price === null || (first.price.from === null) === (first.price.to === null)) return first
  // „über 1000 unter 2000 Euro“: the other end, if it is said too
  const second = readBound(first.rest, true)
  const [one, other] = [first.price, second.price]
  if (other === null || (other.from === null) === (one.from === null)) return first
  const [from, to] = [one.from ?? other.from, one.to ?? other.to]
  if (from === null || to === null || from > to) return first
  const rest = second.rest.replace(/^(?:und|and|aber|but)(?=\s|$)\s*|\s+(?:und|and|aber|but)$/i, '')
  return { rest, price: { from, to, strictly: one.strictly && other.strictly } }
}

/** @param sumsSaid whether it was said already that sums are spoken of */
function readBound(query: string, sumsSaid: boolean): Priced {
  if (!mayHoldPrice.test(query)) return { rest: query, price: null }
  const plain = plainOf(query)
  for (const [pattern, { from, to, strictly = false, vague, spoken }] of patterns) {
    const found = pattern.exec(plain)
    const said = found?.groups
    if (!found || !said) continue
    const sums = [said.low, said.high, said.about].map((each) => (each === undefined ? null : euros(each)))
    if (sums.includes(Number.NaN)) continue
    const [least = null, most = null, near = null] = sums
    let low = from ? least : near && Math.floor(near * 0.8)
    const high = to ? most : near && Math.ceil(near * 1.2)
    // „5 bis 10k“
    if (low !== null && high !== null && low < 100 && isInThousands(said.high)) low *= 1000
    const figures = [low, high].filter((each) => each !== null)
    const saysSum = said.sum !== undefined
    const inEuros = Object.entries(said).some(([name, sign]) => sign && /(?:Before|After)$/.test(name))
    const thousand = isInThousands(said.low) || isInThousands(said.high)
    if (spoken && !inEuros && !(saysSum && said.about === undefined) && !isBareSum(said)) continue
    if (!inEuros && !thousand && figures.some((each) => each < 100)) continue
    if (vague && !inEuros && !saysSum && !sumsSaid && !thousand && mayBeYears(figures)) continue
    const bounds =
      low !== null && high !== null && low > high ? { from: high, to: low } : { from: low, to: high }
    const rest = `${query.slice(0, found.index)} ${query.slice(found.index + found[0].length)}`
    return { rest: rest.replace(/\s+/g, ' ').trim(), price: { ...bounds, strictly } }
  }
  return { rest: query, price: null }
}

/**
 * The query in small letters, each sign where it was; letters and figures that no pattern speaks of are one of them.
 * Patterns with all letters of Unicode, large and small, take a third of a second to compile.
 */
function plainOf(query: string): string {
  return query.replace(/[\p{L}\p{N}]/gu, (sign) => {
    const small = sign.toLowerCase()
    return /^[0-9a-zß-ÿ]$/.test(small) ? small : 'þ'.repeat(sign.length)
  })
}

/** `NaN` for what is no number. */
function euros(text: string): number {
  const said = text.toLowerCase().trim()
  const digits = /^[\d.,'’\s]*\d/.exec(said)?.[0]
  if (digits === undefined) return readNumberWords(said) ?? Number.NaN
  // One or two digits behind the last sign are a part; three are a group.
  const plain = digits
    .replace(/[.,](?=\d{1,2}$)/, '_')
    .replace(/[^\d_]/g, '')
    .replace('_', '.')
  return Math.min(Math.round(Number(plain) * (isInThousands(said) ? 1000 : 1)), 21_000_000)
}

function isInThousands(text: string | undefined): boolean {
  return text !== undefined && /(?:k|tsd\.?|tausend|thousand)$/i.test(text.trim())
}

/** `2k` is a sum, `18k` is how fine gold is. */
const carats = [8, 9, 10, 14, 18, 20, 21, 22, 24]

/** Thousands in figures, without a currency. */
function isBareSum({ low, high }: Partial<Record<string, string>>): boolean {
  return [low, high].some(
    (each) =>
      each !== undefined &&
      /\d/.test(each) &&
      isInThousands(each) &&
      !(/k$/i.test(each.trim()) && carats.some((carat) => euros(each) === carat * 1000)),
  )
}

/** Not where all are round: `1800`, `1900 bis 2000`. */
function mayBeYears(figures: number[]): boolean {
  return (
    figures.every((figure) => figure >= 1800 && figure <= 2100) &&
    figures.some((figure) => figure % 100 !== 0)
  )
}
