import { layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { locales } from './language/locales.ts'
import { type RouteName, routeNames, routePattern } from './language/route-table.ts'

const contentPage = 'storefront/content-page.tsx'

/** Pages with a module of their own; every other row of the route table is a page made of content blocks. */
const screens: Partial<Record<RouteName, string>> = {
  knowledge: 'storefront/knowledge/knowledge-page.tsx',
  'knowledge-article': 'storefront/article/article-page.tsx',
  product: 'storefront/product/product-page.tsx',
  jewelry: 'storefront/listing/listing-page.tsx',
  watches: 'storefront/listing/listing-page.tsx',
  makers: 'storefront/makers/makers-page.tsx',
  cart: 'storefront/cart/cart-page.tsx',
  checkout: 'storefront/checkout/checkout-page.tsx',
  'checkout-success': 'storefront/checkout-success/checkout-success-page.tsx',
  order: 'storefront/order/order-page.tsx',
  search: 'storefront/search/search-page.tsx',
  withdrawal: 'storefront/withdrawal/withdrawal-page.tsx',
  'sell-request': 'storefront/sell-request/sell-request-page.tsx',
  wishes: 'storefront/keeping/wishes-page.tsx',
  compare: 'storefront/keeping/compare-page.tsx',
  'piece-alert': 'storefront/keeping/piece-alert-page.tsx',
  viewing: 'storefront/viewing/viewing-page.tsx',
  appointment: 'storefront/viewing/appointment-page.tsx',
  sitemap: 'storefront/feeds/sitemap.ts',
}

/** Not a page of the site: its loader shows it in development and tests only. */
const blockExamples = { de: 'bausteine', en: 'blocks' }

const pagesOf = (locale: (typeof locales)[number]): RouteConfigEntry[] => [
  ...routeNames.flatMap((name) => {
    const path = routePattern(name, locale)
    return path === null ? [] : [page(path, screens[name] ?? contentPage, `${locale}/${name}`)]
  }),
  page('sitemap/:part', 'storefront/feeds/sitemap.ts', `${locale}/sitemap-part`),
  page('merchant-feed.xml', 'storefront/feeds/merchant-feed.ts', `${locale}/merchant-feed`),
  page('arrivals.xml', 'storefront/feeds/arrivals.ts', `${locale}/arrivals`),
  page('cards/*', 'storefront/social-card.ts', `${locale}/social-card`),
  page('manifest.webmanifest', 'storefront/feeds/web-manifest.ts', `${locale}/manifest`),
  page(blockExamples[locale], 'storefront/block-examples.tsx', `${locale}/block-examples`),
  // Anything else may be a story that an editor has added.
  page('*', contentPage, `${locale}/story`),
]

function page(path: string, module: string, id: string): RouteConfigEntry {
  return path === '' ? { index: true, file: module, id } : route(path, module, { id })
}

export default [
  ...locales.map((locale) => route(locale, 'storefront/layout.tsx', { id: locale }, pagesOf(locale))),
  route('api/search', 'api/search.ts'),
  route('api/menu', 'api/menu.ts'),
  route('api/cart', 'api/cart.ts'),
  route('api/viewing', 'api/viewing.ts'),
  route('api/appointments/:token/:file', 'api/appointment-file.ts'),
  route('api/cards', 'api/cards.ts'),
  route('api/event', 'api/event.ts'),
  route('api/icons/:file', 'api/icons.ts'),
  route('api/photos/:id/:file', 'api/photos.ts'),
  route('api/assets/*', 'api/assets.ts'),
  route('api/orders/:token/:file', 'api/order-document.ts'),
  route('api/pieces/:id/:file', 'api/test-sheet.ts'),
  route('api/checkout/leave', 'api/leave-checkout.ts'),
  route('api/sell-watch', 'api/sell-watch.ts'),
  route('api/sell-requests/:token/:file', 'api/sell-receipt.ts'),
  route('api/sell-photos/:place/:token', 'api/sell-photos.ts'),
  route('api/sell-photos/:place/:token/:id/:file', 'api/sell-photo-file.ts'),
  route('api/webhooks/stripe', 'api/webhooks/stripe.ts'),
  route('api/webhooks/storyblok', 'api/webhooks/storyblok.ts'),
  route('robots.txt', 'storefront/feeds/robots.ts'),
  route('.well-known/security.txt', 'storefront/feeds/security-txt.ts'),
  layout('storefront/layout.tsx', { id: 'elsewhere' }, [route('*', 'storefront/unmatched.tsx')]),
] satisfies RouteConfig
