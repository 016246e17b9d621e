import type { BlockOf } from '../block.ts'
import { type BranchCard, loadBranchCard } from '../branch/branch-card.ts'
import type { LoadContext } from '../load-blocks.ts'

/** @throws when the settings know no such branch: the block then disappears, and the log says which one it asked for. */
export async function loadLocation(block: BlockOf<'location'>, context: LoadContext): Promise<BranchCard> {
  const branch = await loadBranchCard(block.branch, context)
  if (!branch) throw new Error(`there is no branch “${block.branch}”`)
  return branch
}
