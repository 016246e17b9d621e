import type { Page } from '@playwright/test'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { camtFile } from '#tests/bank-files.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

async function inShop<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await shopDatabase()
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Accepted orders that wait for their transfers. */
const waiting = (count: number) =>
  inShop(async (db) => {
    const orders: { number: string; totalCents: number }[] = []
    for (let turn = 0; turn < count; turn++) {
      const delivery = { kind: 'courier', address: claraBeispiel } as const
      const made = await ordered(db, 'de', [newPiece()], delivery, `${crypto.randomUUID()}@beispiel.example`)
      await acceptByStaff(db, made.id, await readSettings(db), staffNamed('Berta Beispiel'))
      orders.push(made)
    }
    return orders
  })

/** Cents that have arrived for orders, what was taken back not among them. */
const received = (numbers: string[]) =>
  inShop(async (db) => {
    const [row] = await query(db, { cents: int4 })`
      select coalesce(sum(m.amount_cents), 0)::int as cents from money m join shop_order o on o.id = m.order_id
      where o.number = any(${numbers}) and m.direction = 'in' and m.corrected_at is null and m.corrects is null`
    return row?.cents
  })

const lineOf = (page: Page, purpose: string) => page.locator('.bank-line').filter({ hasText: purpose })

async function giveReason(line: ReturnType<typeof lineOf>, deed: string, reason: string) {
  await line.locator('summary', { hasText: deed }).click()
  await line.getByRole('textbox').last().fill(reason)
  await line.getByRole('button', { name: deed }).click()
}

test('a statement of 50 lines is read once, booked, one line set aside and one booking taken back', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'owner' })
  const orders = await waiting(4)
  const [first, , , last] = orders
  if (!first || !last) throw new Error('there are no orders')
  const own = crypto.randomUUID().slice(0, 8)
  const day = '2026-11-25'
  const euros = (cents: number) => (cents / 100).toFixed(2)
  const lines = [
    ...orders.map(({ number, totalCents }) => ({
      ...{ day, name: 'Clara Beispiel', purpose: `Rechnung ${number}`, reference: `${own}-${number}` },
      amount: euros(number === last.number ? totalCents - 50_000 : totalCents),
    })),
    ...Array.from({ length: 46 }, (_, at) => ({
      ...{ day, amount: `-${at + 1}.90`, name: 'Stadtwerke', purpose: `Abschlag ${own}-${at + 1}.` },
      reference: `${own}-${at}`,
    })),
  ]
  const file = { name: 'auszug.xml', mimeType: 'application/xml', buffer: Buffer.from(camtFile(lines)) }
  await openOffice(page, '/bank-statements')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/\/bank-statements\/\d+$/)
  const address = new URL(page.url()).pathname.replace('/office', '')
  await expect(page.locator('.bank-line')).toHaveCount(50)
  await expect(page.getByText('Anfangssaldo und Zeilen ergeben den Endsaldo.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await fitsEverywhere(page)

  await page.getByRole('button', { name: 'Alle 3 sicheren Zeilen buchen' }).click()
  await expect(page.locator('.bank-line').getByText('gebucht', { exact: true })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /sicheren Zeilen buchen/ })).toHaveCount(0)
  const sure = orders.slice(0, 3)
  const sum = sure.reduce((all, { totalCents }) => all + totalCents, 0)
  expect(await received(sure.map(({ number }) => number))).toBe(sum)

  const part = lineOf(page, `Rechnung ${last.number}`)
  await expect(part.getByText(/^Danach fehlen noch 500,00\s€/)).toBeVisible()
  await part.getByRole('button', { name: 'Buchen' }).first().click()
  await expect(part.getByText('gebucht', { exact: true })).toBeVisible()
  expect(await received([last.number])).toBe(last.totalCents - 50_000)

  const fee = lineOf(page, `Abschlag ${own}-1.`)
  await giveReason(fee, 'Beiseitelegen', 'Strom der Filiale')
  await expect(fee.getByText(/Beiseitegelegt von Berta Beispiel.*Strom der Filiale/)).toBeVisible()

  // The same file once more: the shop knows every line, and nobody has paid twice.
  await openOffice(page, '/bank-statements')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('Schon bekannt: Alle 50 Zeilen wurden früher gelesen.').first()).toBeVisible()
  expect(await received(sure.map(({ number }) => number))).toBe(sum)

  await openOffice(page, address)
  const booked = lineOf(page, `Rechnung ${first.number}`)
  await giveReason(booked, 'Buchung zurücknehmen', 'falscher Kunde')
  await expect(
    booked.getByText('offen', { exact: true }).or(booked.getByText('Andere Bestellung')).first(),
  ).toBeVisible()
  await expect(booked.getByText('gebucht', { exact: true })).toHaveCount(0)
  expect(await received([first.number])).toBe(0)
  await booked.locator('summary', { hasText: 'Verlauf' }).click()
  await expect(booked.getByText(`Zahlung ${first.number}`)).toBeVisible()
  await expect(booked.getByText(/: zurückgenommen · falscher Kunde$/)).toBeVisible()

  // What was read, by whom, and how much of it is booked, stands with the statements.
  await openOffice(page, '/bank-statements')
  await page.locator('summary', { hasText: 'Zuletzt gelesene Auszüge' }).click()
  const read = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${address}"]`) })
  await expect(read).toContainText(
    /auszug\.xml .* gelesen am .* von Berta Beispiel · 3 von 50 Zeilen gebucht · 46 Zeilen offen/,
  )
})
