import { createContext, useContext } from 'react'
import type { AnyBlock, ShownBlock } from '../block.ts'

/** Where a block stands on the page: what it must know to fit in, whatever it is nested in. */
export type Place = {
  /** The level that a heading here has; 1 is only for the page's first title. */
  level: number
  /** Inside something that already keeps the page's margins. */
  inset: boolean
  /** Part of the page's width that it has, on wide screens and on narrow ones. */
  share: number
  narrowShare: number
  /** Key of the block whose title is the page's main heading. */
  titleKey: string | null
  /** Key of the block whose first picture is seen at once. */
  eagerKey: string | null
  /** Key of the block that ends the page: the footer's hairline follows it. */
  lastKey: string | null
}

export const pagePlace: Place = {
  level: 2,
  inset: false,
  share: 1,
  narrowShare: 1,
  titleKey: null,
  eagerKey: null,
  lastKey: null,
}

export const PlaceContext = createContext<Place>(pagePlace)

export function usePlace(): Place {
  return useContext(PlaceContext)
}

/** What must be known of the whole page before its blocks render: its main heading, first picture and end. */
export type PagePlan = Pick<Place, 'titleKey' | 'eagerKey' | 'lastKey'>

export function planPage(blocks: readonly AnyBlock[]): PagePlan {
  // Further down, a picture is below the fold on every screen.
  const first = blocks.slice(0, 2).flatMap((block) => [...withNested(block)])
  return {
    titleKey: mainTitle(blocks)?.key ?? null,
    eagerKey: first.find(hasPicture)?.key ?? null,
    lastKey: edgeBlock(blocks.at(-1), 'last')?.key ?? null,
  }
}

/** The block that is seen first or last where shared content stands in for its own blocks. */
export function edgeBlock(block: ShownBlock | undefined, edge: 'first' | 'last'): ShownBlock | undefined {
  if (block?.component !== 'global-reference') return block
  return edgeBlock(block.reference.blocks?.at(edge === 'first' ? 0 : -1), edge)
}

/**
 * The page's own title among its blocks, its `h1`: the first title that stands under no other heading. One inside a titled section stays a heading of that section:
 * as an `h1` it would break the order of the headings around it.
 */
export function mainTitle(blocks: readonly AnyBlock[]): AnyBlock | null {
  for (const block of blocks) {
    if (block.component === 'main-page-title' || block.component === 'page-title') return block
    if (block.component === 'broken-block' || ('title' in block && block.title)) continue
    if (block.component === 'contact-person' || block.component === 'location') continue
    const nested = Object.values(block).flatMap((value): AnyBlock[] =>
      Array.isArray(value) ? value.filter(isBlock) : isShared(value) ? value.blocks : [],
    )
    const found = mainTitle(nested)
    if (found) return found
  }
  return null
}

const isShared = (value: unknown): value is { blocks: AnyBlock[] } =>
  typeof value === 'object' && value !== null && 'blocks' in value && Array.isArray(value.blocks)

/** A block and every block inside it, in the order of the page. */
export function* withNested(block: AnyBlock): Generator<AnyBlock> {
  yield block
  for (const value of Object.values(block)) yield* blocksIn(value)
}

function* blocksIn(value: unknown): Generator<AnyBlock> {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isBlock(item)) yield* withNested(item)
      else yield* blocksIn(item)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* blocksIn(inner)
  }
}

const isBlock = (value: unknown): value is AnyBlock =>
  typeof value === 'object' && value !== null && 'component' in value && 'key' in value

function hasPicture(block: AnyBlock): boolean {
  return (
    ('image' in block && block.image !== undefined) ||
    (block.component === 'image-grid' && block.images.length > 0) ||
    (block.component === 'image-columns' && block.items.some((item) => item.image))
  )
}
