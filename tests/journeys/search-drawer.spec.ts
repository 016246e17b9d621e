import { pathTo } from '#app/language/route-table.ts'
import { openDrawer, piece, watchSearch, words } from './drawer.ts'
import { expect, expectAccessible, test } from './shop.ts'

for (const [locale, query] of [
  ['de', 'uhr'],
  ['en', 'watch'],
] as const) {
  test(`${locale}: typing finds pieces, two side by side; a click opens one and closes the drawer`, async ({
    page,
  }) => {
    const { drawer, input } = await openDrawer(page, locale)
    await expect(input).toBeFocused()
    await input.fill(query)
    const results = drawer.locator('[data-result]')
    await expect(results.nth(3)).toBeVisible()
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map((index) => results.nth(index).boundingBox()),
    )
    expect(second?.y).toBe(first?.y)
    expect(second?.x).toBeGreaterThan(first?.x ?? 0)
    expect(third?.x).toBe(first?.x)
    await expect(drawer.getByRole('link', { name: words[locale].prompt })).toBeVisible()
    // Twenty are all that is shown here; the page has more.
    await expect(drawer.getByRole('link', { name: words[locale].all })).toHaveAttribute(
      'href',
      `${pathTo(locale, 'search')}?query=${query}`,
    )
    // Long words keep to their column.
    expect(
      await results.evaluateAll(
        (cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).length,
      ),
    ).toBe(0)
    await expectAccessible(page)
    await results.first().click()
    await expect(page).toHaveURL(/\/(produkte|products)\//)
    await expect(drawer).toBeHidden()
  })
}

test('each opening begins empty and focused', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await input.fill('omega')
  await expect(drawer.locator('[data-result]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(input).toHaveValue('')
  await expect(input).toBeFocused()
  await expect(drawer.locator('[data-result]')).toHaveCount(0)
})

test('keys of an input method are its own: they neither close the drawer nor leave the input', async ({
  page,
}) => {
  const { drawer, input } = await openDrawer(page)
  await input.fill('omega')
  await expect(drawer.locator('[data-result]').first()).toBeVisible()
  for (const key of [
    { key: 'Escape', isComposing: true },
    { key: 'ArrowDown', isComposing: true },
    { key: 'Escape', keyCode: 229 },
  ])
    await input.dispatchEvent('keydown', { ...key, cancelable: true })
  await expect(input).toBeFocused()
  await expect(drawer).toBeVisible()
  await input.press('Escape')
  await expect(drawer).toBeHidden()
})

test('what is typed before its code has come is not lost', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/SearchDrawer[^/]*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(pathTo('en', 'imprint'))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('rolex sux')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  held.resolve()
  const input = page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')
  await expect(input).toHaveValue('rolex su')
  await expect(input).toBeFocused()
  await page.keyboard.type('bmariner')
  await expect(input).toHaveValue('rolex submariner')
})

declare global {
  interface Window {
    /** Of each click, whether it was left to the browser. */
    leftToBrowser: boolean[]
  }
}

test('a result that is opened beside the page leaves the drawer open', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await watchSearch(page, (route) => route.fulfill({ json: { items: [piece('Submariner')] } }))
  await input.fill('sub')
  // The last to hear of a click keeps the browser from opening anything: pages beside ours are no matter of ours.
  await page.evaluate(() => {
    window.leftToBrowser = []
    for (const kind of ['click', 'auxclick'])
      window.addEventListener(kind, (event) => {
        window.leftToBrowser.push(!event.defaultPrevented)
        event.preventDefault()
      })
  })
  const left = () => page.evaluate(() => window.leftToBrowser.splice(0))
  for (const beside of [
    { modifiers: ['ControlOrMeta'] },
    { modifiers: ['Shift'] },
    { button: 'middle' },
  ] as const) {
    await drawer.locator('[data-result]').click({ ...beside, modifiers: [...(beside.modifiers ?? [])] })
    expect(await left()).toEqual([true])
    await expect(drawer).toBeVisible()
  }
  // What the other links do is the same.
  await drawer.getByRole('link', { name: words.de.prompt }).click({ modifiers: ['ControlOrMeta'] })
  expect(await left()).toEqual([true])
  await expect(drawer).toBeVisible()
})

for (const locale of ['de', 'en'] as const) {
  test(`${locale}: says how many there are in all, and that these are the first`, async ({ page }) => {
    const { drawer, input } = await openDrawer(page, locale)
    let total = 1030
    const items = Array.from({ length: 20 }, (_, index) => ({ ...piece('Tank'), id: String(10_000 + index) }))
    await watchSearch(page, (route) => route.fulfill({ json: { items, total } }))
    await input.fill('tank')
    await expect(drawer.getByRole('status')).toHaveText(words[locale].firstOfAll)
    await expect(drawer.getByRole('link', { name: words[locale].all })).toHaveAttribute(
      'href',
      `${pathTo(locale, 'search')}?query=tank`,
    )
    total = 20
    await input.fill('tanks')
    await expect(drawer.getByRole('status')).toHaveText(words[locale].twenty)
    await expect(drawer.getByRole('link', { name: words[locale].all })).toHaveCount(0)
  })
}

