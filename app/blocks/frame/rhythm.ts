import type { ShownBlock } from '../block.ts'
import type { Rhythm } from '../declaration.ts'
import type { BlockGap } from './Nested.tsx'
import { edgeBlock } from './place.ts'

const rhythms = import.meta.glob<Rhythm>('../*/index.ts', { eager: true, import: 'rhythm' })

/** Blocks that stand together: buttons side by side, arrow lines one below the other. */
export type BlockGroup = { kind: 'single' | 'buttons' | 'arrows'; blocks: ShownBlock[] }

export function groupBlocks(blocks: readonly ShownBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = []
  for (const block of blocks) {
    const kind = block.component !== 'button' ? 'single' : block.variant === 'arrow' ? 'arrows' : 'buttons'
    const last = groups.at(-1)
    if (kind !== 'single' && last?.kind === kind) last.blocks.push(block)
    else groups.push({ kind, blocks: [block] })
  }
  return groups
}

const roleOf = (block: ShownBlock | undefined): Rhythm =>
  !block || block.component === 'broken-block'
    ? 'flow'
    : (rhythms[`../${block.component}/index.ts`] as Rhythm)

/** Blocks with a hairline above and below: two in a row share one. */
const isRuled = (block: ShownBlock | undefined) =>
  block?.component === 'closure-contact-cta' || (block?.component === 'section-indent' && block.rule)

const pageGaps = { near: 'mt-6', title: 'mt-10 lg:mt-16', far: 'mt-16 lg:mt-28' } as const

/** A page title belongs to what follows; the large one with its picture is a section in itself. */
const opens = (group: BlockGroup, below: Rhythm) =>
  group.blocks[0]?.component === 'page-title' || below === 'flow'

const innerGaps: Record<Exclude<BlockGap, 'page'>, { near: string; far: string }> = {
  small: { near: 'mt-3', far: 'mt-5' },
  medium: { near: 'mt-6', far: 'mt-10' },
  large: { near: 'mt-10', far: 'mt-16 lg:mt-24' },
}

/** The space above a block: text stays together, sections keep their distance, a divider brings its own. */
export function gapBetween(before: BlockGroup, after: BlockGroup, gap: BlockGap): string {
  const [upper, lower] = [edgeBlock(before.blocks.at(-1), 'last'), edgeBlock(after.blocks[0], 'first')]
  const [above, below] = [roleOf(upper), roleOf(lower)]
  if (above === 'divider' || below === 'divider') return ''
  if (above === 'band' && below === 'band') return ''
  if (isRuled(upper) && isRuled(lower)) return '-mt-px'
  const near = above === 'flow' && below === 'flow'
  if (gap !== 'page') return near || above === 'title' ? innerGaps[gap].near : innerGaps[gap].far
  if (above === 'title' && below !== 'band' && opens(before, below)) return pageGaps.title
  return near ? pageGaps.near : pageGaps.far
}
