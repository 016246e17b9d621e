import type { CDPSession, Page } from '@playwright/test'
import { sql } from 'kysely'
import { pathTo } from '#app/language/route-table.ts'
import { launchOptions } from '../setup/browser.ts'
import { addressOf, expect, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'
import { listen, names } from './tracked.ts'

// Else the browser is told to keep no page at all, and looks for no reasons.
test.use({ launchOptions: { ...launchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] } })

/** Why a browser without windows restores no page, whatever is in it. */
const withoutWindows = ['BrowsingInstanceNotSwapped', 'BackForwardCacheDisabledForDelegate']

/** What keeps a page from being kept in some browser or other, as long as the page has it or once it had it. */
const hindrances = () => {
  const found: string[] = []
  Object.assign(window, { hindrances: found })
  const listenTo = window.addEventListener.bind(window)
  window.addEventListener = ((name: string, ...more: [EventListener]) => {
    if (/unload$/.test(name)) found.push(name)
    listenTo(name, ...more)
  }) as typeof window.addEventListener
  for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel', 'SharedWorker', 'RTCPeerConnection']) {
    const made = Reflect.get(window, name) as new () => object
    Reflect.set(
      window,
      name,
      new Proxy(made, {
        construct: (target, given) => {
          found.push(name)
          return Reflect.construct(target, given)
        },
      }),
    )
  }
  for (const [owner, name] of [
    [LockManager.prototype, 'request'],
    [IDBFactory.prototype, 'open'],
    [Navigator.prototype, 'requestMIDIAccess'],
  ] as const) {
    const method = Reflect.get(owner, name) as (...given: unknown[]) => unknown
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      found.push(name)
      return method.apply(this, given)
    })
  }
}

type Explanations = { notRestoredExplanations: { reason: string }[] }

/** Leaves the page by loading another, comes back, and tells why the browser did not restore it. */
async function leaveAndComeBack(page: Page, browser: CDPSession): Promise<string[]> {
  const told = new Promise<Explanations>((resolve) =>
    browser.once('Page.backForwardCacheNotUsed', (said) => resolve(said as Explanations)),
  )
  await page.goto('/favicon.svg')
  await page.goBack()
  return (await told).notRestoredExplanations.map(({ reason }) => reason)
}

const hindrancesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { hindrances: string[] }).hindrances)

/** One page of every kind that is kept for everybody. */
const kept = [
  'index',
  'watches',
  'product',
  'about-us',
  'knowledge-article',
  'gold-purchase-calculator',
  'sell',
  'contact',
  'search',
] as const

for (const name of kept) {
  test(`nothing in ${name} keeps a browser from restoring it`, async ({ page, request }) => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.enable')
    await page.addInitScript(hindrances)
    const sent = await listen(page)
    const response = await page.goto(await addressOf(request, { name, locale: 'de' }))
    expect(response?.headers()['cache-control']).not.toMatch(/no-store/)
    // Blocks come to life, and all that comes late has come.
    await page.mouse.move(9, 9)
    await expect(page.locator('[data-connection-notice]')).toBeAttached()
    await expect.poll(() => names(sent).length).toBeGreaterThan(0)
    expect(await hindrancesOf(page)).toEqual([])
    const reasons = await leaveAndComeBack(page, browser)
    expect(reasons.filter((reason) => !withoutWindows.includes(reason))).toEqual([])
    expect(reasons).not.toEqual([])
  })
}

test('what keeps a browser from restoring a page would be found', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  await page.addInitScript(hindrances)
  await page.goto(pathTo('de', 'gtc'))
  await page.evaluate(() => {
    addEventListener('unload', () => undefined)
    addEventListener('beforeunload', () => undefined)
    new BroadcastChannel('x').close()
    indexedDB.open('x')
    void navigator.locks.request('x', () => undefined)
  })
  expect(await hindrancesOf(page)).toEqual(['unload', 'beforeunload', 'BroadcastChannel', 'open', 'request'])
  expect(await leaveAndComeBack(page, browser)).toContain('UnloadHandlerExistsInMainFrame')
  const private_ = await page.goto(pathTo('de', 'checkout'))
  expect(private_?.headers()['cache-control']).toMatch(/no-store/)
})

/** As the browser says it of a page that it has brought out of its memory. */
const restore = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('a restored page shows what has changed since it was left', async ({ page }) => {
  const piece = await ownPiece()
  await page.goto(pathTo('de', 'product', { name: 'ring', id: piece }))
  const button = page.getByRole('button', { name: 'In den Warenkorb', exact: true })
  await expect(button).toBeVisible()
  const { db, close } = await shopDatabase()
  await sql`update product set status = 'reserved' where id = ${piece}`.execute(db)
  await close()
  await restore(page)
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Frage zu diesem Stück' })).toBeVisible()
})

test('a restored page tells anew whether a branch is open', async ({ page }) => {
  await page.clock.setFixedTime('2026-12-23T20:30:00Z')
  await page.goto(pathTo('de', 'contact'))
  await page.mouse.move(9, 9)
  await expect(page.getByText('Jetzt geschlossen, öffnet morgen um 10 Uhr')).toHaveCount(2)
  await page.clock.setFixedTime('2026-12-23T12:00:00Z')
  await restore(page)
  await expect(page.getByText(/^Jetzt geöffnet/)).toHaveCount(2)
})
