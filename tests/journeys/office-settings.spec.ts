import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

test.describe.configure({ mode: 'default' })

/** Settings are the whole shop's: what a journey changes of them is put back. */
async function withSettings(work: (db: Awaited<ReturnType<typeof shopDatabase>>['db']) => Promise<void>) {
  const { db, close } = await shopDatabase()
  try {
    await work(db)
  } finally {
    await close()
  }
}

test.afterAll(() =>
  withSettings((db) =>
    saveSetting(db, 'vacation', { active: false, message: { de: 'Wir sind zurück.', en: 'We are back.' } }),
  ),
)

const save = (page: Page) => page.getByRole('button', { name: 'Speichern' }).first().click()
const said = (page: Page, text: string) => expect(page.locator('.announcements')).toContainText(text)

test('on vacation and back: the banner is previewed, stands on the pages at once, and goes with the last day', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales', name: 'Vera Ferien' })
  await openOffice(page, '/settings/vacation')
  const words = `Ferien ${Date.now()}`
  await page.getByLabel('Urlaub eingeschaltet').check()
  await page.getByLabel('Text auf Deutsch').fill(words)
  await page.getByLabel('Text auf Englisch').fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByLabel('Text auf Englisch')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Bitte ausfüllen.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Text auf Englisch').fill('Closed for holidays')
  const today = germanDay(new Date())
  await page.getByLabel('Erster Tag').fill(daysLater(today, 1))
  await page.getByLabel('Letzter Tag').fill(daysLater(today, 3))
  await page.getByLabel('Die Filialen sind an diesen Tagen geschlossen').check()
  const effect = page.getByRole('complementary', { name: 'So wird es' })
  await expect(effect).toContainText('Das Banner erscheint am')
  await expect(effect).toContainText(words)
  await expect(effect).toContainText('niemand kann einen Termin wählen')

  // What was typed outlives the tab.
  await page.reload()
  await expect(page.getByText('Wieder da')).toBeVisible()
  await expect(page.getByLabel('Text auf Deutsch')).toHaveValue(words)

  await page.getByLabel('Erster Tag').fill(today)
  await expect(effect).toContainText('bis einschließlich')
  await save(page)
  await said(page, 'Gespeichert.')
  await expect(page.getByRole('list').filter({ hasText: 'Vera Ferien' })).toContainText(words)

  const shop = await context.newPage()
  await shop.goto(pathTo('de', 'index'))
  await expect(shop.getByText(words)).toBeVisible()
  await shop.goto(pathTo('de', 'contact'))
  await expect(shop.getByText('Betriebsferien').first()).toBeVisible()

  // The last day is over: nobody switched it off.
  await page.getByLabel('Erster Tag').fill(daysLater(today, -3))
  await page.getByLabel('Letzter Tag').fill(daysLater(today, -1))
  await expect(page.getByText('Vorbei: Das Banner war bis')).toBeVisible()
  await save(page)
  await expect(page.getByText('So gespeichert')).toBeVisible()
  await shop.goto(pathTo('de', 'index'))
  await expect(shop.getByText(words)).toBeHidden()
  await shop.close()
})

test('two at one setting see each other: fields meet, and where both wrote one is chosen', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  await signedIn(context, baseURL, { name: 'Anna Eins' })
  const other = await browser.newContext({ ...(baseURL && { baseURL }) })
  await signedIn(other, baseURL, { name: 'Bodo Zwei' })
  const theirs = await other.newPage()
  let bank: Awaited<ReturnType<typeof readSettings>>['bank'] | undefined
  await withSettings(async (db) => {
    bank = (await readSettings(db)).bank
  })
  await openOffice(page, '/settings/bank')
  await openOffice(theirs, '/settings/bank')
  await theirs.getByLabel('Kontoinhaber').fill('Bodo GmbH')
  await theirs.getByRole('textbox', { name: 'Bank', exact: true }).fill('Bodobank')
  await save(theirs)
  await said(theirs, 'Gespeichert.')

  await page.getByLabel('Kontoinhaber').fill('Anna GmbH')
  await page.getByLabel('IBAN').fill('DE88 3704 0044 0532 0130 00')
  await page.getByLabel('IBAN').blur()
  await expect(page.getByText('Die Prüfziffern stimmen nicht')).toBeVisible()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await expect(page.getByText('DE89 3704 0044 0532 0130 00', { exact: true })).toBeVisible()
  await save(page)
  const meeting = page.getByRole('group', { name: 'Inzwischen geändert' })
  await expect(meeting).toContainText('Bodo Zwei hat inzwischen gespeichert')
  await expect(meeting).toContainText('Bodobank')
  await expectAccessible(page)
  await meeting.getByLabel('Bodo GmbH').check()
  await meeting.getByRole('button', { name: 'Zusammenführen und weiter' }).click()
  await expect(page.getByRole('textbox', { name: 'Bank', exact: true })).toHaveValue('Bodobank')
  await save(page)
  await said(page, 'Gespeichert.')
  await withSettings(async (db) => {
    expect((await readSettings(db)).bank).toMatchObject({
      holder: 'Bodo GmbH',
      bank: 'Bodobank',
      iban: 'DE89370400440532013000',
    })
    if (bank) await saveSetting(db, 'bank', bank)
  })
  await other.close()
})

