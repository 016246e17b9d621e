import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { ContentUnavailable } from '#app/content/story.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import type { Database } from '#app/platform/database/database.ts'
import { DatabaseUnavailable } from '#app/platform/database/database-unavailable.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'

const content = demoContent()
beforeAll(loadAllMessages)

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]

/** Inside the layout, with its ways on, and with the status and the time of another try. */
async function expectErrorPage(answer: Response, address: string, status = 503): Promise<void> {
  const html = await answer.text()
  expect([address, answer.status, titleOf(html)]).toEqual([
    address,
    status,
    `${status} - Internal Server Error`,
  ])
  expect(answer.headers.get('retry-after'), address).toBe(status === 503 ? '5' : null)
  for (const part of ['<header', '<footer', 'role="search"']) expect(html, address).toContain(part)
}

describe('with stories that do not answer', () => {
  let get: Get
  beforeAll(() => {
    const away = () => Promise.reject(new ContentUnavailable('de:x'))
    const { stories } = content.app
    const everything = Object.fromEntries(
      Object.entries(stories).map(([name, of]) => [name, typeof of === 'function' ? away : of]),
    )
    get = servedPages({ ...content.app, stories: everything } as unknown as App)
  })

  test.each(['/de', '/en/contact', '/de/gibt-es-nicht'])('the page %s is a 503', async (address) => {
    await expectErrorPage(await get(address), address)
  })

  test('a sitemap is a 503', async () => {
    const answer = await get('/de/sitemap.xml')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

describe('with redirects that fail', () => {
  /** What the pages need answers; what a redirect asks for first does not. */
  function failing(error: Error): Get {
    const { stories } = content.app
    const findStoryByPublicSlug = () => Promise.reject(error)
    return servedPages({ ...content.app, stories: { ...stories, findStoryByPublicSlug } } as App)
  }
  const addresses = ['/EN/knowledge-base/Some/Article', '/en//knowledge-base/x', '/en/impressum']

  test.each(addresses)('%s is an error page in the layout', async (address) => {
    await expectErrorPage(await failing(new Error('unforeseen'))(address), address, 500)
  })
})

describe('without a database', () => {
  /** A database that goes away when the settings that the frame needs have been read, or before. */
  async function lostDatabase({ settingsRead = true } = {}): Promise<Database> {
    let isAway = !settingsRead
    const db = content.app.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new DatabaseUnavailable()
        return node
      },
      transformResult: async ({ result }) => result,
    })
    if (settingsRead) await currentSettings(db)
    isAway = true
    return db
  }

  test.each(['/de/de/kategorien/uhren/rolex', '/DE/Uhren/Rolex', '/de/Produkte/rolex/99999999', '/de/uhren'])(
    '%s is an error page in the layout, for its settings are kept',
    async (address) => {
      const get = servedPages({ ...content.app, db: await lostDatabase() })
      await expectErrorPage(await get(address), address)
      const data = await get(`${address}.data`)
      expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])
    },
  )

  const whole = {
    name: 'Anna "V" Vogel',
    email: 'anna@example.org',
    subject: 'watch',
    message: 'Erste Zeile\n<zweite> & dritte',
  }
  // The one is not taken since nothing can be written; the other comes back with its faults, into a frame that fails.
  test.each([
    ['/de/kontakt', whole],
    ['/en/contact', { name: whole.name, message: whole.message }],
  ])('the form sent to %s is a 503, and its words are given back, whoever asks', async (address, fields) => {
    for (const settingsRead of [true, false])
      for (const agent of ['Mozilla/5.0 Firefox/145.0', 'HeadlessChrome/140.0']) {
        const get = servedPages({ ...content.app, db: await lostDatabase({ settingsRead }) })
        const answer = await get(
          address,
          { 'user-agent': agent, origin: content.app.env.SITE_URL },
          { method: 'POST', body: new URLSearchParams(fields) },
        )
        const html = await answer.text()
        const comesBack = settingsRead && address === '/en/contact'
        expect([answer.status, titleOf(html), answer.headers.get('retry-after')]).toEqual(
          comesBack ? [422, expect.any(String), null] : [503, '503 - Internal Server Error', '5'],
        )
        expect(html).toContain('Anna &quot;V&quot; Vogel')
        expect(html).toContain(address === '/de/kontakt' ? '&lt;zweite&gt; &amp; dritte' : 'dritte')
      }
  })
})
