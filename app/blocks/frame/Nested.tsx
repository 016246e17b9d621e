import { type ComponentType, createContext, useContext } from 'react'
import type { AnyBlock } from '../block.ts'

export type BlockGap = 'page' | 'small' | 'medium' | 'large'

type NestedProps = { blocks: readonly AnyBlock[]; gap?: BlockGap }

/** How blocks render blocks without importing one another: `<Blocks>` puts its own list renderer here. */
export const NestedContext = createContext<ComponentType<NestedProps> | null>(null)

/** The blocks inside a block. */
export function Nested({ blocks, gap = 'medium' }: NestedProps) {
  const BlockList = useContext(NestedContext)
  if (!BlockList) throw new Error('Blocks render inside <Blocks>')
  return blocks.length === 0 ? null : <BlockList blocks={blocks} gap={gap} />
}
