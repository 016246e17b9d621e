import type { Page } from '@playwright/test'
import { type Locale, localeNames, otherLocale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

const words = {
  de: {
    topics: 'Themen',
    topic: 'Gold und Preise',
    topicStatus: '2 Artikel zum Thema „Gold und Preise“',
    all: '12 Artikel',
    allLink: 'Alle Artikel',
    search: 'In der Wissensdatenbank suchen',
    query: 'Ringgroesse',
    found: 'Ein Artikel zu „Ringgroesse“',
    article: 'Ringgröße messen, ohne sich zu vermessen',
    elsewhere: 'Kein Artikel zu „Ringgroesse“ zum Thema „Gold und Preise“.',
    toAllTopics: 'Einen Artikel in allen Themen ansehen',
    nothing: 'Kein Artikel zu „Quastenflosser“.',
    pieces: 'Stücke zu „Quastenflosser“ suchen',
    ask: 'Frage stellen',
    contents: 'Inhalt',
    minutes: /\d+ Minuten Lesezeit/,
    related: 'Passend dazu',
    neighbours: 'Weiterlesen',
    older: /Älterer Artikel/,
    newer: /Neuerer Artikel/,
  },
  en: {
    topics: 'Topics',
    topic: 'Gold and prices',
    topicStatus: '2 articles on the topic “Gold and prices”',
    all: '12 articles',
    allLink: 'All articles',
    search: 'Search the knowledge base',
    query: 'circumferences',
    found: 'One article for “circumferences”',
    article: 'Measuring a ring size without going wrong',
    elsewhere: 'No article for “circumferences” on the topic “Gold and prices”.',
    toAllTopics: 'See one article on all topics',
    nothing: 'No article for “Quastenflosser”.',
    pieces: 'Search pieces for “Quastenflosser”',
    ask: 'Ask a question',
    contents: 'Contents',
    minutes: /\d+-minute read/,
    related: 'Related',
    neighbours: 'Read on',
    older: /Older article/,
    newer: /Newer article/,
  },
} as const

const tiles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link')
const status = (page: Page) => page.getByRole('main').getByRole('status')
const topicLink = (page: Page, locale: Locale, name: string) =>
  page.getByRole('navigation', { name: words[locale].topics }).getByRole('link', { name })

async function search(page: Page, locale: Locale, query: string) {
  const box = page.getByRole('main').getByRole('searchbox', { name: words[locale].search })
  await box.fill(query)
  await box.press('Enter')
}

/** By topic, by word, by both, by neither; the same steps with and without script. */
async function findArticles(page: Page, locale: Locale) {
  const say = words[locale]
  const index = pathTo(locale, 'knowledge')
  await page.goto(index)
  await expect(status(page)).toHaveText(say.all)
  await expect(tiles(page)).toHaveCount(12)
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)

  await topicLink(page, locale, say.topic).click()
  await expect(page).toHaveURL(`${index}?topic=gold`)
  await expect(status(page)).toHaveText(say.topicStatus)
  await expect(tiles(page)).toHaveCount(2)
  await expect(topicLink(page, locale, say.topic)).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('[aria-current="page"]').getByText(say.allLink)).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, follow')
  expect(new URL((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '').pathname).toBe(
    index,
  )
  await expect(page.locator('link[rel="canonical"][href*="?"]')).toHaveCount(0)

  // Within the topic the word is not found, elsewhere it is.
  await search(page, locale, say.query)
  await expect(status(page)).toHaveText(say.elsewhere)
  await page.getByRole('link', { name: say.toAllTopics }).click()
  await expect(status(page)).toHaveText(say.found)
  await expect(tiles(page)).toHaveText([say.article])
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(say.query)

  await search(page, locale, 'Quastenflosser')
  await expect(status(page)).toHaveText(say.nothing)
  await expect(page.getByRole('link', { name: say.ask })).toHaveAttribute('href', pathTo(locale, 'contact'))
  await expect(page.getByRole('link', { name: say.pieces })).toHaveAttribute(
    'href',
    `${pathTo(locale, 'search')}?query=Quastenflosser`,
  )
  await page.getByRole('main').getByRole('link', { name: say.allLink, exact: true }).last().click()
  await expect(page).toHaveURL(index)
  await expect(tiles(page)).toHaveCount(12)
}

