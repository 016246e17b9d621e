import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'

export async function loadArrivals(
  { department, count }: BlockOf<'arrivals'>,
  { findArrivals, apiUrl }: LoadContext,
): Promise<{ pieces: PieceCard[]; apiUrl: string }> {
  return { pieces: await findArrivals({ department, count }), apiUrl }
}
