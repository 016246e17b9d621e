import { expect, expectAccessible, test } from './shop.ts'

const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'
/** Its name takes two lines. */
const longNamed = '/de/produkte/montblanc-heritage-manufacture-pulsograph-119914/10483'

// What is left of a telephone of 390 × 844 between the browser's bars.
const height = 664

for (const width of [360, 390])
  for (const address of [submariner, longNamed])
    test(`photo, name, price, condition and scope are seen at once (${width} px, ${address.slice(-5)})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto(address)
      const main = page.getByRole('main')
      for (const part of [
        main.locator('#photo-1'),
        main.getByRole('heading', { level: 1 }),
        main.getByText(/^\d+\.\d{3}\s€$/).first(),
        main.getByRole('link', { name: 'Sehr gut, mit Box und Papieren' }),
      ]) {
        const box = await part.boundingBox()
        expect(box?.height).toBeGreaterThan(0)
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      }
    })

test('below the button it says in figures how long we are liable, what delivery costs and when it comes', async ({
  page,
}) => {
  await page.goto(submariner)
  const lines = page.getByRole('list', { name: 'Worauf Sie sich verlassen können' }).getByRole('listitem')
  await expect(lines).toHaveText([
    '2 Jahre Gewährleistung, unverkürzt',
    /^Versand in Deutschland 24\s€, heute bezahlt, bis (Mo|Di|Mi|Do|Fr)\., \d+\. \S+ bei Ihnen$/,
    '14 Tage Widerrufsrecht, online in zwei Schritten',
    /^Zahlung: Überweisung, Karte, /,
    /^4,7 von 5 aus 212 Bewertungen \(.+, Stand 1\. November 2026; geprüft, /,
  ])
})

test('once the button is out of sight, a bar buys in its stead', async ({ page }) => {
  await page.setViewportSize({ width: 390, height })
  await page.goto(submariner)
  const bar = page.locator('.docked')
  const facts = page.getByText('Lieferumfang', { exact: true })
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 100)
  await expect(bar).toHaveCount(0)
  await facts.scrollIntoViewIfNeeded()
  await expect(bar).toContainText('Submariner Date')
  await expect(bar).toContainText('9.850 €')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'In den Warenkorb' }).click()
  // A drawer says that it is in the cart; behind it, the bar leads there.
  const drawer = page.getByRole('dialog', { name: /liegt im Warenkorb/ })
  await expect(drawer).toBeVisible()
  await expect(drawer).toContainText('Submariner Date')
  await page.keyboard.press('Escape')
  const link = bar.getByRole('link', { name: 'Im Warenkorb: ansehen' })
  await expect(link).toBeFocused()
  const isSeen = link.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === element
  })
  expect(await isSeen).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/de/warenkorb')
  // The address is the cart's a moment before the page is.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warenkorb')
  await expect(page.getByRole('main').getByText('Submariner Date')).toBeVisible()
})

test('scope, service and size stand first among the facts, all others in groups that can be closed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height })
  await page.goto(submariner)
  const first = page.locator('main .facts').first().locator('dt')
  await expect(first).toHaveText(['Lieferumfang', 'Service', 'Durchmesser'])
  const group = page.locator('main .fact-group').filter({ hasText: 'Die Uhr' })
  await expect(group.getByText('Automatik, Kaliber 3135')).toBeVisible()
  await group.getByText('Die Uhr', { exact: true }).click()
  await expect(group.getByText('Automatik, Kaliber 3135')).toBeHidden()
})

test('a ring begins with size, metal, stone and report', async ({ page }) => {
  // Whatever name stands before the stock number, it leads to the piece.
  await page.goto('/de/produkte/ring/10469')
  const first = page.locator('main .facts dt')
  await expect(first.first()).toHaveText('Ringgröße')
  expect((await first.allTextContents()).slice(0, 3)).toEqual(['Ringgröße', 'Material', 'Saphir'])
})
