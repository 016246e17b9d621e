import { openDrawer, piece, watchSearch, words } from './drawer.ts'
import { tabTo } from './focus.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

const said = {
  de: { recent: 'Zuletzt gesucht', brands: 'Uhrenmarken', kinds: 'Schmuckart', clear: 'Liste löschen' },
  en: { recent: 'Recent searches', brands: 'Watch brands', kinds: 'Type', clear: 'Clear the list' },
} as const

for (const [locale, scheme] of [
  ['de', 'dark'],
  ['en', 'light'],
] as const) {
  test(`before anything is typed, makers and kinds are offered (${locale}, ${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const { drawer, input } = await openDrawer(page, locale)
    const asked = await watchSearch(page, (route) => route.continue())
    const brands = drawer.getByRole('list', { name: said[locale].brands })
    await expect(brands.getByRole('link', { name: /^Rolex \d+$/ })).toBeVisible()
    await expect(input).toBeFocused()
    // Nobody has searched here yet.
    await expect(drawer.getByText(said[locale].recent)).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    const ring = drawer.getByRole('list', { name: said[locale].kinds }).getByRole('link').first()
    const path = (await ring.getAttribute('href')) ?? ''
    await ring.click()
    await expect(page).toHaveURL(path)
    await expect(drawer).toBeHidden()
    expect(asked).toEqual([])
  })
}

test('what is typed takes their place, and an empty field brings them back', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  const brands = drawer.getByRole('list', { name: said.de.brands })
  await expect(brands).toBeVisible()
  await input.fill('rolex')
  await expect(drawer.locator('[data-result]').first()).toBeVisible()
  await expect(brands).toHaveCount(0)
  await input.fill('')
  await expect(brands).toBeVisible()
  await expect(drawer.locator('[data-result]')).toHaveCount(0)
})

test('a search that led somewhere is offered again, can be repeated and taken away', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  for (const query of ['submariner', 'speedmaster']) {
    await input.fill(query)
    await drawer.locator('[data-result]').first().click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(query, {
      ignoreCase: true,
    })
    await page.getByRole('button', { name: words.de.open }).click()
    await expect(input).toHaveValue('')
  }
  // Typed and left again, it led nowhere.
  await input.fill('qqqqxyzzy')
  await expect(drawer.getByRole('status')).toContainText('Kein Treffer')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.de.open }).click()
  const recent = drawer.getByRole('list', { name: said.de.recent })
  await expect(recent.getByRole('listitem')).toHaveText(['speedmaster', 'submariner'])
  await expectAccessible(page)
  await recent.getByRole('button', { name: 'submariner', exact: true }).click()
  await expect(input).toHaveValue('submariner')
  await expect(input).toBeFocused()
  await expect(drawer.locator('[data-result]').first()).toContainText('Submariner')
  await input.fill('')
  // One by the keyboard, which is told of it and stays in the list.
  await tabTo(page, recent.getByRole('button', { name: '„speedmaster“ aus der Liste nehmen' }))
  await page.keyboard.press('Enter')
  await expect(recent.getByRole('listitem')).toHaveText(['submariner'])
  await expect(drawer.getByText('„speedmaster“ steht nicht mehr in der Liste.')).toBeAttached()
  await expect(recent.getByRole('button', { name: 'submariner', exact: true })).toBeFocused()
  await drawer.getByRole('button', { name: said.de.clear }).click()
  await expect(recent).toHaveCount(0)
  await expect(drawer.getByText('Die Liste ist gelöscht.')).toBeAttached()
  await expect(input).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
})

test('Enter leads to the results page, and the search is offered again in the other language', async ({
  page,
}) => {
  const { input } = await openDrawer(page)
  await input.fill('tank')
  await input.press('Enter')
  await expect(page).toHaveURL(/\/de\/suche\?query=tank/)
  const { drawer } = await openDrawer(page, 'en')
  await expect(drawer.getByRole('list', { name: said.en.recent }).getByRole('listitem')).toHaveText(['tank'])
})

test('arrow keys lead from the field through what is offered, and back', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await expect(drawer.getByRole('list', { name: said.de.brands })).toBeVisible()
  const links = drawer.locator('.menu-choices a')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(input).toBeFocused()
})

test('results say reference, year, condition and what comes with them', async ({ page }) => {
  for (const [locale, facts] of [
    ['de', ['Ref. 116610LN', '2016', 'Sehr gut, Full Set']],
    ['en', ['Ref. 116610LN', '2016', 'Very good, full set']],
  ] as const) {
    const { drawer, input } = await openDrawer(page, locale)
    await input.fill('116610LN')
    // Pieces of other journeys have its reference, too.
    const first = drawer.locator('[data-result][href$="/10482"]')
    for (const fact of facts) await expect(first).toContainText(fact)
  }
})

test('a result of which nothing more is told is shown without it', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  await watchSearch(page, (route) => route.fulfill({ json: { items: [piece('Explorer')] } }))
  await input.fill('explorer')
  await expect(drawer.locator('[data-result]')).toHaveText('RolexExplorer9.850\u00a0€')
})

test.describe('where makers and kinds cannot be had', () => {
  test.use({ allowedConsole: /status of 500/ })

  test('the search works without them', async ({ page }) => {
    await page.route('**/api/menu?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    const { drawer, input } = await openDrawer(page)
    await input.fill('rolex')
    await expect(drawer.locator('[data-result]').first()).toBeVisible()
    await input.fill('')
    await expect(drawer.getByRole('list', { name: said.de.brands })).toHaveCount(0)
    await expect(drawer.getByRole('alert')).toHaveCount(0)
  })
})
