import type { ComponentType } from 'react'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { AnyBlock, Block, ShownBlock } from './block.ts'
import type { LoadedBlocks } from './block-data.ts'
import type { BlockName, Hydration } from './declaration.ts'
import { withNested } from './frame/place.ts'

type Drawable = ComponentType<{ block: Block; data: unknown }>

// Single values of the blocks' declarations, so that a browser is sent no others: no fields, no examples.
const components = import.meta.glob<() => Promise<Drawable>>('./*/index.ts', {
  eager: true,
  import: 'component',
})
const hydrations = import.meta.glob<Hydration<Block, unknown>>('./*/index.ts', {
  eager: true,
  import: 'hydration',
})

const fileOf = (name: BlockName) => `./${name}/index.ts`
const hydrationOf = (name: BlockName) => hydrations[fileOf(name)] as Hydration<Block, unknown>
const fetchComponent = (name: BlockName) => (components[fileOf(name)] as () => Promise<Drawable>)()

/** How far off the window a block is when React takes it over; `null`: with the page. */
export function hydrationMargin(name: BlockName): string | null {
  const { when } = hydrationOf(name)
  return when === 'never' || when === 'load' ? null : when
}

/**
 * The components of all static blocks. The server has them; a browser needs none of them for the page it was sent, and
 * fetches them when it must render another.
 */
let statics: ReadonlyMap<BlockName, Drawable> | null = null
if (import.meta.env.SSR) await loadStaticBlocks()

/** Before a browser renders a page of blocks that it was not sent as HTML. */
export async function loadStaticBlocks(): Promise<ReadonlyMap<BlockName, Drawable>> {
  statics = await fetchStaticBlocks()
  return statics
}

/** Their code alone: the page that is looked at stays as it was sent. */
export async function fetchStaticBlocks(): Promise<ReadonlyMap<BlockName, Drawable>> {
  const names = Object.keys(components).map((file) => file.split('/')[1] as BlockName)
  const never = names.filter((name) => hydrationOf(name).when === 'never')
  return new Map(await Promise.all(never.map(async (name) => [name, await fetchComponent(name)] as const)))
}

const lazyComponents = new Map<BlockName, Drawable>()

/** The component that renders a block; where its code is not there yet, React keeps the HTML until it is. */
export function componentOf(name: BlockName): Drawable {
  const there = statics?.get(name) ?? lazyComponents.get(name)
  if (there) return there
  const fetched = lazyPart(async () => ({ default: await fetchComponent(name) }))
  lazyComponents.set(name, fetched)
  return fetched
}

/** Whether the HTML of a block, with all that is in it, is kept as it was sent. */
export function keepsHtml(block: ShownBlock, loaded: LoadedBlocks): boolean {
  return !statics && ('outlined' in block || isStatic(block, loaded))
}

/** Whether nothing in a block does anything in a browser. */
export function isStatic(block: AnyBlock, { values }: LoadedBlocks): boolean {
  return [...withNested(block)].every((each) => {
    if (each.edit || each.component === 'broken-block') return false
    const { when, unless } = hydrationOf(each.component)
    return (when === 'never') !== (unless?.(each, values[each.key]) ?? false)
  })
}
