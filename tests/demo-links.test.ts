import { beforeAll, describe, expect, test } from 'vitest'
import { loadBlocks } from '#app/blocks/load-blocks.ts'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import type { FoundStory } from '#app/content/story.ts'
import { type Locale, localeOfPath, locales } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { type CatalogueInMemory, catalogueInMemory } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { parseListingPath } from '#app/shop/catalogue/listing-path.ts'
import { blockContext } from '#app/storefront/story-page.ts'
import { renderBlocks } from './blocks.tsx'
import { demoContent } from './demo-content.ts'

/** Every link in the demo shop's content leads to a page that exists, and to an anchor that exists on it. */
const demo = demoContent()
const now = new Date('2026-11-20T09:00:00Z')

type RenderedPage = {
  path: string
  locale: Locale
  ids: string[]
  links: { href: string; lang: string | null }[]
}

async function render(found: FoundStory, locale: Locale): Promise<RenderedPage & { faults: unknown[] }> {
  const kind = found.story.content.component === 'article' ? 'article' : 'page'
  const parsed = parseRoot(kind, found.story.content, { locale, apiUrl: '/api' })
  if (!parsed.ok) throw new Error(`${found.slug} in ${locale}: ${parsed.reason}`)
  const { body } = parsed.content
  const loaded = await loadBlocks(body, blockContext(demo.app, locale, now))
  const html = await renderBlocks(body, locale, { loaded, title: 'title' })
  return {
    path: found.path ?? '',
    locale,
    faults: [...parsed.faults, ...Object.keys(loaded.failed)],
    ids: [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
    links: [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => ({
      href: (/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '').replaceAll('&amp;', '&'),
      lang: /\bhrefLang="([^"]*)"/i.exec(attributes)?.[1] ?? null,
    })),
  }
}

type Rendered = Awaited<ReturnType<typeof render>> & { slug: string }

/** All pages of all languages, rendered once, one after the other. */
let all: Rendered[]
beforeAll(async () => {
  all = await renderAll()
})

async function renderAll(): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  const { stories } = demo.app
  for (const locale of locales) {
    for (const { slug } of await stories.allLinks(locale)) {
      const found = await stories.findStory(locale, slug)
      if (found === null) throw new Error(`${slug} is not found in ${locale}`)
      rendered.push({ slug, ...(await render(found, locale)) })
    }
  }
  return rendered
}

// Duty: guarantee-page, demo-texts
test('every page can be shown whole, and its anchors are unique', () => {
  expect(all.filter(({ locale }) => locale === 'de').length).toBeGreaterThan(30)
  expect(all.filter(({ locale }) => locale === 'en').length).toBeGreaterThan(20)
  for (const { slug, locale, faults, ids } of all) {
    expect({ slug, locale, faults }).toEqual({ slug, locale, faults: [] })
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
    expect({ slug, locale, twice }).toEqual({ slug, locale, twice: [] })
  }
})

describe.each(locales)('links on the pages in %s', (locale) => {
  test('lead to pages and anchors that exist', async () => {
    const byPath = new Map(all.map((page) => [page.path, page]))
    const { vocabulary } = await catalogueInMemory(demo.app.db)
    const wrong = all
      .filter((page) => page.locale === locale)
      .flatMap((page) =>
        page.links.flatMap(({ href }) => {
          const why = whyWrong(href, page, { byPath, vocabulary })
          return why === null ? [] : [`${page.slug}: ${href} ${why}`]
        }),
      )
    expect(wrong).toEqual([])
  })

  test('lead somewhere else', () => {
    const wrong = all
      .filter((page) => page.locale === locale)
      .flatMap((page) => page.links.filter(({ href }) => href === page.path).map(() => page.slug))
    expect(wrong).toEqual([])
  })

  test('stay in the language, or say which one they lead to', () => {
    const wrong = all
      .filter((page) => page.locale === locale)
      .flatMap((page) =>
        page.links.flatMap(({ href, lang }) => {
          const target = localeOfPath(href)
          return target === null || target === locale || lang === target ? [] : [`${page.slug}: ${href}`]
        }),
      )
    expect(wrong).toEqual([])
  })
})

test('links are found at all, anchors among them', () => {
  const links = all.flatMap((page) => page.links.map(({ href }) => href))
  expect(links.length).toBeGreaterThan(300)
  expect(links.filter((href) => /^\/.*#/.test(href)).length).toBeGreaterThan(5)
})

test.each([
  ['/de/wissensdatenbank/quastenflosser', 'leads nowhere'],
  ['/de/quastenflosser', 'leads nowhere'],
  ['/de/schmuck/quastenflosser', 'is no listing, or not its own address'],
  ['/de/versand-und-ruecksendung#quastenflosser', 'is no anchor there'],
  ['/en/shipping-and-returns#kosten', null],
  ['#quastenflosser', 'is no anchor of the page'],
  ['versand', 'is no address'],
  ['mailto:hallo', 'is no address'],
])('the link %s: %s', async (href, why) => {
  const byPath = new Map(all.map((page) => [page.path, page]))
  const { vocabulary } = await catalogueInMemory(demo.app.db)
  expect(whyWrong(href, all[0] as Rendered, { byPath, vocabulary })).toBe(why)
})

type Vocabulary = CatalogueInMemory['vocabulary']

function whyWrong(
  href: string,
  page: RenderedPage,
  { byPath, vocabulary }: { byPath: ReadonlyMap<string, RenderedPage>; vocabulary: Vocabulary },
): string | null {
  if (/^(mailto:[^@]+@[^@]+\.[^@]+|tel:\+?\d{3,}|https:\/\/[^\s]+)$/.test(href)) return null
  if (href.startsWith('#')) return page.ids.includes(href.slice(1)) ? null : 'is no anchor of the page'
  if (!href.startsWith('/')) return 'is no address'
  const { pathname, hash } = new URL(href, 'http://shop.test')
  const target = byPath.get(pathname)
  const anchor = decodeURIComponent(hash.slice(1))
  if (target) return anchor === '' || target.ids.includes(anchor) ? null : 'is no anchor there'
  const match = matchRoute(pathname)
  // What no story makes: listings, cart, search … They are there by themselves, but have no anchors to rely on.
  if (match === null || anchor !== '') return 'leads nowhere'
  const { name, locale, rest } = match
  if (name === 'jewelry' || name === 'watches') {
    const parsed = parseListingPath({ locale, department: name, segments: rest }, vocabulary)
    return parsed.kind === 'ok' ? null : 'is no listing, or not its own address'
  }
  return name === 'product' || name === 'knowledge-article' ? 'leads nowhere' : null
}