test('hours of a branch are changed, previewed and read by customers', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL, { role: 'sales' })
  await openOffice(page, '/settings/branches')
  await expectAccessible(page)
  await page.getByRole('link', { name: /Köln/ }).click()
  const monday = page.getByRole('group', { name: 'Montag' })
  const before = await monday.getByLabel('Öffnet').inputValue()
  await monday.getByLabel('Öffnet').fill('08:45')
  const effect = page.getByRole('complementary', { name: 'So wird es' })
  await expect(effect).toContainText('08:45')
  await expectAccessible(page)
  await save(page)
  await said(page, 'Gespeichert.')
  const shop = await context.newPage()
  await shop.goto(pathTo('de', 'contact'))
  await expect(shop.getByText(/8[.:]45/).first()).toBeVisible()
  await shop.close()
  await monday.getByLabel('Öffnet').fill(before)
  await save(page)
  await expect(page.getByText('So gespeichert')).toBeVisible()
})

test('rules of buying are changed by what they do, and told of in the history', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { name: 'Gitta Gold' })
  await openOffice(page, '/settings/sell')
  const rules = page.getByRole('region', { name: 'Angebote, Termine, Bargeld' })
  await expect(rules.getByLabel('Gold: Änderung bis (%)')).toHaveValue('5')
  await rules.getByLabel('Schätzung gilt (Tage)').fill('9')
  const day = daysLater(germanDay(new Date()), 9).slice(-2)
  const effect = rules.getByRole('complementary', { name: /So wird es/ })
  await expect(effect).toContainText(new RegExp(`Schätzung${day}\\.\\d\\d\\.`))
  await expect(effect.getByRole('row', { name: /10.000 € für anderes/ })).toContainText('verboten')
  await rules.getByLabel('Gold: mindestens (EUR)').fill('90.000')
  await rules.getByLabel('Gold: höchstens (EUR)').focus()
  await expect(rules.getByLabel('Gold: mindestens (EUR)')).toHaveAccessibleDescription(
    'Der kleinste Wert muss unter dem größten liegen.',
  )
  await rules.getByLabel('Gold: mindestens (EUR)').fill('1.500')
  await expectAccessible(page)
  await rules.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Gespeichert.')
  await expect(page.getByText('Schätzung gilt (Tage)').last()).toBeVisible()
  await rules.getByLabel('Schätzung gilt (Tage)').fill('7')
  await rules.getByRole('button', { name: 'Speichern' }).click()
  await expect(rules).toContainText('So gespeichert')
})

test('a branch that is being added is still there after the page was left', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/settings/branches')
  await page.getByRole('button', { name: 'Neue Filiale' }).click()
  await page.locator('#new-name').fill('Am Markt')
  await page.close()
  const again = await context.newPage()
  await openOffice(again, '/settings/branches')
  await expect(again.locator('#new-name')).toHaveValue('Am Markt')
  await again.getByRole('button', { name: 'Verwerfen' }).click()
  await openOffice(again, '/settings/branches')
  await expect(again.getByRole('button', { name: 'Neue Filiale' })).toBeVisible()
})

test('what is typed while a save is on its way is not lost', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/settings/shop')
  const form = page.getByRole('region', { name: 'Kontakt' })
  const [phone, hours] = [
    form.getByRole('textbox', { name: 'Telefon', exact: true }),
    form.getByLabel('Zeiten am Telefon auf Deutsch'),
  ]
  const before = { phone: await phone.inputValue(), hours: await hours.inputValue() }
  let goOn = () => {}
  await page.route('**/office/act/settings.save', async (route) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await route.continue()
  })
  await phone.fill('0221 111')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await hours.fill('Immer')
  goOn()
  await said(page, 'Gespeichert.')
  await expect(hours).toHaveValue('Immer')
  await expect(form).toContainText('Noch nicht gespeichert')
  await page.unroute('**/office/act/settings.save')
  await phone.fill(before.phone)
  await hours.fill(before.hours)
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(form).toContainText('So gespeichert')
  await page.reload()
  await expect(hours).toHaveValue(before.hours)
})

