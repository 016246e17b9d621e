import { globSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type APIRequestContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { blockNames } from '#app/blocks/declaration.ts'
import { locales } from '#app/language/locales.ts'
import { buildShop } from '#server/build.ts'
import { addressOf, afterMessage, knownPages } from './journeys/shop.ts'
import { launchOptions } from './setup/browser.ts'
import startRunningShop from './setup/running-shop.ts'

/**
 * `npm run pictures`: small pictures of every page and of every block's examples, for eyes that compare. Each file
 * shows one of them at four widths in light and at two in the dark. `npm run pictures -- faq sell` takes those alone;
 * with `SHOP_URL` it is that shop, else one of its own.
 */
const folder = resolve(import.meta.dirname, '../docs/pictures')

/** Width of the window, theme, and how much smaller the picture is than the screen. */
const views = [
  { width: 1440, colorScheme: 'light', scale: 0.3 },
  { width: 1024, colorScheme: 'light', scale: 0.3 },
  { width: 768, colorScheme: 'light', scale: 0.3 },
  { width: 360, colorScheme: 'light', scale: 0.45 },
  { width: 360, colorScheme: 'dark', scale: 0.45 },
  { width: 1440, colorScheme: 'dark', scale: 0.3 },
] as const

type Subject = { name: string; file: string; selector?: string }
/** What is seen at one address: a page, or the examples of a block. */
type Visit = { address: string; subject: Subject }
type Shot = { input: Buffer; width: number; height: number }

const between = 12
/** The browser paints no more than the largest of the scales needs. */
const painted = 0.45
const examples = { de: '/de/bausteine', en: '/en/blocks' }

if (!process.env.SHOP_URL) await buildShop()
const stop = await startRunningShop()
const browser = await chromium.launch(launchOptions())
try {
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL ?? '',
    storageState: afterMessage,
    // A headless browser says that it is one, and robots are shown other pages.
    userAgent:
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    timezoneId: 'Europe/Berlin',
    deviceScaleFactor: painted,
    bypassCSP: true,
  })
  const visits = await everything(context.request)
  const words = process.argv.slice(2)
  const names = new Set(visits.map(({ subject }) => subject.name))
  const unknown = words.filter((word) => !names.has(word))
  if (unknown.length > 0) throw new Error(`There is no page or block "${unknown.join('", "')}"`)
  if (words.length === 0) clear()
  const page = await context.newPage()
  // A page of several screens is slow to paint where the processor is busy.
  page.setDefaultTimeout(120_000)
  for (const visit of visits) {
    if (words.length === 0 || words.includes(visit.subject.name)) await takePictures(page, visit)
  }
} finally {
  await browser.close()
  await stop?.()
}

async function everything(request: APIRequestContext): Promise<Visit[]> {
  const visits: Visit[] = []
  for (const known of knownPages) {
    const { name, locale } = known
    const address = `${await addressOf(request, known)}${name === 'search' ? '?query=rolex' : ''}`
    visits.push({ address, subject: { name, file: `${locale}-${name}.avif` } })
  }
  for (const locale of locales) {
    for (const name of blockNames) {
      const subject = { name, file: `${locale}-block-${name}.avif`, selector: `#block-${name}` }
      visits.push({ address: `${examples[locale]}?block=${name}`, subject })
    }
  }
  return visits
}

/** Every view of what is at one address, side by side. */
async function takePictures(page: Page, { address, subject }: Visit): Promise<void> {
  const { file, selector } = subject
  const shots: Shot[] = []
  let shown = 0
  for (const { width, colorScheme, scale } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (width !== shown) {
      await page.setViewportSize({ width, height: 900 })
      const answer = await page.goto(address, { waitUntil: 'load' })
      if (!answer?.ok()) throw new Error(`${address} answers ${answer?.status()}`)
      await loadPictures(page)
      shown = width
    }
    // The pill floats over whatever lies below it in a picture of the whole page.
    const options = { style: '.contact-pill { visibility: hidden }', animations: 'disabled' } as const
    const clip = selector ? await page.locator(selector).boundingBox() : null
    const png = await page.screenshot({ ...options, fullPage: true, ...(clip && { clip }) })
    const { data, info } = await sharp(png)
      .resize({ width: Math.round(width * scale) })
      .toBuffer({ resolveWithObject: true })
    shots.push({ input: data, width: info.width, height: info.height })
  }
  await joinSideBySide(shots, file)
  process.stdout.write(`${file}\n`)
}

async function joinSideBySide(shots: readonly Shot[], file: string): Promise<void> {
  let left = 0
  const placed = shots.map(({ input, width }) => {
    left += width + between
    return { input, left: left - width - between, top: 0 }
  })
  const height = Math.max(...shots.map((shot) => shot.height))
  await sharp({ create: { width: left - between, height, channels: 3, background: 'grey' } })
    .composite(placed)
    .avif({ quality: 32, effort: 2, chromaSubsampling: '4:2:0' })
    .toFile(resolve(folder, file))
}

/** Lazy pictures come when they are scrolled to; one from a service that is out of reach stays away. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let top = 0; top < document.documentElement.scrollHeight; top += 800) {
      scrollTo(0, top)
      await frame()
      await frame()
    }
    scrollTo(0, 0)
    const shown = [...document.images].filter((image) => image.checkVisibility())
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}

/** Also pictures of pages and blocks that are no more. */
function clear(): void {
  for (const file of globSync('*.avif', { cwd: folder })) rmSync(resolve(folder, file))
}
