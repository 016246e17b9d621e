import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { officePaths, openPaths } from '#app/office/paths.ts'
import { settingParts } from '#app/office/settings/parts.ts'
import type { Database } from '#app/platform/database/database.ts'
import { readStatements } from '#app/shop/bank/read-statements.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { holdAtCounter } from '#app/shop/counter/counter-hold.ts'
import { sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { openLot } from '#app/shop/ledger/melting-lots.ts'
import { openPhotoLink } from '#app/shop/piece-photos/photo-links.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { createLink } from '#app/shop/staff/links.ts'
import { beginCount, closeCount, scanCode } from '#app/shop/stock-taking/stock-count.ts'
import { camtFile, ownAccount } from '#tests/bank-files.ts'
import { countSeen } from '#tests/count-seen.ts'
import { sellForm } from '#tests/selling.ts'
import { counterPurchase } from './counter-purchase.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, ownPiece, ownPieces, shelveRings, shopDatabase } from './shop-database.ts'

/** Bytes of scripts that a screen may load when the office is opened with it, gzip. */
const most = 250_000

type Path = (typeof officePaths)[keyof typeof officePaths] | (typeof openPaths)[keyof typeof openPaths]
type About = Extract<Path, `${string}:${string}`>

/** Of a screen about one thing: the thing that it is opened with, in place of the name in its path. */
const things: Record<About, Readonly<Record<string, (tab: Page) => Promise<string>>>> = {
  'pieces/:id': { 'a piece': () => ownPiece() },
  'pieces/:id/photos': { 'a piece': () => ownPiece() },
  'requests/:number': { 'a request': () => inShop(requestNumber) },
  'appointments/:id': { 'an appointment': () => inShop(appointmentIn) },
  'enquiries/:id': { 'an enquiry': () => inShop(async (db) => String((await enquiry(db)).id)) },
  'mails/:id': { 'a mail': () => inShop(async (db) => String(await mailOf(db, (await enquiry(db)).email))) },
  'people/:id': { 'an enquiry': () => inShop(async (db) => `enquiry.${(await enquiry(db)).id}`) },
  'preview/:story': {
    async 'a page'(tab) {
      const listed = await tab.request.get('/content/v2/cdn/stories/imprint?token=rheingold-public')
      return String((await listed.json()).story.id)
    },
  },
  'counter/sales/:order': { 'a sale': () => inShop(async (db) => (await soldAtCounter(db)).number) },
  'settings/:part': Object.fromEntries(settingParts.map((part) => [part, async () => part])),
  'settings/branches/:branch': { 'a branch': async () => 'koeln' },
  'orders/:number': {
    'an order': () =>
      inShop(async (db) => {
        const delivery = { kind: 'collection', branchId: 'koeln' } as const
        return (await ordered(db, 'de', [newPiece()], delivery, 'clara@beispiel.example')).number
      }),
  },
  'bank-statements/:id': {
    'a statement': () =>
      inShop(async (db) => {
        const line = { day: '2026-11-25', amount: '-9.90', name: 'Bank', purpose: newPiece() }
        const read = {
          fileName: 'a.xml',
          bytes: Buffer.from(camtFile([line])),
          mapping: null,
          account: ownAccount,
        }
        const stored = await readStatements(db, await member(db), read)
        return stored.ok ? String(stored.statements[0]?.id) : stored.reason
      }),
  },
  'withdrawals/:id': {
    'a declaration that names no order': () =>
      inShop(async (db) => {
        const said = { name: 'Clara Beispiel', contract: 'Ring', email: 'clara@beispiel.example' }
        const { id } = await db
          .insertInto('withdrawal')
          .values({ ...said, locale: 'de', submission: crypto.randomUUID() })
          .returning('id')
          .executeTakeFirstOrThrow()
        return String(id)
      }),
  },
  'import/:id': {
    'a list that is new': uploaded,
    async 'a list that was checked'(tab) {
      const id = await uploaded(tab)
      await tab.getByRole('button', { name: /^(Prüfen|Check)$/ }).click()
      await expect(tab.getByRole('row', { name: /viel/ }).last()).toBeVisible()
      return id
    },
  },
  'stock-taking/:id': {
    'a count under way': () => countOf('open'),
    'a closed count': () => countOf('closed'),
  },
  'melting/:id': {
    'a lot': () =>
      inShop(async (db) => {
        const opened = { refiner: 'Scheideanstalt Rhein', note: '', day: '2026-11-26' }
        return String((await openLot(db, await member(db), opened)).lot)
      }),
  },
  'requests/:number/purchase': {
    'a deal agreed at the counter': () => inShop(async (db) => counterPurchase(db, await member(db))),
  },
  'set-up/:token': {
    'a link': () =>
      inShop(async (db) => createLink(db, { staffId: (await member(db)).id, purpose: 'set-up' })),
  },
  'camera/:token': {
    'a link': () =>
      inShop(async (db) => {
        const link = await openPhotoLink(db, await member(db), await ownPiece())
        return link.ok ? link.token : ''
      }),
  },
}

/** An appointment that begins in half a year. */
async function appointmentIn(db: Database): Promise<string> {
  const startsAt = new Date(Date.now() + 180 * 86_400_000 + Math.floor(Math.random() * 1e9))
  const { id } = await db
    .insertInto('appointment')
    .values({
      ...{
        kind: 'viewing',
        branch_id: 'koeln',
        seat: 19,
        name: 'Clara Beispiel',
        piece_id: await ownPiece(),
      },
      ...{ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 60_000), note: 'ruft zurück' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function inShop<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await shopDatabase()
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** A ring that was sold over the counter. */
async function soldAtCounter(db: Database) {
  const piece = newPiece()
  await shelveRings(db, [piece], { priceCents: 20_000, listedAt: new Date('2020-01-01') })
  const sale = crypto.randomUUID()
  await holdAtCounter(db, { sale, piece })
  const given = {
    sale,
    branchId: 'koeln',
    locale: 'de' as const,
    lines: [{ piece, priceCents: 20_000, seenCents: 20_000 }],
    consents: [],
    buyer: null,
    email: '',
    phone: '',
    means: 'card' as const,
    reference: `T-${piece}`,
    repeatConfirmed: false,
    identity: null,
  }
  const settings = await readSettings(db)
  const sold = await sellAtCounter(db, given, { by: 'Carl Beispiel', secret: 'x'.repeat(32), settings })
  if (!sold.ok) throw new Error(sold.reason)
  return sold.order
}

async function requestNumber(db: Database): Promise<string> {
  const sent = await submitSellRequest(db, sellForm(), {
    client: null,
    settings: await readSettings(db),
    now: new Date(),
  })
  if (!sent.ok) throw new Error(sent.reason)
  const request = await readSellRequest(db, { token: sent.token })
  return request?.number ?? ''
}

async function member(db: Database): Promise<StaffActor> {
  const name = 'Carl Beispiel'
  const values = { name, email: `${crypto.randomUUID()}@staff.example`, role: 'owner' as const }
  const { id } = await db.insertInto('staff_member').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, name }
}

/** What somebody asked by the form, with its mails. */
async function enquiry(db: Database): Promise<{ id: number; email: string }> {
  const email = `${crypto.randomUUID()}@beispiel.example`
  const received = await receiveMessage(
    db,
    { name: 'Clara Beispiel', email, phone: null, subject: 'question', message: 'Wann?', piece: null },
    { locale: 'de', client: null, settings: await readSettings(db) },
  )
  if (!received.ok) throw new Error(received.reason)
  return { id: received.id, email }
}

async function mailOf(db: Database, recipient: string): Promise<number> {
  const mail = db.selectFrom('mail_outbox').select('id').where('recipient', '=', recipient)
  return (await mail.executeTakeFirstOrThrow()).id
}

/** A list of which one row cannot be read. */
async function uploaded(tab: Page): Promise<string> {
  await openOffice(tab, '/import')
  const list = `Nummer;Art;Hersteller;Modell;VK;Steuer\n${newPiece()};Uhr;Omega;Seamaster;2.500,00;25a\n${newPiece()};Uhr;Omega;Seamaster;viel;25a\n`
  await tab
    .getByLabel(/^(CSV-Datei wählen|Choose a CSV file)$/)
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await tab.waitForURL(/\/import\/\d+$/)
  return tab.url().split('/').at(-1) ?? ''
}

/** A count in which everything happened that can: of a branch, for that of all belongs to another journey. */
function countOf(state: 'open' | 'closed'): Promise<string> {
  return inShop(async (db) => {
    const counting = await member(db)
    const branch = state === 'open' ? 'koeln' : 'duesseldorf'
    const move = (ids: string[], branch_id: string) =>
      db.updateTable('product').set({ branch_id }).where('id', 'in', ids).execute()
    const [found = '', gone = '', surplus = '', missing = ''] = await ownPieces(4)
    await move([found, gone, missing], branch)
    await move([surplus], branch === 'koeln' ? 'duesseldorf' : 'koeln')
    const begun = await beginCount(db, branch, counting)
    const { id } = begun.ok
      ? begun
      : await db
          .selectFrom('stock_count')
          .select('id')
          .where('branch_id', '=', branch)
          .where('closed_at', 'is', null)
          .executeTakeFirstOrThrow()
    for (const code of [found, gone, surplus, `${newPiece()}-W`.repeat(10)])
      await scanCode(db, id, code, counting)
    await move([gone], branch === 'koeln' ? 'duesseldorf' : 'koeln')
    if (state === 'closed') await closeCount(db, id, await countSeen(db, id), counting)
    return String(id)
  })
}

type Screen = { path: string; about: string; open: boolean; address(tab: Page): Promise<string> }

const paths = [
  ...Object.values(officePaths).map((path) => ({ path, open: false })),
  ...Object.values(openPaths).map((path) => ({ path, open: true })),
]
const everyScreen: Screen[] = paths.flatMap(({ path, open }): Screen[] =>
  path in things
    ? Object.entries(things[path as About]).map(([about, thing]) => ({
        ...{ path, about: `, ${about}`, open },
        address: async (tab) => path.replace(/:\w+/, await thing(tab)),
      }))
    : [{ path, about: '', open, address: async () => path }],
)

/** Its address, for which something may have to be done in another tab. */
async function addressOf({ address }: Screen, context: BrowserContext): Promise<string> {
  const tab = await context.newPage()
  const found = await address(tab)
  await tab.close()
  return `/office/${found}`
}

async function opened(page: Page, address: string, { open }: Screen) {
  await page.goto(address)
  await page.locator(open ? 'h1' : '#page-title').waitFor()
}

for (const screen of everyScreen)
  test(`/${screen.path}${screen.about} loads at most ${most / 1000} kB of scripts, has no fault of accessibility, and nothing stands out of it`, async ({
    page,
    context,
    baseURL,
  }) => {
    const { id } = await signedIn(context, baseURL, { locale: 'de' })
    const address = await addressOf(screen, context)
    const reading: Promise<number>[] = []
    page.on('response', (response) => {
      if (/\/office\/.*\.js$/.test(new URL(response.url()).pathname))
        reading.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 800 })
    await opened(page, address, screen)
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(reading)
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
    await expectAccessible(page)
    await expect(page.locator('form form')).toHaveCount(0)
    await fitsEverywhere(page)

    await inShop((db) => db.updateTable('staff_member').set({ locale: 'en' }).where('id', '=', id).execute())
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 800 })
    await opened(page, address, screen)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expectAccessible(page)
    await fitsEverywhere(page)
  })

test('nothing of the office reaches a page of the shop, and nothing of the server reaches the office', () => {
  const scripts = (folder: string) =>
    readdirSync(resolve(folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(resolve(folder, name), 'utf8'))
  const styles = readdirSync(resolve('build/client/assets')).filter((name) => name.endsWith('.css'))
  const office = scripts('build/office/assets')
  const shop = scripts('build/client/assets')
  // The names that both would have: words of the address, of a query, of a schema.
  expect(office.some((code) => code.includes('/office/data'))).toBe(true)
  expect(shop.filter((code) => code.includes('/office/data') || code.includes('/office/act'))).toEqual([])
  // The decoder of the scanner, by what it says of a wrong setting.
  expect(office.filter((code) => code.includes('invalid opts.timeLimit'))).toHaveLength(1)
  expect(shop.filter((code) => code.includes('invalid opts.timeLimit'))).toEqual([])
  expect(office.filter((code) => /insertInto\(|safeParse\(|set_config/.test(code))).toEqual([])
  for (const name of styles)
    expect(readFileSync(resolve('build/client/assets', name), 'utf8')).not.toContain('.side-entry')
})

test('the page of the office is kept by nobody, framed by nobody and indexed by nobody', async ({
  request,
}) => {
  const answer = await request.get('/office/anything?at=all')
  expect(answer.status()).toBe(200)
  const {
    'cache-control': kept,
    'x-robots-tag': robots,
    'content-security-policy': policy,
  } = answer.headers()
  expect([kept, robots]).toEqual(['no-store', 'noindex'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('an address that leads nowhere says so, and leads back', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' })).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zu Heute' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Diese Seite gibt es nicht')
  await expect(page).toHaveURL(/\/office\/?$/)
})

test('on a phone the sheet of keys opens at its top, with the focus on its title', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await page.setViewportSize({ width: 360, height: 640 })
  await openOffice(page, '/')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  const title = sheet.getByRole('heading', { name: 'Keys' })
  const opensAtTop = async () => {
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
    expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  }
  await page.keyboard.press('?')
  await opensAtTop()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^Keys/ }).click()
  await opensAtTop()
})

test.describe('signed out elsewhere', () => {
  test.use({ allowedConsole: /status of 401/ })
  test('is asked to sign in over the page', async ({ page, context, baseURL }) => {
    await signedIn(context, baseURL, { locale: 'en' })
    await openOffice(page, '/')
    await context.clearCookies()
    // Also where the dialog stands over it already, because the screen looked for news by itself.
    await page.locator('a[href="/office"]').first().dispatchEvent('click')
    await expect(page.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible()
    await expectAccessible(page)
  })
})
