import type { AnyBlock } from './block.ts'
import { isStill } from './blocks/drawing.ts'
import { type PagePlan, planPage, withNested } from './frame/place.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'

/** The blocks of a page, what their loaders brought, and what was found out about the whole of them. */
export type OutlinedBlocks = { blocks: AnyBlock[]; data: LoadedBlocks; plan: PagePlan }

/**
 * The same page, of which a browser is sent less: blocks that stay as the server drew them are in the page's HTML
 * already, and their words would travel a second time. The server still finds everything where it was; what is not
 * needed beside the HTML is no enumerable property any more, so it is not written into the page.
 */
export function outline(blocks: readonly AnyBlock[], data: LoadedBlocks): OutlinedBlocks {
  const standing = blocks.filter((block) => isStill(block, data))
  const keys = new Set(standing.flatMap((block) => [...withNested(block)]).map(({ key }) => key))
  return {
    blocks: blocks.map((block) => (standing.includes(block) ? outlineOf(block) : block)),
    data: { ...data, values: withLess(data.values, (key) => !keys.has(key)) },
    plan: planPage(blocks),
  }
}

/** What the layout around a block asks of it. */
const asked = new Set(['component', 'key', 'variant', 'align', 'rule'])

function outlineOf(block: AnyBlock): AnyBlock {
  const shown = withLess(block, (name) => asked.has(name))
  if (block.component === 'global-reference' && block.reference.blocks) {
    const reference = withLess(block.reference, () => false)
    const blocks = block.reference.blocks.map(outlineOf)
    Object.defineProperty(reference, 'blocks', { value: blocks, enumerable: true })
    Object.defineProperty(shown, 'reference', { value: reference, enumerable: true })
  }
  return Object.defineProperty(shown, 'outlined', { value: true, enumerable: true })
}

function withLess<T extends object>(whole: T, isSent: (name: string) => boolean): T {
  const properties = Object.getOwnPropertyDescriptors(whole)
  for (const [name, property] of Object.entries(properties) as [string, PropertyDescriptor][]) {
    property.enumerable = isSent(name)
    property.configurable = true
  }
  return Object.create(Object.prototype, properties) as T
}
