import { beforeAll, expect, test } from 'vitest'
import { localeOfPath, locales } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { findListing, listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { parseListingPath, parseListingQuery } from '#app/shop/catalogue/listing-path.ts'
import { sitemapXml } from '#app/storefront/feeds/sitemap-xml.ts'
import { longest } from '#app/storefront/fit-text.ts'
import { loadPieces } from '#db/load-pieces.ts'
import { demoContent } from './demo-content.ts'
import { type HtmlPage, readPage } from './html-page.ts'
import { openPages } from './page-handler.tsx'

/** The demo shop as search engines get it: read from the home pages on, along every link that may be followed. */
const demo = demoContent()
const now = new Date()
const origin = 'http://localhost:3000'
const site = new Map<string, HtmlPage & { status: number }>()
const sitemaps: string[] = []

beforeAll(async () => {
  const { app } = demo
  const { db, files, shippedAssets } = app
  await loadPieces(db, 'db/demo/pieces', { now, files, photos: shippedAssets })
  const open = await openPages(app)
  const known = new Set(locales.map((locale) => `/${locale}`))
  // A set is read on while it grows.
  for (const path of known) {
    const answer = await open(path)
    const page = readPage(await answer.text())
    site.set(path, { ...page, status: answer.status })
    for (const { href, rel } of page.links) {
      const next = new URL(href, origin + path)
      const isPage = next.origin === origin && localeOfPath(next.pathname) && !/\.\w+$/.test(next.pathname)
      if (isPage && !rel.includes('nofollow')) known.add(next.pathname + next.search)
    }
  }
  for (const locale of locales) {
    const xml = await sitemapXml(app, locale)
    sitemaps.push(
      ...[...xml.matchAll(/<url><loc>([^<]+)/g)].map(([, address = '']) => address.slice(origin.length)),
    )
  }
})

const indexable = () =>
  [...site].flatMap(([path, page]) => {
    const { status, robots, canonicals } = page
    return status === 200 && !robots.includes('noindex') && canonicals[0] === origin + path
      ? [{ path, ...page }]
      : []
  })
/** A sold piece's page may be kept for a while, but nobody is sent to it. */
const isSold = ({ structured }: HtmlPage) => structured.some((text) => text.includes('schema.org/SoldOut'))

test('every address of the sitemaps is reached from the home pages along links that are followed', () => {
  expect(sitemaps.length).toBeGreaterThan(300)
  expect(sitemaps.filter((path) => !site.has(path))).toEqual([])
})

test('no followed link leads to a page that does not answer', () => {
  expect([...site].flatMap(([path, { status }]) => (status === 200 ? [] : [`${path}: ${status}`]))).toEqual(
    [],
  )
})

test('the sitemaps name exactly what may be indexed, and sold pieces are the only others', () => {
  const kept = new Set(
    indexable()
      .filter((page) => !isSold(page))
      .map(({ path }) => path),
  )
  expect(sitemaps.filter((path) => !kept.has(path))).toEqual([])
  expect([...kept].filter((path) => !sitemaps.includes(path))).toEqual([])
  expect(indexable().filter(isSold).length).toBeGreaterThan(0)
})

test('no listing that may be indexed has one piece, or the pieces of another', async () => {
  const { db } = demo.app
  const vocabulary = await listingVocabulary(db)
  const byPieces = new Map<string, string[]>()
  for (const path of sitemaps) {
    const { pathname, searchParams } = new URL(path, origin)
    const { name, locale, rest: segments } = matchRoute(pathname) ?? {}
    if (locale !== 'de' || !segments || (name !== 'watches' && name !== 'jewelry')) continue
    const parsed = parseListingPath({ locale, department: name, segments }, vocabulary)
    if (parsed.kind !== 'ok') throw new Error(path)
    const { page } = parseListingQuery(searchParams)
    const { pieces, total } = await findListing(db, parsed.filters, { page, now })
    expect({ path, several: total > 1 }).toEqual({ path, several: true })
    const ids = `${pieces.map(({ id }) => id)}`
    byPieces.set(ids, [...(byPieces.get(ids) ?? []), path])
  }
  expect([...byPieces.values()].filter((paths) => paths.length > 1)).toEqual([])
  expect(byPieces.size).toBeGreaterThan(50)
})

test('titles and descriptions are there, whole and within what is shown, and unlike each other', () => {
  const faults = indexable().flatMap(({ path, title, description }) => {
    const text = description ?? ''
    return [
      title.length > longest.title && `title of ${title.length}: ${title}`,
      text.length > longest.description && `description of ${text.length}: ${text}`,
      (title === '' || text.length < 50) && `too short: ${title}; ${text}`,
      /…|\.\.\.|[,:;–]$|: ?\.|\s[,.]/.test(`${title}\n${text}`) && `broken off: ${title}; ${text}`,
    ].flatMap((fault) => (fault ? [`${path}: ${fault}`] : []))
  })
  expect(faults).toEqual([])
  for (const locale of locales) {
    const pages = indexable().filter(({ path }) => localeOfPath(path) === locale)
    for (const texts of [pages.map(({ title }) => title), pages.map(({ description }) => description)])
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  }
})
