import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'

/** The first piece of a listing whose card says a word. */
async function pieceSaying(request: APIRequestContext, listing: string, word: string): Promise<string> {
  const html = await (await request.get(listing, { headers: { 'user-agent': 'Mozilla/5.0' } })).text()
  const card = html
    .match(/<a href="[^"]*" class="card".*?<\/a>/gs)
    ?.find((each) => each.includes(`>${word}<`))
  expect(card, `${listing} shows a piece that is ${word}`).toBeTruthy()
  return card?.match(/href="([^"]+)"/)?.[1] ?? ''
}

/** The first of which it is true. */
async function first<Each>(
  all: readonly Each[],
  isTrue: (each: Each) => Promise<boolean>,
): Promise<Each | undefined> {
  for (const each of all) if (await isTrue(each)) return each
  return undefined
}

test('a click on a card leads to the piece, back leads to the same place', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren/rolex')
  const card = page.locator('#results .card').nth(7)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  const name = (await card.locator('.card-name').textContent()) ?? ''
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/de/uhren/rolex')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
})

test('the second photo is fetched when a mouse comes near, and not before', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren/rolex')
  // One that has two photos, whatever else was put on sale meanwhile.
  const card = page.locator(`#results .card[href="${submariner}"]`)
  await expect(card.locator('img')).toHaveCount(1)
  // A mouse that is over it before React has taken over the page is noticed with its next move.
  await expect
    .poll(async () => {
      await card.hover({ position: { x: 10 + Math.random() * 50, y: 20 } })
      return card.locator('img').count()
    })
    .toBe(2)
})

test('the gallery opens large, turns its pages by keyboard, goes near and gives the focus back', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto(submariner)
  const first = page.getByRole('list', { name: 'Fotos' }).getByRole('link').first()
  await first.focus()
  await page.keyboard.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Fotos, vergrößert' })
  await expect(zoom.getByRole('status')).toHaveText(/Foto 1 von \d/)
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText(/Foto 2 von \d/)
  await page.keyboard.press('ArrowLeft')
  await expect(zoom.getByRole('status')).toHaveText(/Foto 1 von \d/)
  const photo = zoom.getByRole('img')
  const whole = await photo.boundingBox()
  // Who goes near is given more to see, not the same made larger.
  const widest = page.waitForRequest(/\/api\/photos\/[0-9a-f]+\/2400\.avif$/)
  await photo.click({ position: { x: (whole?.width ?? 0) / 2, y: (whole?.height ?? 0) / 2 } })
  await expect.poll(async () => (await photo.boundingBox())?.width ?? 0).toBeGreaterThan(whole?.width ?? 0)
  await widest
  await zoom.getByRole('button', { name: 'Ganz zeigen' }).click()
  await expect(zoom.getByRole('button', { name: 'Ganz nah' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(first).toBeFocused()
})

test('the zoom shows the small photo at once, sharpens in its place, and keeps it where the large one fails', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let fails = false
  // The gallery shows narrower ones.
  await page.route(/\/api\/photos\/[0-9a-f]+\/(?:960|1280)\./, async (route) => {
    await released
    // What is cut off tells the console nothing.
    if (fails) await route.fulfill({ contentType: 'image/avif', body: 'no picture' })
    else await route.continue()
  })
  await page.goto(submariner)
  const gallery = page.getByRole('list', { name: 'Fotos' })
  const shown = gallery.locator('img').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await gallery.getByRole('link').first().click()
  const zoom = page.getByRole('dialog', { name: 'Fotos, vergrößert' })
  const [small, large] = [zoom.locator('.zoom-photo > img'), zoom.getByRole('img')]
  const behind = await shown.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect(small).toHaveJSProperty('currentSrc', behind)
  await expect(small).toHaveJSProperty('complete', true)
  await expect(large).toHaveCSS('opacity', '0')
  const place = await small.boundingBox()
  expect(place).toEqual(await zoom.getByRole('region', { name: 'Fotos' }).boundingBox())
  release()
  await expect(large).toHaveCSS('opacity', '1')
  expect(await large.boundingBox()).toEqual(place)
  expect(await small.boundingBox()).toEqual(place)

  fails = true
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText(
    /Foto 2 von \d+ .*– Das große Foto lässt sich gerade nicht laden/,
  )
  await expect(large).toHaveCSS('opacity', '0')
  expect(await small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await small.boundingBox()).toEqual(place)
})

test('says everything that the law and an expert want', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto(submariner)
  const main = page.getByRole('main')
  await expect(main).toContainText(
    /inkl\. MwSt\., differenzbesteuert nach §\s25a UStG, MwSt\. nicht ausweisbar/,
  )
  await expect(main.getByRole('link', { name: 'zzgl. Versand' })).toHaveAttribute(
    'href',
    '/de/versand-und-ruecksendung',
  )
  await expect(main.getByRole('link', { name: /14 Tage Widerrufsrecht/ })).toHaveAttribute(
    'href',
    '/de/widerrufsbelehrung',
  )
  await expect(main.getByRole('link', { name: /Gewährleistung/ })).toHaveAttribute(
    'href',
    '/de/gewaehrleistung',
  )
  await expect(main.getByRole('definition').filter({ hasText: 'mm ohne Krone' })).toBeVisible()
  await expect(main).toContainText('Dichtheit gebrauchter Uhren nicht zugesichert')
  await expect(main.getByRole('link', { name: 'Frage zu diesem Stück' })).toHaveAttribute(
    'href',
    '/de/kontakt?piece=10482',
  )
  await page.getByText('Was die Stufen bedeuten').click()
  await expect(main.getByText('Starke Tragespuren, Kanten verrundet.')).toBeVisible()
  await expectAccessible(page)
})

