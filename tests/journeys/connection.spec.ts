import type { BrowserContext, Page } from '@playwright/test'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { enter, fillAddress, fillCart, order, title, words } from './checkout-steps.ts'
import { onOnePage } from './sell-steps.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

// A browser tells its own console of what it could not fetch, and the router of code that did not come.
test.use({
  allowedConsole: /Failed to load resource|dynamically imported module|Error loading route module/,
})

const said = { de: 'Keine Verbindung', en: 'No connection' }
const again = { de: 'Noch einmal versuchen', en: 'Try again' }

const notice = (page: Page, locale: Locale = 'de') =>
  page.getByRole('alert').filter({ hasText: said[locale] })

/** Until the notice's code is there, browsers tell by themselves. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[data-connection-notice]')).toBeAttached()
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
}

/** The page, its address and its document are those from before. */
async function expectStill(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path)
  await expect(page.locator('html')).toHaveAttribute('data-same-page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const link = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first()

/** The ways in which a connection goes: the browser knows of it, or requests just fail. */
const ways = {
  'is switched off': {
    drop: (context: BrowserContext) => context.setOffline(true),
    back: (context: BrowserContext) => context.setOffline(false),
  },
  'fails unnoticed': {
    drop: (context: BrowserContext) => context.route('**/*', (route) => route.abort('connectionfailed')),
    back: (context: BrowserContext) => context.unroute('**/*'),
  },
}

for (const [way, { drop, back }] of Object.entries(ways)) {
  for (const locale of locales) {
    test(`a link pressed while the connection ${way} leaves the page and says so in ${locale}, until it works`, async ({
      page,
      context,
    }) => {
      // Of another kind than the page, so that its code has to come as well.
      const [here, there] = [pathTo(locale, 'watches'), pathTo(locale, 'about-us')]
      await open(page, here)
      await drop(context)
      await link(page, there).click()
      await expect(notice(page, locale)).toBeVisible()
      await expectStill(page, here)
      await expectAccessible(page)
      await notice(page, locale).evaluate((said) => said.setAttribute('data-first', ''))
      await page.getByRole('button', { name: again[locale] }).click()
      // Said anew, so that it is read out again.
      await expect(page.locator('[data-first]')).toHaveCount(0)
      await expect(notice(page, locale)).toBeVisible()
      await expectStill(page, here)
      await back(context)
      await page.getByRole('button', { name: again[locale] }).click()
      await expect(page).toHaveURL(there)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(notice(page, locale)).toBeHidden()
    })
  }

  test(`what is typed stays while the connection ${way}, and is sent once it is back`, async ({
    page,
    context,
  }) => {
    const here = pathTo('de', 'contact')
    await open(page, here)
    const form = page.locator('form[method="post"]').last()
    await form.locator('input[name="name"]').fill('Clara Beispiel')
    await drop(context)
    await form.locator('button[type="submit"]').last().click()
    await expect(notice(page)).toBeVisible()
    await expectStill(page, here)
    await expect(form.locator('input[name="name"]')).toHaveValue('Clara Beispiel')
    await back(context)
    await page.getByRole('button', { name: again.de }).click()
    // The rest was left empty: the shop has answered.
    await expect(page.locator('input[name="email"][aria-invalid="true"]')).toBeVisible()
    await expect(page.locator('input[name="name"]')).toHaveValue('Clara Beispiel')
  })

  test(`a piece is put into the cart once the connection that ${way} is back`, async ({ page, context }) => {
    const piece = await ownPiece()
    await open(page, pathTo('de', 'product', { name: `ring-${piece}`, id: piece }))
    const here = new URL(page.url()).pathname
    await drop(context)
    await page.locator('form[data-cart] button:visible').first().click()
    await expect(notice(page)).toBeVisible()
    await expectStill(page, here)
    await back(context)
    await page.getByRole('button', { name: again.de }).click()
    // The notice says it for as long as the drawer's code takes to come; the drawer stays.
    await expect(page.getByRole('dialog', { name: /liegt im Warenkorb/ })).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await expectStill(page, here)
  })
}

/** Forms, and in them a field, each with the code that comes by itself. */
const forms = [
  { route: 'contact', code: 'ContactForm', field: 'form[method="post"] input[name="name"]' },
  { route: 'contact', code: 'MessageForm', field: 'form[method="post"] input[name="name"]' },
  { route: 'sell', code: 'SellForm', field: 'form[method="post"] input[name="name"]' },
  { route: 'sell', code: 'SellForm', field: 'form[method="post"] input[name="amount"]' },
  { route: 'gold-purchase-calculator', code: 'Calculator', field: 'main input[name="amount"]' },
  { route: 'watches', code: 'AlertForm', field: 'form[method="post"] input[name="email"]' },
] as const

for (const { route, code, field } of forms) {
  test(`while ${code} does not come, ${field} in ${route} stays with what is typed, and is asked for again`, async ({
    page,
  }) => {
    const files = new RegExp(`/assets/${code}-[^/]+\\.js$`)
    let isBack = false
    await page.route(files, (request) => (isBack ? request.continue() : request.abort('connectionfailed')))
    const failed = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
    await open(page, pathTo('de', route) + (route === 'watches' ? '/rolex' : ''))
    if (route === 'sell') await onOnePage(page)
    const typed = page.locator(field).last()
    await typed.fill('12')
    await failed
    await expect(typed).toHaveValue('12')
    // It is asked for less and less often, and beside other work it may have failed for a while.
    const came = page.waitForResponse((response) => files.test(response.url()), { timeout: 100_000 })
    // The route stays: of a request that is on its way when its last route is lifted, nobody hears any more.
    isBack = true
    expect((await came).status()).toBe(200)
    await expect(typed).toHaveValue('12')
    await expect(page.locator('html')).toHaveAttribute('data-same-page')
    // React has taken it over, whichever way the browser let its code come.
    const isTaken = () =>
      typed.evaluate((field) => Object.keys(field).some((name) => name.startsWith('__reactProps')))
    await expect.poll(isTaken).toBe(true)
    await expect(typed).toHaveValue('12')
  })
}

test('the notice can be closed, and the next click goes where it leads', async ({ page, context }) => {
  const here = pathTo('de', 'watches')
  await open(page, here)
  await context.route('**/*.data*', (route) => route.abort('internetdisconnected'))
  await link(page, pathTo('de', 'jewelry')).click()
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect(notice(page)).toBeHidden()
  await expectStill(page, here)
  await context.unroute('**/*.data*')
  await link(page, pathTo('de', 'jewelry')).click()
  await expect(page).toHaveURL(pathTo('de', 'jewelry'))
  await expect(page.locator('html')).toHaveAttribute('data-same-page')
})

test('a page that comes by another way takes the notice with it', async ({ page, context }) => {
  const here = pathTo('de', 'watches')
  await open(page, here)
  await link(page, pathTo('de', 'jewelry')).click()
  await expect(page).toHaveURL(pathTo('de', 'jewelry'))
  await context.route('**/*', (route) => route.abort('connectionfailed'))
  // Neither its data comes nor its code, of which the browser hears later.
  const unreached = page.waitForEvent('requestfailed', (request) => /favicon\.svg/.test(request.url()))
  await link(page, pathTo('de', 'contact')).click()
  await unreached
  await expect(notice(page)).toBeVisible()
  await context.unroute('**/*')
  await page.goBack()
  await expect(page).toHaveURL(here)
  await expect(notice(page)).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-same-page')
})

test('what is pressed before a page that has come is drawn, and does not come, is told and can be sent again', async ({
  page,
}) => {
  await open(page, pathTo('de', 'watches'))
  await page.evaluate(
    ([reached, pressed]) => {
      const { pushState } = history
      const { fetch } = window
      history.pushState = (...entry) => {
        pushState.apply(history, entry)
        if (String(entry[2]) !== reached) return
        history.pushState = pushState
        window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
        window.addEventListener('arrives-again', () => {
          window.fetch = fetch
        })
        queueMicrotask(() =>
          document.querySelector<HTMLAnchorElement>(`header a[href="${pressed}"]`)?.click(),
        )
      }
    },
    [pathTo('de', 'jewelry'), pathTo('de', 'contact')] as const,
  )
  await link(page, pathTo('de', 'jewelry')).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schmuck' })).toBeVisible()
  // What React does after it has drawn is done by then.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))))
  await expect(notice(page)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('arrives-again')))
  await page.getByRole('button', { name: again.de }).click()
  await expect(page).toHaveURL(pathTo('de', 'contact'))
  await expect(notice(page)).toBeHidden()
})

test('who goes back is not led on by code that did not come', async ({ page }) => {
  const here = pathTo('de', 'watches')
  await open(page, here)
  await link(page, pathTo('de', 'jewelry')).click()
  await expect(page).toHaveURL(pathTo('de', 'jewelry'))
  // Whether the shop can be reached is asked, and answered only once somebody has gone back.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    void page.route('**/favicon.svg', (route) => {
      answer = () => void route.continue()
      resolve()
    })
  })
  const code = /\/assets\/content-page-[^/]+\.js/
  await page.route(code, (route) => route.abort('connectionfailed'))
  await link(page, pathTo('de', 'contact')).click()
  await asked
  await page.goBack()
  answer()
  await expect(page).toHaveURL(here)
  await expect(page.getByRole('heading', { level: 1, name: 'Uhren' })).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-same-page')
})

test('an order that does not arrive is no order, and the same press sends it later', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await expect(page.locator('[data-connection-notice]')).toBeAttached()
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  await expect(page.locator('aside [aria-busy="false"]')).toBeVisible()
  await context.route('**/*.data*', (route) => route.abort('connectionreset'))
  await order(page, 'de')
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect(page.locator('#email')).toHaveValue('clara@beispiel.example')
  await context.unroute('**/*.data*')
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
})