test('an empty query clears the results', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await input.fill('rolex')
  await expect(drawer.locator('[data-result]').first()).toBeVisible()
  await input.fill('')
  await expect(drawer.locator('[data-result]')).toHaveCount(0)
  await expect(drawer.getByRole('link', { name: words.de.prompt })).toHaveCount(0)
})

test('says so when there is no result, and leads to the contact page', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await input.fill('qqqqxyzzy')
  await expect(drawer.getByRole('status')).toHaveText('Kein Treffer für „qqqqxyzzy“.')
  await drawer.getByRole('link', { name: words.de.prompt }).click()
  await expect(page).toHaveURL(pathTo('de', 'contact'))
  await expect(drawer).toBeHidden()
})

test('signs are a query too: it is sent, and answered by no result', async ({ page }) => {
  const { drawer, input } = await openDrawer(page, 'en')
  const asked = await watchSearch(page, (route) => route.continue())
  await input.fill('💎!')
  await expect(drawer.getByRole('status')).toHaveText('Nothing found for “💎!”.')
  await expect(drawer.getByRole('link', { name: words.en.prompt })).toBeVisible()
  expect(asked).toEqual(['💎!'])
})

test.describe('when the search fails', () => {
  test.use({ allowedConsole: /status of (500|503|400)/ })

  test('a passing failure is retried once and not noticed', async ({ page }) => {
    const { drawer, input } = await openDrawer(page)
    let count = 0
    const asked = await watchSearch(page, async (route) => {
      count += 1
      if (count === 1) await route.fulfill({ status: 503, body: 'busy' })
      else await route.fulfill({ json: { items: [piece('Explorer')] } })
    })
    await input.fill('explorer')
    await expect(drawer.getByText('Explorer')).toBeVisible()
    expect(asked).toEqual(['explorer', 'explorer'])
  })

  test('a lasting failure is shown as one, keeps the query and can be tried again', async ({ page }) => {
    const { drawer, input } = await openDrawer(page)
    let broken = true
    const asked = await watchSearch(page, async (route) => {
      if (broken) await route.fulfill({ status: 500, body: 'broken' })
      else await route.fulfill({ json: { items: [piece('Explorer')] } })
    })
    await input.fill('explorer')
    await expect(drawer.getByRole('alert')).toContainText('Die Suche ist gerade nicht erreichbar')
    await expect(drawer.getByText(/Kein Treffer/)).toHaveCount(0)
    await expect(input).toHaveValue('explorer')
    expect(asked.length).toBe(2)
    broken = false
    await drawer.getByRole('button', { name: words.de.retry }).click()
    await expect(drawer.getByText('Explorer')).toBeVisible()
  })

  for (const [what, body, type] of [
    ['without items', '{"products":[]}', 'application/json'],
    ['that is no JSON', '<!doctype html><title>Rheingold</title>', 'text/html'],
  ] as const) {
    test(`an answer ${what} is a failure, not “nothing found”`, async ({ page }) => {
      const { drawer, input } = await openDrawer(page)
      let broken = true
      await watchSearch(page, (route) =>
        broken
          ? route.fulfill({ status: 200, contentType: type, body })
          : route.fulfill({ json: { items: [piece('Explorer')] } }),
      )
      await input.fill('explorer')
      await expect(drawer.getByRole('alert')).toContainText('Die Suche ist gerade nicht erreichbar')
      await expect(drawer.getByText(/Kein Treffer/)).toHaveCount(0)
      broken = false
      await drawer.getByRole('button', { name: words.de.retry }).click()
      await expect(drawer.getByText('Explorer')).toBeVisible()
    })
  }

  test('a refusal is not retried', async ({ page }) => {
    const { drawer, input } = await openDrawer(page)
    const asked = await watchSearch(page, (route) => route.fulfill({ status: 400, body: 'no' }))
    await input.fill('explorer')
    await expect(drawer.getByRole('alert')).toBeVisible()
    expect(asked.length).toBe(1)
  })
})

test('arrow keys walk the results, Enter opens one', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await input.fill('rolex')
  const results = drawer.locator('[data-result]')
  await expect(results.nth(3)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(results.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(3)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(input).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/produkte\//)
})

test('Enter in the input leads to the results page', async ({ page }) => {
  const { input } = await openDrawer(page)
  await input.fill('speedmaster')
  await input.press('Enter')
  await expect(page).toHaveURL(/\/de\/suche\?query=speedmaster/)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Speedmaster/ })
      .first(),
  ).toBeVisible()
})
