import { pathTo } from '#app/language/route-table.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'

for (const [width, scheme] of [
  [360, 'dark'],
  [1440, 'light'],
] as const)
  test(`the test sheet shows rate in six positions, water, weight and register, signed (${width} px, ${scheme})`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(submariner)
    const sheet = page.getByRole('region', { name: 'Prüfblatt 10482-1' })
    await expect(sheet.getByRole('rowheader')).toHaveText([
      ...[
        'Zifferblatt oben',
        'Zifferblatt unten',
        'Krone unten',
        'Krone oben',
        'Krone links',
        'Krone rechts',
      ],
    ])
    await expect(sheet).toContainText('Im Mittel +2,0 s/Tag')
    await expect(sheet).toContainText('Dicht bei 10 bar, am Prüftag')
    await expect(sheet).toContainText('The Watch Register: kein Eintrag')
    await expect(sheet).toContainText('Jonas Harbeck, Uhrmachermeister')
    await expectAccessible(page)
    await expectNoOverflow(page)
    const href = await sheet.getByRole('link', { name: 'Prüfblatt als PDF' }).getAttribute('href')
    const file = await request.get(href ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

test('a sheet that is signed in the office stands on the page at once; what was typed outlives the tab', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const id = await ownPiece()
  const address = pathTo('en', 'product', { name: `ring-${id}`, id })
  const shown = async () => (await request.get(address, { headers: { 'user-agent': 'Mozilla/5.0' } })).text()
  expect(await shown()).not.toContain(`Test sheet ${id}`)
  await signedIn(context, baseURL, { name: 'Miriam Muster' })
  await openOffice(page, `/pieces/${id}`)
  await page.getByRole('button', { name: 'Neues Prüfblatt' }).click()
  await expect(page.getByLabel('Geprüft von')).toHaveValue('Miriam Muster')
  await page.getByLabel('Messung 1 (‰)').fill('751,5')
  await page.reload()
  await expect(page.getByLabel('Messung 1 (‰)')).toHaveValue('751,5')
  await page.getByRole('button', { name: 'Unterschreiben' }).click()
  const faults = page.getByRole('region', { name: 'So lässt sich das Prüfblatt nicht unterschreiben' })
  await expect(faults).toContainText('Stelle 1: Bitte ausfüllen.')
  await page.getByLabel('Stelle 1 (deutsch)').fill('Schiene')
  await page.getByLabel('Stelle 1 (englisch)').fill('shank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unterschreiben' }).click()
  await expect(page.locator('#test-sheets')).toContainText(`${id}-1`)
  const html = await shown()
  expect(html).toContain(`Test sheet ${id}-1`)
  expect(html).toContain('Shank 751.5\u00a0‰ (X-ray fluorescence)')
  expect(html).toContain(`"identifier":"${id}-1"`)
})
