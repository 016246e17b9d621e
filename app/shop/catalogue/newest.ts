import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { cardsOf } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { departmentSources } from './catalogue-sources.ts'
import { type PieceCard, pieceCard } from './piece-card.ts'
import { departmentCode } from './piece-columns.ts'
import type { CardPiece, Department } from './types.ts'

/** The newest pieces that can be bought, of one department or of both. */
export async function newestPieces(
  db: Database,
  { department, limit, now }: { department?: Department; limit: number; now: Date },
): Promise<CardPiece[]> {
  const live = await catalogueInMemory(db, department && departmentSources(department))
  const { columns } = live.index
  const status = columns.facet('availability')
  const available = status.having(['available'])
  const ids = live.index.select('newest', limit, (row) => {
    if (available[status.codes[row] ?? 0] !== 1) return false
    return department === undefined || columns.department[row] === departmentCode[department]
  })
  return cardsOf(db, live, ids.map(String), now)
}

/** Stock numbers of the pieces that can be bought, and of the reserved ones if wanted, newest first. */
export async function idsOnSale(
  db: Database,
  { reserved, limit = Number.POSITIVE_INFINITY }: { reserved: boolean; limit?: number },
): Promise<string[]> {
  const { index } = await catalogueInMemory(db)
  const status = index.columns.facet('availability')
  const wanted = status.having(reserved ? ['available', 'reserved'] : ['available'])
  return index.select('newest', limit, (row) => wanted[status.codes[row] ?? 0] === 1).map(String)
}

/** The newest pieces that can be bought as cards of one language. */
export async function newestCards(
  db: Database,
  { department, count }: { department: Department | 'all'; count: number },
  locale: Locale,
  now: Date,
): Promise<PieceCard[]> {
  const chosen = department === 'all' ? {} : { department }
  return (await newestPieces(db, { ...chosen, limit: count, now })).map((piece) => pieceCard(piece, locale))
}
