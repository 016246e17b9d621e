import type { BrowserContext, Page } from '@playwright/test'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'
import { newPiece, shelveRings, shopDatabase } from './shop-database.ts'
import { listen, names } from './tracked.ts'

/*
 * Every piece is sold once: each test buys pieces of its own, jewellery that no other journey counts on. What is
 * bought stays bought, so a shop is good for one run.
 */

// Several pages each, one of them the provider's.
test.describe.configure({ timeout: 60_000 })

const words = {
  de: {
    order: 'Zahlungspflichtig bestellen',
    back: 'Zurück zum Warenkorb',
    received: 'Vielen Dank, Ihre Bestellung ist eingegangen',
    paid: 'Vielen Dank, Ihre Zahlung ist da',
    refused: 'Ihre Bestellung ist noch nicht abgeschickt',
    update: 'Preise aktualisieren',
    bank: 'So überweisen Sie',
    aboveTheButton: [
      /Zustand\s*:/,
      /inkl\. MwSt\./,
      /Versicherter.+Werktage/,
      /Zahlung.*Überweisung/,
      /Gesamtbetrag\s*[\d.]+\s€/,
    ],
  },
  en: {
    order: 'Order with obligation to pay',
    back: 'Back to the cart',
    received: 'Thank you, we have received your order',
    paid: 'Thank you, your payment has arrived',
    refused: 'Your order has not been sent yet',
    update: 'Update prices',
    bank: 'How to pay by transfer',
    aboveTheButton: [
      /Condition\s*:/,
      /incl\. VAT/,
      /Insured.+working days/,
      /Payment.*Bank transfer/,
      /Total\s*€[\d,]+/,
    ],
  },
} as const

async function fillCart(context: BrowserContext, baseURL: string | undefined, ...pieces: string[]) {
  await context.addCookies([{ name: 'cart', value: pieces.join('.'), url: baseURL ?? '' }])
}

async function enter(page: Page, locale: Locale, { script = true } = {}) {
  await page.goto(pathTo(locale, 'checkout'))
  if (script) await hydrated(page)
}

async function fillAddress(page: Page, email = 'clara@beispiel.example') {
  for (const [field, text] of [
    ['email', email],
    ['name', 'Clara Beispiel'],
    ['street', 'Domstraße 1'],
    ['postalCode', '50668'],
    ['city', 'Köln'],
  ] as const) {
    await page.locator(`#${field}`).fill(text)
  }
}

const order = (page: Page, locale: Locale) => page.getByRole('button', { name: words[locale].order }).click()
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const problems = (page: Page) =>
  page.getByRole('region', { name: /noch nicht abgeschickt|not been sent yet/ })

const buys = {
  de: { 'bank-transfer': '10362', 'in-branch': '10364', online: '10366' },
  en: { 'bank-transfer': '10369', 'in-branch': '10371', online: '10376' },
} as const

