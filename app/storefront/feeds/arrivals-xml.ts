import type { App } from '#app/app-context.ts'
import { formatPrice } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { newestIds } from '#app/shop/catalogue/newest.ts'
import { productTitle } from '#app/shop/catalogue/piece-title.ts'
import { findProducts } from '#app/shop/catalogue/product.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { productDescription } from '../product/product-view.ts'
import { feedWords } from './feed-words.ts'
import { element, xmlText } from './xml.ts'

const longest = 50

/** Where the feed of a language lies. */
export const arrivalsPath = (locale: Locale) => `/${locale}/arrivals.xml`

/** The newest pieces that can be bought, as RSS 2.0. */
export async function arrivalsXml({ db, env }: App, locale: Locale): Promise<string> {
  const words = feedWords(locale)
  const [settings, items] = await Promise.all([currentSettings(db), newestItems(db, env, locale)])
  const self = env.SITE_URL + arrivalsPath(locale)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element('title', words('arrivals.title', { site: settings.site.name })),
    element('link', env.SITE_URL + pathTo(locale, 'index')),
    element('description', words('arrivals.description')),
    element('language', languageTags[locale].toLowerCase()),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(self)}"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}

function newestItems(db: Database, env: App['env'], locale: Locale): Promise<string[]> {
  return answerPart(async () => {
    const pieces = await findProducts(db, await newestIds(db, longest), null)
    return pieces.flatMap((piece) =>
      piece.listedAt ? [item({ ...piece, listedAt: piece.listedAt }, env, locale)] : [],
    )
  })
}

function item(piece: ProductDetail & { listedAt: Date }, env: App['env'], locale: Locale): string {
  const link = env.SITE_URL + pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id })
  const [photo] = piece.photos
  const picture = photo && new URL(photoAddress(photo.id, 640, 'jpg', env.API_URL), env.SITE_URL).href
  const description = productDescription(piece, locale)
  const shown =
    photo && picture ? `<p><img src="${xmlText(picture)}" alt="${xmlText(photo.alt[locale])}"></p>` : ''
  return [
    '<item>',
    element('title', `${productTitle(piece, locale)} · ${formatPrice(piece.priceCents, locale)}`),
    element('link', link),
    // The number stays when the piece is renamed.
    `<guid isPermaLink="false">${env.SITE_URL}/${locale}/${piece.id}</guid>`,
    element('pubDate', piece.listedAt.toUTCString()),
    element('description', `${shown}<p>${xmlText(description)}</p>`),
    '</item>',
  ].join('')
}
