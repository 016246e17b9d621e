import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { pathTo, routeNames } from '#app/language/route-table.ts'
import { mayFetchAhead } from '#app/storefront/ahead/may-fetch-ahead.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'

const content = demoContent()
beforeAll(loadAllMessages)

test('no page that nobody may keep is fetched ahead', async () => {
  const get = servedPages(content.app)
  const found: string[] = []
  // Every page there is exists in German.
  for (const name of routeNames.filter((each) => each !== 'sitemap')) {
    const path = pathTo('de', name as 'product', { name: 'x', id: '1', token: 'AbC' } as never)
    const { headers } = await get(`${path}.data`)
    if (!headers.get('cache-control')?.includes('no-store')) continue
    found.push(name)
    const [url, here] = [path, '/de/x'].map((each) => new URL(each, 'https://shop.example'))
    expect(mayFetchAhead(url as URL, here as URL, { rel: '', pressed: true }), path).toBe(false)
  }
  expect(found).toEqual(expect.arrayContaining(['cart', 'checkout', 'order']))
})
