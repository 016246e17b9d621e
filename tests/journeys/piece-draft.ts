import { expect, type Page } from '@playwright/test'
import { newPiece, shopDatabase } from './shop-database.ts'

/** A watch that was just bought: a draft with a photo, and nothing known of it. */
export async function draftOfWatch(): Promise<string> {
  const id = newPiece()
  const { db, close } = await shopDatabase()
  try {
    await db
      .insertInto('product')
      .values({
        id,
        kind: 'watch',
        name: '{"de":"Submariner","en":"Submariner"}',
        slug_de: 'uhr',
        slug_en: 'watch',
        tax_mode: 'margin_25a',
      })
      .execute()
    const photo = await db.selectFrom('photo').selectAll().limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('photo')
      .values({ ...photo, product_id: id, position: 0, alt: JSON.stringify(photo.alt) })
      .execute()
  } finally {
    await close()
  }
  return id
}

export const field = (page: Page, name: string) => page.locator(`#field-${name}`)
export const kept = (page: Page) => expect(page.locator('.piece-kept')).toContainText('Entwurf gespeichert')

/** The page in the frame of what customers see, once the newest stands in front. */
export const pageForCustomers = (page: Page) =>
  page.frameLocator('.piece-preview-page iframe:not([inert])').last()

/** What is typed into a known defect, in German. */
export const defect = (page: Page) => field(page, 'defect-de')
