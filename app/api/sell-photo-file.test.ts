import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { addSellPhoto, newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { contextOf } from '#tests/requests.ts'
import { sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { action, loader } from './sell-photo-file.ts'

const shop = buyingShop()
const root = temporaryFolder()
const files = openLocalFiles(root)
const everyWidth = [160, 320, 480, 640, 800, 960, 1280, 1600, 2400]
const everyFile = everyWidth.flatMap((width) => ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`))
const onDisk = () =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

test('of a seller’s photo there are the copies that a page shows, and no others fill the disk', async () => {
  const { db } = shop
  const upload = newUploadToken()
  const bytes = await honestJpeg({ width: 400, height: 300, seed: 21 })
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  const added = await addSellPhoto(db, files, { upload }, { stream, client: null })
  if (!added.ok) throw new Error(added.reason)
  const { id } = added.photo
  const context = contextOf({ db, files, log: createLog('silent') })
  const request = new Request('http://shop.test/api')
  const shown = async (place: string, token: string) => {
    const answers = everyFile.map(async (file) => {
      const answer = await loader({ request, params: { place, token, id, file }, context })
      await answer.arrayBuffer()
      return answer.status === 200 ? [file] : []
    })
    return (await Promise.all(answers)).flat()
  }
  const before = onDisk()
  expect(await shown('form', upload)).toEqual(['320.webp'])
  expect(onDisk()).toBe(before + 1)
  const taking = { client: null, settings: shop.settings, now: new Date() }
  const sent = await submitSellRequest(db, sellForm({ upload }), taking)
  if (!sent.ok) throw new Error(sent.reason)
  expect(await shown('request', sent.token)).toEqual(['320.webp', '1280.jpg'])
  expect(onDisk()).toBe(before + 2)
})

test('a photo that is taken out of the form is no longer on the disk', async () => {
  const { db } = shop
  const upload = newUploadToken()
  const bytes = await honestJpeg({ width: 400, height: 300, seed: 22 })
  const before = onDisk()
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  const added = await addSellPhoto(db, files, { upload }, { stream, client: null })
  if (!added.ok) throw new Error(added.reason)
  const params = { place: 'form', token: upload, id: added.photo.id, file: '320.webp' }
  const context = contextOf({ db, files, log: createLog('silent') })
  await loader({ request: new Request('http://shop.test/api'), params, context })
  const request = new Request('http://shop.test/api', { method: 'DELETE' })
  expect((await action({ request, params, context })).status).toBe(204)
  expect(onDisk()).toBe(before)
})
