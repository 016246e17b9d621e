import type { APIRequestContext } from '@playwright/test'
import { localeOfPath, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { departments } from '#app/shop/catalogue/types.ts'
import { longest } from '#app/storefront/fit-text.ts'
import { type HtmlPage, readPage } from '../html-page.ts'
import { missingProperties, vocabularyFaults } from '../schema-org.ts'
import { addressOf, afterMessage, expect, knownPages, test } from './shop.ts'

/**
 * Reads the whole site as a search engine does: from the sitemaps and the known pages along every link that may be
 * followed, in both languages, once; then holds what was read against itself.
 */
type Answer = { status: number; page: HtmlPage | null }

/** Requests at a time: the server has two cores. */
const atATime = 6
/** A photo is made when it is first asked for, by a process that gives way to everything else on the machine; ms. */
const requestTimeout = 60_000
/** Links that search engines do not follow (filters, orders) are thousands: those of a few pages stand for all. */
const filtersOf = ['/de/uhren/rolex', '/en/jewelry']

test.describe.configure({ mode: 'default' })

let origin = ''
const site = new Map<string, Answer>()
let sitemap: string[] = []

/** An address of the site without its anchor; `null` for every other. */
function within(href: string, from: string): string | null {
  const url = new URL(href, origin + from)
  return url.origin === origin && /^https?:$/.test(url.protocol) ? url.pathname + url.search : null
}

async function open(request: APIRequestContext, path: string): Promise<Answer> {
  const answer = await request.get(path, { maxRedirects: 0, timeout: requestTimeout })
  const isPage = answer.headers()['content-type']?.startsWith('text/html') === true
  return { status: answer.status(), page: isPage ? readPage(await answer.text()) : null }
}

/** What is read after a page; the other language of what is indexed has its page as well when nothing links to it. */
function followed(path: string, page: HtmlPage): string[] {
  const links = page.links.filter(({ rel }) => !rel.includes('nofollow') || filtersOf.includes(path))
  return [
    ...links.map(({ href }) => href),
    ...(isIndexable({ path, ...page }) ? Object.values(page.alternates) : []),
  ]
}

async function crawl(request: APIRequestContext, start: readonly string[]): Promise<void> {
  const waiting = [...new Set(start)]
  const known = new Set(waiting)
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await open(request, path)
      site.set(path, answer)
      for (const href of answer.page ? followed(path, answer.page) : []) {
        const next = within(href, path)
        if (next === null || known.has(next)) continue
        known.add(next)
        waiting.push(next)
      }
    }
  }
  // Whoever finds nothing to do yet looks again when the others have read on.
  while (waiting.length > 0) await Promise.all(Array.from({ length: atATime }, work))
}

/** The addresses of pages in both sitemaps, without those of their pictures. */
async function readSitemaps(request: APIRequestContext): Promise<string[]> {
  const texts = locales.map(async (locale) => (await request.get(`/${locale}/sitemap.xml`)).text())
  return (await Promise.all(texts))
    .flatMap((xml) => [...xml.matchAll(/<loc>(http[^<]+)<\/loc>/g)].map(([, address = '']) => address))
    .filter((address) => !/\.(jpg|svg)$/.test(address) && !address.includes('/m/'))
}

test.beforeAll(async ({ playwright, baseURL }) => {
  // Hundreds of pages and photos, each opened once, on a machine that may have much else to do; it bounds what hangs.
  test.setTimeout(1_500_000)
  const request = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    storageState: afterMessage,
    userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
  })
  sitemap = await readSitemaps(request)
  origin = new URL(sitemap[0] ?? '').origin
  const known = await Promise.all(knownPages.map((each) => addressOf(request, each)))
  await crawl(request, [...sitemap.map((address) => address.slice(origin.length)), ...known])
  await request.dispose()
})

/** Pages that were read, with their address. */
const pages = () =>
  [...site].flatMap(([path, { page, status }]) => (page && status === 200 ? [{ path, ...page }] : []))
const isIndexable = ({ path, robots, canonicals }: { path: string } & HtmlPage) =>
  !robots.includes('noindex') && canonicals[0] === origin + path
const indexable = () => pages().filter(isIndexable)
/** A sold piece's page may be kept for a while, but sitemaps do not send anybody to it. */
const isSold = ({ structured }: HtmlPage) => structured.some((text) => text.includes('schema.org/SoldOut'))

