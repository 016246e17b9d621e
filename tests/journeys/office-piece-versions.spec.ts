import { openOffice, signedIn } from './office.ts'
import { defect, draftOfWatch, field, kept } from './piece-draft.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

test('two people at one price see both versions, and choose', async ({ page, browser, context, baseURL }) => {
  const id = await ownPiece()
  await signedIn(context, baseURL, { name: 'Anna Erst' })
  const other = await browser.newContext()
  await signedIn(other, baseURL, { name: 'Bert Zweit' })
  const second = await other.newPage()
  await openOffice(page, `/pieces/${id}`)
  await openOffice(second, `/pieces/${id}`)
  await expect(second.locator('.piece-kept')).toContainText('Anna Erst')
  await field(page, 'price_cents').fill('1500')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await field(second, 'price_cents').fill('1600')
  await field(second, 'weight_grams').fill('4,2')
  await second.keyboard.press('Control+s')
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('Anna Erst')
  await expect(conflict).toContainText('1500,00')
  await expect(conflict).toContainText('1600')
  await expectAccessible(second)
  await conflict.getByRole('button', { name: 'Meine Fassung nehmen' }).click()
  await expect(conflict).toHaveCount(0)
  await second.keyboard.press('Control+s')
  await expect(second.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await expect(field(second, 'price_cents')).toHaveValue('1600,00')
  await expect(field(second, 'weight_grams')).toHaveValue('4,2')
  await other.close()
})

test('two people at one flaw see both versions, and what is typed into its other field stays', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const id = await draftOfWatch()
  await signedIn(context, baseURL, { name: 'Anna Erst' })
  const other = await browser.newContext()
  await signedIn(other, baseURL, { name: 'Bert Zweit' })
  const second = await other.newPage()
  await openOffice(page, `/pieces/${id}`)
  await page.getByRole('button', { name: 'Makel auf Foto 1' }).click()
  await page.getByLabel('Makel · Deutsch').fill('Kratzer')
  await page.getByLabel('Makel · Englisch').fill('Scratch')
  await page.getByRole('button', { name: 'Anheften' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Der Makel ist angeheftet.' })).toBeVisible()
  await openOffice(second, `/pieces/${id}`)
  await page.getByLabel('Makel 1 · Deutsch').fill('Tiefer Kratzer')
  await page.getByLabel('Makel 1 · Englisch').focus()
  await expect(page.getByRole('status').filter({ hasText: 'Der Makel ist geändert.' })).toBeVisible()
  await second.getByLabel('Makel 1 · Deutsch').fill('Haarlinie')
  await second.getByLabel('Makel 1 · Englisch').fill('Hairline')
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('Anna Erst')
  await expect(conflict).toContainText('Tiefer Kratzer')
  await expect(conflict).toContainText('Haarlinie')
  await expectAccessible(second)
  // The words of the other field are on their way as well: both are there before anybody goes on.
  const saved = (text: string) =>
    second.waitForResponse(
      (answer) => answer.url().includes('change-flaw') && (answer.request().postData() ?? '').includes(text),
    )
  const both = Promise.all([saved('Haarlinie'), saved('Hairline')])
  await conflict.getByRole('button', { name: 'Meine Fassung nehmen' }).click()
  await both
  await expect(conflict).toHaveCount(0)
  await expect(second.getByLabel('Makel 1 · Deutsch')).toHaveValue('Haarlinie')
  await expect(second.getByLabel('Makel 1 · Englisch')).toHaveValue('Hairline')
  // Anna still sees her own words: she cannot take off what she has not seen.
  await page.getByRole('button', { name: 'Makel 1 entfernen' }).click()
  const removal = page.locator('.piece-conflicts')
  await expect(removal).toContainText('Bert Zweit')
  await expect(removal).toContainText('Haarlinie · Hairline')
  await removal.getByRole('button', { name: 'So lassen' }).click()
  await expect(page.getByLabel('Makel 1 · Englisch')).toHaveValue('Hairline')
  await other.close()
})

test('one member in two windows: what each typed is in both, and what both typed is chosen', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  const second = await context.newPage()
  await openOffice(page, `/pieces/${id}`)
  await openOffice(second, `/pieces/${id}`)
  await defect(page).fill('Die Schließe hält nicht.')
  await kept(page)
  await field(second, 'name-de').fill('Ring mit Blatt')
  await kept(second)
  await expect(defect(second)).toHaveValue('Die Schließe hält nicht.')
  // Both of them at one field.
  await field(second, 'weight_grams').fill('4,2')
  await kept(second)
  await field(page, 'weight_grams').fill('4,9')
  const choice = page.locator('.piece-conflicts')
  await expect(choice).toContainText('4,2')
  await expect(choice).toContainText('4,9')
  await expect(field(page, 'name-de')).toHaveValue('Ring mit Blatt')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Wählen Sie zuerst' })).toBeVisible()
  // It waits for an answer, also in a window that is opened anew.
  await page.reload()
  await expect(choice).toContainText('4,2')
  await expect(choice).toContainText('4,9')
  await choice.getByRole('button', { name: 'Diese Fassung' }).click()
  await expect(choice).toHaveCount(0)
  await kept(page)
  await page.reload()
  await expect(field(page, 'weight_grams')).toHaveValue('4,9')
  await expect(defect(page)).toHaveValue('Die Schließe hält nicht.')
  await expect(field(page, 'name-de')).toHaveValue('Ring mit Blatt')
})

test('a draft is discarded in all windows, and brought back with what was typed since', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  const second = await context.newPage()
  await openOffice(page, `/pieces/${id}`)
  const discard = page.getByRole('button', { name: 'Entwurf verwerfen' })
  await expect(discard).toHaveCount(0)
  const name = await field(page, 'name-de').inputValue()
  await field(page, 'name-de').fill('Ring mit Zweig')
  await field(page, 'weight_grams').fill('viel')
  await page.keyboard.press('Control+s')
  await expect(page.locator('#field-weight_grams-error')).toBeVisible()
  await kept(page)
  await openOffice(second, `/pieces/${id}`)
  await expect(field(second, 'name-de')).toHaveValue('Ring mit Zweig')
  await expectAccessible(page)

  await discard.focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Rückgängig machen' })
  await expect(undo).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Der Entwurf ist verworfen.' })).toBeVisible()
  await expect(field(page, 'name-de')).toHaveValue(name)
  await expect(field(page, 'weight_grams')).not.toHaveValue('viel')
  await expect(page.locator('#field-weight_grams-error')).toHaveCount(0)
  await expect(discard).toHaveCount(0)
  await expectAccessible(page)
  // Nobody has to type in the other window for it.
  await expect(field(second, 'name-de')).toHaveValue(name)
  await expect(second.getByRole('status').filter({ hasText: 'in einem anderen Fenster' })).toBeVisible()
  await second.reload()
  await expect(field(second, 'name-de')).toHaveValue(name)

  await defect(page).fill('Die Schließe hält nicht.')
  await undo.click()
  await expect(discard).toBeFocused()
  await expect(undo).toHaveCount(0)
  for (const each of [page, second]) {
    await expect(field(each, 'name-de')).toHaveValue('Ring mit Zweig')
    await expect(field(each, 'weight_grams')).toHaveValue('viel')
    await expect(defect(each)).toHaveValue('Die Schließe hält nicht.')
  }
  await kept(page)
  await page.reload()
  await expect(field(page, 'name-de')).toHaveValue('Ring mit Zweig')
})

test('a discarded draft takes along what followed from its reference, and fills nothing in by itself', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await draftOfWatch()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await field(page, 'brand').fill('Rolex')
  await field(page, 'reference').fill('116610LN')
  await expect(field(page, 'movement')).toHaveValue('automatic')
  // What somebody empties stays so, also when it comes back.
  await field(page, 'calibre').fill('')
  await kept(page)
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click()
  await expect(field(page, 'movement')).toHaveValue('')
  const asked = page.waitForResponse((response) => response.url().endsWith('/piece.reference'))
  await page.getByRole('button', { name: 'Rückgängig machen' }).click()
  await asked
  await expect(field(page, 'reference')).toHaveValue('116610LN')
  await kept(page)
  await page.reload()
  await expect(field(page, 'movement')).toHaveValue('automatic')
  await expect(field(page, 'calibre')).toHaveValue('')
})
