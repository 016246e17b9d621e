import type { Locale } from '#app/language/locales.ts'
import { answerPart, answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { FacetId } from './attributes/registry.ts'
import { cardsOf } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { sourcesBeside } from './catalogue-sources.ts'
import { type PieceCard, pieceCard } from './piece-card.ts'
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
/** Millimetres of a watch's diameter, and of a ring's size, within which it is worn alike. */
const furthestSize = { diameter: 3, 'ring-size': 3 } as const

/**
 * Pieces that can be bought instead of one: of the same reference, then model, then maker and size, then of the same kind,
 * size and price, and so on, each the nearest in price first. Never the piece itself.
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
  const ids = kept?.ids ?? similarIds(live.index, Number(id), limit).map(String)
  if (!kept) live.answers.set(key, { ids })
  return cardsOf(db, live, ids, now)
}

function similarIds(
  index: Awaited<ReturnType<typeof catalogueInMemory>>['index'],
  id: number,
  limit: number,
): number[] {
  const piece = index.row(id)
  if (piece === null) return []
  const { columns } = index
  const status = columns.facet('availability')
  const available = status.having(['available'])
  const same = (column: ArrayLike<number> | undefined) => {
    const wanted = column?.[piece] ?? 0
    return wanted === 0 ? null : (row: number) => column?.[row] === wanted
  }
  const sharing = (id: FacetId) => {
    const column = columns.facet(id)
    const wanted = column.bits(piece)
    return wanted === 0 ? null : (row: number) => (column.bits(row) & wanted) !== 0
  }
  const type = sharing('type')
  const metal = sharing('metal')
  const gemstone = sharing('gemstone')
  const sameKind = (row: number) =>
    columns.department[row] === columns.department[piece] && (type === null || type(row))
  const all =
    (...tests: (((row: number) => boolean) | null)[]) =>
    (row: number) =>
      tests.every((test) => test === null || test(row))
  const brand = same(columns.brand)
  const price = columns.price[piece] ?? 1
  const near = (row: number) =>
    Math.abs(Math.log((columns.price[row] ?? 1) / price)) <= Math.log(furthestPrice)
  /** Unknown sizes are neither alike nor apart. */
  const size = (row: number) =>
    (['diameter', 'ring-size'] as const).every((id) => {
      const { first } = columns.figures(id)
      const [one = 0, other = 0] = [first[piece], first[row]]
      return one === 0 || other === 0 || Math.abs(one - other) <= furthestSize[id]
    })
  const tiers = [
    same(columns.reference),
    same(columns.model),
    brand && all(brand, sameKind, size, near),
    all(sameKind, metal, gemstone, size, near),
    all(sameKind, gemstone, size, near),
    all(sameKind, metal, size, near),
    all(sameKind, size, near),
    brand && all(brand, sameKind),
    all(sameKind, metal, gemstone),
    all(sameKind, metal),
    sameKind,
  ]
  const distance = (other: number) =>
    Math.abs(Math.log((columns.price[index.row(other) ?? piece] ?? 1) / price))
  const found = new Set<number>()
  for (const tier of tiers) {
    if (found.size >= limit) break
    if (!tier) continue
    const alike = index.select(
      'newest',
      considered,
      (row) =>
        row !== piece &&
        available[status.codes[row] ?? 0] === 1 &&
        tier(row) &&
        !found.has(columns.id[row] ?? 0),
    )
    for (const other of alike.toSorted((a, b) => distance(a) - distance(b)).slice(0, limit - found.size))
      found.add(other)
  }
  return [...found]
}
