import { pathTo } from '#app/language/route-table.ts'
import { expect, test } from './shop.ts'

/** What a reader takes home on paper: articles, legal pages, questions with their answers. */
const after = (element: Element) => getComputedStyle(element, '::after').content

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an article is printed without navigation, dark on white (${colorScheme} screen)`, async ({
    page,
  }) => {
    await page.goto('/de/wissensdatenbank/punzen-lesen')
    await page.emulateMedia({ media: 'print', colorScheme })
    for (const gone of [
      'header:not(article *)',
      'footer',
      'nav',
      'a[href="#content"]',
      '.cards',
      '.button',
    ]) {
      for (const element of await page.locator(gone).all()) await expect(element).toBeHidden()
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Clara Wessel')).toBeVisible()
    await expect(page.getByText(/^Gedruckt von https?:.*\/de\/wissensdatenbank\/punzen-lesen$/)).toBeVisible()
    const link = page.locator('article').getByRole('link', { name: 'Goldankaufsrechner' })
    expect(await link.evaluate(after)).toContain(pathTo('de', 'gold-purchase-calculator'))
    const { paper, ink } = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement)
      return { paper: backgroundColor, ink: color }
    })
    expect({ paper, ink }).toEqual({ paper: 'oklch(1 0 0)', ink: 'oklch(0.2 0 0)' })
    // A hairline of the dark theme would be nearly black.
    const line = await page
      .getByText(/^Gedruckt von/)
      .evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(Number(/^oklch\(([\d.]+)/.exec(line)?.[1])).toBeGreaterThan(0.7)
    const pdf = await page.pdf({ format: 'A4' })
    // Four pages would mean that the navigation, the newest pieces or the related articles came along.
    expect(pageCount(pdf)).toBeLessThanOrEqual(3)
  })
}

test('a legal page fits on few sheets and says where it is from', async ({ page }) => {
  await page.goto(pathTo('en', 'cancellation'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Printed from https?:.*\/en\/cancellation$/)).toBeVisible()
  for (const element of await page.locator('nav, .button').all()) await expect(element).toBeHidden()
  expect(pageCount(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(3)
})

test('questions are printed with their answers', async ({ page }) => {
  await page.goto(pathTo('de', 'faq'))
  const answer = page.locator('details:not([open])').first().locator('p').first()
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  expect(await answer.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(10)
})

for (const listing of ['/de/uhren', '/en/jewelry/rings']) {
  test(`the data sheet of a piece from ${listing} is one page`, async ({ page }) => {
    await page.goto(listing)
    const path = await page.locator('.cards a').first().getAttribute('href')
    await page.goto(String(path))
    await expect(page.locator('main .facts').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    expect(pageCount(await page.pdf({ format: 'A4' }))).toBe(1)
  })
}

const pageCount = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
