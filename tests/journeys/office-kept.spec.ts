import type { Page } from '@playwright/test'
import type { Locale } from '#app/language/locales.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { ownPieces } from './shop-database.ts'

type Form = {
  what: string
  path(): Promise<string>
  /** What has to be pressed until the form is there. */
  open?(page: Page): Promise<void>
  field: string
  typed: string
  /** What stands there once it is saved; the text itself, where it is about something that is there. */
  saved: string
  save(page: Page): Promise<void>
}

const inForm = (page: Page, form: Form) => page.getByRole('textbox', { name: form.field }).first()
const at = (path: string) => async () => path
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const forms: readonly Form[] = [
  {
    ...{ what: 'a metal price', path: at('/metal-prices'), field: 'Price in EUR' },
    // What holds anyway: other journeys reckon with the price of the demo.
    ...{ typed: '3500', saved: '' },
    save: (page) => page.getByRole('button', { name: 'Enter', exact: true }).first().click(),
  },
  {
    ...{ what: 'a payout rate', path: at('/metal-prices'), field: 'Share of the metal’s worth in %' },
    ...{ typed: '90', saved: '' },
    save: (page) => page.getByRole('button', { name: 'Enter', exact: true }).last().click(),
  },
  {
    ...{ what: 'an invitation', path: at('/team'), field: 'E-mail address' },
    ...{ typed: 'dora@beispiel.example', saved: '' },
    async save(page) {
      // Whoever is invited has an address of their own, however often this is tried in one shop.
      await inForm(page, this).fill(`${crypto.randomUUID()}@beispiel.example`)
      await page.getByLabel('Name', { exact: true }).fill('Dora Beispiel')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
    },
  },
  {
    ...{ what: 'one’s own name', path: at('/account'), field: 'Name' },
    ...{ typed: 'Berta Neumann', saved: 'Berta Neumann' },
    save: press('Save'),
  },
  {
    what: 'words of a photo',
    path: async () => `/pieces/${(await ownPieces(1))[0]}/photos`,
    open: (page) => page.locator('.photo-tile button[aria-expanded]').first().click(),
    ...{ field: 'Description in English', typed: 'A ring of gold', saved: 'A ring of gold' },
    save: press('Save'),
  },
  {
    ...{ what: 'the name of a view', path: at('/pieces'), open: press('Save or change a view') },
    ...{ field: 'Name of the view', typed: 'All rings', saved: '' },
    save: press('Save the list that is shown'),
  },
]

for (const form of forms)
  test(`${form.what}: what is typed is there in another tab until it is saved, for nobody else`, async ({
    context,
    baseURL,
  }) => {
    const member = { locale: 'en' as Locale }
    await signedIn(context, baseURL, member)
    const path = await form.path()
    const opened = async (tab: Page) => {
      await openOffice(tab, path)
      await form.open?.(tab)
      await expect(inForm(tab, form)).toBeVisible()
      return tab
    }
    const first = await opened(await context.newPage())
    await inForm(first, form).fill(form.typed)
    await first.reload()
    await form.open?.(first)
    await expect(inForm(first, form)).toHaveValue(form.typed)
    await first.close()

    const own = await context.cookies()
    await signedIn(context, baseURL, member)
    const others = await opened(await context.newPage())
    await expect(inForm(others, form)).not.toHaveValue(form.typed)
    await others.close()
    await context.addCookies(own)

    const second = await opened(await context.newPage())
    await expect(inForm(second, form)).toHaveValue(form.typed)
    await form.save(second)
    await expect(second.locator('.announcements p')).toBeVisible()
    await expect(inForm(second, form)).toHaveValue(form.saved)
    // The page hears of what is stored now after it is said that it is saved.
    await expect
      .poll(() =>
        second.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('office-typed:'))),
      )
      .toEqual([])
  })
