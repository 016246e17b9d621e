import type { Locator, Page } from '@playwright/test'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { ownPieces, shopDatabase } from './shop-database.ts'

type Form = {
  what: string
  /** What each member has to have before it is opened. */
  needs?(member: number): Promise<void>
  path(): Promise<string>
  /** What has to be pressed until the form is there. */
  open?(page: Page): Promise<void>
  /** Its name; of several the first. */
  field: string
  /** The form's own name, where other forms have such a field. */
  within?: RegExp
  typed: string
  /** What stands there once it is saved; the text itself, where it is about something that is there. */
  saved: string
  save(page: Page): Promise<void>
  /** What says that it is saved, where that is not announced. */
  said?(page: Page): Locator
  /** What has to be pressed until the form is there once more. */
  again?(page: Page): Promise<void>
}

const inForm = (page: Page, { field, within }: Form) => {
  const form = within ? page.getByRole('form', { name: within }) : page
  return form.getByRole('textbox', { name: field }).first()
}
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
    ...{ what: 'a payout rate', path: at('/metal-prices'), field: 'Share of the metal’s value in %' },
    ...{ typed: '90', saved: '' },
    save: (page) => page.getByRole('button', { name: 'Enter', exact: true }).last().click(),
  },
  {
    ...{ what: 'an invitation', path: at('/team'), field: 'Email address' },
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
    what: 'a flaw that is not pinned yet',
    path: async () => `/pieces/${(await ownPieces(1))[0]}`,
    open: press('Flaw on photo 1'),
    ...{ field: 'Flaw · English', typed: 'A scratch on the band', saved: '' },
    async save(page) {
      await page.getByRole('textbox', { name: 'Flaw · German' }).fill('Ein Kratzer an der Schiene')
      await press('Pin')(page)
    },
    said: (page) => page.getByRole('textbox', { name: 'Flaw 1 · English' }),
    again: press('Flaw on photo 1'),
  },
  {
    ...{ what: 'the name of a view', path: at('/pieces'), open: press('Save or change a view') },
    ...{ field: 'Name of the view', typed: 'All rings', saved: '' },
    save: press('Save the list shown'),
  },
  {
    ...{ what: 'another name of a view', path: at('/pieces'), needs: viewOf },
    open: press('Save or change a view'),
    ...{ field: 'Name of the view', within: /^(Rings|Bands) that nobody else lists$/ },
    ...{ typed: 'Bands that nobody else lists', saved: 'Bands that nobody else lists' },
    save: press('Save name and visibility'),
  },
  {
    what: 'a change of many pieces',
    path: async () => `/pieces?q=${(await ownPieces(1))[0]}`,
    async open(page) {
      await press('Select all')(page)
      await press('Change')(page)
    },
    ...{ field: 'Per cent', typed: '5', saved: '' },
    async save(page) {
      const dialog = page.getByRole('dialog', { name: 'Change 1 piece' })
      await dialog.getByRole('button', { name: 'Preview' }).click()
      // Whoever thinks better of it finds what they typed.
      await dialog.getByRole('button', { name: 'Another change' }).click()
      await expect(inForm(page, this)).toHaveValue('5')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByRole('button', { name: 'Change 1 piece' }).click()
    },
    said: (page) => page.getByRole('dialog').getByText('1 piece has been changed.'),
    async again(page) {
      await press('Done')(page)
      await press('Change')(page)
    },
  },
]

/** A view that its member alone sees: no other has its name. */
async function viewOf(member: number) {
  const { db, close } = await shopDatabase()
  await db
    .insertInto('saved_view')
    .values({
      list: 'pieces',
      staff_id: member,
      name: 'Rings that nobody else lists',
      address: 'kind=jewellery',
    })
    .execute()
  await close()
}

for (const form of forms)
  test(`${form.what}: what is typed is there in another tab until it is saved, for nobody else`, async ({
    context,
    baseURL,
  }) => {
    const signIn = async () => {
      const { id } = await signedIn(context, baseURL, { locale: 'en' })
      await form.needs?.(id)
    }
    await signIn()
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
    await signIn()
    const others = await opened(await context.newPage())
    await expect(inForm(others, form)).not.toHaveValue(form.typed)
    await others.close()
    await context.addCookies(own)

    const second = await opened(await context.newPage())
    await expect(inForm(second, form)).toHaveValue(form.typed)
    await form.save(second)
    await expect(form.said?.(second) ?? second.locator('.announcements p')).toBeVisible()
    await form.again?.(second)
    await expect(inForm(second, form)).toHaveValue(form.saved)
    // The page hears of what is stored now after it is said that it is saved.
    await expect
      .poll(() =>
        second.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('office-typed:'))),
      )
      .toEqual([])
  })
