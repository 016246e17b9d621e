import type { Page } from '@playwright/test'

/** Every question of the sell form on one page, as whoever prefers it chooses; the style sheet shows it, before its code too. */
export async function onOnePage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Alle Fragen auf einer Seite' }).check()
}

/** On to the next step of the sell form. */
export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Ohne Fotos weiter|Weiter)$/ }).click()
}