test('a ring is named in four systems', async ({ page, request }) => {
  const html = await (
    await request.get('/en/jewelry/rings', { headers: { 'user-agent': 'Mozilla/5.0' } })
  ).text()
  // A ring whose size nobody has measured is listed too.
  const rings = [...html.matchAll(/<a href="(\/en\/products\/[^"]+)" class="card"/g)].map(([, href]) => href)
  const measured = await first(rings, async (href = '') =>
    (await (await request.get(href)).text()).includes('four systems'),
  )
  await page.goto(measured ?? '')
  const sizes = page.getByRole('table', { name: /four systems/ })
  for (const system of ['DE (ISO)', 'IT, ES, CH', 'US']) {
    await expect(sizes.getByRole('columnheader', { name: system })).toBeVisible()
  }
  const [german = '', italian = ''] = await sizes.getByRole('cell').allInnerTexts()
  expect(Number(italian)).toBe(Number(german) - 40)
})

test('a reduced piece names the lowest price of the last 30 days', async ({ page, request }) => {
  const html = await (await request.get('/de/uhren', { headers: { 'user-agent': 'Mozilla/5.0' } })).text()
  const card = html
    .match(/<a href="[^"]*" class="card".*?<\/a>/gs)
    ?.find((each) => each.includes('Niedrigster Preis'))
  expect(card, 'a reduced piece is listed').toBeTruthy()
  await page.goto(card?.match(/href="([^"]+)"/)?.[1] ?? '')
  await expect(page.getByText(/Niedrigster Preis der letzten 30 Tage: [\d.]+\s€/).first()).toBeVisible()
  await page.getByText('Preisverlauf').click()
  await expect(page.getByText(/^seit \d+\. \S+ \d{4}$/).first()).toBeVisible()
})

test('a sold piece stays, cannot be bought and offers others', async ({ page, request }) => {
  await page.goto(await pieceSaying(request, '/de/uhren/rolex', 'Verkauft'))
  await expect(page.getByRole('button', { name: 'In den Warenkorb', exact: true })).toHaveCount(0)
  await expect(page.getByText('Dieses Stück ist verkauft.')).toBeVisible()
  // It was sold a while ago at most: search engines may still keep its page.
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ähnliche Stücke ansehen', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Ähnliche Stücke' })).toBeInViewport()
  await expectAccessible(page)
})

