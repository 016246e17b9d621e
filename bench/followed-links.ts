import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { launchOptions } from '#tests/setup/browser.ts'
import { middle } from './processes.ts'

/** A phone that is four times as slow as this machine, and how long its connection takes to answer; ms. */
const slowdown = 4
const delays = [0, 150]

/** How long a finger rests when it taps, ms. */
const tapTakes = 80

/**
 * Milliseconds: from the finger's leaving until heading and photo were painted; until the first of the new page was, as
 * Chromium tells it (`soft-navigation`, from the event to the presentation of the first contentful paint), NaN where a
 * browser tells nothing; the longest times to the next frame.
 */
type Visit = { soft: number; first: number; menu: number; card: number; cart: number }

/**
 * A listing, its menu, the first piece and the cart on a slow phone, with and without what is fetched ahead, in turn.
 * `INP` is the worst of the three interactions.
 */
export async function followLinks(shops: string[], runs: number, print: (line: string) => void) {
  print(
    `\nCPU ${slowdown} × slower, medians of ${runs} visits (worst in brackets), load ${loadavg()[0]?.toFixed(1)}`,
  )
  print(
    '\n| answers take | fetched ahead | tap to piece, ms | soft navigation, ms | INP, ms | menu | card | into the cart |',
  )
  print('|---|---|---|---|---|---|---|---|')
  const browser = await chromium.launch(launchOptions())
  try {
    const cases = delays.flatMap((delay) =>
      [true, false].flatMap((ahead) => shops.map((shop) => ({ shop, delay, ahead, visits: [] as Visit[] }))),
    )
    // The first visitor has photos made.
    for (const shop of shops) await visit(browser, shop, 0, true)
    for (let run = 0; run < runs; run += 1)
      for (const each of cases) each.visits.push(await visit(browser, each.shop, each.delay, each.ahead))
    for (const { shop, delay, ahead, visits } of cases) {
      const where = shops.length > 1 ? ` (${new URL(shop).host})` : ''
      const inp = visits.map(({ menu, card, cart }) => Math.max(menu, card, cart))
      const [soft, first, menu, card, cart] = (['soft', 'first', 'menu', 'card', 'cart'] as const).map(
        (name) => said(visits.map((each) => each[name])),
      )
      print(
        `| ${delay} ms${where} | ${ahead ? 'yes' : 'no'} | ${soft} | ${first} | ${said(inp)} | ${menu} | ${card} | ${cart} |`,
      )
    }
    print(`\nload at the end ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await browser.close()
  }
}

const said = (values: number[]) => `${Math.round(middle(values))} (${Math.round(Math.max(...values))})`

async function visit(browser: Browser, shop: string, delay: number, ahead: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  })
  try {
    const page = await context.newPage()
    const phone = await context.newCDPSession(page)
    await page.addInitScript(watch)
    if (!ahead) await page.addInitScript(saveData)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(shop + pathTo('de', 'watches'))
    await page.locator('[data-connection-notice]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await phone.send('Network.enable')
    await phone.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: delay,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    return await look(page, phone)
  } finally {
    await context.close()
  }
}

async function look(page: Page, phone: CDPSession): Promise<Visit> {
  await tap(page, phone, 'header a[href="#site-navigation"]')
  await page.locator('dialog[open]').waitFor()
  const menu = await longest(page)
  await page.keyboard.press('Escape')
  await page
    .locator('dialog[open]')
    .waitFor({ state: 'detached' })
    .catch(() => undefined)
  await longest(page)
  await tap(page, phone, 'main a.card > div')
  const soft = await page.evaluate(() => (window as unknown as Watched).arrived)
  const card = await longest(page)
  const first = await page.evaluate(() => (window as unknown as Watched).first)
  await tap(page, phone, 'form[data-cart] button[name="piece"], form[data-cart] button[type="submit"]')
  await page.locator('.cart-notice-box').first().waitFor()
  return { soft, first: first ?? Number.NaN, menu, card, cart: await longest(page) }
}

/** A finger comes, rests and leaves. */
async function tap(page: Page, phone: CDPSession, selector: string): Promise<void> {
  const target = page.locator(selector).filter({ visible: true }).first()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`nothing to tap at ${selector}`)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) }]
  await phone.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await wait(tapTakes)
  await phone.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** The longest time from an event to the next frame since this was asked last; events are told some frames later. */
async function longest(page: Page): Promise<number> {
  await wait(300)
  return page.evaluate(() => {
    const watched = window as unknown as Watched
    const found = Math.max(0, ...watched.durations)
    watched.durations = []
    return found
  })
}

type Watched = { durations: number[]; first: number | null; arrived: Promise<number> }

/** In the page: how long events take to be seen, and when the page of a piece is painted after a finger has left. */
function watch(): void {
  const watched = window as unknown as Watched
  watched.durations = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) watched.durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  watched.first = null
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.first ??= duration
  }).observe({ type: 'soft-navigation' })
  let left = 0
  addEventListener('touchend', (event) => (left = event.timeStamp), { capture: true, passive: true })
  watched.arrived = new Promise((resolve) => {
    const look = () => {
      const photo = document.querySelector<HTMLImageElement>('.piece-main-photo img')
      const isThere =
        document.querySelector('main [data-piece] h1') && photo?.complete && photo.naturalWidth > 0
      if (!isThere) return requestAnimationFrame(look)
      // Painted when the frame after this one begins.
      return requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - left)))
    }
    requestAnimationFrame(look)
  })
}

function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}
