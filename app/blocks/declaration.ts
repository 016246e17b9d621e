import type { ComponentType } from 'react'
import type { BlockOf } from './block.ts'
import type { BlockExamples } from './example.ts'
import type { BlockDefinition } from './fields.ts'
import type { LoadContext } from './load-blocks.ts'
import * as registry from './registry.ts'

/** How a block takes its place in the vertical rhythm of a page. */
export type Rhythm = 'title' | 'flow' | 'section' | 'band' | 'divider'

/**
 * When React takes over what the server drew: with the page (`load`), once it is that far off the window (a part of the
 * window's height, such as `50%`), or `never`: then its code is not fetched for a page that came as HTML. `unless` tells
 * the blocks for which it is the other way round; `data` is what the loader brought.
 */
export type Hydration<B = never, Data = never> = {
  when: 'never' | 'load' | `${number}%`
  unless?: (block: B, data: Data) => boolean
}

/** What the `index.ts` of a block's folder declares. Only `schema` and these small values: the rest is fetched. */
export type BlockDeclaration<Name extends BlockName> = {
  /** What an editor may put into it. */
  schema: BlockDefinition & { name: Name }
  rhythm: Rhythm
  hydration: Hydration<BlockOf<Name>, BlockData<Name>>
  component: () => Promise<ComponentType<BlockProps<Name>>>
  /** What it fetches before it renders; without one it needs nothing but its own fields. */
  loader?: () => Promise<(block: BlockOf<Name>, context: LoadContext) => Promise<unknown>>
  /** How it may be filled: what the tests, the page of examples and the office show. */
  examples: BlockExamples
}

type Blocks = typeof registry
export type BlockName = keyof Blocks
export type BlockSchemas = { [Name in BlockName]: Blocks[Name]['schema'] }

/** What a block's loader brought; `null` for a block that needs none. */
export type BlockData<Name extends BlockName> = Blocks[Name] extends {
  loader: () => Promise<(...given: never[]) => Promise<infer Data>>
}
  ? Data
  : null

/** What a block's component is given. */
export type BlockProps<Name extends BlockName> = { block: BlockOf<Name>; data: BlockData<Name> }

/** Every block by its component name in the content service. A block that lacks a part fails the type check here. */
export const blockDeclarations: { readonly [Name in BlockName]: BlockDeclaration<Name> } = registry

export const blockNames = Object.keys(blockDeclarations) as BlockName[]

export function isBlockName(name: string): name is BlockName {
  return Object.hasOwn(blockDeclarations, name)
}