for (const locale of locales) {
  test(`bank transfer, ${locale}: from the form to the bank details`, async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, buys[locale]['bank-transfer'])
    await enter(page, locale)
    await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
    await fillAddress(page)
    await page.locator('#payment-bank-transfer').check()
    // What the law wants right above the button that binds, and nothing below it.
    const review = page.locator('section[aria-labelledby="review"]')
    for (const word of words[locale].aboveTheButton) await expect(review).toContainText(word)
    await expect(review.locator('button[value="order"] + *')).toHaveText('')
    await order(page, locale)
    await expect(title(page)).toHaveText(words[locale].received)
    const bank = page.getByRole('region', { name: words[locale].bank })
    await expect(bank).toContainText(/RG-\d{4}-\d{5}/)
    // Drawn, not only announced.
    expect(
      await bank.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
    // As it is selected and copied: without blanks.
    expect(await bank.getByText('DE19', { exact: true }).locator('..').textContent()).toBe(
      'DE19999999990000123456',
    )
    await expectAccessible(page)
    await expectNoOverflow(page)
    // The cart let go of what was bought.
    expect((await context.cookies()).find(({ name }) => name === 'cart')?.value ?? '').toBe('')
    const answer = await page.reload()
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    await expect(title(page)).toHaveText(words[locale].received)
  })

  test(`collection, ${locale}: paid in the branch`, async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, buys[locale]['in-branch'])
    await enter(page, locale)
    await expect(page.locator('#payment-in-branch')).toBeHidden()
    await page.locator('#delivery-collection\\.duesseldorf').check()
    await expect(page.getByRole('complementary')).toContainText(/kostenlos|free/)
    await page.locator('#payment-in-branch').check()
    await fillAddress(page)
    await order(page, locale)
    await expect(title(page)).toHaveText(words[locale].received)
    await expect(page.getByRole('main')).toContainText('Uhrmachergasse 12')
    await expect(page.getByRole('main')).not.toContainText('IBAN')
  })

  test(`online, ${locale}: to the payment page and back`, async ({ page, context, baseURL }) => {
    const sent = await listen(page)
    await fillCart(context, baseURL, buys[locale].online)
    await enter(page, locale)
    await expect.poll(() => names(sent)).toContain(`Hold ${pathTo(locale, 'checkout')}`)
    await fillAddress(page)
    await page.locator('#payment-online').check()
    await order(page, locale)
    // Back by the link of the payment page, then by the browser's own button: never charged, never lost.
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/payment=cancelled$/)
    await expect(title(page)).toHaveText(/abgebrochen|cancelled/)
    await expectAccessible(page)
    await page.getByRole('link', { name: /^(Jetzt bezahlen|Pay now)$/ }).click()
    await page.waitForURL(/\/pay\//)
    await page.goBack()
    await expect(title(page)).toHaveText(/wartet auf die Zahlung|waiting for payment|abgebrochen|cancelled/)
    await page.getByRole('link', { name: /^(Jetzt bezahlen|Pay now)$/ }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(words[locale].paid)
    // One order, however often its buyer came back to this page.
    expect(names(sent).filter((name) => name.startsWith('Order'))).toHaveLength(1)
  })
}

test('a payment that nobody reports is asked for, one that takes days says so', async ({
  page,
  context,
  baseURL,
}) => {
  for (const [piece, email, said] of [
    ['10385', 'lost@beispiel.example', words.de.paid],
    ['10387', 'delayed@beispiel.example', 'Ihre Zahlung ist unterwegs'],
  ] as const) {
    await fillCart(context, baseURL, piece)
    await enter(page, 'de')
    await fillAddress(page, email)
    await page.locator('#payment-online').check()
    await order(page, 'de')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(said)
  }
})

test('whoever cannot pay online pays another way, with the same pieces', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, '10393')
  await enter(page, 'de')
  await fillAddress(page)
  await page.locator('#payment-online').check()
  await order(page, 'de')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Doch anders bezahlen' }).click()
  await expect(page).toHaveURL(pathTo('de', 'checkout'))
  await expect(page.getByRole('complementary')).toContainText('10393')
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
})

test.describe('without script', () => {
  // The browser reports that an order was refused.
  test.use({ javaScriptEnabled: false, allowedConsole: /status of 409/ })

  test('a bank transfer abroad: prices by a button, a total that changed is told', async ({
    page,
    context,
    baseURL,
  }) => {
    await fillCart(context, baseURL, '10396')
    await enter(page, 'de', { script: false })
    await expect(page.getByText(/^Für Sie zurückgehalten bis \d\d:\d\d Uhr$/)).toBeVisible()
    await fillAddress(page)
    await page.locator('#country').selectOption('AT')
    await page.locator('#postalCode').fill('1010')
    await page.getByRole('button', { name: words.de.update }).click()
    await expect(page.getByRole('complementary')).toContainText('49 €')
    // Changed behind the back of the amounts: nothing is ordered, everything is said.
    await page.locator('#country').selectOption('DE')
    await page.locator('#postalCode').fill('50668')
    await page.locator('#payment-bank-transfer').check()
    await order(page, 'de')
    await expect(problems(page)).toContainText('Der Gesamtbetrag hat sich geändert')
    await expect(problems(page)).toBeFocused()
    await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
    await expect(page.locator('#payment-bank-transfer')).toBeChecked()
    await order(page, 'de')
    await expect(title(page)).toHaveText(words.de.received)
    await expect(page.getByRole('main')).toContainText(/DE19/)
  })

  test('another delivery address unfolds, and online payment goes to the payment page', async ({
    page,
    context,
    baseURL,
  }) => {
    await fillCart(context, baseURL, '10399')
    await enter(page, 'en', { script: false })
    await fillAddress(page)
    await expect(page.locator('#deliveryStreet')).toBeHidden()
    await page.locator('#elsewhere').check()
    await page.locator('#deliveryName').fill('Erika Beispiel')
    await page.locator('#deliveryStreet').fill('Packstation 123')
    await page.locator('#deliveryPostalCode').fill('40213')
    await page.locator('#deliveryCity').fill('Düsseldorf')
    await page.locator('#payment-online').check()
    await order(page, 'en')
    await expect(problems(page)).toContainText('not to parcel lockers')
    await page.locator('#deliveryStreet').fill('Königsallee 1')
    await order(page, 'en')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(words.en.paid)
    await expect(page.getByRole('main')).toContainText('Königsallee 1')
  })

  test('collection, and the way back lets go', async ({ page, context, baseURL, request }) => {
    await fillCart(context, baseURL, '10402')
    await enter(page, 'en', { script: false })
    await page.getByRole('button', { name: words.en.back }).click()
    await expect(page).toHaveURL(pathTo('en', 'cart'))
    const other = await request.get(pathTo('en', 'checkout'), { headers: { cookie: 'cart=10402' } })
    expect(await other.text()).toContain(words.en.order)
  })
})

