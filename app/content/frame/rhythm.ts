import type { AnyBlock } from '../block.ts'
import type { BlockName } from '../blocks/schemas.ts'
import type { BlockGap } from './Nested.tsx'
import { edgeBlock } from './place.ts'

/** How a block takes its place in the vertical rhythm of a page. */
type Role = 'title' | 'flow' | 'section' | 'band' | 'divider'

const roles: Record<BlockName, Role> = {
  'main-page-title': 'title',
  'page-title': 'title',
  'rich-text': 'flow',
  button: 'flow',
  icon: 'flow',
  image: 'flow',
  divider: 'divider',
  'background-section': 'band',
  arrivals: 'section',
  'article-list': 'section',
  'closure-contact-cta': 'section',
  'contact-form': 'section',
  'contact-person': 'section',
  'contact-tile': 'section',
  container: 'section',
  faq: 'section',
  'global-reference': 'section',
  'gold-purchase-calculator': 'section',
  'image-columns': 'section',
  'image-grid': 'section',
  'large-content': 'section',
  location: 'section',
  locations: 'section',
  partner: 'section',
  ratings: 'section',
  'section-indent': 'section',
  team: 'section',
  tile: 'section',
  tiles: 'section',
  'two-columns': 'section',
}

/** Blocks that stand together: buttons side by side, arrow lines one below the other. */
export type BlockGroup = { kind: 'single' | 'buttons' | 'arrows'; blocks: AnyBlock[] }

export function groupBlocks(blocks: readonly AnyBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = []
  for (const block of blocks) {
    const kind = block.component !== 'button' ? 'single' : block.variant === 'arrow' ? 'arrows' : 'buttons'
    const last = groups.at(-1)
    if (kind !== 'single' && last?.kind === kind) last.blocks.push(block)
    else groups.push({ kind, blocks: [block] })
  }
  return groups
}

const roleOf = (block: AnyBlock | undefined): Role =>
  !block || block.component === 'broken-block' ? 'flow' : roles[block.component]

/** Blocks with a hairline above and below: two in a row share one. */
const isRuled = (block: AnyBlock | undefined) =>
  block?.component === 'closure-contact-cta' || (block?.component === 'section-indent' && block.rule)

const pageGaps = { near: 'mt-6', title: 'mt-10 lg:mt-16', far: 'mt-16 lg:mt-28' } as const

/** A page title belongs to what follows; the large one with its picture is a section in itself. */
const opens = (group: BlockGroup, below: Role) =>
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
