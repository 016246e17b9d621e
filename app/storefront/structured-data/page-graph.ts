import { type Locale, languageTags } from '#app/language/locales.ts'
import de from '#app/language/messages/de/storefront.json'
import en from '#app/language/messages/en/storefront.json'
import { matchRoute, pathTo, type RouteName } from '#app/language/route-table.ts'
import { titleFromPath } from '#app/language/title-from-path.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'
import { canonicalAddress, type PageMeta } from '../page-meta.ts'
import type { ShellData } from '../shell-data.ts'
import type { JsonLdNode, PageFacts, TrailStep } from './json-ld.ts'
import { websiteId } from './shop-json-ld.ts'

/**
 * Everything a page tells search engines: itself, where it stands, and what its loader described.
 * Title and address come from the page's head data, so that the two never differ.
 */
export function pageGraph(
  { site }: Pick<ShellData, 'site'>,
  meta: PageMeta,
  { pathname, facts }: { pathname: string; facts: PageFacts | null },
): JsonLdNode[] {
  const locale = site.currentLocale
  const path = meta.addresses[locale] ?? pathname
  const url = canonicalAddress(site.url, path, meta.query)
  const name = meta.title ?? titleFromPath(pathname)
  const known = matchRoute(path)?.name
  const own = known && shortName(locale, known)
  const trail = known === 'index' ? [] : (facts?.trail ?? [{ name: own ?? name, path }])
  const page: JsonLdNode = {
    '@type': facts?.page ?? 'WebPage',
    '@id': url,
    name: name || site.name,
    inLanguage: languageTags[locale],
    isPartOf: { '@id': websiteId(site.url, locale) },
    ...facts?.about,
  }
  const home = { name: shortName(locale, 'index') ?? site.name, path: pathTo(locale, 'index') }
  const crumbs = trail.length > 0 ? [breadcrumbs(site.url, [home, ...trail])] : []
  return [page, ...crumbs, ...(facts?.nodes ?? [])]
}

/** What the site's own navigation calls a page. */
export function shortName(locale: Locale, name: RouteName): string | undefined {
  return navigation[locale][name]
}

/** Read on the server alone; the browser loads its language by itself. */
const navigation: Record<Locale, Partial<Record<RouteName, string>>> = { de: de.pages, en: en.pages }

function breadcrumbs(siteUrl: string, steps: readonly TrailStep[]): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@id': siteUrl + path },
    })),
  }
}

/** The pieces of a listing in their order; search engines open each for itself. Nothing else: it adds to every listing. */
export function itemList(siteUrl: string, paths: readonly string[]): JsonLdNode {
  return {
    '@type': 'ItemList',
    itemListElement: paths.map((path, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: siteUrl + path,
    })),
  }
}

/** The path that a page shows above its title. */
export function trailOf(crumbs: readonly Crumb[], locale: Locale): TrailStep[] {
  return crumbs.map((crumb) => ({
    name: 'department' in crumb ? (shortName(locale, crumb.department) ?? '') : crumb.label,
    path: crumb.href,
  }))
}
