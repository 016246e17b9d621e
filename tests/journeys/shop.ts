import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page, type Response } from '@playwright/test'
import type axe from 'axe-core'
import { type Locale, locales } from '#app/language/locales.ts'
import { isPrivate, pathTo, type RouteName, routeExists, routeNames } from '#app/language/route-table.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * A test fails when its page reports an error or a warning in the console. What loads a page comes back once it lives:
 * scripts come after the first paint, however late that is on a busy machine, and a key pressed before is lost.
 */
export const test = base.extend<{ quietConsole: undefined; allowedConsole: RegExp | null }>({
  page: async ({ page }, use) => {
    for (const method of ['goto', 'reload', 'goBack', 'goForward'] as const) {
      const load = page[method].bind(page) as (...given: unknown[]) => Promise<Response | null>
      page[method] = async (...given: unknown[]) => {
        const response = await load(...given)
        await hydrated(page)
        return response
      }
    }
    await use(page)
  },
  /** What a test provokes on purpose; what was refused is told with its address. */
  allowedConsole: [null, { option: true }],
  quietConsole: [
    async ({ page, allowedConsole }, use) => {
      const said: string[] = []
      const been = placesOf(page)
      const refusals: { text: string; address: string }[] = []
      page.on('pageerror', (error) => {
        if (!allowedConsole?.test(String(error))) said.push(String(error))
      })
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const address = message.location().url
        const text = /status of \d/.test(message.text()) ? `${message.text()} ${address}` : message.text()
        if (allowedConsole?.test(text)) return
        if (/status of (404|422)/.test(text)) refusals.push({ text, address })
        else said.push(text)
      })
      await use(undefined)
      // The browser reports every 4xx of a page it was sent to; tests that want one check its status.
      const others = refusals.filter(({ address }) => !been.has(placeOf(address)))
      said.push(...others.map(({ text }) => text))
      expect(said, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

/** Where a page has been, whether it was loaded or the router brought it, by path; told as it goes on. */
function placesOf(page: Page): ReadonlySet<string> {
  const been = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) been.add(placeOf(frame.url()))
  })
  return been
}

/** The path of a page, also of the data that the router asks for it. */
const placeOf = (address: string) => new URL(address).pathname.replace(/_?\.data$/, '')

export { expect }

/** Rows of the route table that are pages, as opposed to files, and open to everybody. */
const pageNames = routeNames.filter((name) => name !== 'sitemap' && !isPrivate(name))

export type KnownPage = { name: RouteName; locale: Locale }

/** Of a browser in which a message was sent a moment ago: the page that says so leads everybody else away. */
export const afterMessage = {
  cookies: [
    {
      name: 'message_sent',
      value: '1',
      domain: new URL(process.env.SHOP_URL ?? 'http://localhost').hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
}

/** Every page of the route table in every language where it exists. */
export const knownPages: KnownPage[] = pageNames.flatMap((name) =>
  locales.filter((locale) => routeExists(name, locale)).map((locale) => ({ name, locale })),
)

/** The address of a page; products and articles are taken from the sitemap, and what is about a piece is about the first. */
export async function addressOf(request: APIRequestContext, { name, locale }: KnownPage): Promise<string> {
  if (name === 'viewing' || name === 'piece-alert') {
    const id = (await addressOf(request, { name: 'product', locale })).match(/\d+$/)?.[0]
    expect(id, 'the address of a piece ends with its number').toBeTruthy()
    return pathTo(locale, name, { id: id as string })
  }
  if (name !== 'product' && name !== 'knowledge-article') return pathTo(locale, name as 'index')
  const below =
    name === 'product' ? pathTo(locale, name, { name: '', id: '' }).replace(/\/+$/, '') : pathTo(locale, name)
  const sitemap = await (await request.get(pathTo(locale, 'sitemap'))).text()
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .find((path) => path.startsWith(`${below}/`))
  expect(found, `the sitemap names a page below ${below}`).toBeTruthy()
  return found as string
}

/** The short form, less than half as long: every page that is looked at is sent it and reads it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No finding of axe, at WCAG 2.2 AA and its best practices, in the page or in what `include` selects. A mail is not a
 * page: it stands in one, whose landmarks it must not double.
 */
export async function expectAccessible(page: Page, include?: string, { mail = false } = {}): Promise<void> {
  let findings = await axeFindings(page, include, mail)
  if (findings.length > 0) {
    // Something may have begun to move just then, as the contact pill does 150 ms after a change; a fault stays.
    await page.waitForTimeout(300)
    findings = await axeFindings(page, include, mail)
  }
  expect(findings, 'axe finds nothing').toEqual([])
}

async function axeFindings(page: Page, include: string | undefined, mail: boolean): Promise<string[]> {
  await rested(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ include, tags, mail }) => {
      const { violations, passes } = await window.axe.run(include ?? document, {
        runOnly: tags,
        resultTypes: ['violations'],
        rules: { 'landmark-one-main': { enabled: !mail }, region: { enabled: !mail } },
      })
      if (passes.length === 0) return ['axe looked at nothing']
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      )
    },
    { include, tags: axeTags, mail },
  )
}

/** Whatever changes its colour or place by itself has done so; what turns for ever or follows the scroll bar goes on. */
async function rested(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' &&
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** The page shows nothing to the right of its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, 'the page is no wider than the window').toBeLessThanOrEqual(0)
}

/**
 * Hydration is over once the router takes over a link and the code of a form that came back is there; until then
 * clicks are ordinary page loads. A document without the router, or in a browser without scripts, lives as it is.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !('__reactRouterContext' in window) ||
      (document.documentElement.dataset.hydrated === 'true' &&
        // React leaves its own property at what it has taken over.
        [...document.querySelectorAll('main form:has([aria-invalid])')].every((form) =>
          Object.keys(form).some((key) => key.startsWith('__react')),
        )),
  )
}
