import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

const address = pathTo('de', 'gold-purchase-calculator')
/** Numbers as they are shown have narrow and no-break spaces. */
const euros = (text: string) => new RegExp(text.replaceAll('.', '\\.').replace(' €', '\\s€'))

test('the calculator answers while somebody types, line by line', async ({ page }) => {
  await page.goto(address)
  // It answers by itself once this button is there.
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  const line = (number: number) => page.getByRole('group', { name: `Posten ${number}`, exact: true })
  const total = page.getByRole('region', { name: 'Zusammen' })
  await expect(total).toContainText('Noch kein Betrag')
  await expect(total).toContainText(
    /Stand: \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr, Quelle: Beispielkurs der Demo\./,
  )

  await line(1).getByLabel('Gewicht in Gramm').fill('12,4')
  await expect(line(1)).toContainText(euros('734,65 €'))
  await expect(line(1)).toContainText(/7,254\sg fein × 112,528\s€ × 90\s%/)
  await line(1).getByLabel('Gewicht in Gramm').fill('12.40')
  await expect(total).toContainText(euros('734,65 €'))

  await page.getByRole('button', { name: 'Posten hinzufügen' }).click()
  await expect(line(2).getByLabel('Was es ist')).toBeFocused()
  await line(2).getByLabel('Was es ist').selectOption('Krügerrand, 1 Unze')
  await line(2).getByLabel('Anzahl').fill('1')
  await expect(line(2)).toContainText(euros('3.395,00 €'))
  await expect(total).toContainText(euros('4.129,65 €'))
  await expect(total.getByRole('status')).toContainText(/2 Posten, zusammen 4\.129,65\s€/)

  await page.getByRole('button', { name: 'Posten hinzufügen' }).click()
  await page.getByRole('button', { name: 'Posten 3 entfernen' }).click()
  await expect(line(2).getByLabel('Was es ist')).toBeFocused()
  await expect(line(3)).toHaveCount(0)

  // Enter does not leave the page, and coming back shows the same lines.
  await line(2).getByLabel('Anzahl').press('Enter')
  await page.reload()
  await expect(total).toContainText(euros('4.129,65 €'))
  const offer = page.getByRole('link', { name: 'Angebot anfragen oder einsenden' })
  await expect(offer).toHaveAttribute(
    'href',
    `${pathTo('de', 'sell')}?item=gold-585&amount=12.40&item=coin-kruegerrand&amount=1#anfrage`,
  )
  await page.getByRole('link', { name: 'Termin vereinbaren' }).click()
  await expect(page).toHaveURL(/\/de\/kontakt\?subject=appointment&item=gold-585&amount=12\.40&item=coin/)
  await expect(page.getByLabel('Betreff')).toHaveValue('appointment')
})

test('a calculator full of answers is accessible and fits a telephone', async ({ page }) => {
  const lines = [
    ['gold-585', '12,4'],
    ['gold-unknown', '10'],
    ['gold-333', 'zwölf'],
  ]
  await page.goto(`${address}?${lines.map(([item, amount]) => `item=${item}&amount=${amount}`).join('&')}`)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  const last = page.getByRole('group', { name: 'Posten 3', exact: true })
  await expect(last.getByLabel('Gewicht in Gramm')).toHaveAccessibleDescription(
    /Bitte geben Sie eine Zahl ein/,
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page, 'main')
})

test('the year’s course can be read as a table', async ({ page }) => {
  await page.goto(address)
  await expect(page.getByRole('img', { name: /Verlauf des Goldpreises/ })).toBeVisible()
  await page.getByText('Als Tabelle').click()
  await expect(page.getByRole('columnheader', { name: 'EUR je Gramm Feingold' })).toBeVisible()
  await expectAccessible(page, 'main')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('from the home page to the answer, with a line more and a line less', async ({ page }) => {
    await page.goto(pathTo('de', 'index'))
    await page.getByLabel('Was es ist').selectOption('gold-585')
    await page.getByLabel('Gramm oder Stückzahl').fill('12,4')
    await page.getByRole('button', { name: 'Wert berechnen' }).click()
    await expect(page).toHaveURL(/\/de\/goldankaufsrechner\?item=gold-585&amount=12%2C4$/)
    const total = page.getByRole('region', { name: 'Zusammen' })
    await expect(total).toContainText(euros('734,65 €'))

    await page.getByRole('button', { name: 'Posten hinzufügen' }).click()
    const second = page.getByRole('group', { name: 'Posten 2', exact: true })
    await second.getByLabel('Was es ist').selectOption('coin-kruegerrand')
    await second.getByLabel('Gramm oder Stückzahl').fill('1')
    await second.getByLabel('Gramm oder Stückzahl').press('Enter')
    await expect(total).toContainText(euros('4.129,65 €'))
    await page.getByRole('button', { name: 'Posten 1 entfernen' }).click()
    await expect(total).toContainText(euros('3.395,00 €'))
  })
})
