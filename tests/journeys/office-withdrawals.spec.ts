import { sql } from 'kysely'
import sharp from 'sharp'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { take, withdraw } from '#tests/returned-pieces.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

/** An order that was delivered, and its buyer has withdrawn from all pieces but the last. */
async function halfWithdrawn(count = 2) {
  const { db, close } = await shopDatabase()
  try {
    const pieces = Array.from({ length: count }, () => newPiece())
    const delivery = { kind: 'courier', address: claraBeispiel } as const
    const order = await ordered(db, 'de', pieces, delivery, `${crypto.randomUUID()}@beispiel.example`)
    await sql`update product set description = '{"de": "Ein Ring.", "en": "A ring."}' where id = any(${pieces})`.execute(
      db,
    )
    const { id: orderId, number: reference, totalCents: amountCents } = order
    const money = { orderId, channel: 'bank-transfer', reference, amountCents } as const
    await settlePayment(db, money, await readSettings(db))
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, pieces.slice(0, -1))
    const [back = '', second = ''] = pieces
    return { number: order.number, back, second, kept: pieces.at(-1) ?? '' }
  } finally {
    await close()
  }
}

test('half of an order comes back, is inspected, refunded with a deduction and on sale again', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'owner' })
  const { number, back, kept } = await halfWithdrawn()
  await openOffice(page, `/withdrawals?q=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row.getByText('Paket erwartet')).toBeVisible()
  await row.getByRole('link').first().click()
  await page.waitForURL(/\/withdrawals\/\d+$/)
  await expect(page.locator(`[data-piece="${kept}"]`).getByText(/behält der Kunde/)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await fitsEverywhere(page)

  await page.getByRole('button', { name: 'Paket ist da' }).click()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = await sharp({
    create: { width: 1200, height: 900, channels: 3, background: '#886644', noise },
  })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Fotos vom Zustand aufnehmen')
    .setInputFiles({ name: 'kratzer.jpg', mimeType: 'image/jpeg', buffer: photo })
  const shown = page.getByRole('img', { name: /^Foto von Berta Beispiel/ })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Geprüft', exact: true }).click()

  // More than the piece cost is refused, and what was typed stays.
  const deduction = page.getByLabel('Abzug für Wertverlust in Euro')
  await deduction.fill('9.000')
  await page.getByLabel('Grund des Abzugs').fill('Kratzer am Gehäuse')
  await page.getByRole('button', { name: /erstatten, .* einbehalten$/ }).click()
  await expect(page.getByText('Der Abzug ist höher als der Preis der Stücke.')).toBeVisible()
  await deduction.fill('150')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^2\.850\s€ erstatten, 150\s€ einbehalten$/ }).click()
  await expect(page.getByText(/^Einbehalten: 150\s€.*Kratzer am Gehäuse/)).toBeVisible()
  await expect(page.getByText(/^2\.850\s€ zu senden$/)).toBeVisible()

  const piece = page.locator(`[data-piece="${back}"]`)
  await piece.getByLabel('Preis in Euro').fill('2.700')
  await piece.getByRole('button', { name: 'Wieder in den Laden stellen' }).click()
  await expect(piece.getByRole('button', { name: 'Wieder in den Laden stellen' })).toHaveCount(0)
  const { db, close } = await shopDatabase()
  const now = await db
    .selectFrom('product')
    .select(['status', 'price_cents'])
    .where('id', '=', back)
    .executeTakeFirst()
  await close()
  expect(now).toEqual({ status: 'listed', price_cents: 270_000 })
  await expectAccessible(page)
})

test('of three pieces one is kept, one is refunded whole and one with a deduction; both are on sale again with one press each', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'owner' })
  const { number, back, second, kept } = await halfWithdrawn(3)
  await openOffice(page, `/withdrawals?q=${number}`)
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').first().click()
  await page.waitForURL(/\/withdrawals\/\d+$/)
  await expect(page.getByText(/^Das Geld ist bis .* fällig/)).toBeVisible()
  await page.getByRole('button', { name: 'Paket ist da' }).click()
  await page.getByRole('button', { name: 'Geprüft', exact: true }).click()

  // What is kept has its reason, at the piece that it is of.
  const scratched = page.getByRole('group', { name: new RegExp(second) })
  await scratched.getByLabel('Abzug für Wertverlust in Euro').fill('150')
  await page.getByRole('button', { name: /erstatten, 150\s€ einbehalten$/ }).click()
  await expect(scratched.getByLabel('Grund des Abzugs')).toHaveAttribute('aria-invalid', 'true')
  await scratched.getByLabel('Grund des Abzugs').fill('Kratzer an der Schiene')
  await expectAccessible(page)
  await fitsEverywhere(page)
  await page.getByRole('button', { name: /^5\.850\s€ erstatten, 150\s€ einbehalten$/ }).click()
  await expect(
    page.getByText(new RegExp(`^Einbehalten: 150\\s€.*${second}, Kratzer an der Schiene`)),
  ).toBeVisible()
  await expect(page.getByText(/^5\.850\s€ zu senden$/)).toBeVisible()

  await expect(page.locator(`[data-piece="${kept}"]`).getByText(/behält der Kunde/)).toBeVisible()
  for (const id of [back, second]) {
    const piece = page.locator(`[data-piece="${id}"]`)
    await piece.getByRole('button', { name: 'Wieder in den Laden stellen' }).click()
    await expect(piece.getByRole('button', { name: 'Wieder in den Laden stellen' })).toHaveCount(0)
  }
  const { db, close } = await shopDatabase()
  const now = await db
    .selectFrom('product')
    .select(['id', 'status', 'price_cents'])
    .where('id', 'in', [back, second, kept])
    .execute()
  await close()
  expect(
    Object.fromEntries(now.map(({ id, status, price_cents }) => [id, `${status} ${price_cents}`])),
  ).toEqual({
    [back]: 'listed 300000',
    [second]: 'listed 300000',
    [kept]: 'sold 300000',
  })
})
