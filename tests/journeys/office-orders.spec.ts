import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

const byCourier = { kind: 'courier', address: claraBeispiel } as const

/** Orders of a test's own, with pieces of their own. */
async function ownOrders(count: number): Promise<{ number: string; totalCents: number }[]> {
  return inShop(async (db) => {
    const orders = []
    for (let turn = 0; turn < count; turn++) {
      const { number, totalCents } = await ordered(
        db,
        'de',
        [newPiece()],
        byCourier,
        `${crypto.randomUUID()}@beispiel.example`,
      )
      orders.push({ number, totalCents })
    }
    return orders
  })
}

async function inShop<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await shopDatabase()
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
const state = (page: Page) => page.locator('.order-head .state')

/** The headings of the screen in the order of the page, if that is how they stand one below the other. */
const headingsAsRead = (page: Page) =>
  page.locator('main h2').evaluateAll((headings) => {
    const at = headings.map((each) => each.getBoundingClientRect().top)
    const isAsDrawn = at.every((top, index) => index === 0 || top > (at[index - 1] ?? 0))
    return isAsDrawn ? headings.map((each) => each.textContent).slice(-7) : []
  })

async function bookMoney(page: Page, cents: number | null, reference: string) {
  await page.getByRole('button', { name: 'Geld buchen' }).first().click()
  const form = page.getByRole('form', { name: 'Geld buchen' })
  if (cents !== null) await form.getByLabel('Betrag').fill(euros(cents))
  await form.getByLabel('Referenz').fill(reference)
  await form.getByRole('button', { name: 'Geld buchen' }).click()
  return form
}