test.describe('while the server cannot be asked for the screen', () => {
  test.use({ allowedConsole: /status of 503 .*\/office\/data\/settings\/shop$|net::ERR_FAILED$/ })

  test('what was typed beside a save stays where it is, and the screen comes anew by itself', async ({
    page,
    context,
    baseURL,
  }) => {
    await signedIn(context, baseURL)
    await openOffice(page, '/settings/shop')
    const contact = page.getByRole('region', { name: 'Kontakt' })
    const company = page.getByRole('region', { name: 'Firma und Impressum' })
    const phone = contact.getByRole('textbox', { name: 'Telefon', exact: true })
    const street = company.getByRole('textbox', { name: 'Straße und Hausnummer', exact: true })
    const before = await phone.inputValue()
    await street.fill('Getippt 1')
    await street.evaluate((field) => field.setAttribute('data-same', ''))
    const asked: string[] = []
    await page.route('**/office/data/settings/shop', async (route) => {
      asked.push(route.request().method())
      if (asked.length === 1) await route.fulfill({ status: 503, body: '' })
      else if (asked.length === 2) await route.abort()
      else await route.continue()
    })
    await phone.fill('0221 222')
    await contact.getByRole('button', { name: 'Speichern' }).click()
    await said(page, 'Gespeichert.')
    const behind = page.getByRole('alert').filter({ hasText: 'vielleicht nicht mehr aktuell' })
    // Where one is, too, not at the top of the page alone.
    await expect(behind).toBeInViewport()
    await expect(page.locator('#page-title')).toHaveText('Wer der Laden ist')
    await expectAccessible(page)
    await expect(behind).toBeHidden()
    expect(asked).toHaveLength(3)
    // The same field as before, not one that was drawn anew with what the browser had kept.
    await expect(street).toHaveAttribute('data-same', '')
    await expect(street).toHaveValue('Getippt 1')
    await expect(contact).toContainText('So gespeichert')
    await company.getByRole('button', { name: 'Verwerfen' }).click()
    await phone.fill(before)
    await contact.getByRole('button', { name: 'Speichern' }).click()
    await expect(contact).toContainText('So gespeichert')
  })
})

test('a doubtful metal price is asked about, and a rate shows what it makes of 12.4 g', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { name: 'Gitta Gold' })
  await openOffice(page, '/metal-prices')
  await page.getByLabel('Preis in EUR').fill('40000')
  await page.getByRole('button', { name: 'Eintragen', exact: true }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie das' })).toContainText(
    'Das liegt nicht zwischen',
  )
  await expectAccessible(page)
  await page.getByLabel('Preis in EUR').fill('1,5')
  await expect(page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie das' })).toBeHidden()
  await expect(page.getByText(/je Unze, .* je Gramm/)).toBeVisible()
  await page.getByLabel('Anteil am Metallwert in %').fill('86')
  const example = page.getByRole('complementary').filter({ hasText: 'Beispiel' })
  await expect(example).toContainText('12,4 g Gold 585')
  await expect(example).toContainText('Mit dem neuen Satz (86')
})

test('where prices of the demo come from is said in the member’s language', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/metal-prices')
  const prices = page.getByRole('region', { name: 'Prices', exact: true })
  await expect(prices.getByRole('row', { name: /^Palladium/ })).toContainText('sample price of the demo')
  await expect(page.getByLabel('Source')).toHaveValue('price of the day, entered by us')
  const rates = page.getByRole('region', { name: 'Latest rates', exact: true })
  await expect(rates.getByRole('row', { name: /Palladium/ }).last()).toContainText('data of the demo')
})

test('two enter a rate from the same day: the second sees the first one’s before it is replaced', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { name: 'Gitta Gold' })
  const other = await browser.newContext()
  await signedIn(other, baseURL, { name: 'Pia Platin' })
  const second = await other.newPage()
  // A day that is far off, and nobody else’s: what holds today is reckoned with elsewhere.
  const day = `${2100 + Math.floor(Math.random() * 800)}-01-01`
  const enter = async (of: Page, perCent: string) => {
    const form = of.locator('form').filter({ hasText: 'Anteil am Metallwert' })
    await form.getByLabel('Wofür').selectOption('palladium')
    await form.getByLabel('Gilt ab').fill(day)
    await form.getByLabel('Anteil am Metallwert in %').fill(perCent)
    await form.getByRole('button', { name: 'Eintragen', exact: true }).click()
  }
  await openOffice(page, '/metal-prices')
  await openOffice(second, '/metal-prices')
  await enter(page, '85,5')
  await expect(page.getByRole('status').filter({ hasText: 'Eingetragen.' })).toBeVisible()
  await enter(second, '86')
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('Gitta Gold')
  await expect(conflict).toContainText('85,5')
  await expect(conflict).toContainText(/86\s%/)
  await expectAccessible(second)
  await conflict.getByRole('button', { name: 'Meine Fassung nehmen' }).click()
  await expect(second.getByRole('status').filter({ hasText: 'Eingetragen.' })).toBeVisible()
  await expect(conflict).toHaveCount(0)
  await other.close()
})
