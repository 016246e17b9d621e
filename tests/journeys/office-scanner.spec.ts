import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

declare global {
  interface Window {
    camera: {
      /** Rows of the code that lies before it. */
      code: boolean[][]
      /** What it fails with, by the name that browsers give it. */
      fault: string | null
      streams: MediaStream[]
    }
  }
}

/** A camera over a table, on which labels can be laid. */
async function withCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.camera = { code: [], fault: null, streams: [] }
    navigator.mediaDevices.getUserMedia = async () => {
      const { fault, streams } = window.camera
      if (fault !== null) throw new DOMException('of a journey', fault)
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 720
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const draw = () => {
        const { code } = window.camera
        context.resetTransform()
        // Something moves in every picture of a camera.
        context.fillStyle = `hsl(40 8% ${80 + Math.random() * 4}%)`
        context.fillRect(0, 0, 1280, 720)
        context.translate(600, 340)
        context.rotate(0.2)
        for (const [y, row] of code.entries())
          for (const [x, isDark] of row.entries()) {
            context.fillStyle = isDark ? '#222' : '#eee'
            context.fillRect((x - row.length / 2) * 9, (y - row.length / 2) * 9, 9.5, 9.5)
          }
      }
      draw()
      const stream = canvas.captureStream(15)
      const timer = setInterval(() => (stream.active ? draw() : clearInterval(timer)), 60)
      streams.push(stream)
      return stream
    }
  })
}

/** `null`: nothing lies there. */
const lay = (page: Page, code: string | null) =>
  page.evaluate(
    (rows) => {
      window.camera.code = rows
    },
    code === null ? [] : encode(code, { ecc: 'M', border: 2 }).data,
  )

const labelOf = (page: Page, piece: string) => new URL(`/de/produkte/-/${piece}`, page.url()).href

/** How many cameras were opened, and how many of them are still on. */
const cameras = (page: Page) =>
  page.evaluate(() => ({
    opened: window.camera.streams.length,
    on: window.camera.streams.filter(({ active }) => active).length,
  }))

const scanner = (page: Page) =>
  page.getByRole('dialog', { name: /Mit der Kamera scannen|Scan with the camera/ })

test('a label before the camera opens its piece; what is no label says so', async ({
  page,
  context,
  baseURL,
}) => {
  const piece = await ownPiece()
  await signedIn(context, baseURL, { locale: 'de' })
  await withCamera(page)
  const scripts: string[] = []
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname))
  await openOffice(page, '/')
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((path) => path.includes('read-code'))).toEqual([])
  const open = page.getByRole('button', { name: 'Mit der Kamera scannen' })
  await open.click()
  const dialog = scanner(page)
  await expect(dialog.getByRole('status')).toHaveText('Halten Sie den Code eines Etiketts ins Bild.')
  await expect(dialog.getByLabel('Bild der Kamera')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Schließen' })).toBeFocused()
  await lay(page, '4006381333931')
  await expect(dialog.getByRole('status')).toHaveText('„4006381333931“ gehört zu keinem Stück dieses Ladens.')
  expect(scripts.filter((path) => path.includes('read-code'))).not.toEqual([])
  await lay(page, null)
  // Escape ends it, and gives the focus back.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  expect(await cameras(page)).toEqual({ opened: 1, on: 0 })
  await open.click()
  await lay(page, labelOf(page, piece))
  await expect(page).toHaveURL(new RegExp(`/office/pieces/${piece}$`))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: `Geöffnet: ` })).toBeVisible()
  await expect(page.locator('#page-title')).toBeFocused()
  expect(await cameras(page)).toEqual({ opened: 2, on: 0 })
})

