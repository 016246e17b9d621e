import type { AnyBlock, OutlinedBlock, ShownBlock } from './block.ts'
import { isStatic } from './block-components.ts'
import type { LoadedBlocks } from './block-data.ts'
import { type PagePlan, planPage, withNested } from './frame/place.ts'

/** The blocks of a page, what their loaders brought, and what was found out about the whole of them. */
export type OutlinedBlocks = { blocks: ShownBlock[]; data: LoadedBlocks; plan: PagePlan }

/**
 * The same page as a browser needs it beside the page's HTML: static blocks are in there already, and their words would
 * travel a second time. The server renders the whole blocks (`whole-blocks.ts`).
 */
export function outline(blocks: readonly AnyBlock[], { values, failed }: LoadedBlocks): OutlinedBlocks {
  const outlined = blocks.map((block) => (isStatic(block, { values, failed }) ? outlineOf(block) : block))
  const keys = new Set(outlined.flatMap((block) => ('outlined' in block ? [] : keysOf(block))))
  return {
    blocks: outlined,
    data: {
      values: Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key))),
      failed,
    },
    plan: planPage(blocks),
  }
}

const keysOf = (block: AnyBlock) => [...withNested(block)].map(({ key }) => key)

function outlineOf(block: AnyBlock): OutlinedBlock {
  const { component, key } = block
  switch (component) {
    case 'broken-block':
      throw new Error('only an editor is shown broken blocks, and is sent everything')
    case 'button':
      return { component, key, outlined: true, variant: block.variant, align: block.align }
    case 'section-indent':
      return { component, key, outlined: true, rule: block.rule }
    case 'global-reference':
      return { component, key, outlined: true, reference: { blocks: block.reference.blocks?.map(outlineOf) } }
    default:
      return { component, key, outlined: true }
  }
}
