import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { pageAnswer, withItsPage } from '#app/whole-page.ts'
import { packed } from './packed.ts'

const text = 'Jedes Stück ein Einzelstück. '.repeat(100)

const http = new Hono()
http.use(packed())
http.get('/long', (context) => context.text(text))
http.get('/varying', (context) => context.text(text, 200, { vary: 'cookie' }))
http.get('/short', (context) => context.text('kurz', 200, { 'content-length': '4' }))
http.get('/photo', (context) => context.body(text, 200, { 'content-type': 'image/avif' }))
http.get('/packed', (context) => context.text(text, 200, { 'content-encoding': 'zstd' }))

http.get('/page', () => page(text))
http.get('/short-page', () => page('kurz'))

function page(words: string): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', vary: 'cookie', 'x-kept': 'yes' }
  return withItsPage(pageAnswer(words, { headers }))
}

const ask = (path: string, accepted?: string) =>
  http.request(path, { headers: accepted ? { 'accept-encoding': accepted } : {} })

test('text is packed for a browser that takes Brotli', async () => {
  const answer = await ask('/long', 'gzip, deflate, br, zstd')
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('vary')).toMatch(/^accept-encoding$/i)
  expect(answer.headers.has('content-length')).toBe(false)
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(text)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a whole page is packed with %s and keeps its headers', async (encoding, unpack) => {
  const answer = await ask('/page', encoding)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'text/html; charset=utf-8',
    vary: 'cookie, Accept-Encoding',
    'x-kept': 'yes',
  })
  expect(unpack(await answer.arrayBuffer()).toString()).toBe(text)
})

test.each([
  ['/page', 'deflate', 'deflate'],
  ['/page', undefined, null],
  ['/page', 'br;q=0, gzip', 'gzip'],
  ['/short-page', 'gzip;q=0', null],
  ['/long', 'gzip', 'gzip'],
  ['/long', 'br;q=0, gzip', 'gzip'],
  ['/long', undefined, null],
  ['/short', 'br', null],
  ['/photo', 'br', null],
  ['/packed', 'br', 'zstd'],
])('%s for %s is %s', async (path, accepted, encoding) => {
  expect((await ask(path, accepted)).headers.get('content-encoding')).toBe(encoding)
})

test.each([
  ['/long', undefined, 'Accept-Encoding'],
  ['/long', 'identity', 'Accept-Encoding'],
  ['/long', 'gzip', 'Accept-Encoding'],
  ['/long', 'br', 'Accept-Encoding'],
  ['/varying', undefined, 'cookie, Accept-Encoding'],
  ['/short', undefined, null],
  ['/photo', undefined, null],
])('%s for %s says that it varies by %s', async (path, accepted, varies) => {
  expect((await ask(path, accepted)).headers.get('vary')).toBe(varies)
})
