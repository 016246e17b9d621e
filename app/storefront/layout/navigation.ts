import { type RouteName, routeExists } from '#app/language/route-table.ts'
import type { ShellData } from '../shell-data.ts'

const mainPages = [
  'watches',
  'jewelry',
  'sell',
  'gold-purchase-calculator',
  'knowledge',
  'about-us',
  'contact',
] as const satisfies readonly RouteName[]

export const legalPages = [
  'cancellation',
  'gtc',
  'imprint',
  'privacy',
  'knowledge',
  'accessibility',
  'legal-guarantee',
  'battery-notice',
] as const satisfies readonly RouteName[]

/** What neither the header nor the footer's columns name, and what the header has no room for on a telephone. */
const otherPages = [
  'sell',
  'sell-gold-duesseldorf',
  'sell-jewelry-duesseldorf',
  'sell-watches-duesseldorf',
  'makers',
  'about-us',
  'contact',
  'faq',
] as const satisfies readonly RouteName[]

/** For `aria-current`: the page itself, or a page of the section that begins with it, such as one brand's watches. */
export const isWithin = (pathname: string, path: string) =>
  pathname === path ? 'page' : pathname.startsWith(`${path}/`) || undefined

/** Those that there are in the page's language; about selling only while the sell condition holds. */
const offered = ({ site, sell }: ShellData, names: readonly RouteName[]) =>
  names.filter(
    (name) => routeExists(name, site.currentLocale) && (sell || !/^(sell|gold-purchase)/.test(name)),
  )

/** The entries of the header's inline navigation. */
export const mainNavigation = (shell: ShellData) => offered(shell, mainPages)

/** With these every page of the navigation is linked at every width, with script and without. */
export const otherNavigation = (shell: ShellData) => offered(shell, otherPages)
