import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'
import { findRatingsLine, type RatingsLine } from '../ratings/ratings-line.ts'

export function loadRatingsLine(
  _: BlockOf<'ratings-line'>,
  { stories, locale, apiUrl }: LoadContext,
): Promise<RatingsLine | null> {
  return findRatingsLine({ stories, locale, apiUrl })
}
