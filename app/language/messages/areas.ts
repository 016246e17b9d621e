import type { Locale } from '../locales.ts'
import { matchRoute, type RouteName } from '../route-table.ts'
import type cart from './de/cart.json'
import type checkout from './de/checkout.json'
import type checkoutSuccess from './de/checkout-success.json'
import type knowledge from './de/knowledge.json'
import type orderSummary from './de/order-summary.json'
import type withdrawal from './de/withdrawal.json'

/** Messages of parts of the site that most visitors never see; a page loads those of its own area only. */
export type AreaMessages = typeof cart &
  typeof checkout &
  typeof checkoutSuccess &
  typeof knowledge &
  typeof orderSummary &
  typeof withdrawal

/** A key that one language lacks fails the type check. */
type Words<Names> = Record<Locale, () => Promise<{ default: Names }>>

const areas = {
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
  knowledge: {
    de: () => import('./de/knowledge.json'),
    en: () => import('./en/knowledge.json'),
  } satisfies Words<typeof knowledge>,
  'order-summary': {
    de: () => import('./de/order-summary.json'),
    en: () => import('./en/order-summary.json'),
  } satisfies Words<typeof orderSummary>,
  withdrawal: {
    de: () => import('./de/withdrawal.json'),
    en: () => import('./en/withdrawal.json'),
  } satisfies Words<typeof withdrawal>,
}

export type Area = keyof typeof areas

export const areaNames = Object.keys(areas) as Area[]

/** Which areas' messages a page needs beside the common ones. A page that lacks one shows keys and reports an error. */
const areasOfRoutes: Partial<Record<RouteName, readonly Area[]>> = {
  cart: ['cart'],
  checkout: ['checkout', 'order-summary'],
  'checkout-success': ['checkout-success', 'order-summary'],
  knowledge: ['knowledge'],
  'knowledge-article': ['knowledge'],
  order: ['order-summary'],
  withdrawal: ['withdrawal'],
}

export function areasOf(pathname: string): readonly Area[] {
  const route = matchRoute(pathname)
  return (route && areasOfRoutes[route.name]) ?? []
}

export async function importArea(locale: Locale, area: Area): Promise<Partial<AreaMessages>> {
  return (await areas[area][locale]()).default
}
