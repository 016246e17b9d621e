import type { Page } from '@playwright/test'
import { openDrawer, piece, watchSearch, words } from './drawer.ts'
import { expect, test } from './shop.ts'
import { listen, names } from './tracked.ts'

/** From here on time passes only when a test lets it. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
}

/** When the page asks the search, in ms of its stopped clock since `from`. */
async function whenAsked(page: Page): Promise<{ from: () => Promise<void>; at: () => Promise<number[]> }> {
  await page.route('**/api/search?*', (route) => route.fulfill({ json: { items: [] } }))
  await page.addInitScript(() => {
    const ask = window.fetch
    const asked: number[] = []
    window.fetch = (...given) => {
      if (String(given[0]).includes('/api/search?')) asked.push(Date.now())
      return ask(...given)
    }
    Object.assign(window, { asked, askedFrom: 0 })
  })
  return {
    from: () => page.evaluate(() => void Object.assign(window, { askedFrom: Date.now() })),
    at: () =>
      page.evaluate(() => {
        const { asked, askedFrom } = window as unknown as { asked: number[]; askedFrom: number }
        return asked.map((time) => time - askedFrom)
      }),
  }
}

test('waits 250 ms after the last key, 500 ms at most, and sends nothing for an empty query', async ({
  page,
}) => {
  const asked = await whenAsked(page)
  const { input } = await openDrawer(page)
  await stopClock(page)
  await asked.from()
  for (const [letter, pause] of [
    ['a', 240],
    ['b', 240],
    ['c', 1000],
    ['d', 249],
    ['e', 1000],
  ] as const) {
    await input.press(letter)
    await page.clock.runFor(pause)
  }
  await expect.poll(asked.at).toEqual([500, 1979])
  // At 2729 ms: emptied in time, and a first key again.
  await input.press('f')
  await page.clock.runFor(249)
  await input.fill('  ')
  await page.clock.runFor(2000)
  await input.fill('')
  await input.press('g')
  await page.clock.runFor(2000)
  await expect.poll(asked.at).toEqual([500, 1979, 5228])
})

test('what is typed and left before it is asked is neither asked nor counted', async ({ page }) => {
  const asked = await whenAsked(page)
  const sent = await listen(page)
  const { drawer, input } = await openDrawer(page)
  await expect.poll(() => names(sent)).toEqual(['pageview /de/impressum'])
  await stopClock(page)
  await asked.from()
  await input.press('a')
  await page.clock.runFor(249)
  await input.press('Escape')
  await expect(drawer).toBeHidden()
  await page.clock.runFor(3000)
  // What was asked is counted, a second after the last key and though the drawer is left.
  await page.getByRole('button', { name: words.de.open }).click()
  await input.press('b')
  await page.clock.runFor(250)
  await input.press('Escape')
  await expect(drawer).toBeHidden()
  await page.clock.runFor(749)
  expect(names(sent)).toHaveLength(1)
  await page.clock.runFor(1)
  await expect.poll(() => names(sent).slice(1)).toEqual(['Search /de/impressum'])
  expect(sent[1]?.p?.query).toBe('b')
  expect(await asked.at()).toEqual([3499])
})

test('between a key and the answer nothing says how the search ended', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  const prompt = drawer.getByRole('link', { name: words.de.prompt })
  const held = Promise.withResolvers<void>()
  const asked = await watchSearch(page, async (route, query) => {
    if (query === 'ab') await held.promise
    await route.fulfill({ json: { items: [] } })
  })
  await stopClock(page)
  await input.press('a')
  await expect(prompt).toHaveCount(0)
  await page.clock.runFor(250)
  await expect(drawer.getByRole('status')).toHaveText('Kein Treffer für „a“.')
  await expect(prompt).toBeVisible()
  await input.press('b')
  await expect(prompt).toHaveCount(0)
  await expect(drawer.getByRole('status')).toHaveText('')
  await page.clock.runFor(250)
  await expect.poll(() => asked).toEqual(['a', 'ab'])
  await expect(prompt).toHaveCount(0)
  held.resolve()
  await expect(drawer.getByRole('status')).toHaveText('Kein Treffer für „ab“.')
  await expect(prompt).toBeVisible()
})

test('the spinner shows only once loading has lasted 200 ms', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  const asked = await watchSearch(page, async (route) => {
    await released
    await route.fulfill({ json: { items: [piece('Submariner')] } })
  })
  await stopClock(page)
  await input.fill('sub')
  await page.clock.runFor(250)
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.runFor(199)
  await expect(drawer.locator('.spinner')).toHaveCount(0)
  await page.clock.runFor(2)
  await expect(drawer.locator('.spinner')).toBeVisible()
  release()
  await expect(drawer.getByText('Submariner')).toBeVisible()
  await expect(drawer.locator('.spinner')).toHaveCount(0)
})

test('a late answer never replaces a newer one', async ({ page }) => {
  const { drawer, input } = await openDrawer(page)
  const held = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const asked = await watchSearch(page, async (route, query) => {
    if (query === 'slow') await held.promise
    // An aborted request has nobody left to answer.
    await route.fulfill({ json: { items: [piece(`found ${query}`)] } }).catch(() => undefined)
    if (query === 'slow') answered.resolve()
  })
  await input.fill('slow')
  await expect.poll(() => asked).toContain('slow')
  await input.fill('fast')
  await expect(drawer.getByText('found fast')).toBeVisible()
  held.resolve()
  await answered.promise
  // Whatever the late answer could do is done once two pictures have been drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(drawer.getByText('found fast')).toBeVisible()
  await expect(drawer.getByText('found slow')).toHaveCount(0)
})
