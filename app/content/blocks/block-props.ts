import type { BlockOf } from '../block.ts'
import type { Loaders } from './loaders.ts'
import type { BlockName } from './schemas.ts'

/** What a block's loader brought; `null` for a block that needs none. */
export type BlockData<Name extends BlockName> = Loaders[Name] extends (
  ...given: never[]
) => Promise<infer Data>
  ? Data
  : null

/** What a block's component is given. */
export type BlockProps<Name extends BlockName> = { block: BlockOf<Name>; data: BlockData<Name> }
