import type { APIResponse } from '@playwright/test'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, test } from './shop.ts'

/* The title is what is read first of a page that comes back with its form: it says that something is to be put right. */

const before: Record<Locale, string> = { de: 'Bitte prüfen: ', en: 'Please check: ' }
const rolex: Record<Locale, string> = { de: '/de/uhren/rolex', en: '/en/watches/rolex' }

const titleOf = async (answer: APIResponse) => /<title>([^<]*)</.exec(await answer.text())?.[1] ?? ''

for (const locale of locales) {
  test(`without a script, every form that comes back is named in the title (${locale})`, async ({
    request,
  }) => {
    const forms: [string, Record<string, string>][] = [
      [pathTo(locale, 'contact'), { name: 'Clara' }],
      [pathTo(locale, 'withdrawal'), { name: 'Clara' }],
      [pathTo(locale, 'checkout'), { intent: 'order' }],
      [rolex[locale], { email: 'clara@' }],
      ...(locale === 'de' ? [[pathTo('de', 'sell'), { kind: 'watch' }] as [string, { kind: string }]] : []),
    ]
    for (const [path, form] of forms) {
      const plain = await titleOf(await request.get(path))
      expect(plain, path).toMatch(/^[^:]+ – Rheingold$/)
      const answer = await request.post(path, { form, maxRedirects: 0 })
      expect(answer.status(), path).toBe(422)
      expect(await titleOf(answer), path).toBe(before[locale] + plain)
    }
  })

  test(`with a script, the title says so until all is well (${locale})`, async ({ page }) => {
    await page.goto(pathTo(locale, 'withdrawal'))
    const plain = await page.title()
    const next = page.getByRole('main').locator('form button[type="submit"]').first()
    await next.click()
    await expect(page).toHaveTitle(before[locale] + plain)
    await page.locator('main [name="name"]').fill('Clara Beispiel')
    await page.locator('main [name="contract"]').fill('RG-2026-00001')
    await page.locator('main [name="email"]').fill('clara@beispiel.example')
    await next.click()
    await expect(page.locator('main [name="step"][value="confirm"]')).toBeVisible()
    await expect(page).toHaveTitle(plain)
  })
}

test('a line or a photo more is no fault, a file that is no photo is one', async ({ request }) => {
  const path = pathTo('de', 'sell')
  const send = (photo?: string) =>
    request.post(path, {
      multipart: {
        kind: 'gold',
        ...(photo && { photos: { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) } }),
        step: photo ? 'photos' : 'more',
      },
    })
  const plain = await titleOf(await request.get(path))
  const more = await send()
  expect([more.status(), await titleOf(more)]).toEqual([200, plain])
  const wrong = await send('no photo')
  expect([wrong.status(), await titleOf(wrong)]).toEqual([422, before.de + plain])
})
