import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { type FakeSharedCache, startFakeSharedCache } from '#tests/fakes/shared-cache.ts'
import { openPurge, type Purge, purgeCall, surrogateKeys } from './purge.ts'

let cache: FakeSharedCache
let open: Purge[]
const log = createLog('silent')
beforeEach(async () => {
  cache = await startFakeSharedCache()
  open = []
})
afterEach(async () => {
  for (const purge of open) await purge.stop()
  await cache.stop()
})

function start({ pauses = [1, 1], again = 3_600_000 } = {}): Purge {
  const token = 'a-token-of-the-cache'
  const purge = openPurge({ url: cache.url, token, log, pauses, again })
  open.push(purge)
  return purge
}
const keysOf = () => cache.purges.map(({ keys }) => keys)
/** Once it has taken what was dropped when it was opened. */
async function ready(given?: { pauses?: number[] }): Promise<Purge> {
  const purge = start(given)
  await expect.poll(keysOf).toEqual([['shop']])
  cache.purges.length = 0
  return purge
}

test('keys are made of signs that every cache takes, and everything has one in common', () => {
  expect(surrogateKeys(['setting:vacation', 'story:de/über uns,1', 'piece:10042', 'piece:10042'])).toEqual([
    'shop',
    'setting-vacation',
    'story-de-ber-uns-1',
    'piece-10042',
  ])
})

test('each cache is called as it wants it', () => {
  const call = (url: string) => purgeCall({ url, token: 't' }, ['a', 'b'])
  const authorization = 'Bearer t'
  expect(call('http://127.0.0.1:6081/')[1]).toEqual({
    method: 'PURGE',
    headers: { authorization, 'surrogate-key': 'a b' },
  })
  expect(call('https://api.fastly.com/service/1/purge')[1]).toEqual({
    method: 'POST',
    headers: { authorization, 'surrogate-key': 'a b', 'fastly-key': 't' },
  })
  expect(call('https://api.cloudflare.com/client/v4/zones/1/purge_cache')[1]).toEqual({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"tags":["a","b"]}',
  })
})

test('begins with everything, and then sends what one change drops in one call', async () => {
  const purge = await ready()
  purge.drop(['piece:1', 'setting:vacation'])
  purge.drop(['piece:2', 'piece:1'])
  await expect.poll(keysOf).toEqual([['piece-1', 'setting-vacation', 'piece-2']])
  expect(cache.purges[0]).toMatchObject({ method: 'PURGE', token: 'Bearer a-token-of-the-cache' })
})

test('says everything that was dropped once more, for an older answer may have been on its way', async () => {
  const purge = start({ again: 20 })
  // Everything, too; until then it would stand for whatever is dropped.
  await expect.poll(keysOf).toEqual([['shop'], ['shop']])
  purge.drop(['piece:1'])
  await expect.poll(() => keysOf().slice(2)).toEqual([['piece-1'], ['piece-1']])
})

test.each([0, 401, 429, 503])('tries until the cache takes it: %i', async (status) => {
  const purge = await ready()
  cache.failNext(5, status)
  purge.drop(['piece:1'])
  await expect.poll(keysOf).toEqual([['piece-1']])
})

test('waits as long as the cache asks for', async () => {
  const purge = await ready()
  cache.failNext(1, 429, { 'retry-after': '3600' })
  using told = vi.spyOn(log, 'warn')
  purge.drop(['piece:1'])
  // The answer has come, not only the request gone: the pause has begun.
  await expect.poll(() => told.mock.calls.length).toBe(1)
  expect(cache.requests).toBe(2)
  purge.drop(['piece:2'])
  // Only the end of everything ends such a pause.
  await purge.stop()
  // What was to be said again, everything, is among it.
  expect(keysOf()).toEqual([['shop']])
})

test('no call holds more keys than caches take, and none is lost', async () => {
  const purge = await ready()
  const release = cache.hold()
  const pieces = Array.from({ length: 250 }, (_, index) => `piece:${index}`)
  purge.drop(pieces)
  release()
  await expect.poll(() => keysOf().flat().length).toBe(250)
  expect(Math.max(...keysOf().map(({ length }) => length))).toBeLessThanOrEqual(100)
  expect(keysOf().flat()).toEqual(surrogateKeys(pieces).slice(1))
})

test('long keys fill a header no further than Varnish reads it', async () => {
  const purge = await ready()
  purge.drop(Array.from({ length: 40 }, (_, index) => `story:${index}${'x'.repeat(300)}`))
  await expect.poll(() => keysOf().flat().length).toBe(40)
  expect(Math.max(...keysOf().map((keys) => keys.join(' ').length))).toBeLessThanOrEqual(4_000)
})

test('where too much waits, everything is dropped instead', async () => {
  const purge = await ready()
  const release = cache.hold()
  for (let piece = 0; piece < 6_000; piece++) purge.drop([`piece:${piece}`])
  purge.drop(['piece:7'])
  release()
  await expect.poll(keysOf).toEqual([['shop']])
})

test('the end gives what waits one try, and keeps nobody waiting', async () => {
  const purge = await ready({ pauses: [3_600_000] })
  cache.failNext(1, 503)
  purge.drop(['piece:1'])
  await purge.stop()
  expect(cache.requests).toBe(2)
  expect(keysOf()).toEqual([])
})
