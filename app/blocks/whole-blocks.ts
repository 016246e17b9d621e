import { createContext as reactContext } from 'react'
import { createContext as routerContext } from 'react-router'
import type { AnyBlock } from './block.ts'
import type { LoadedBlocks } from './block-data.ts'

export type WholeBlocks = { blocks: readonly AnyBlock[]; data: LoadedBlocks }

/** Where a loader whose answer is an outline leaves the blocks themselves, for the server's rendering. */
export const wholeBlocks = routerContext<WholeBlocks | null>(null)

/** The same while the server renders the page; there is none in the browser. */
export const WholeBlocksContext = reactContext<WholeBlocks | null>(null)
