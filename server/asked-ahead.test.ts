import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type Asking, type PageCache, TooLarge } from './page-cache.ts'
import { pageFront } from './page-front.ts'

/** What the front does with a request for a page that is not kept: who has it made, or what it answers by itself. */
async function asked(url: string, headers: Record<string, string>): Promise<Asking | number> {
  const seen: (Asking | number)[] = []
  const cache = {
    get: () => undefined,
    answer: async (_: unknown, by: Asking) => {
      seen.push(by)
      throw new TooLarge(url)
    },
  } as unknown as PageCache
  const front = pageFront({
    cache,
    changes: { isCurrent: true, heardUntil: 0, confirm: async () => true },
    env: { SITE_URL: 'http://localhost', TRUST_PROXY: false, DEFAULT_LOCALE: 'de' },
  })
  await new Promise<void>((done) => {
    const writeHead = (status: number) => {
      seen.push(status)
      return { end: done }
    }
    const answer = Object.assign(new EventEmitter(), { writeHead }) as unknown as ServerResponse
    front({ method: 'GET', url, headers } as unknown as IncomingMessage, answer, done)
  })
  expect(seen).toHaveLength(1)
  return seen[0] as Asking | number
}

test('who waits for a page comes before what is only fetched ahead', async () => {
  expect(await asked('/de/agb.data', {})).toBe('visitor')
  expect(await asked('/de/agb.data', { purpose: 'press' })).toBe('visitor')
  expect(await asked('/de/agb.data', { purpose: 'prefetch' })).toBe('robot')
  expect(await asked('/de/agb', { 'user-agent': 'Googlebot/2.1' })).toBe('robot')
})

test('nothing is sent ahead to a browser that says it saves data; what is asked for is', async () => {
  const saving = { 'save-data': 'on' }
  expect(await asked('/de/uhren.data?seite=2', { ...saving, purpose: 'prefetch' })).toBe(204)
  expect(await asked('/de/agb.data', { ...saving, purpose: 'press' })).toBe(204)
  expect(await asked('/de/agb.data', saving)).toBe('visitor')
  // Some browsers call a page that is shown already a preview.
  expect(await asked('/de/agb', { ...saving, purpose: 'preview' })).toBe('visitor')
})
