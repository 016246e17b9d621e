import type { Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { atATime, inSlices, type Pause } from '#app/platform/slices.ts'
import { cardsOf } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { departmentSources } from './catalogue-sources.ts'
import type { ListingIndex } from './listing-index.ts'
import { type PieceCard, pieceCard } from './piece-card.ts'
import { departmentCode, gone } from './piece-columns.ts'
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

/** Stock numbers of the pieces that can be bought, newest first, at most `limit`. */
export async function newestIds(db: Database, limit: number): Promise<string[]> {
  const { index } = await catalogueInMemory(db)
  const status = index.columns.facet('availability')
  const available = status.having(['available'])
  return index.select('newest', limit, (row) => available[status.codes[row] ?? 0] === 1).map(String)
}

/** Those of all that are on sale or reserved, newest first, gone through a slice at a time. */
export async function idsOffered(db: Database, pause?: Pause): Promise<Int32Array> {
  const { index } = await catalogueInMemory(db)
  return inSlices(offeredOf(index), pause)
}

function* offeredOf(index: ListingIndex): Generator<number, Int32Array> {
  const { columns } = index
  const status = columns.facet('availability')
  const wanted = status.having(['available', 'reserved'])
  const found = new Int32Array(columns.size)
  let count = 0
  let work = 0
  for (const row of index.inOrder('newest')) {
    if (++work % atATime.moved === 0) yield atATime.moved
    if (columns.department[row] === gone || wanted[status.codes[row] ?? 0] !== 1) continue
    found[count++] = columns.id[row] as number
  }
  return found.subarray(0, count)
}

/** The newest pieces that can be bought as cards of one language. */
export async function newestCards(
  db: Database,
  { department, count }: { department: Department | 'all'; count: number },
  locale: Locale,
  now: Date,
): Promise<PieceCard[]> {
  const chosen = department === 'all' ? {} : { department }
  const newest = { ...chosen, limit: count, now }
  return answerPart(async () => (await newestPieces(db, newest)).map((piece) => pieceCard(piece, locale)))
}
