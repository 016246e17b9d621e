import { expect, test } from 'vitest'
import { makeRequest, ownerMark, type Vocabulary } from './faults/fuzz/grammar.ts'
import { minimise } from './faults/fuzz/minimise.ts'
import { bytesOf } from './faults/fuzz/wire.ts'

const words: Vocabulary = {
  patterns: ['/de/produkte/:name/:id', '/en/watches/*', '/office/data/pieces/:id', '/health'],
  known: ['10482', 'ring'],
  names: ['page', 'email'],
  actions: { 'pieces.do': { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
  corpus: ['GET /% HTTP/1.1\nHost: shop.example\n\n'],
}
const made = (seed: number) => Array.from({ length: 2_000 }, (_, index) => makeRequest(words, seed, index))

test('the same seed makes the same requests, another one others', () => {
  expect(made(3)).toEqual(made(3))
  expect(made(4)).not.toEqual(made(3))
})

test('the grammar reaches every route, the office signed in, and bodies of each kind', () => {
  const all = made(1).map(({ text }) => text)
  for (const part of ['/de/produkte/', '/en/watches', '/health', 'POST /office/act/pieces.do', ownerMark])
    expect(
      all.some((text) => text.includes(part)),
      part,
    ).toBe(true)
  for (const type of ['x-www-form-urlencoded', 'multipart/form-data', 'application/json'])
    expect(all.some((text) => text.includes(type))).toBe(true)
  expect(made(1).filter(({ strict }) => !strict).length).toBeGreaterThan(200)
})

test('a request is framed by its body, unless it says so itself', () => {
  const text = (request: string) => bytesOf(request, { '{host}': 'shop.example' }).toString()
  expect(text('POST /a HTTP/1.1\nHost: {host}\n\nä')).toBe(
    'POST /a HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 2\r\n\r\nä',
  )
  expect(text('POST /a HTTP/1.1\nContent-Length: 9\n\nx')).toBe(
    'POST /a HTTP/1.1\r\nContent-Length: 9\r\n\r\nx',
  )
  expect(text('GET /a HTTP/1.1\nHost: b\n\n')).toBe('GET /a HTTP/1.1\r\nHost: b\r\n\r\n')
})

test('a fault is told as short as it still does it', async () => {
  const text = 'POST /a?x=1&bad=2&y=3 HTTP/1.1\nHost: h\nAccept: z\nCookie: c\n\nfield=1&other=2'
  expect(await minimise(text, async (shorter) => shorter.includes('bad=2'), { tries: 500 })).toBe('bad=2')
  expect(await minimise(text, async () => false)).toBe(text)
})
