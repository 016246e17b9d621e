import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { createLog } from '#app/platform/log.ts'
import { newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { storePhoto } from '#app/shop/catalogue/photos.ts'
import { startShop } from '#server/app.ts'
import { testDatabase } from './database.ts'
import { startFakeS3 } from './fakes/s3.ts'
import { honestJpeg } from './hostile-photos.ts'
import { sourcesAsBuild } from './served-pages.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Two machines of one shop: a database, a store, and no disk in common. */
const database = testDatabase({ migrated: false })
const home = temporaryFolder()
const store = await startFakeS3()
const shops: Awaited<ReturnType<typeof startShop>>[] = []
const settingsOf = (machine: string) => ({
  ...store.settings,
  DATABASE_URL: database.connectionString,
  ...{ DATA_DIR: join(home, machine), HOST: '127.0.0.1', PORT: '0', SESSION_SECRET: 's'.repeat(32) },
})

beforeAll(async () => {
  for (const machine of ['one', 'two'])
    shops.push(
      await startShop({
        env: settingsOf(machine),
        step: () => undefined,
        pages: { build: sourcesAsBuild, clientFiles: null },
        log: createLog('silent'),
      }),
    )
})
afterAll(async () => {
  for (const shop of shops) await shop.stop()
  await store.stop()
})

const ask = (machine: 0 | 1, path: string, init?: RequestInit) => fetch(`${shops[machine]?.url}${path}`, init)
const upload = async (machine: 0 | 1, token: string, bytes: Uint8Array) =>
  ask(machine, `/api/sell-photos/form/${token}`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { origin: String(shops[machine]?.url) },
  })
const photo = (width: number) => honestJpeg({ width, height: 400 })

test('what one machine takes, the other shows', async () => {
  const token = newUploadToken()
  const taken = await upload(0, token, await photo(640))
  expect(taken.status).toBe(201)
  const { photo: sent } = (await taken.json()) as { photo: { id: string } }
  const shown = await ask(1, `/api/sell-photos/form/${token}/${sent.id}/320.webp`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await shown.bytes()).length).toBe(Number(shown.headers.get('content-length')))
  expect([...store.objects.keys()].some((key) => key.endsWith('/master.jpg'))).toBe(true)
})

test('while the store is away pages go on, photos say when to come back, uploads are refused, and it recovers', async () => {
  const files = await openFiles(readEnv(settingsOf('three')))
  const stored = await storePhoto(files, await photo(900))
  if (!stored.ok) throw new Error(stored.reason)
  const path = `/api/photos/${stored.photo.id}/640.webp`
  expect((await ask(0, path)).status).toBe(200)
  const bytes = await photo(700)
  store.failAll(500)
  const answer = await ask(0, path)
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    ...[503, '60', 'no-store'],
  ])
  const refused = await upload(0, newUploadToken(), bytes)
  expect([refused.status, await refused.json()]).toEqual([507, { reason: 'storage-full' }])
  expect(refused.headers.get('retry-after')).not.toBeNull()
  // What may have been written of it goes once the store is back.
  const noted = () => database.db.selectFrom('erased_files').select('folder').execute()
  expect(await noted()).toEqual([{ folder: expect.stringMatching(/^sell\//) }])
  expect((await ask(0, '/en')).status).toBe(200)
  store.failAll(null)
  await expect.poll(async () => (await ask(0, path)).status).toBe(200)
  expect((await upload(0, newUploadToken(), bytes)).status).toBe(201)
  await expect.poll(noted).toEqual([])
})

test('a start says what is wrong with the store', async () => {
  const env = { ...settingsOf('four'), S3_SECRET_ACCESS_KEY: 'wrong' }
  const start = startShop({
    ...{ env, step: () => undefined, log: createLog('silent') },
    pages: { build: sourcesAsBuild, clientFiles: null },
  })
  await expect(start).rejects.toThrow(/The store for files .*SignatureDoesNotMatch/)
})