test('what is wrong stands beside its field and in a summary that comes into focus', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, '10411')
  await enter(page, 'de')
  await page.locator('#email').fill('clara@beispiel')
  await page.locator('#note').fill('Bitte nicht klingeln.')
  await page.locator('#postalCode').fill('1')
  await order(page, 'de')
  await expect(problems(page)).toBeFocused()
  // In the order of the fields.
  const links = problems(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    ['email', 'name', 'street', 'postalCode', 'city', 'payment'].map((field) => `#${field}`),
  )
  await links.last().click()
  await expect(page.locator('#payment-bank-transfer')).toBeFocused()
  await expect(page.locator('#payment-bank-transfer')).toHaveAccessibleDescription(/Wählen Sie, wie/)
  await expect(page).toHaveTitle(/^Bitte prüfen: Kasse/)
  await problems(page)
    .getByRole('link', { name: /Diese E-Mail-Adresse ist unvollständig/ })
    .click()
  await expect(page.locator('#email')).toBeFocused()
  await expect(page.locator('#email')).toHaveAccessibleDescription(/unvollständig/)
  await expect(page.locator('#email')).toHaveValue('clara@beispiel')
  await expect(page.locator('#note')).toHaveValue('Bitte nicht klingeln.')
  await expectAccessible(page)
})

test('each agreement has its box, and the summary leads to the one that lacks its tick', async ({
  page,
  context,
  baseURL,
}) => {
  const pieces = [newPiece(), newPiece()]
  const shop = await shopDatabase()
  await shelveRings(shop.db, pieces, { priceCents: 120_000, listedAt: new Date('2020-01-01') })
  const text = JSON.stringify({ de: 'Die Schließe fehlt.', en: 'The clasp is missing.' })
  await shop.db
    .insertInto('product_defect')
    .values(pieces.map((piece) => ({ product_id: piece, text })))
    .execute()
  await shop.close()
  await fillCart(context, baseURL, ...pieces)
  await enter(page, 'en')
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  const boxes = page.getByRole('group', { name: 'Your express agreement' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) {
    await expect(box).toHaveJSProperty('required', true)
    await expect(box).not.toHaveAccessibleDescription(/./)
  }
  await boxes.first().check()
  await page.locator('#email').fill('clara')
  await order(page, 'en')
  await expect(problems(page)).toBeFocused()
  await problems(page)
    .getByRole('link', { name: /express agreement/ })
    .click()
  await expect(boxes.last()).toBeFocused()
  await expect(boxes.last()).toHaveAccessibleDescription(/Read and confirm/)
  await expect(boxes.first()).not.toHaveAccessibleDescription(/./)
  await expectAccessible(page)
  await boxes.last().check()
  await page.locator('#email').fill('clara@beispiel.example')
  await order(page, 'en')
  await expect(title(page)).toHaveText(words.en.received)
})

test('a hold that ran out is told by a clock that is wrong, and renewed by one press', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, '10413')
  await page.clock.install({ time: new Date('2031-05-05T05:05:00Z') })
  await enter(page, 'de')
  await page.clock.runFor(1000)
  await expect(page.getByRole('timer')).toContainText(/noch 1[45]:\d\d/)
  await page.locator('#name').fill('Clara Beispiel')
  await page.clock.runFor(16 * 60_000)
  await expect(page.getByRole('alert')).toContainText('Die Zeit ist um.')
  await page.getByRole('button', { name: 'Noch einmal zurückhalten' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
})

test('somebody else’s hold is told kindly, one’s own never stands in the way, leaving lets go', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await fillCart(context, baseURL, '10415', '10424')
  await enter(page, 'de')
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const theirs = await other.newPage()
  await fillCart(other, baseURL, '10415', '10426')
  await enter(theirs, 'en')
  const missing = theirs.getByRole('region', { name: 'One piece cannot be had right now' })
  await expect(missing).toContainText(/until \d\d:\d\d German time at the latest/)
  await expect(theirs.getByRole('complementary')).not.toContainText('10415')
  await expect(theirs.getByRole('complementary')).toContainText('10426')
  // Loading the page again keeps the hold, although the page before says that it is closed.
  const visit = async () =>
    (await context.cookies()).find(({ name }) => name === 'checkout')?.value.split('.')[1] ?? ''
  const before = await visit()
  await page.reload()
  expect(await visit()).not.toBe(before)
  const late = await context.request.post('/api/checkout/leave', { form: { visit: before } })
  expect(late.status()).toBe(204)
  await theirs.reload()
  await expect(missing).toBeVisible()
  // Going elsewhere lets go.
  const leaving = page.waitForResponse(/\/api\/checkout\/leave$/)
  await page.getByRole('banner').getByRole('link', { name: 'Uhren' }).click()
  await leaving
  await theirs.reload()
  await expect(theirs.getByRole('complementary')).toContainText('10415')
  await other.close()
})