test('labels before the camera are counted one after the other, each once while it is seen', async ({
  page,
  context,
  baseURL,
}) => {
  const [first, second] = [await ownPiece(), await ownPiece()]
  await signedIn(context, baseURL, { locale: 'en' })
  await withCamera(page)
  await openOffice(page, '/stock-taking')
  // Of one branch: another journey closes that of all.
  const where = page.getByLabel('Where')
  await where.selectOption({ index: 1 })
  const branch = await where.locator('option:checked').textContent()
  await page.getByRole('button', { name: 'Begin stock-taking' }).click()
  const already = page.getByText('A stock-taking is already under way here.')
  const field = page.getByLabel('Scan or type a number')
  await expect(field.or(already)).toBeVisible()
  // One that an earlier try left open goes on.
  if (await already.isVisible())
    await page
      .getByRole('link', { name: branch ?? '' })
      .first()
      .click()
  await page.getByRole('main').getByRole('button', { name: 'Scan with the camera' }).click()
  const dialog = scanner(page)
  const status = dialog.getByRole('status')
  let scans = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/office/act/stock.scan')) scans += 1
  })
  await expect(status).toHaveText('Hold the code of a label up to the camera.')
  await lay(page, labelOf(page, first))
  await expect(status).toContainText(`${first} `)
  await page.waitForTimeout(2500)
  expect(scans, 'it lies there still').toBe(1)
  await lay(page, labelOf(page, second))
  await expect(status).toContainText(`${second} `)
  expect(scans).toBe(2)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1024]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await expectAccessible(page)
      await expectNoOverflow(page)
    }
  // Somebody looks at something else: no camera is on meanwhile.
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  await expect.poll(() => cameras(page)).toEqual({ opened: 1, on: 0 })
  await hide(false)
  await expect.poll(() => cameras(page)).toEqual({ opened: 2, on: 1 })
  await expect(dialog.getByLabel('Camera picture')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => cameras(page)).toEqual({ opened: 2, on: 0 })
  const counted = page.locator('section').filter({ hasText: 'Last scanned' })
  await expect(counted.getByRole('link', { name: new RegExp(first) })).toBeVisible()
  await expect(counted.getByRole('link', { name: new RegExp(second) })).toBeVisible()
})

test('where there is no picture the scanner says why, and what else helps', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'de' })
  await withCamera(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openOffice(page, '/')
  const dialog = scanner(page)
  const said = dialog.getByRole('alert')
  const failWith = (fault: string | null) =>
    page.evaluate((given) => {
      window.camera.fault = given
    }, fault)
  await failWith('NotAllowedError')
  // From the palette as well.
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('combobox', { name: 'Suchen und gehen' }).fill('kamera')
  await page.keyboard.press('Enter')
  await expect(said).toContainText('Diese Seite darf die Kamera nicht benutzen. Erlauben Sie es')
  await expect(said).toContainText('mit einem Handscanner')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  const again = dialog.getByRole('button', { name: 'Noch einmal versuchen' })
  for (const [fault, words] of [
    ['NotFoundError', 'findet an diesem Gerät keine Kamera'],
    ['NotSupportedError', 'findet an diesem Gerät keine Kamera'],
    ['NotReadableError', 'benutzt sie gerade ein anderes Programm'],
    ['UnknownError', 'Das hat nicht geklappt'],
  ] as const) {
    await failWith(fault)
    await again.click()
    await expect(said).toContainText(words)
  }
  await failWith(null)
  await again.click()
  await expect(dialog.getByRole('status')).toHaveText('Halten Sie den Code eines Etiketts ins Bild.')
  await expect(dialog.getByRole('button', { name: 'Schließen' })).toBeFocused()
  // Pulled out.
  await page.evaluate(() => {
    for (const track of window.camera.streams.flatMap((stream) => stream.getTracks())) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  })
  await expect(said).toContainText('Die Kamera liefert kein Bild')
})

test('on a page that is not encrypted the scanner says that the camera needs it', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
  })
  await openOffice(page, '/')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const dialog = scanner(page)
  await expect(dialog.getByRole('alert')).toContainText('an address that begins with https')
  await expect(dialog.getByRole('alert')).toContainText('with a hand-held scanner, or by typing the number')
  await expect(dialog.getByRole('button')).toHaveText(['Close'])
})

test('browsers give the camera to the office, and to no page of the shop', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  const mayUse = () =>
    page.evaluate(() =>
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature('camera'),
    )
  await openOffice(page, '/')
  expect(await mayUse()).toBe(true)
  const answer = await page.goto('/de')
  expect(answer?.headers()['permissions-policy']).toContain('camera=()')
  expect(await mayUse()).toBe(false)
})
