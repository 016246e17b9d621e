import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Locale } from '#app/language/locales.ts'
import { sessionCookieName } from '#app/office/session-cookie.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { startSession } from '#app/shop/staff/sessions.ts'
import { shopDatabase } from './shop-database.ts'

/** A member of staff of one's own, signed in in this browser. `home`: the data directory of another shop than the one under test. */
export async function signedIn(
  context: BrowserContext,
  baseURL: string | undefined,
  {
    role = 'owner',
    locale = 'de',
    name = 'Berta Beispiel',
    home,
  }: { role?: StaffRole; locale?: Locale; name?: string; home?: string } = {},
): Promise<{ id: number; name: string; email: string; sessionId: number }> {
  const { db, close } = await shopDatabase(home)
  try {
    const email = `${crypto.randomUUID()}@staff.example`
    const { id } = await db
      .insertInto('staff_member')
      .values({ name, email, role, locale })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token, sessionId } = await startSession(db, { staffId: id, browser: 'a journey' })
    const { hostname } = new URL(baseURL ?? '')
    await context.addCookies([
      {
        name: sessionCookieName,
        value: token,
        domain: hostname,
        path: '/office',
        httpOnly: true,
        sameSite: 'Lax',
      },
    ])
    return { id, name, email, sessionId }
  } finally {
    await close()
  }
}

/** Opens a screen of the office and waits until it shows itself. */
export async function openOffice(page: Page, path: string): Promise<void> {
  await page.goto(`/office${path}`)
  await page.locator('#page-title').waitFor()
}

/** As a hand scanner sends it, with nothing being typed: its keys follow one another at once. */
export async function scanCode(page: Page, code: string): Promise<void> {
  await page.evaluate((signs) => {
    for (const key of [...signs, 'Enter'])
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  }, code)
}

/** As a browser pastes what was copied in a spreadsheet where nothing is typed into: to the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

const widths = [360, 768, 1024, 1440]

/** By how much the page, or a list or a dialog in it, is wider than its place. */
const jutsOut = () => {
  const page = document.documentElement
  const lists = [...document.querySelectorAll('.list-table, .piece-grid')].map(
    (list) => list.parentElement ?? page,
  )
  const dialogs = document.querySelectorAll('dialog[open]')
  return Math.max(
    ...[page, ...lists, ...dialogs].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
}

/** Nothing juts out, however wide the window is; of a list every column is seen. */
export async function fitsEverywhere(page: Page) {
  const { width = 1280, height = 720 } = page.viewportSize() ?? {}
  for (const each of widths) {
    await page.setViewportSize({ width: each, height })
    // What is drawn by the width follows a moment after it.
    await expect
      .poll(() => page.evaluate(jutsOut), { message: `nothing juts out at ${each} pixels` })
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width, height })
}
