import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Bytes of scripts that a page may load at first, gzip. */
export const firstLoadLimit = 130_000

export type Script = { file: string; gzip: number }

/**
 * The scripts of a page that somebody opens and only looks at: all that the browser has asked for by the time the page
 * stands still, whatever it was asked for by. Apart from them, the tracker, which is fetched when there is nothing else
 * to do.
 */
export async function firstLoad(page: Page, address: string): Promise<{ first: Script[]; later: Script[] }> {
  const reading: Promise<Script>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    const file = pathname.slice(pathname.lastIndexOf('/') + 1)
    reading.push(response.body().then((body) => ({ file, gzip: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const scripts = (await Promise.all(reading)).sort((one, other) => other.gzip - one.gzip)
  const isTracker = ({ file }: Script) => file.startsWith('tracker-')
  return { first: scripts.filter((each) => !isTracker(each)), later: scripts.filter(isTracker) }
}

export const sumOf = (scripts: readonly Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0)