test('an order is paid in two parts, packed with another, shipped and delivered', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales' })
  const [one, two] = await ownOrders(2)
  if (!one || !two) throw new Error('there are no orders')
  await openOffice(page, `/orders?q=${one.number}`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await fitsEverywhere(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: one.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: one.number })).toBeVisible()
  await expect(page.getByText('Erst wenn alles bezahlt ist.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await fitsEverywhere(page)
  await page.setViewportSize({ width: 360, height: 800 })
  // The number stands in one line, whole.
  const number = page.locator('#page-title').getByText(one.number, { exact: true })
  expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1)
  // On a phone what is needed comes before what happened, for whoever listens as well.
  await expect
    .poll(() => headingsAsRead(page))
    .toEqual(['Was Sie tun können', 'Stücke', 'Kunde', 'Geld', 'Papiere', 'Notizen', 'Verlauf'])
  await page.setViewportSize({ width: 1280, height: 720 })

  // Nothing is booked without a reference, and what was typed stays.
  const form = await bookMoney(page, 100_000, ' ')
  await expect(form.getByText('Bitte ausfüllen.')).toBeVisible()
  await expect(form.getByLabel('Betrag')).toHaveValue('1000,00')
  await form.getByLabel('Referenz').fill(`Auszug ${one.number} a`)
  await form.getByRole('button', { name: 'Geld buchen' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(/sind eingegangen, .* fehlen noch\./)).toBeVisible()
  // The rest stands in the form already.
  await bookMoney(page, null, `Auszug ${one.number} b`)
  await expect(state(page)).toHaveText('bezahlt')
  await expect(page.getByText('E-Mail „Auftragsbestätigung“')).toBeVisible()

  await openOffice(page, `/orders/${two.number}`)
  await bookMoney(page, two.totalCents, `Auszug ${two.number}`)
  await expect(state(page)).toHaveText('bezahlt')
  // The buyer calls: the house number was wrong.
  await page.getByRole('button', { name: 'Lieferadresse ändern' }).click()
  const address = page.getByRole('form', { name: 'Lieferadresse ändern' })
  await expect(address.getByLabel('Ort')).toHaveValue('Köln')
  await expect(address.getByText(/^Land: Deutschland\. /)).toBeVisible()
  await address.getByLabel('Straße und Hausnummer').fill('Packstation 7')
  await address.getByRole('button', { name: 'Lieferadresse ändern' }).click()
  await expect(address.getByText('nur persönlich übergeben')).toBeVisible()
  await expectAccessible(page)
  await fitsEverywhere(page)
  await address.getByLabel('Straße und Hausnummer').fill('Domstraße 77')
  await address.getByRole('button', { name: 'Lieferadresse ändern' }).click()
  await expect(address).toHaveCount(0)
  await expect(page.getByText(/Lieferadresse geändert: .*Domstraße 77.* statt /)).toBeVisible()
  await expect(page.getByText('E-Mail „Neue Lieferadresse“')).toBeVisible()
  await page.getByRole('textbox', { name: 'Neue Notiz' }).fill('Klingel defekt')
  await page.getByRole('button', { name: 'Notieren' }).click()
  await expect(page.getByText('Notiz: Klingel defekt')).toBeVisible()

  await openOffice(page, `/orders?need=pack&q=${one.number.slice(0, 3)}&sort=-placed`)
  for (const { number } of [one, two])
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check()
  await page.getByRole('link', { name: '2 Bestellungen packen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Packen' })).toBeVisible()
  await page.getByLabel('Versanddienst für alle').fill('Wertkurier Nord')
  for (const [at, { number }] of [one, two].entries()) {
    const parcel = page.getByRole('region', { name: number })
    for (const box of await parcel.getByRole('checkbox').all()) await box.check()
    await parcel.getByLabel('Sendungsnummer').fill(`WK-${number}-${at}`)
  }
  await expectAccessible(page)
  await fitsEverywhere(page)
  const papers = page.getByRole('link', { name: 'Papiere drucken (PDF)' })
  const pdf = await page.request.get((await papers.getAttribute('href')) ?? '')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  for (const name of ['Adressen auf Etikettenbogen (PDF)', 'Adressen für Etikettendrucker (PDF)']) {
    const labels = await page.request.get((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect((await labels.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }
  await page.getByRole('button', { name: '2 Pakete als versandt melden' }).click()
  for (const { number } of [one, two]) await expect(page.getByText(`${number} ist versandt.`)).toBeVisible()

  await page.getByRole('link', { name: `${one.number} ist versandt.` }).click()
  await expect(state(page)).toHaveText('versandt')
  await expect(page.getByText(`Wertkurier Nord WK-${one.number}-0`)).toBeVisible()
  await page.getByRole('button', { name: 'Zugestellt' }).click()
  await page.getByRole('form', { name: 'Zugestellt' }).getByRole('button', { name: 'Zugestellt' }).click()
  await expect(state(page)).toHaveText('zugestellt')
  await expect(page.getByText(/Erst nach der Widerrufsfrist/)).toBeVisible()
  const invoice = page.getByRole('link', { name: /^Rechnung / })
  const file = await page.request.get((await invoice.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
})

test('money of another order is taken back with its reason, the order is cancelled, and its money goes back once', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales' })
  const [order] = await ownOrders(1)
  if (!order) throw new Error('there is no order')
  const { number, totalCents } = order
  await openOffice(page, `/orders/${number}`)
  await bookMoney(page, totalCents, `Falsch ${number}`)
  await expect(state(page)).toHaveText('bezahlt')

  // By mistake: the entry stays, with a counter-entry and its reason.
  await page.getByRole('button', { name: /^Eintrag von .* zurücknehmen$/ }).click()
  const correct = page.getByRole('form', { name: /^Eintrag von .* zurücknehmen$/ })
  await correct.getByRole('button', { name: 'Zurücknehmen', exact: true }).click()
  await expect(correct.getByLabel('Grund')).toHaveAttribute('aria-invalid', 'true')
  await correct.getByLabel('Grund').fill('Gehört zu einer anderen Bestellung')
  await correct.getByRole('button', { name: 'Zurücknehmen', exact: true }).click()
  await expect(state(page)).toHaveText('wartet auf Zahlung')
  await expect(page.getByText(/^Gegenbuchung über .*: Gehört zu einer anderen Bestellung$/)).toBeVisible()
  expect(await received(number)).toBe(0)

  await bookMoney(page, totalCents, `Richtig ${number}`)
  await expect(state(page)).toHaveText('bezahlt')
  await page.getByRole('button', { name: 'Stornieren' }).click()
  const cancel = page.getByRole('form', { name: 'Stornieren' })
  await expect(cancel.getByText(/gehen an den Kunden zurück/)).toBeVisible()
  await expectAccessible(page)
  await cancel.getByLabel('Grund').fill('Beim Einpacken beschädigt')
  await cancel.getByRole('button', { name: 'Endgültig stornieren' }).click()
  await expect(state(page)).toHaveText('storniert')
  await expect(page.getByText('Grund der Stornierung: Beim Einpacken beschädigt')).toBeVisible()
  await expect(page.getByText(/^Nicht mehr bei dieser Bestellung: /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Stornorechnung / })).toBeVisible()

  await page.getByRole('button', { name: 'Als gesendet melden' }).click()
  const sent = page.getByRole('form', { name: /sind zurückgesendet$/ })
  await sent.getByLabel('Referenz der Überweisung oder Beleg der Kasse').fill(`SEPA ${number}`)
  await sent.getByRole('button', { name: 'Als gesendet melden' }).click()
  await expect(sent).toHaveCount(0)
  await expect(page.getByText(`SEPA ${number}`).first()).toBeVisible()
  await fitsEverywhere(page)
})

test('of two members at one order the second is told what the first did', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales', name: 'Berta Beispiel' })
  const [order] = await ownOrders(1)
  if (!order) throw new Error('there is no order')
  const others: BrowserContext = await browser.newContext({ baseURL: baseURL ?? '' })
  await signedIn(others, baseURL, { role: 'sales', name: 'Carl Kasse' })
  const other = await others.newPage()
  await openOffice(page, `/orders/${order.number}`)
  await openOffice(other, `/orders/${order.number}`)
  await bookMoney(other, order.totalCents, `Carl ${order.number}`)
  await expect(state(other)).toHaveText('bezahlt')
  const form = await bookMoney(page, order.totalCents, `Berta ${order.number}`)
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'Inzwischen hat sich an dieser Bestellung etwas geändert' })
  await expect(told).toContainText('von Carl Kasse')
  await expect(form.getByLabel('Referenz')).toHaveValue(`Berta ${order.number}`)
  await expect(state(page)).toHaveText('bezahlt')
  await expectAccessible(page)
  expect(await received(order.number)).toBe(order.totalCents)
  await others.close()
})

