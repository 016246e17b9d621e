import type { BlockOf } from '../block.ts'
import { type BranchCard, loadBranchCards } from '../branch/branch-card.ts'
import type { LoadContext } from '../load-blocks.ts'

export function loadLocations(_: BlockOf<'locations'>, context: LoadContext): Promise<BranchCard[]> {
  return loadBranchCards(context)
}
