import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { StaticHtml } from '#app/ui/StaticHtml.tsx'
import { useHydrating } from '#app/ui/use-hydrating.ts'
import type { ShownBlock } from './block.ts'
import { componentOf, hydrationMargin, keepsHtml } from './block-components.ts'
import { type LoadedBlocks, LoadedContext, useLoaded } from './block-data.ts'
import { type FormAnswer, FormAnswerProvider } from './form/form-answer.ts'
import { BlockBoundary } from './frame/BlockBoundary.tsx'
import { BrokenBlockNotice } from './frame/BrokenBlockNotice.tsx'
import { type BlockGap, NestedContext } from './frame/Nested.tsx'
import { type PagePlan, PlaceContext, pagePlace, planPage, usePlace } from './frame/place.ts'
import { gapBetween, groupBlocks } from './frame/rhythm.ts'
import { whenVisible } from './hydrate-when-visible.ts'

/**
 * The blocks of a page. With `mainTitle`, the first title among them is the page's `h1`; pages with a heading of
 * their own switch that off. Where the editor has placed none, `title` becomes one that is only read out. `level` is
 * that of the next heading.
 */
export function Blocks({
  blocks,
  data,
  mainTitle = true,
  title,
  answer,
  level = 2,
  inset = false,
  plan: known,
}: {
  blocks: readonly ShownBlock[]
  data: LoadedBlocks
  /** Of an outline, which no longer tells it. */
  plan?: PagePlan | undefined
  mainTitle?: boolean
  title?: string
  /** The action's answer to a form among the blocks. */
  answer?: FormAnswer | undefined
  level?: number
  /** Inside something that already keeps the page's margins. */
  inset?: boolean
}) {
  const place = useMemo(() => {
    const plan = known ?? planPage(blocks.flatMap((block) => ('outlined' in block ? [] : block)))
    return { ...pagePlace, ...plan, level, inset, titleKey: mainTitle ? plan.titleKey : null }
  }, [blocks, known, mainTitle, level, inset])
  return (
    <FormAnswerProvider value={answer}>
      <LoadedContext value={data}>
        <NestedContext value={BlockList}>
          <PlaceContext value={place}>
            {mainTitle && title && place.titleKey === null && <h1 className="sr-only">{title}</h1>}
            <BlockList blocks={blocks} gap="page" />
          </PlaceContext>
        </NestedContext>
      </LoadedContext>
    </FormAnswerProvider>
  )
}

function BlockList({ blocks, gap = 'medium' }: { blocks: readonly ShownBlock[]; gap?: BlockGap }) {
  const { inset } = usePlace()
  const groups = groupBlocks(blocks)
  return groups.map((group, index) => {
    const before = groups[index - 1]
    const space = before ? gapBetween(before, group, gap) : ''
    const margins = inset ? '' : 'wrap'
    const [first] = group.blocks
    if (!first) return null
    if (group.kind === 'single') {
      return (
        <Part
          key={first.key}
          blocks={group.blocks}
          className={classes('@container wrap-anywhere', space)}
          {...editable(first)}
        >
          <SafeBlock block={first} />
        </Part>
      )
    }
    const buttons = group.kind === 'buttons'
    return (
      <Part key={first.key} blocks={group.blocks} className={classes('wrap-anywhere', space, margins)}>
        {/* In line, so that buttons stand in the middle where the words around them do. */}
        <div className={buttons ? classes('flex-wrap items-center gap-3', alignment(first)) : undefined}>
          {group.blocks.map((block) =>
            'edit' in block && block.edit ? (
              <span key={block.key} className="inline-block" {...editable(block)}>
                <SafeBlock block={block} />
              </span>
            ) : (
              <SafeBlock key={block.key} block={block} />
            ),
          )}
        </div>
      </Part>
    )
  })
}

/**
 * A part of the page: static blocks keep the HTML that the server rendered, and the code that rendered it is not fetched.
 * Another version of the same blocks is rendered here.
 */
function Part({
  blocks,
  children,
  ...attributes
}: ComponentProps<'div'> & { blocks: readonly ShownBlock[] }) {
  const loaded = useLoaded()
  const hydrating = useHydrating()
  const [sent] = useState(() =>
    hydrating && blocks.every((block) => keepsHtml(block, loaded)) ? blocks[0] : null,
  )
  return sent && sent === blocks[0] ? (
    <StaticHtml key="sent" {...attributes} />
  ) : (
    <div key="rendered" {...attributes}>
      {children}
    </div>
  )
}

const classes = (...names: string[]) => names.filter(Boolean).join(' ')

function alignment(block: ShownBlock): string {
  const align = block.component === 'button' ? block.align : 'start'
  return align === 'start' ? 'inline-flex' : align === 'center' ? 'flex justify-center' : 'flex'
}

/** What the visual editor clicks on. */
function editable(block: ShownBlock) {
  return 'edit' in block && block.edit ? { 'data-blok-c': block.edit.c, 'data-blok-uid': block.edit.uid } : {}
}

/**
 * One block in a boundary of its own. On the server an error inside ends at `Suspense`, which leaves the block out of the HTML and
 * lets the browser try once if it renders the block; there it ends at the boundary. The page stays either way.
 */
const SafeBlock = memo(function SafeBlock({ block }: { block: ShownBlock }) {
  const loaded = useLoaded()
  const { component } = block
  // Kept: where the code of a block comes while the block is shown, it remains the same component.
  const Component = useMemo(() => (component === 'broken-block' ? null : componentOf(component)), [component])
  if (block.component === 'broken-block')
    return <BrokenBlockNotice name={block.name} ofPage={block.ofPage} reason={block.reason} />
  // Where React has thrown the HTML of an outlined block away, the page fetches the blocks whole.
  if (Component === null || 'outlined' in block) return null
  const failure = loaded.failed[block.key]
  if (failure !== undefined) {
    return failure === null ? null : <BrokenBlockNotice name={block.component} reason={failure} />
  }
  // An editor writes without a sign to the page, and React holds back a change of what is not yet hydrated.
  const margin = block.edit ? null : hydrationMargin(block.component)
  const rendered = <Component block={block} data={loaded.values[block.key] ?? null} />
  return (
    <BlockBoundary block={block}>
      {margin === null ? (
        <Suspense fallback={null}>{rendered}</Suspense>
      ) : (
        <LateHydration margin={margin}>{rendered}</LateHydration>
      )}
    </BlockBoundary>
  )
})

/** Hydrated when it is seen or about to be, or with the visitor's first sign; until then its HTML is kept. */
function LateHydration({ margin, children }: { margin: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const hydrating = useHydrating()
  const [awaited] = useState(() => (hydrating && !import.meta.env.SSR ? Promise.withResolvers<void>() : null))
  useEffect(
    () => (awaited && place.current ? whenVisible(place.current, margin, awaited.resolve) : undefined),
    [awaited, margin],
  )
  // The same element as long as its HTML is kept: React cannot give a new one to what it has not hydrated.
  const part = useMemo(
    () => (
      <Suspense fallback={null}>
        {awaited ? <After promise={awaited.promise}>{children}</After> : children}
      </Suspense>
    ),
    [awaited, children],
  )
  return <div ref={place}>{part}</div>
}

function After({ promise, children }: { promise: Promise<void>; children: ReactNode }) {
  use(promise)
  return children
}
