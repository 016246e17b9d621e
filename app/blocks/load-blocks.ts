import type { StoryFinder } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { AnyBlock, Block } from './block.ts'
import type { LoadedBlocks } from './block-data.ts'
import { blockDeclarations } from './declaration.ts'
import type { RatingsLine } from './find-ratings-line.ts'
import { withNested } from './frame/place.ts'

/** What the loaders of blocks may use. */
export type LoadContext = {
  db: Database
  locale: Locale
  now: Date
  log: Log
  /** Base of our own API, for the addresses of photos. */
  apiUrl: string
  /** The newest available pieces first. */
  findArrivals: (query: { department: Department | 'all'; count: number }) => Promise<PieceCard[]>
  /** How many pieces the department's listing says that it has: those that can be bought, and the reserved ones. */
  countPieces: (department: Department) => Promise<number>
  stories: Pick<StoryFinder, 'findStories'>
  /** What ratings of the shop come to; `null` where no page tells. */
  findRatings: () => Promise<RatingsLine | null>
  /** The page's query, for blocks whose forms ask their own page. */
  query?: URLSearchParams
  /** METAL_FEED_URL */
  metalFeedUrl?: string | undefined
  /** In preview a block whose loader failed says so. */
  preview?: boolean
}

/** Longer than this no page waits for one of its blocks. Milliseconds. */
const timeout = 3_000

type AnyLoader = (block: Block, context: LoadContext) => Promise<unknown>

/** A module that is there costs much less than asking for it once more. */
const brought = new WeakMap<() => Promise<AnyLoader>, AnyLoader>()

async function bring(loader: () => Promise<AnyLoader>): Promise<AnyLoader> {
  const load = brought.get(loader) ?? (await loader())
  brought.set(loader, load)
  return load
}

/**
 * Runs the loaders of all blocks, nested ones included, side by side. A loader that fails or takes longer than three
 * seconds costs the page its own block and is logged, and the page is not kept; this never throws.
 */
export async function loadBlocks(blocks: readonly AnyBlock[], context: LoadContext): Promise<LoadedBlocks> {
  const loaded: LoadedBlocks = { values: {}, failed: {} }
  const runs: Promise<void>[] = []
  for (const block of blocks.flatMap((top) => [...withNested(top)])) {
    if (block.component === 'broken-block') continue
    const loader = blockDeclarations[block.component].loader as (() => Promise<AnyLoader>) | undefined
    if (loader) runs.push(run(loader, block, context, loaded))
  }
  await Promise.all(runs)
  return loaded
}

async function run(
  loader: () => Promise<AnyLoader>,
  block: Block,
  context: LoadContext,
  loaded: LoadedBlocks,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout)
  })
  try {
    const value = await Promise.race([bring(loader).then((load) => load(block, context)), tooLong])
    if (value !== null) loaded.values[block.key] = value
  } catch (error) {
    context.log.error({ err: error, block: block.component, uid: block.uid }, 'a block could not be loaded')
    keepNoAnswer(`a block could not be loaded: ${block.component}`)
    loaded.failed[block.key] = context.preview ? String(error) : null
  } finally {
    clearTimeout(timer)
  }
}
