import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { maxPhotoBytes } from '#app/shop/catalogue/photos-inspect.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { contextOf } from '#tests/requests.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { action } from './sell-photos.ts'

const shop = buyingShop()
const files = openLocalFiles(temporaryFolder())

/** Sends a photo piece by piece; what it is answered, and whether the sender was listened to until it had ended. */
async function send(store: typeof files, pieces: number, bytesEach: number, headers: HeadersInit = {}) {
  let left = pieces
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(new Uint8Array(bytesEach))
    },
  })
  const request = new Request('http://shop.test/api', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  const params = { place: 'form', token: newUploadToken() }
  const { status } = await action({ request, params, context: contextOf({ db: shop.db, files: store }) })
  return { status, unheard: left }
}

const full = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))

test('whoever is refused while sending is heard to the end, and so reads why', async () => {
  const onFullDisk = { ...files, scratchDir: full }
  expect(await send(onFullDisk, 40, 65_536)).toEqual({ status: 507, unheard: 0 })
  const pieces = Math.ceil(maxPhotoBytes / 1_000_000) + 5
  expect(await send(files, pieces, 1_000_000)).toEqual({ status: 413, unheard: 0 })
  const said = { 'content-length': String(pieces * 1_000_000) }
  expect(await send(files, pieces, 1_000_000, said)).toEqual({ status: 413, unheard: 0 })
  // Nobody is listened to for ever.
  expect((await send(files, 10 * pieces, 1_000_000)).unheard).toBeGreaterThan(0)
})
