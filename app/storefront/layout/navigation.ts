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

/** For `aria-current`: the page itself, or a page of the section that begins with it, such as one brand's watches. */
export const isWithin = (pathname: string, path: string) =>
  pathname === path ? 'page' : pathname.startsWith(`${path}/`) || undefined

/** The entries of the header's inline navigation; about selling only while the sell condition holds. */
export const mainNavigation = (shell: ShellData) =>
  mainPages.filter(
    (name) =>
      routeExists(name, shell.site.currentLocale) &&
      (shell.sell || (name !== 'sell' && name !== 'gold-purchase-calculator')),
  )
