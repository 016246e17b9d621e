import type { Locale } from '#app/language/locales.ts'
import { answerPart, answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { FacetId } from './attributes/registry.ts'
import { cardsOf } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { sourcesBeside } from './catalogue-sources.ts'
import { type PieceCard, pieceCard } from './piece-card.ts'
import { valuePosition } from './piece-columns.ts'
import type { CardPiece } from './types.ts'

/** Of so many that are alike in kind, those nearest in price are shown. */
const considered = 200

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
  const status = columns.facet('availability')
  const available = status.having(['available'])
  const rankOf = ranking(columns, piece)
  const tiers: number[][] = []
  // Once through all of them, the newest first.
  index.select('newest', 1, (row) => {
    if (row === piece || available[status.codes[row] ?? 0] !== 1) return false
    const rank = rankOf(row)
    if (rank === null) return false
    tiers[rank] ??= []
    const tier = tiers[rank]
    if (tier.length < considered) tier.push(row)
    // Nothing comes before the first.
    return rank === 0 && tier.length === considered
  })
  const price = columns.price[piece] ?? 1
  const distance = (row: number) => Math.abs(Math.log((columns.price[row] ?? 1) / price))
  const found: number[] = []
  for (const tier of tiers) {
    if (found.length >= limit) break
    // A tier without pieces is none.
    const nearest = (tier ?? []).toSorted((a, b) => distance(a) - distance(b))
    found.push(...nearest.slice(0, limit - found.length))
  }
  return found.map((row) => columns.id[row] ?? 0)
}

/** How alike the piece of a row is to one, 0 the most; null: not at all. */
function ranking(columns: Index['columns'], piece: number): (row: number) => number | null {
  const same = (column: Int32Array) => {
    const wanted = column[piece] ?? 0
    return (row: number) => wanted !== 0 && column[row] === wanted
  }
  /** What a piece has none of tells it from no other. */
  const sharing = (id: FacetId) => {
    const column = columns.facet(id)
    const wanted = column.bits(piece)
    return (row: number) => wanted === 0 || (column.bits(row) & wanted) !== 0
  }
  /** They share one of those that count, or have none of them. */
  const counting = (id: FacetId, telling: (bits: number) => number) => {
    const column = columns.facet(id)
    const wanted = telling(column.bits(piece))
    return (row: number) => {
      const bits = telling(column.bits(row))
      return wanted === 0 ? bits === 0 : (bits & wanted) !== 0
    }
  }
  const department = columns.department[piece]
  const price = columns.price[piece] ?? 1
  const within = (times: number) => (row: number) => {
    const other = columns.price[row] ?? 1
    return other <= price * times && price <= other * times
  }
  const figures = (['diameter', 'ring-size'] as const).map((id) => ({
    first: columns.figures(id).first,
    furthest: furthestSize[id],
  }))
  /** Unknown sizes are neither alike nor apart. */
  const sized = (row: number) =>
    figures.every(({ first, furthest }) => {
      const [one = 0, other = 0] = [first[piece], first[row]]
      return one === 0 || other === 0 || Math.abs(one - other) <= furthest
    })
  const [diamonds, minor] = [placesOf('gemstone', besideOthers), placesOf('complication', minorFunctions)]
  const stone = counting('gemstone', (bits) => bits & ~diamonds || bits)
  const functions = counting('complication', (bits) => bits & ~minor)
  const [reference, model, brand] = [same(columns.reference), same(columns.model), same(columns.brand)]
  const [type, metal] = [sharing('type'), sharing('metal')]
  const [near, rather] = [within(furthestPrice), within(widestPrice)]
  return (row) => {
    if (reference(row)) return 0
    if (model(row)) return 1
    if (columns.department[row] !== department || !type(row)) return null
    const isAlike = stone(row) && functions(row)
    const [isMakers, isMetal] = [brand(row), metal(row)]
    if (sized(row)) {
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
