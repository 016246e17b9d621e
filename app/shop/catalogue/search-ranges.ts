/** From one figure to another, of a diameter or a year; `exact`: this one before the others (“from 1968”). */
export type RangeWish = {
  of: 'diameter' | 'year'
  from: number
  to: number
  exact: number | null
}

/** What a figure of each may be. */
const limitsOf = { diameter: { from: 10, to: 99 }, year: { from: 1700, to: 2100 } } as const

const words = (list: string) =>
  `(?:${list
    .trim()
    .split(/\s*\|\s*/)
    .join('|')
    .replaceAll(' ', String.raw`\s+`)})`

const spelt = '[0-9a-zß-ÿ]'
const upTo = words(
  'bis zu | bis | höchstens | hoechstens | maximal | max\\.? | maximum | nicht über | nicht ueber | nicht größer als | up to | at most | no more than | not over | until | till | <= | ≤',
)
const atLeast = words(
  'ab | seit | mindestens | min\\.? | minimum | from | since | at least | starting at | >= | ≥',
)
const below = {
  diameter: words(
    'unter | unterhalb von | kleiner als | weniger als | under | below | smaller than | less than | <',
  ),
  year: words('vor | älter als | aelter als | before | prior to | older than | pre'),
}
const above = {
  diameter: words(
    'über | ueber | größer als | groesser als | grösser als | mehr als | over | above | larger than | bigger than | greater than | more than | >',
  ),
  year: words('nach | jünger als | juenger als | neuer als | after | newer than | younger than | later than'),
}
const orMore = words(
  '(?:oder|und|or|and) (?:größer|groesser|grösser|mehr|neuer|jünger|juenger|später|spaeter|larger|bigger|more|up|newer|later|younger) | aufwärts | aufwaerts | \\+',
)
const orLess = words(
  '(?:oder|und|or|and) (?:kleiner|weniger|älter|aelter|früher|frueher|smaller|less|under|older|earlier)',
)
const to = String.raw`\s*(?:und|and|bis|to|until|-|–|&)\s*`

type Shape = { of: RangeWish['of']; pattern: RegExp; read(low: number, high: number): [number, number] }

/** @param last a figure with what must stand behind it */
function shapesOf(of: RangeWish['of'], figure: string, last: string): Shape[] {
  const begin = `(?<!${spelt})`
  const end = `(?!${spelt})`
  const least = limitsOf[of].from
  const most = limitsOf[of].to
  const shape = (text: string, read: Shape['read']): Shape => ({ of, pattern: new RegExp(text, 'i'), read })
  return [
    shape(`${begin}(?:(?:zwischen|between|von|from|aus)\\s+)?${figure}${to}${last}`, (low, high) => [
      low,
      high,
    ]),
    shape(`${begin}${last}\\s*${orMore}`, (low) => [low, most]),
    shape(`${begin}${last}\\s*${orLess}${end}`, (high) => [least, high]),
    shape(`${begin}${upTo}\\s*${last}`, (high) => [least, high]),
    shape(`${begin}${atLeast}\\s*${last}`, (low) => [low, most]),
    shape(`${begin}${below[of]}\\s*${last}`, (high) => [least, high - 1]),
    shape(`${begin}${above[of]}\\s*${last}`, (low) => [low + 1, most]),
  ]
}

const tenths = String.raw`(\d{2})(?:[.,]\d)?`
const unit = String.raw`\s*-?\s*(?:mm|millimet(?:ern?|res?|ers))(?!${spelt})`
const noMore = String.raw`(?!${spelt}|[.,/-]\d|\s*(?:€|euro|eur|\$|mm|ct|m)(?!${spelt}))`
const year = String.raw`(?:(?:dem|den|the)\s+)?(?:(?:jahre?n?|baujahr|year)\s+)?((?:1[789]|20)\d\d)`

const withUnit = shapesOf('diameter', `${tenths}(?:${unit})?`, tenths + unit)
const withoutUnit = shapesOf('diameter', `${tenths}(?:${unit})?`, `${tenths}(?:${unit}|${noMore})`)
const ofYears = shapesOf('year', year, year + noMore)

/** Behind these a figure is a size without its unit. */
const saysSize = new RegExp(
  String.raw`(?<!${spelt})(?:durchmesser|diameter|(?:ring)?gr(?:öß|oe?ss)e|gr\.|ringsize|size)(?!${spelt})`,
  'i',
)

type Ranged = { rest: string; ranges: RangeWish[] }

/** Takes sizes and years from and to out of a query: `Uhr bis 36 mm`, `Rolex vor 1985`. */
export function readRanges(query: string): Ranged {
  if (!/\d\d/.test(query)) return { rest: query, ranges: [] }
  const sized = readRange(query, saysSize.test(query) ? withoutUnit : withUnit)
  const dated = readRange(sized.rest, ofYears)
  return { rest: dated.rest, ranges: [...sized.ranges, ...dated.ranges] }
}

function readRange(query: string, shapes: readonly Shape[]): Ranged {
  for (const { of, pattern, read } of shapes) {
    const found = pattern.exec(query)
    if (!found) continue
    const said = found.slice(1).flatMap((each) => (each === undefined ? [] : [Number(each)]))
    const [one = 0, other = one] = said
    const [from, to] = read(Math.min(one, other), Math.max(one, other))
    const exact = /^from\s/i.test(found[0]) && said.length === 1 ? one : null
    const rest = `${query.slice(0, found.index)} ${query.slice(found.index + found[0].length)}`
    return { rest: rest.replace(/\s+/g, ' ').trim(), ranges: [{ of, from, to, exact }] }
  }
  return { rest: query, ranges: [] }
}

/** What pieces within a range hold: words of each part and, if there are any, one of its terms; and nothing `outside`. */
export type Range = {
  parts: { words: string[] | null; terms: string[] | null }[]
  outside: string[]
  /** Those of its words that are a figure of the range wherever a piece states them. */
  surely: string[]
  exact: string | null
}

/** Smaller figures of a watch are the width of its strap, larger ones stand on its bezel. */
const surelyDiameter = { from: 25, to: 50 }

const figures = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String(from + index))

/**
 * A range in words of pieces. A year is told by its decade from a calibre.
 * @param termsOfDecade what stands for `1990s`
 */
export function rangeOf(
  { of, from, to, exact }: RangeWish,
  termsOfDecade: (name: string) => string[],
): Range {
  const first = exact === null ? null : String(exact)
  if (of === 'diameter') {
    const outside = figures(surelyDiameter.from, Math.min(from - 1, surelyDiameter.to))
    outside.push(...figures(Math.max(to + 1, surelyDiameter.from), surelyDiameter.to))
    const surely = figures(Math.max(from, surelyDiameter.from), Math.min(to, surelyDiameter.to))
    return { parts: [{ words: figures(from, to), terms: null }], outside, surely, exact: first }
  }
  const parts: Range['parts'] = [{ words: null, terms: [] }]
  for (let decade = Math.floor(from / 10) * 10; decade <= to; decade += 10) {
    const terms = termsOfDecade(`${decade}s`)
    if (from <= decade && decade + 9 <= to) parts[0]?.terms?.push(...terms)
    else parts.push({ words: figures(Math.max(from, decade), Math.min(to, decade + 9)), terms })
  }
  return { parts, outside: [], surely: [], exact: first }
}
