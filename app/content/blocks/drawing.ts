import { type ComponentType, lazy } from 'react'
import type { AnyBlock, Block } from '../block.ts'
import { withNested } from '../frame/place.ts'
import type { LoadedBlocks } from '../loaded-blocks.ts'
import type { BlockProps } from './block-props.ts'
import type { BlockName } from './schemas.ts'

/** Blocks that do something in the browser; each is fetched by the pages that carry it. */
const livingBlocks = {
  arrivals: lazy(async () => ({ default: (await import('./arrivals/Arrivals.tsx')).Arrivals })),
  'contact-form': lazy(async () => ({
    default: (await import('./contact-form/ContactForm.tsx')).ContactForm,
  })),
  'gold-purchase-calculator': lazy(async () => ({
    default: (await import('./gold-purchase-calculator/GoldPurchaseCalculator.tsx')).GoldPurchaseCalculator,
  })),
  location: lazy(async () => ({ default: (await import('./location/Location.tsx')).Location })),
  locations: lazy(async () => ({ default: (await import('./locations/Locations.tsx')).Locations })),
} satisfies { [Name in BlockName]?: ComponentType<BlockProps<Name>> }

type LivingName = keyof typeof livingBlocks

/**
 * Those that nobody types into come to life when they are seen; those that grow by it a good part of the window before.
 */
const patientBlocks: { [Name in BlockName]?: string } = {
  arrivals: '0%',
  location: '50%',
  locations: '50%',
}

/** How far off the window a block may be to come to life; `null`: it does so at once. */
export const patienceOf = (name: BlockName): string | null => patientBlocks[name] ?? null

/** Words and pictures only. */
export type StillName = Exclude<BlockName, LivingName>

type Drawable = ComponentType<{ block: Block; data: unknown }>

/**
 * The code of all still blocks. The server has it; a browser needs none of it for the page it was sent, and brings it
 * when it must draw another.
 */
let still: Record<StillName, Drawable> | null = null
if (import.meta.env.SSR) await bringBlocks()

/** Before a browser draws a page of blocks that it was not sent as HTML. */
export async function bringBlocks(): Promise<Record<StillName, Drawable>> {
  const { stillBlocks } = await import('./still-blocks.ts')
  still = stillBlocks as Record<StillName, Drawable>
  return still
}

const lateBlocks = new Map<StillName, Drawable>()

/** The component that draws a block, fetched while its HTML stands where it is not there yet. */
export function componentOf(name: BlockName): Drawable {
  if (isLiving(name)) return livingBlocks[name] as Drawable
  if (still) return still[name]
  const late = lateBlocks.get(name) ?? lazy(async () => ({ default: (await bringBlocks())[name] }))
  lateBlocks.set(name, late)
  return late
}

const isLiving = (name: BlockName): name is LivingName => name in livingBlocks

/** Whether the HTML of a block, with all that is in it, can stay as it was sent. */
export function staysAsSent(block: AnyBlock, loaded: LoadedBlocks): boolean {
  return !still && (block.outlined ?? isStill(block, loaded))
}

/** Whether nothing in a block does anything in a browser. */
export function isStill(block: AnyBlock, { values }: LoadedBlocks): boolean {
  return [...withNested(block)].every(
    (each) =>
      !each.edit &&
      each.component !== 'broken-block' &&
      (!isLiving(each.component) ||
        // One line, whose form is sent.
        (each.component === 'gold-purchase-calculator' && each.variant === 'small')) &&
      // An icon that the server did not know is asked for by the browser.
      !(each.component === 'icon' && each.icon !== undefined && !isDrawn(values[each.key])),
  )
}

const isDrawn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'drawn' in data && Boolean(data.drawn)
