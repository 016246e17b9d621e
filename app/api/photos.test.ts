import { resolve } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Files, openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { storePhoto } from '#app/shop/catalogue/photos.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { contextOf } from '#tests/requests.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loader as assets } from './assets.ts'
import { loader as photos } from './photos.ts'

const files = openLocalFiles(temporaryFolder())
let id: string

beforeAll(async () => {
  const stored = await storePhoto(files, await honestJpeg({ width: 900, height: 600 }))
  if (!stored.ok) throw new Error(stored.reason)
  id = stored.photo.id
})

const contextWith = (store: Files) =>
  contextOf({ files: store, shippedAssets: resolve('db/demo/photos'), log: createLog('silent') })

const getPhoto = (photo: string, file: string, init: RequestInit = {}, store = files) =>
  photos({
    request: new Request('http://shop.test/api/photos', init),
    params: { id: photo, file },
    context: contextWith(store),
  })

const getAsset = (path: string, init: RequestInit = {}) =>
  assets({
    request: new Request('http://shop.test/api/assets', init),
    params: { '*': path },
    context: contextWith(files),
  })

describe('GET /photos/{id}/{width}.{format}', () => {
  test.each([
    ['320.avif', 'image/avif', 'heif', 320],
    ['640.webp', 'image/webp', 'webp', 640],
    ['160.jpg', 'image/jpeg', 'jpeg', 160],
    ['1600.jpg', 'image/jpeg', 'jpeg', 900],
  ])('%s is sent to be kept for ever', async (file, type, format, width) => {
    const response = await getPhoto(id, file)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': type,
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(new RegExp(`^"${id}-${file.replace('.', '-[0-9a-f]{8}\\.')}"$`)),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width })
  })

  test('HEAD says the same without a body', async () => {
    const whole = await getPhoto(id, '320.webp')
    const head = await getPhoto(id, '320.webp', { method: 'HEAD' })
    expect(await head.text()).toBe('')
    expect([...head.headers]).toEqual([...whole.headers])
    await whole.body?.cancel()
  })

  test('who has it already is told so', async () => {
    const etag = (await getPhoto(id, '320.webp', { method: 'HEAD' })).headers.get('etag') as string
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await getPhoto(id, '320.webp', { headers: { 'if-none-match': known } })
      expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
    }
    const other = await getPhoto(id, '320.webp', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  test.each([
    '321.avif',
    '0.jpg',
    '1e3.jpg',
    '0320.jpg',
    '320.gif',
    '320.jpeg',
    '320',
    '.jpg',
    '320.jpg/',
    '../master.jpg',
    'master.jpg',
    'photo.json',
    '320.JPG',
    '-320.jpg',
    '99999999999999999999.jpg',
    '',
    '\0',
  ])('there is no file %j', async (file) => {
    expect((await getPhoto(id, file)).status).toBe(404)
  })

  test.each([
    '',
    '.',
    '..',
    '%2e%2e',
    '../../etc',
    'f'.repeat(32),
    'G'.repeat(32),
    'a'.repeat(10_000),
    '\u0000',
    "' or 1=1 --",
  ])('there is no photo %j, and nobody remembers so', async (photo) => {
    const response = await getPhoto(photo, '320.jpg')
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test('a photo that cannot be read is missing, not an error', async () => {
    const broken: Files = { ...files, find: () => Promise.reject(new Error('input/output error')) }
    expect((await getPhoto(id, '480.jpg', {}, broken)).status).toBe(404)
  })

  test('nothing but GET and HEAD', async () => {
    expect((await getPhoto(id, '320.jpg', { method: 'POST' })).status).toBe(405)
  })
})

describe('GET /assets/{folder/name}/{width}.{format}', () => {
  test('a picture that comes with the shop', async () => {
    const response = await getAsset('editorial/hero.jpg/640.webp')
    expect(response.status).toBe(200)
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['webp', 640, 400])
  })

  test.each([
    '',
    '640.webp',
    '/640.webp',
    'editorial/640.webp',
    'editorial/none.jpg/640.webp',
    'editorial/hero.jpg',
    'editorial/hero.jpg/641.webp',
    'editorial/../editorial/hero.jpg/640.webp',
    '../../../package.json/640.webp',
    'manifest.json/640.webp',
    'editorial%2fhero.jpg/640.webp',
    `${'a/'.repeat(5_000)}640.webp`,
  ])('there is no %j', async (path) => {
    expect((await getAsset(path)).status).toBe(404)
  })
})
