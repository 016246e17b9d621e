import type { Locale } from '../locales.ts'
import { matchRoute, type RouteName } from '../route-table.ts'
import type blocks from './de/blocks.json'
import type cart from './de/cart.json'
import type checkout from './de/checkout.json'
import type checkoutSuccess from './de/checkout-success.json'
import type keeping from './de/keeping.json'
import type knowledge from './de/knowledge.json'
import type listing from './de/listing.json'
import type orderSummary from './de/order-summary.json'
import type product from './de/product.json'
import type viewing from './de/viewing.json'
import type withdrawal from './de/withdrawal.json'

/** Messages of parts of the site; a page loads those of its own area only. */
export type AreaMessages = typeof blocks &
  typeof cart &
  typeof checkout &
  typeof checkoutSuccess &
  typeof keeping &
  typeof knowledge &
  typeof listing &
  typeof orderSummary &
  typeof product &
  typeof viewing &
  typeof withdrawal

/** A key that one language lacks fails the type check. */
type Words<Names> = Record<Locale, () => Promise<{ default: Names }>>

const areas = {
  blocks: { de: () => import('./de/blocks.json'), en: () => import('./en/blocks.json') } satisfies Words<
    typeof blocks
  >,
  cart: { de: () => import('./de/cart.json'), en: () => import('./en/cart.json') } satisfies Words<
    typeof cart
  >,
  checkout: {
    de: () => import('./de/checkout.json'),
    en: () => import('./en/checkout.json'),
  } satisfies Words<typeof checkout>,
  'checkout-success': {
    de: () => import('./de/checkout-success.json'),
    en: () => import('./en/checkout-success.json'),
  } satisfies Words<typeof checkoutSuccess>,
  keeping: { de: () => import('./de/keeping.json'), en: () => import('./en/keeping.json') } satisfies Words<
    typeof keeping
  >,
  knowledge: {
    de: () => import('./de/knowledge.json'),
    en: () => import('./en/knowledge.json'),
  } satisfies Words<typeof knowledge>,
  listing: { de: () => import('./de/listing.json'), en: () => import('./en/listing.json') } satisfies Words<
    typeof listing
  >,
  'order-summary': {
    de: () => import('./de/order-summary.json'),
    en: () => import('./en/order-summary.json'),
  } satisfies Words<typeof orderSummary>,
  product: { de: () => import('./de/product.json'), en: () => import('./en/product.json') } satisfies Words<
    typeof product
  >,
  viewing: { de: () => import('./de/viewing.json'), en: () => import('./en/viewing.json') } satisfies Words<
    typeof viewing
  >,
  withdrawal: {
    de: () => import('./de/withdrawal.json'),
    en: () => import('./en/withdrawal.json'),
  } satisfies Words<typeof withdrawal>,
}

export type Area = keyof typeof areas

export const areaNames = Object.keys(areas) as Area[]

/**
 * Which areas' messages a page needs beside the common ones. A page that lacks one shows keys and reports an error.
 * What is not named here is made of content blocks.
 */
const areasOfRoutes: Partial<Record<RouteName, readonly Area[]>> = {
  cart: ['cart'],
  checkout: ['checkout', 'order-summary'],
  'checkout-success': ['checkout-success', 'order-summary'],
  compare: ['keeping'],
  jewelry: ['listing'],
  knowledge: ['knowledge', 'blocks'],
  'knowledge-article': ['knowledge', 'blocks'],
  makers: [],
  order: ['order-summary'],
  'piece-alert': ['keeping', 'listing'],
  product: ['product'],
  search: ['listing'],
  'sell-request': [],
  viewing: ['viewing'],
  appointment: ['viewing'],
  watches: ['listing'],
  wishes: ['keeping'],
  withdrawal: ['withdrawal'],
}

export function areasOf(pathname: string): readonly Area[] {
  const route = matchRoute(pathname)
  return (route && areasOfRoutes[route.name]) ?? ['blocks']
}

export async function importArea(locale: Locale, area: Area): Promise<Partial<AreaMessages>> {
  return (await areas[area][locale]()).default
}