test('a reserved piece says so and offers to ask', async ({ page, request }) => {
  await page.goto(await pieceSaying(request, '/en/watches?sort=price-asc', 'Reserved'))
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ask about this piece' })).toHaveAttribute(
    'href',
    /\/en\/contact\?piece=\d+/,
  )
})

test('old and mistyped names move to the right address in one step', async ({ request }) => {
  for (const [given, wanted] of [
    ['/de/produkte/irgendwas/10482', submariner],
    ['/en/products/x/10482?a=b', '/en/products/rolex-submariner-date-116610ln/10482?a=b'],
  ] as const) {
    const answer = await request.get(given, { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers().location).toBe(wanted)
  }
})

// Duty: seen-pieces
test('recently seen pieces are kept in the browser alone, and forgotten on request', async ({
  page,
  request,
}) => {
  await page.setViewportSize(desktop)
  const plain = await request.get(submariner, { headers: { 'user-agent': 'Mozilla/5.0' } })
  expect(await plain.text()).not.toContain('Zuletzt angesehen')
  await page.goto(submariner)
  await expect(page.getByRole('region', { name: 'Zuletzt angesehen' })).toHaveCount(0)
  // What remembers it comes when the browser has nothing else to do.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('116610ln')
  const similar = page.getByRole('region', { name: 'Ähnliche Stücke' })
  await similar.getByRole('listitem').getByRole('link').first().click()
  await expect(page).not.toHaveURL(submariner)
  const recent = page.getByRole('region', { name: 'Zuletzt angesehen' })
  await expect(recent.getByRole('link', { name: /Submariner Date/ })).toHaveAttribute('href', submariner)
  await recent.getByRole('button', { name: 'Liste leeren' }).click()
  await expect(recent).toHaveCount(0)
})

for (const [width, scheme] of [
  [360, 'dark'],
  [768, 'light'],
  [1024, 'dark'],
  [1440, 'light'],
] as const) {
  test(`reads well and fits at ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of [submariner, '/en/products/x/10405']) {
      await page.goto(path)
      await expectNoOverflow(page)
      // The sizes between have the parts of one of these.
      if (width === 360 || width === 1440) await expectAccessible(page)
    }
  })
}

test('the first photo is there at once, the others wait, nothing moves', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(submariner)
  const photos = page.getByRole('list', { name: 'Fotos' }).locator('img')
  await expect(photos.first()).toHaveAttribute('fetchpriority', 'high')
  await expect(photos.first()).not.toHaveAttribute('loading', 'lazy')
  await expect(photos.nth(1)).toHaveAttribute('loading', 'lazy')
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )
  expect(shift).toBeLessThan(0.01)
})

test('what a known defect says otherwise is not said among the facts', async ({ page }) => {
  await page.goto('/de/produkte/uhr/10435')
  const main = page.getByRole('main')
  await expect(main.getByText('Die Uhr ist nicht mehr wasserdicht.')).toBeVisible()
  await expect(main.getByText('Nicht dicht: vor Wasser schützen')).toBeVisible()
  await expect(main.getByText(/Herstellerangabe 20/)).toHaveCount(0)
})

test('grades are explained by what can wear: pearls have lustre, no edges', async ({ page }) => {
  await page.goto('/de/produkte/kette/10385')
  const condition = page.getByRole('region', { name: /^Zustand: / })
  await condition.getByText('Was die Stufen bedeuten').click()
  await expect(condition).toContainText('Lüster gleichmäßig')
  await expect(condition).not.toContainText('Kanten')
  await page.goto(submariner)
  await condition.getByText('Was die Stufen bedeuten').click()
  await expect(condition).toContainText('Kanten erhalten')
})