test('pressed twice and sent again, it is one order', async ({ page, context, baseURL }) => {
  await fillCart(context, baseURL, '10429')
  await enter(page, 'de')
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  const form = await page
    .locator('form')
    .filter({ has: page.locator('#email') })
    .evaluate((element) =>
      Object.fromEntries(
        [...new FormData(element as HTMLFormElement)].map(([key, value]) => [key, String(value)]),
      ),
    )
  await page.getByRole('button', { name: words.de.order }).dblclick()
  await expect(title(page)).toHaveText(words.de.received)
  const again = await context.request.post(pathTo('de', 'checkout'), {
    form: { ...form, intent: 'order' },
    headers: { origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(again.status()).toBe(303)
  expect(new URL(again.headers().location ?? '', page.url()).href).toBe(page.url())
})

test('the keyboard alone is enough, and an Enter in a field does not bind', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, '10439')
  await enter(page, 'en')
  await page.locator('#email').focus()
  const type = async (text: string, tabs = 1) => {
    await page.keyboard.type(text)
    for (let each = 0; each < tabs; each += 1) await page.keyboard.press('Tab')
  }
  await type('clara@beispiel.example', 2)
  await type('Clara Beispiel', 2)
  await type('Domstraße 1', 2)
  await type('50668')
  await type('Köln')
  await page.locator('#city').press('Enter')
  await expect(page).toHaveURL(pathTo('en', 'checkout'))
  await expect(page.locator('#city')).toHaveValue('Köln')
  await expect(problems(page)).toHaveCount(0)
  await page.locator('#payment-bank-transfer').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: words.en.order }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(words.en.received)
})

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1440, 'light'],
] as const) {
  test(`the checkout reads well and fits at ${width} px, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await fillCart(context, baseURL, width === 360 ? '10449' : '10450', '10431')
    await enter(page, width === 360 ? 'de' : 'en')
    await page.locator('#elsewhere').check()
    await expect(page.locator('#deliveryStreet')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  })
}

test('without an order’s token nothing is shown, with a wrong one neither', async ({ page }) => {
  expect((await page.goto(pathTo('de', 'checkout-success')))?.status()).toBe(200)
  await expect(title(page)).toHaveText('Keine Bestellung')
  const guessed = `${pathTo('en', 'checkout-success')}?order=${'x'.repeat(32)}`
  expect((await page.goto(guessed))?.status()).toBe(404)
  await expect(title(page)).toHaveText('No order')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
})

test('an empty cart leads on', async ({ page }) => {
  await enter(page, 'en')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'View watches' })).toBeVisible()
})
