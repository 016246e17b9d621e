import type { Locale } from '#app/language/locales.ts'
import { answerPart, answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { FacetId } from './attributes/registry.ts'
import { cardsOf } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { sourcesBeside } from './catalogue-sources.ts'
import { type PieceCard, pieceCard } from './piece-card.ts'
import { gone, valuePosition } from './piece-columns.ts'
import type { CardPiece } from './types.ts'

/** Such pieces as cards of one language. */
export function similarCards(
  db: Database,
  id: string,
  { locale, ...options }: { locale: Locale; limit: number; now: Date },
): Promise<PieceCard[]> {
  // Any piece of the department may become one of them, and hardly any does.
  return answerPart(async () =>
    (await similarPieces(db, id, options)).map((piece) => pieceCard(piece, locale)),
  )
}

/** More than this many times dearer or cheaper is nothing that one would buy instead. */
const furthestPrice = 2.5
/** So many times dearer or cheaper it is still worth a look where everything else is alike. */
const widestPrice = 5
/** Millimetres of a watch's diameter, and of a ring's size, within which it is worn alike. */
const furthestSize = { diameter: 3, 'ring-size': 3 } as const
/** Stones that are the main ones only where there are no others: most often they stand beside one. */
const besideOthers = ['diamond', 'laboratory-grown-diamond', 'cubic-zirconia']
/** What makes a watch no other kind of watch. */
const minorFunctions = ['date', 'day', 'small-seconds', 'power-reserve']

/**
 * Pieces that can be bought instead of one: of the same reference, then model, then those that are alike (of its kind, with
 * its main stone or none, a watch with its functions) by maker, metal and size, before any that are only near in size and
 * price, each the nearest in price first. Never the piece itself, and no photo twice.
 */
export async function similarPieces(
  db: Database,
  id: string,
  { limit = 4, now }: { limit?: number; now: Date },
): Promise<CardPiece[]> {
  const live = await catalogueInMemory(db, ['vocabulary', `piece:${id}`])
  const place = live.index.row(Number(id))
  if (place === null) return []
  // Whatever is alike lies in its department.
  answerUses(...sourcesBeside(live.index.columns, place))
  const key = `similar ${id} ${limit}`
  const kept = live.answers.get(key) as { ids: string[] } | undefined
  // Some more, for those that show a photo which is shown already: hardly ever are they read.
  const ids = kept?.ids ?? similarIds(live.index, place, 2 * limit).map(String)
  if (!kept) live.answers.set(key, { ids })
  const shown: CardPiece[] = []
  const seen = new Set<string>()
  for (let from = 0, own = [id]; shown.length < limit && from < ids.length; own = []) {
    const next = ids.slice(from, from + limit - shown.length)
    from += next.length
    for (const card of await cardsOf(db, live, [...own, ...next], now)) {
      const photo = card.photos[0]?.id
      if (photo !== undefined && seen.has(photo)) continue
      if (photo !== undefined) seen.add(photo)
      if (card.id !== id) shown.push(card)
    }
  }
  return shown
}

type Index = Awaited<ReturnType<typeof catalogueInMemory>>['index']

function similarIds(index: Index, piece: number, limit: number): number[] {
  const { columns } = index
  const { department, price, listedAt, size } = columns
  const { codes } = columns.facet('availability')
  const available = columns.facet('availability').having(['available'])
  const own = price[piece] || 1
  /** How many times dearer or cheaper. */
  const times = (row: number) => {
    const other = price[row] || 1
    return other > own ? other / own : own / other
  }
  /** Below zero: the first is nearer in price, or as near and newer. */
  const order = (one: number, other: number) =>
    times(one) - times(other) || (listedAt[other] ?? 0) - (listedAt[one] ?? 0) || other - one
  const rankOf = ranking(columns, piece)
  const tiers: number[][] = Array.from({ length: leastAlike + 1 }, () => [])
  let wanted = leastAlike
  // In the order in which they lie in memory: newest first, a hundred thousand took more than twice as long.
  for (let row = 0; row < size; row++) {
    if (available[codes[row] as number] !== 1 || department[row] === gone || row === piece) continue
    const rank = rankOf(row, wanted)
    const tier = rank === null || rank > wanted ? undefined : tiers[rank]
    if (!tier) continue
    const last = tier[limit - 1]
    if (last !== undefined && order(last, row) <= 0) continue
    if (last !== undefined) tier.pop()
    let at = tier.length
    while (at > 0 && order(row, tier[at - 1] as number) < 0) at -= 1
    tier.splice(at, 0, row)
    // What comes after enough others is never shown.
    for (let all = 0, up = 0; up < wanted; up++) {
      all += (tiers[up] as number[]).length
      if (all >= limit) wanted = up
    }
  }
  return tiers
    .flat()
    .slice(0, limit)
    .map((row) => columns.id[row] ?? 0)
}

/** The last of what `ranking` gives. */
const leastAlike = 13

/**
 * How alike the piece of a row is to one, 0 the most; null: not at all, or less than is wanted, where that is known from
 * its price alone. It is asked of every piece.
 */
function ranking(columns: Index['columns'], piece: number): (row: number, wanted: number) => number | null {
  const same = (column: Int32Array) => {
    const wanted = column[piece] ?? 0
    return (row: number) => wanted !== 0 && column[row] === wanted
  }
  const matching = (id: FacetId, passes: (bits: number, own: number) => boolean) => {
    const column = columns.facet(id)
    const own = column.bits(piece)
    const passing = column.passing((bits) => passes(bits, own))
    return (row: number) => passing[column.codes[row] as number] === 1
  }
  /** What a piece has none of tells it from no other. */
  const sharing = (id: FacetId) => matching(id, (bits, own) => own === 0 || (bits & own) !== 0)
  /** They share one of those that count, or have none of them. */
  const counting = (id: FacetId, telling: (bits: number) => number) =>
    matching(id, (bits, own) =>
      telling(own) === 0 ? telling(bits) === 0 : (telling(bits) & telling(own)) !== 0,
    )
  // Looked up once: the columns find them among all attributes.
  const { department: departments, price: prices } = columns
  const department = departments[piece]
  const price = prices[piece] ?? 1
  const within = (times: number) => (row: number) => {
    const other = prices[row] as number
    return other <= price * times && price <= other * times
  }
  /** Unknown sizes are neither alike nor apart. */
  const alikeIn = (id: keyof typeof furthestSize) => {
    const { first } = columns.figures(id)
    const own = first[piece] ?? 0
    return (row: number) => {
      const other = first[row] as number
      return own === 0 || other === 0 || Math.abs(own - other) <= furthestSize[id]
    }
  }
  const [diamonds, minor] = [placesOf('gemstone', besideOthers), placesOf('complication', minorFunctions)]
  const stone = counting('gemstone', (bits) => bits & ~diamonds || bits)
  const functions = counting('complication', (bits) => bits & ~minor)
  const [reference, model, brand] = [same(columns.reference), same(columns.model), same(columns.brand)]
  const [type, metal] = [sharing('type'), sharing('metal')]
  const [diameter, ringSize] = [alikeIn('diameter'), alikeIn('ring-size')]
  const [near, rather] = [within(furthestPrice), within(widestPrice)]
  return (row, wanted) => {
    if (reference(row)) return 0
    if (model(row)) return 1
    if (departments[row] !== department || !type(row)) return null
    // Of what is left, only what is near in price comes before 6.
    if (wanted < 6 && !near(row)) return null
    const isAlike = stone(row) && functions(row)
    const [isMakers, isMetal] = [brand(row), metal(row)]
    if (diameter(row) && ringSize(row)) {
      if (near(row) && isAlike) return isMakers ? 2 : isMetal ? 3 : 4
      if (near(row) && isMakers) return 5
      if (rather(row) && isAlike) return isMetal ? 6 : 7
      if (near(row)) return isMetal ? 8 : 9
    }
    return isMakers ? 10 : !isMetal ? 13 : isAlike ? 11 : 12
  }
}

const placesOf = (id: FacetId, values: readonly string[]) =>
  values.reduce((bits, value) => bits | (1 << valuePosition(id, value)), 0)