const listingRoots = locales.flatMap((locale) => departments.map((name) => pathTo(locale, name)))
const isListing = (path: string) =>
  listingRoots.some((root) => path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`))

/** `paths`: the pages it is about. */
type Amiss = { fault: string; paths: readonly string[] }

/**
 * Other journeys put pieces on sale and buy them meanwhile, and pages of listings come and go with them: what
 * seems amiss is read once more, on all sides, before it counts.
 */
async function expectNothing(request: APIRequestContext, amiss: () => Amiss[]): Promise<void> {
  await expect(async () => {
    for (const path of new Set(amiss().flatMap(({ paths }) => paths)))
      site.set(path, await open(request, path))
    expect([...new Set(amiss().map(({ fault }) => fault))]).toEqual([])
  }).toPass({ timeout: 60_000 })
}

// Duty: legal-pages
test('no link leads astray, through a redirect or to an anchor that is not there', async ({ request }) => {
  let links = 0
  const astray = () =>
    pages().flatMap(({ path, links: found }) =>
      found.flatMap(({ href }): Amiss[] => {
        const target = within(href, path)
        const answer = target === null ? undefined : site.get(target)
        if (target === null || !answer) return []
        links += 1
        const paths = [path, target]
        const anchor = decodeURIComponent(new URL(href, origin).hash.slice(1))
        if (answer.status !== 200) return [{ fault: `${path}: ${href} (${answer.status})`, paths }]
        if (anchor !== '' && !answer.page?.ids.has(anchor))
          return [{ fault: `${path}: ${href} (no such anchor)`, paths }]
        return []
      }),
    )
  astray()
  expect(links).toBeGreaterThan(10_000)
  expect(pages().length).toBeGreaterThan(400)
  await expectNothing(request, astray)
})

// Duty: withdrawal-entry, legal-pages
test('every page leads to the withdrawal function and to what else the law wants', () => {
  const wanted = [
    'withdrawal',
    'cancellation',
    'gtc',
    'imprint',
    'privacy',
    'accessibility',
    'legal-guarantee',
    'battery-notice',
  ] as const
  const wrong = pages().flatMap(({ path, links }) => {
    const locale = localeOfPath(path)
    const targets = new Set(links.map(({ href }) => within(href, path)))
    const missing = wanted.filter((name) => locale === null || !targets.has(pathTo(locale, name)))
    return missing.map((name) => `${path}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('the sitemaps hold exactly what may be indexed', async ({ request }) => {
  expect(sitemap.length).toBe(new Set(sitemap).size)
  // As above, with the sitemaps for the other side.
  await expect(async () => {
    const named = new Set((await readSitemaps(request)).map((address) => address.slice(origin.length)))
    const amiss = () => {
      const kept = new Set(indexable().flatMap((page) => (isSold(page) ? [] : [page.path])))
      return [...named, ...kept].filter((path) => named.has(path) !== kept.has(path))
    }
    for (const path of amiss()) site.set(path, await open(request, path))
    expect(amiss()).toEqual([])
  }).toPass({ timeout: 60_000 })
})

/** What links that are followed lead to, from the home pages on. */
function reached(): Set<string> {
  const found = new Set<string>(locales.map((locale) => pathTo(locale, 'index')))
  // A set is read on while it grows.
  for (const path of found) {
    for (const { href, rel } of site.get(path)?.page?.links ?? []) {
      const next = within(href, path)
      if (next !== null && !rel.includes('nofollow') && site.has(next)) found.add(next)
    }
  }
  return found
}

test('every address of the sitemaps is reached from the home pages along links that are followed', async ({
  request,
}) => {
  expect(sitemap.length).toBeGreaterThan(200)
  const missed = () => {
    const found = reached()
    const kept = new Set(indexable().flatMap((page) => (isSold(page) ? [] : [page.path])))
    return sitemap
      .map((address) => address.slice(origin.length))
      .filter((path) => kept.has(path) && !found.has(path))
  }
  await expect(async () => {
    const amiss = missed()
    // A piece that other journeys put on sale or sold meanwhile has moved others to another page of a listing.
    const listings = amiss.length > 0 ? indexable().filter(({ path }) => isListing(path)) : []
    for (const path of [...amiss, ...listings.map(({ path }) => path)])
      site.set(path, await open(request, path))
    expect(missed()).toEqual([])
  }).toPass({ timeout: 120_000 })
})

test('no listing that may be indexed has one piece, or the pieces of another', async ({ request }) => {
  const listings = indexable().filter(({ path }) => isListing(path))
  expect(listings.length).toBeGreaterThan(60)
  const amiss = () => {
    const byPieces = new Map<string, string>()
    return indexable().flatMap(({ path, structured }): Amiss[] => {
      if (!isListing(path)) return []
      const pieces = listedIn(structured)
      const other = byPieces.get(`${pieces}`)
      byPieces.set(`${pieces}`, path)
      const faults: Amiss[] = []
      // The last of several pages may hold what is left over.
      if (pieces.length < 2 && !path.includes('page='))
        faults.push({ fault: `${path}: ${pieces.length} pieces`, paths: [path] })
      if (other) faults.push({ fault: `${path}: the pieces of ${other}`, paths: [path, other] })
      return faults
    })
  }
  await expectNothing(request, amiss)
})

/** Addresses of the pieces that the structured data of a listing names. */
function listedIn([text = '{"@graph":[]}']: readonly string[]): string[] {
  const graph: { '@type': string; itemListElement?: { url: string }[] }[] = JSON.parse(text)['@graph']
  return graph.flatMap((node) =>
    node['@type'] === 'ItemList' ? (node.itemListElement ?? []).map(({ url }) => url) : [],
  )
}

test('the sitemaps name the languages of a page as it does itself, and no time to come', async ({
  request,
}) => {
  // Another journey may rename a piece between the look at its page and the one at the sitemap: what differs is read once more.
  await expect(async () => {
    const wrong: string[] = []
    for (const locale of locales) {
      const xml = await (await request.get(`/${locale}/sitemap.xml`)).text()
      for (const [, entry = ''] of xml.matchAll(/<url>(.*?)<\/url>/gs)) {
        const path = /<loc>([^<]+)/.exec(entry)?.[1]?.slice(origin.length) ?? ''
        const changed = /<lastmod>([^<]+)/.exec(entry)?.[1]
        if (changed && !(Date.parse(changed) <= Date.now())) wrong.push(`${path}: changed ${changed}`)
        const named = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]
        // What other journeys have put on sale meanwhile was not read.
        const own = site.get(path)?.page?.alternates
        const said = JSON.stringify(Object.fromEntries(named.map(([, language, href]) => [language, href])))
        if (!own || JSON.stringify(own) === said) continue
        wrong.push(`${path}: ${said}`)
        site.set(path, await open(request, path))
      }
    }
    expect(wrong).toEqual([])
  }).toPass({ timeout: 60_000 })
})

