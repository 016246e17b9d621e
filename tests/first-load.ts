import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import type { RouteName } from '#app/language/route-table.ts'

/** Pages that visitors come to first, and those of words and pictures alone. */
const entrances: readonly RouteName[] = ['index', 'jewelry', 'watches', 'product', 'about-us', 'faq', 'gtc']

/** Bytes of scripts that a page may load at first, gzip. */
export const firstLoadLimit = (name: RouteName) => (entrances.includes(name) ? 140_000 : 160_000)

export type Script = { file: string; gzip: number }

/** A page for which nothing has been asked for this long is loaded. Milliseconds. */
const quietFor = 1000

/**
 * The scripts of a page that somebody opens and only looks at: all that the browser has asked for by the time the page
 * is hydrated and loads no more, whatever it was asked for by. Apart from them, what is fetched when there is nothing else
 * to do: the tracker, and the parts that are late by themselves, such as what tells of a lost connection.
 */
export async function firstLoad(page: Page, address: string): Promise<{ first: Script[]; later: Script[] }> {
  const reading: Promise<Script>[] = []
  const read = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    const file = pathname.slice(pathname.lastIndexOf('/') + 1)
    reading.push(response.body().then((body) => ({ file, gzip: gzipSync(body, { level: 9 }).length })))
  }
  page.on('response', read)
  await page.goto(address)
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
  await quiet(page)
  page.off('response', read)
  const scripts = (await Promise.all(reading)).sort((one, other) => other.gzip - one.gzip)
  const isLate = ({ file }: Script) => /^(tracker|LateParts)-/.test(file)
  return { first: scripts.filter((each) => !isLate(each)), later: scripts.filter(isLate) }
}

async function quiet(page: Page): Promise<void> {
  let asked = -1
  const requests = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let now = await requests(); now !== asked; now = await requests()) {
    asked = now
    await page.waitForTimeout(quietFor)
  }
}

export const sumOf = (scripts: readonly Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0)