test.describe('over a connection that breaks', () => {
  test.use({ allowedConsole: /ERR_CONNECTION_RESET/ })

  test('a connection that is lost while money is booked books it once', async ({
    page,
    context,
    baseURL,
  }) => {
    await signedIn(context, baseURL, { role: 'sales' })
    const [order] = await ownOrders(1)
    if (!order) throw new Error('there is no order')
    await openOffice(page, `/orders/${order.number}`)
    let lost = 0
    await page.route('**/office/act/orders.count-money', async (route) => {
      // The shop does it, and nobody hears of it.
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    const form = await bookMoney(page, 100_000, `Verloren ${order.number}`)
    await expect(form.getByText('Es ist nicht sicher, ob das angekommen ist.')).toBeVisible()
    await form.getByRole('button', { name: 'Geld buchen' }).click()
    await expect(page.getByText('Das war schon gebucht; nichts hat sich geändert.')).toBeVisible()
    expect(await received(order.number)).toBe(100_000)
  })

  test('a refund whose report is pressed again, for its answer was lost, goes out once', async ({
    page,
    context,
    baseURL,
  }) => {
    await signedIn(context, baseURL, { role: 'sales' })
    const [order] = await ownOrders(1)
    if (!order) throw new Error('there is no order')
    // More arrived than was open: what is too much is to be sent back.
    await inShop(async (db) => {
      const { id } = await db
        .selectFrom('shop_order')
        .select('id')
        .where('number', '=', order.number)
        .executeTakeFirstOrThrow()
      const money = { orderId: id, channel: 'bank-transfer', reference: `Zuviel ${order.number}` } as const
      const amountCents = order.totalCents + 5_000
      await settlePayment(db, { ...money, amountCents }, await readSettings(db))
    })
    await openOffice(page, `/orders/${order.number}`)
    let lost = 0
    await page.route('**/office/act/orders.refund-sent', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Als gesendet melden' }).click()
    const reference = page.getByLabel('Referenz der Überweisung oder Beleg der Kasse')
    await reference.fill(`Zurück ${order.number}`)
    await page.getByRole('button', { name: 'Als gesendet melden' }).click()
    await expect(page.getByText('Es ist nicht sicher, ob das angekommen ist.')).toBeVisible()
    await page.getByRole('button', { name: 'Als gesendet melden' }).click()
    await expect(reference).toHaveCount(0)
    const out = await inShop((db) =>
      db
        .selectFrom('money as m')
        .innerJoin('shop_order as o', 'o.id', 'm.order_id')
        .select(['m.amount_cents'])
        .where('o.number', '=', order.number)
        .where('m.direction', '=', 'out')
        .execute(),
    )
    expect(out).toEqual([{ amount_cents: 5_000 }])
  })
})

/** Cents that have arrived for an order. */
const received = (number: string) =>
  inShop(async (db) => {
    const [row] = await query(db, { cents: int4 })`
      select coalesce(sum(m.amount_cents), 0)::int as cents from money m join shop_order o on o.id = m.order_id
      where o.number = ${number} and m.direction = 'in'`
    return row?.cents
  })
