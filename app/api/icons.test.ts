import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { loader } from './icons.ts'

async function get(file: string, query = '', method = 'GET') {
  const request = new Request(`http://shop.test/api/icons/${file}${query}`, { method })
  const response = await loader({ request, params: { file }, context: new RouterContextProvider() })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('a set answers with the icons that were asked for, aliases followed, unknown names left out', async () => {
  const names = 'watch,alarm-check,no-such-icon,constructor,%3Cb%3E'
  const { status, headers, body } = await get('lucide.json', `?icons=${names}`)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('public, max-age=604800')
  expect(body).toMatchObject({ prefix: 'lucide', width: 24, height: 24 })
  expect(body.icons.watch.body).toMatch(/^<g /)
  expect(Object.keys(body.aliases)).toEqual(['alarm-check'])
  for (const unknown of ['no-such-icon', 'constructor'])
    expect(Object.keys(body.icons)).not.toContain(unknown)
})

test('nothing known is an empty set, no such set is 404, and there is a limit', async () => {
  expect((await get('iconoir.json', '?icons=nothing-of-the-kind')).body).toMatchObject({ icons: {} })
  expect((await get('iconoir.json')).status).toBe(200)
  for (const file of ['mdi.json', 'lucide', '__proto__.json', 'constructor.json'])
    expect((await get(file)).status).toBe(404)
  expect((await get('lucide.json', `?icons=${Array(101).fill('watch').join(',')}`)).status).toBe(422)
  expect((await get('lucide.json', '', 'POST')).status).toBe(405)
})
