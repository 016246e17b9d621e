import { locales } from '#app/language/locales.ts'
import { addressOf, expect, knownPages, test } from './shop.ts'

/** Every link on every page of the site, header and footer included, answers at its own address and has its anchor. */
test('no link leads astray', async ({ request }) => {
  test.setTimeout(180_000)
  const pages = new Map<string, { status: number; address: string; html: string }>()
  const open = async (path: string) => {
    const known = pages.get(path)
    if (known) return known
    const answer = await request.get(path, { maxRedirects: 0 })
    const page = { status: answer.status(), address: path, html: await answer.text() }
    pages.set(path, page)
    return page
  }
  const articles = (
    await Promise.all(locales.map(async (locale) => (await open(`/${locale}/sitemap.xml`)).html))
  )
    .flatMap((sitemap) => [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)])
    .map(([, address = '']) => new URL(address).pathname)
    .filter((path) => /^\/(de\/wissensdatenbank|en\/knowledge-base)\//.test(path))
  expect(articles.length).toBeGreaterThan(20)

  const wrong = new Set<string>()
  let links = 0
  for (const path of [
    ...(await Promise.all(knownPages.map((known) => addressOf(request, known)))),
    ...articles,
  ]) {
    const { html } = await open(path)
    for (const href of hrefsIn(html)) {
      links += 1
      const [target = '', anchor = ''] = href.split('#')
      const page = target === '' ? await open(path) : await open(target)
      if (page.status !== 200) wrong.add(`${path}: ${href} (${page.status})`)
      else if (anchor !== '' && !page.html.includes(` id="${decodeURIComponent(anchor)}"`))
        wrong.add(`${path}: ${href} (no such anchor)`)
    }
  }
  expect(links).toBeGreaterThan(1000)
  expect([...wrong]).toEqual([])
})

/** Addresses within the site that a page's links lead to. */
function hrefsIn(html: string): Set<string> {
  const hrefs = [...html.matchAll(/<a [^>]*?\bhref="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return new Set(hrefs.filter((href) => /^[/#]/.test(href)))
}
