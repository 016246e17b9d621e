import type { Page } from '@playwright/test'
import { createPiece } from '#app/shop/stock/new-piece.ts'
import { setPart } from '#app/shop/stock/set-parts.ts'
import { fitsEverywhere, openOffice, paste, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

async function seesNoFault(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

test('a block of cells is pasted over a list as previewed, row by row, and put back at once', async ({
  page,
  context,
  baseURL,
}) => {
  const pieces = await ownPieces(3)
  const name = `Berta ${pieces.word}`
  await signedIn(context, baseURL, { locale: 'en', name })
  await openOffice(page, `/pieces?q=${pieces.word}&columns=number,price,margin,branch&sort=number`)
  const rows = page.getByRole('grid', { name: 'Pieces' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expectAccessible(page)

  // Where nothing can be changed, nothing is taken.
  await rows.nth(1).locator('.piece-margin').focus()
  await paste(page, '5')
  await expect(page.getByText('Nothing can be pasted here. Go to a cell of: Price, Branch.')).toBeVisible()

  const cell = rows.nth(1).locator('.piece-price')
  await cell.focus()
  await paste(
    page,
    'EUR 1.250,50\t12 %\tDüsseldorf\r\nviel\t\tKöln\tmehr\r\n1000\t\t\r\n"7\r\n8"\t\tKöln\r\n',
  )
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await expect(dialog.getByRole('status')).toHaveText('2 cells change, 4 are not accepted.')
  const faults = dialog.getByRole('region', { name: 'Not accepted' }).getByRole('row')
  await expect(faults).toHaveCount(5)
  await expect(faults.nth(1)).toContainText(`${pieces.ids[0]}Margin12 %This column cannot be changed here.`)
  await expect(faults.nth(2)).toContainText('PricevielThis is not an amount')
  await expect(faults.nth(3)).toContainText('–mehrThe list has no more columns')
  await expect(faults.nth(4)).toContainText('The list has no more pieces for this row.')
  const changes = dialog.getByRole('region', { name: 'What changes' }).getByRole('row')
  await expect(changes.nth(1)).toContainText(`${pieces.ids[0]}Price€1,000€1,250.50`)
  await expect(dialog.getByText('2 cells are already so.')).toBeVisible()
  await seesNoFault(page)
  await fitsEverywhere(page)
  expect(await pieces.prices()).toEqual([100_000, 100_000, 100_000])

  // Given up, nothing has changed, and the place is kept.
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  expect(await pieces.prices()).toEqual([100_000, 100_000, 100_000])

  await paste(page, '1100\n1200\n1300')
  await expect(dialog.getByRole('status')).toHaveText('3 cells change.')
  // Somebody else is faster at one of them.
  await pieces.setPrice(1, 99_900)
  await dialog.getByRole('button', { name: 'Change 3 cells' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 pieces have been changed.')
  await expect(dialog.getByRole('listitem')).toHaveText(`${pieces.ids[1]}, Price: Changed in the meantime.`)
  expect(await pieces.prices()).toEqual([110_000, 99_900, 130_000])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(cell).toHaveText('€1,100')
  await expect(cell).toBeFocused()

  await openOffice(page, '/bulk-changes')
  const made = page.getByRole('row', { name: /Pasted: Price/ }).filter({ hasText: name })
  await made.getByRole('button', { name: /^Undo/ }).click()
  await expect(made).toContainText(`undone by ${name}`)
  expect(await pieces.prices()).toEqual([100_000, 99_900, 100_000])
})

test('what is pasted goes on over rows that nobody has looked at yet, but not over too many', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'de' })
  await openOffice(page, '/pieces?sort=number&columns=price')
  const cell = page.getByRole('grid', { name: 'Stücke' }).getByRole('row').nth(1).locator('.piece-price')
  await cell.focus()
  await paste(page, 'x\n'.repeat(1001))
  await expect(page.getByText('Auf einmal können Sie höchstens 1.000 Zeilen einfügen.')).toBeVisible()
  await paste(page, 'x\n'.repeat(110))
  const dialog = page.getByRole('dialog', { name: 'Zellen einfügen' })
  await expect(dialog.getByRole('status')).toHaveText('Keine Zelle ändert sich, 110 werden nicht übernommen.')
  await expect(dialog.getByRole('row').nth(110)).toContainText(/^110.*\d{4,8}Preisx/)
  await expect(dialog.getByRole('button')).toHaveText(['Abbrechen'])
})

test('one cell is pasted by keys as it is copied, and into a cell that is being changed as into any field', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pieces = await ownPieces(2)
  await signedIn(context, baseURL, { locale: 'de', role: 'sales' })
  await openOffice(page, `/pieces?q=${pieces.word}&sort=number`)
  const rows = page.getByRole('grid', { name: 'Stücke' }).getByRole('row')
  const cell = rows.nth(1).locator('.piece-price')
  await page.evaluate(() => navigator.clipboard.writeText('1.111,00 €'))
  await cell.focus()
  await page.keyboard.press('Control+V')
  const dialog = page.getByRole('dialog', { name: 'Zellen einfügen' })
  await expect(dialog.getByRole('status')).toHaveText('1 Zelle ändert sich.')
  await dialog.getByRole('button', { name: '1 Zelle ändern' }).click()
  await dialog.getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 Stück ist wieder wie zuvor.')
  await dialog.getByRole('button', { name: 'Fertig' }).click()
  expect(await pieces.prices()).toEqual([100_000, 100_000])

  await expect(cell).toBeFocused()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /^Preis von Stück/ })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue('1.111,00 €')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText('1.111 €')
})

/** Drafts of one's own for 1,000 euros in Köln, found by a word that no other piece has, by their numbers. */
async function ownPieces(count: number) {
  const word = `klebe${crypto.randomUUID().slice(0, 8)}`
  const ids: string[] = []
  const within = async <Answer>(
    work: (db: Awaited<ReturnType<typeof shopDatabase>>['db']) => Promise<Answer>,
  ) => {
    const { db, close } = await shopDatabase()
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  const carl = await within(async (db) => {
    const { id } = await db
      .insertInto('staff_member')
      .values({ name: 'Carl Beispiel', email: `${word}@staff.example`, role: 'owner' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const actor = { id, name: 'Carl Beispiel' }
    for (let made = 0; made < count; made += 1)
      ids.push(await createPiece(db, actor, { kind: 'jewellery', branch: 'koeln' }))
    ids.sort((one, other) => Number(one) - Number(other))
    await db
      .updateTable('product')
      .set({ price_cents: 100_000, name: JSON.stringify({ de: word, en: word }) })
      .where('id', 'in', ids)
      .execute()
    return actor
  })
  return {
    word,
    ids,
    prices: () =>
      within(async (db) => {
        const found = await db
          .selectFrom('product')
          .select(['id', 'price_cents'])
          .where('id', 'in', ids)
          .execute()
        return ids.map((id) => found.find((piece) => piece.id === id)?.price_cents)
      }),
    setPrice: (at: number, value: number) =>
      within((db) => setPart(db, carl, { id: ids[at] ?? '', part: 'price', value, version: 2 ** 31 - 1 })),
  }
}
