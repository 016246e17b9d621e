import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { officePaths } from '#app/office/paths.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'

/** Bytes of scripts that a screen may load when the office is opened with it, gzip. */
const most = 250_000

/** Those that need no address of a thing of one's own. */
const plain = Object.values(officePaths).filter((path) => !path.includes(':'))

for (const path of plain) {
  test(`the office loads at most ${most / 1000} kB of scripts for /${path}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await signedIn(context, baseURL)
    const reading: Promise<number>[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js'))
        reading.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await openOffice(page, `/${path}`)
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(reading)
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
  })

  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 360],
  ] as const) {
    test(`/${path} has no fault of accessibility, and nothing stands out of it: ${theme}, ${width} px`, async ({
      page,
      context,
      baseURL,
    }) => {
      await signedIn(context, baseURL, { locale: theme === 'dark' ? 'en' : 'de' })
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      await openOffice(page, `/${path}`)
      await expectAccessible(page)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, 'the page is no wider than the window').toBeLessThanOrEqual(0)
    })
  }
}

test('nothing of the office reaches a page of the shop, and nothing of the server reaches the office', () => {
  const scripts = (folder: string) =>
    readdirSync(resolve(folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(resolve(folder, name), 'utf8'))
  const styles = readdirSync(resolve('build/client/assets')).filter((name) => name.endsWith('.css'))
  const office = scripts('build/office/assets')
  const shop = scripts('build/client/assets')
  // The names that both would have: words of the address, of a query, of a schema.
  expect(office.some((code) => code.includes('/office/data'))).toBe(true)
  expect(shop.filter((code) => code.includes('/office/data') || code.includes('/office/act'))).toEqual([])
  // The decoder of the scanner, by what it says of a wrong setting.
  expect(office.filter((code) => code.includes('invalid opts.timeLimit'))).toHaveLength(1)
  expect(shop.filter((code) => code.includes('invalid opts.timeLimit'))).toEqual([])
  expect(office.filter((code) => /insertInto\(|safeParse\(|set_config/.test(code))).toEqual([])
  for (const name of styles)
    expect(readFileSync(resolve('build/client/assets', name), 'utf8')).not.toContain('.side-entry')
})

test('the page of the office is kept by nobody, framed by nobody and indexed by nobody', async ({
  request,
}) => {
  const answer = await request.get('/office/anything?at=all')
  expect(answer.status()).toBe(200)
  const {
    'cache-control': kept,
    'x-robots-tag': robots,
    'content-security-policy': policy,
  } = answer.headers()
  expect([kept, robots]).toEqual(['no-store', 'noindex'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('an address that leads nowhere says so, and leads back', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Das gibt es hier nicht' })).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zu Heute' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Das gibt es hier nicht')
  await expect(page).toHaveURL(/\/office\/?$/)
})

test('on a phone the sheet of keys opens at its top, with the focus on its title', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await page.setViewportSize({ width: 360, height: 640 })
  await openOffice(page, '/')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  const title = sheet.getByRole('heading', { name: 'Keys' })
  const opensAtTop = async () => {
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
    expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  }
  await page.keyboard.press('?')
  await opensAtTop()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^Keys/ }).click()
  await opensAtTop()
})

test.describe('signed out elsewhere', () => {
  test.use({ allowedConsole: /status of 401/ })
  test('is asked to sign in over the page', async ({ page, context, baseURL }) => {
    await signedIn(context, baseURL, { locale: 'en' })
    await openOffice(page, '/')
    await context.clearCookies()
    await page.getByRole('link', { name: 'Today' }).first().click()
    await expect(page.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible()
    await expectAccessible(page)
  })
})
