import { type RouteName, routeExists } from '#app/language/route-table.ts'
import type { ShellData } from '../shell-data.ts'

/** Pages about selling: offered only while the sell condition holds. */
const sellPages = [
  'sell',
  'gold-purchase-calculator',
  'sell-gold-koeln',
  'sell-jewelry-koeln',
  'sell-watches-koeln',
  'sell-gold-duesseldorf',
  'sell-jewelry-duesseldorf',
  'sell-watches-duesseldorf',
] as const satisfies readonly RouteName[]

const mainPages = [
  'watches',
  'jewelry',
  'sell',
  'gold-purchase-calculator',
  'knowledge',
  'about-us',
  'contact',
] as const satisfies readonly RouteName[]

const morePages = ['shipping', 'faq'] as const satisfies readonly RouteName[]

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

const isSellPage = (name: RouteName) => (sellPages as readonly RouteName[]).includes(name)

function offered<Name extends RouteName>(names: readonly Name[], shell: ShellData): Name[] {
  return names.filter(
    (name) => routeExists(name, shell.site.currentLocale) && (shell.sell || !isSellPage(name)),
  )
}

/** For `aria-current`: the page itself, or a page of the section that begins with it, such as one brand's watches. */
export const isWithin = (pathname: string, path: string) =>
  pathname === path ? 'page' : pathname.startsWith(`${path}/`) || undefined

/** The entries of the header's inline navigation. */
export const mainNavigation = (shell: ShellData) => offered(mainPages, shell)

/** What the mobile menu offers below the main entries: selling in a city, then service pages. */
export const menuGroups = (shell: ShellData) => ({
  sell: offered(sellPages.slice(2), shell),
  more: offered(morePages, shell),
  legal: offered(
    // Above it stands among the main entries.
    legalPages.filter((name) => name !== 'knowledge'),
    shell,
  ),
})
