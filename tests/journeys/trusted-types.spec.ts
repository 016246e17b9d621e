import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { expect, test } from './shop.ts'

/** Whether the browser takes bare text for markup. */
const takesText = (page: Page) =>
  page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<img src=x>'
      return true
    } catch {
      return false
    }
  })

/** Goes to a page as the router does, without loading it. */
async function follow(page: Page, path: string) {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'on' })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await page.waitForURL(`**${path}`)
  await expect(page.locator('h1').first()).toBeVisible()
}

test.describe('what is refused', () => {
  test.use({ allowedConsole: /TrustedHTML/ })

  test('text does not become markup, and the page stands', async ({ page }) => {
    await page.goto('/de')
    expect(await takesText(page)).toBe(false)
    await expect(page.locator('h1').first()).toBeVisible()
  })
})

test('pages that the router brings are drawn without bare text, drawings and loaded icons too', async ({
  page,
}) => {
  const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await page.route(/\.storyblok\.com\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.goto('/en')
  for (const path of [pathTo('en', 'jewelry'), '/en/blocks', pathTo('en', 'knowledge'), pathTo('en', 'cart')])
    await follow(page, path)
})
