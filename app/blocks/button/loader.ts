import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'

/** Only a button that shows a number has anything to ask. */
export async function loadButton(
  { count, variant }: BlockOf<'button'>,
  { countPieces }: LoadContext,
): Promise<{ count: number } | null> {
  return count === 'none' || variant !== 'arrow' ? null : { count: await countPieces(count) }
}