test('what pages load is there', async ({ request }) => {
  // Hundreds of photos are made for it, by a process that gives way to everything else on the machine.
  test.setTimeout(600_000)
  const files = new Set(
    pages().flatMap(({ path, files }) => files.flatMap((file) => within(file, path) ?? [])),
  )
  expect(files.size).toBeGreaterThan(100)
  const missing: string[] = []
  const waiting = [...files]
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const status = (await request.head(file, { maxRedirects: 0, timeout: requestTimeout })).status()
      if (status !== 200) missing.push(`${file}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  expect(missing).toEqual([])
})

test('every page has one h1, one canonical address that is its own or one it stands for, and words', () => {
  const wrong = pages().flatMap(({ path, h1, canonicals, title, description, robots }) => {
    const [canonical = ''] = canonicals
    const own = canonical.slice(origin.length)
    const faults = [
      h1 === 1 || `${h1} h1`,
      // A page behind somebody's own link has none.
      canonicals.length === 1 || robots.includes('nofollow') || `${canonicals.length} canonical addresses`,
      canonicals.length === 0 ||
        site.get(own)?.page?.canonicals[0] === canonical ||
        `canonical ${own} is not its own`,
      /^.+ – Rheingold$/.test(title) || `title “${title}”`,
      (description ?? '').length >= (robots.includes('noindex') ? 20 : 50) || `description “${description}”`,
    ].filter((fault) => fault !== true)
    return faults.map((fault) => `${path}: ${fault}`)
  })
  expect(wrong).toEqual([])
})

test('titles and descriptions of what may be indexed are whole, within what is shown, and unlike each other', () => {
  const faults = indexable().flatMap(({ path, title, description }) => {
    const text = description ?? ''
    return [
      title.length > longest.title && `title of ${title.length}: ${title}`,
      text.length > longest.description && `description of ${text.length}: ${text}`,
      /…|\.\.\.|[,:;–]$|: ?\.|\s[,.]/.test(`${title}\n${text}`) && `broken off: ${title}; ${text}`,
    ].flatMap((fault) => (fault ? [`${path}: ${fault}`] : []))
  })
  expect(faults).toEqual([])
  const twice = (of: 'title' | 'description') => {
    const seen = new Map<string, string>()
    // What other journeys have put on sale is described alike.
    const ours = indexable().filter(({ path }) => !/\/\d{8}$/.test(path))
    return ours.flatMap((page) => {
      const text = page[of] ?? ''
      const language = `${page.path.slice(0, 3)} ${text}`
      const other = seen.get(language)
      seen.set(language, page.path)
      return other === undefined ? [] : [`${other} and ${page.path}: ${text}`]
    })
  }
  expect(twice('title')).toEqual([])
  expect(twice('description')).toEqual([])
})

test('alternates name the page itself and lead back', async ({ request }) => {
  const wrong = () =>
    pages().flatMap((page) => {
      const { path, alternates, canonicals } = page
      const own = alternates[path.slice(1, 3)]
      if (canonicals.length > 0 && own !== canonicals[0])
        return [{ fault: `${path}: its own language is ${own}`, paths: [path] }]
      return Object.values(alternates).flatMap((address): Amiss[] => {
        const target = address.slice(origin.length)
        const paths = [path, target]
        const other = site.get(target)
        // The other language of a filtered listing is not always linked from anywhere.
        if (!other) return isIndexable(page) ? [{ fault: `${path}: ${address} was not found`, paths }] : []
        const back = JSON.stringify(other.page?.alternates)
        return back === JSON.stringify(alternates)
          ? []
          : [{ fault: `${path}: ${address} answers with ${back}`, paths }]
      })
    })
  await expectNothing(request, wrong)
})

test('every page has a picture for shared links, pieces and articles their own', async ({ request }) => {
  const own: Record<string, RegExp> = {
    product: /^\/de\/produkte\/|^\/en\/products\//,
    story: /^\/de\/wissensdatenbank\/.|^\/en\/knowledge-base\/./,
  }
  const pictures = new Map<string, string>()
  const wrong = pages().flatMap(({ path, social }) => {
    const picture = social['og:image'] ?? ''
    const [kind] = Object.entries(own).find(([, pattern]) => pattern.test(path)) ?? []
    const faults = [
      picture.startsWith(`${origin}/`) || `picture ${picture}`,
      Boolean(social['og:title']) || 'no title',
      Boolean(social['og:image:alt']) || 'no words for the picture',
      kind === undefined || picture.includes(`/cards/${kind}/`) || `not its own card: ${picture}`,
      kind === undefined || !pictures.has(picture) || `the card of ${pictures.get(picture)}`,
      kind !== 'story' ||
        (social['og:type'] === 'article' &&
          (social['article:published_time'] ?? '9') <= (social['article:modified_time'] ?? '')) ||
        'no dates of an article',
    ].filter((fault) => fault !== true)
    if (kind !== undefined) pictures.set(picture, path)
    return faults.map((fault) => `${path}: ${fault}`)
  })
  expect(wrong).toEqual([])
  for (const kind of ['product', 'story', 'shop']) {
    const address = pages().find(({ social }) => social['og:image']?.includes(`/cards/${kind}/`))
    const answer = await request.get(address?.social['og:image'] ?? '', { maxRedirects: 0 })
    expect(answer.headers()['content-type'], kind).toMatch(/^image\/(jpeg|png)$/)
  }
})

test('structured data is in schema.org’s vocabulary and complete', () => {
  const wrong = pages().flatMap((page) => {
    const { path, structured } = page
    if (structured.length !== 1) return isIndexable(page) ? [`${path}: ${structured.length} blocks`] : []
    const graph: unknown[] = JSON.parse(structured[0] ?? '')['@graph']
    return [...vocabularyFaults(graph), ...missingProperties(graph)].map((fault) => `${path}: ${fault}`)
  })
  expect([...new Set(wrong)].slice(0, 20)).toEqual([])
})