/** From the index into an article, through it, and on to its neighbours. */
async function readArticle(page: Page, locale: Locale) {
  const say = words[locale]
  await page.goto(pathTo(locale, 'knowledge'))
  await page.getByRole('link', { name: say.article }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.article)
  await expect(page.getByRole('main').getByText(say.minutes).first()).toBeVisible()
  await expect(page.locator('article time').first()).toHaveAttribute('datetime', /^\d{4}-\d{2}-\d{2}$/)

  const entries = page.getByRole('navigation', { name: say.contents }).getByRole('link')
  expect(await entries.count()).toBeGreaterThan(2)
  for (const entry of await entries.all()) {
    const id = (await entry.getAttribute('href'))?.slice(1)
    await expect(page.locator(`article [id="${id}"]`)).toHaveText((await entry.textContent()) ?? '')
  }
  await entries.last().click()
  await expect(page.locator(':target')).toBeInViewport()

  const related = page.getByRole('region', { name: say.related })
  await expect(related.getByRole('heading', { level: 3 }).first()).toBeVisible()
  const neighbours = page.getByRole('navigation', { name: say.neighbours })
  const older = await neighbours.getByRole('link', { name: say.older }).getAttribute('href')
  await neighbours.getByRole('link', { name: say.older }).click()
  await expect(page).toHaveURL(String(older))
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(say.article)
  await neighbours.getByRole('link', { name: say.newer }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.article)
}

for (const locale of ['de', 'en'] as const) {
  test(`the knowledge base in ${locale}: topics and search`, async ({ page }) => {
    await page.goto(pathTo(locale, 'knowledge'))
    await findArticles(page, locale)
  })

  test(`an article in ${locale}`, async ({ page }) => {
    await readArticle(page, locale)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  })

  test(`a choice in ${locale} changes in place, keeps the focus and is accessible`, async ({ page }) => {
    const say = words[locale]
    await page.goto(pathTo(locale, 'knowledge'))
    await page.evaluate(() => {
      document.documentElement.dataset.samePage = 'yes'
    })
    await topicLink(page, locale, say.topic).focus()
    await page.keyboard.press('Enter')
    await expect(status(page)).toHaveText(say.topicStatus)
    await expect(topicLink(page, locale, say.topic)).toBeFocused()
    await expectAccessible(page)
    await search(page, locale, say.query)
    await expect(status(page)).toHaveText(say.elsewhere)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-same-page', 'yes')
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('')
  })

  test(`switching the language in ${locale} keeps the topic`, async ({ page }) => {
    const other = otherLocale(locale)
    await page.goto(`${pathTo(locale, 'knowledge')}?topic=gold`)
    await page.getByRole('contentinfo').locator('summary').click()
    await page.getByRole('link', { name: localeNames[other] }).click()
    await expect(page).toHaveURL(`${pathTo(other, 'knowledge')}?topic=gold`)
    await expect(status(page)).toHaveText(words[other].topicStatus)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test(`the knowledge base in ${locale}`, async ({ page }) => {
      await findArticles(page, locale)
      await readArticle(page, locale)
    })
  })
}

test('a long query is cut, and a topic that does not exist shows all', async ({ page }) => {
  await page.goto(`/de/wissensdatenbank?topic=kochen&query=${'gold '.repeat(100)}`)
  expect((await page.getByRole('main').getByRole('searchbox').inputValue()).length).toBeLessThanOrEqual(200)
  await page.goto('/de/wissensdatenbank?topic=kochen')
  await expect(status(page)).toHaveText(words.de.all)
})
