import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Files, openLocalFiles } from '#app/platform/files.ts'
import { declaredPng, honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import {
  findPhoto,
  keepOwnPhoto,
  photoVariant,
  type StoredPhoto,
  storePhoto,
  storePhotoStream,
} from './photos.ts'
import { photoVariantFormats, photoWidths } from './photos-sizes.ts'

const root = temporaryFolder()
const files = openLocalFiles(root)

async function stored(bytes: Uint8Array): Promise<StoredPhoto> {
  const result = await storePhoto(files, bytes)
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  return result.photo
}

async function masterOf(photo: StoredPhoto): Promise<Buffer> {
  return readFile(join(root, 'photos', photo.id.slice(0, 2), photo.id, 'master.jpg'))
}

async function variantOf(
  photo: StoredPhoto,
  ...wanted: [(typeof photoWidths)[number], (typeof photoVariantFormats)[number]]
) {
  const variant = await photoVariant(files, photo.id, ...wanted)
  if (!variant) throw new Error('no such variant')
  const bytes = Buffer.from(await new Response(variant.stream()).arrayBuffer())
  expect(bytes.length).toBe(variant.size)
  return bytes
}

describe('keeping a photo', () => {
  test('the same bytes are the same photo; other bytes another', async () => {
    const first = await stored(await honestJpeg({ seed: 2 }))
    const again = await stored(await honestJpeg({ seed: 2 }))
    const other = await stored(await honestJpeg({ seed: 3 }))
    expect(again).toEqual(first)
    expect(other.id).not.toBe(first.id)
    expect(first).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), width: 400, height: 300 })
    expect(first.bytes).toBe((await masterOf(first)).length)
    expect(await findPhoto(files, first.id)).toEqual(first)
    // Also by a process that has not seen it arrive.
    expect(await findPhoto(openLocalFiles(root), first.id)).toEqual(first)
  })

  test('a picture of our own is kept as it is, under the name that its upload would have', async () => {
    const own = await sharp(await honestJpeg({ seed: 51 }))
      .jpeg({ progressive: true })
      .toBuffer()
    const known = { width: 400, height: 300, placeholder: 'data:image/webp;base64,AAAA' }
    const kept = await keepOwnPhoto(files, own, known)
    if (!kept.ok) throw new Error(kept.reason)
    expect(kept.photo).toMatchObject({ ...known, bytes: own.length })
    expect((await masterOf(kept.photo)).equals(own)).toBe(true)
    expect(await sharp(await variantOf(kept.photo, 320, 'avif')).metadata()).toMatchObject({ width: 320 })
    expect(await stored(own)).toEqual(kept.photo)
    expect(await keepOwnPhoto(files, own, { ...known, width: 1 })).toEqual(kept)
  })

  test('what another process has forgotten is no photo here either', async () => {
    const photo = await stored(await honestJpeg({ seed: 77 }))
    expect(await findPhoto(files, photo.id)).toEqual(photo)
    const other = openLocalFiles(root)
    const all: string[] = []
    for await (const key of other.keys(`photos/${photo.id.slice(0, 2)}/${photo.id}`)) all.push(key)
    expect(all).toHaveLength(2)
    for (const key of all) await other.remove(key)
    expect(await photoVariant(files, photo.id, 320, 'jpg')).toBeNull()
    expect(await findPhoto(files, photo.id)).toBeNull()
  })

  test('a stream is kept like its bytes', async () => {
    const bytes = await honestJpeg({ seed: 2 })
    const streamed = await storePhotoStream(files, new Blob([new Uint8Array(bytes)]).stream())
    expect(streamed).toEqual({ ok: true, photo: await stored(bytes) })
  })

  test('a stream is abandoned once it exceeds 25 MB, and leaves nothing behind', async () => {
    let sent = 0
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000
        controller.enqueue(new Uint8Array(1_000_000))
      },
      cancel() {
        cancelled = true
      },
    })
    expect(await storePhotoStream(files, endless)).toEqual({ ok: false, reason: 'too-heavy' })
    expect(cancelled).toBe(true)
    expect(sent).toBeLessThan(30_000_000)
    const { readdir } = await import('node:fs/promises')
    expect(await readdir(await files.scratchDir())).toEqual([])
  })

  test('place, camera and every other piece of metadata are gone', async () => {
    const original = await honestJpeg({ gps: true, orientation: 6 })
    expect(original.includes('secret-marker')).toBe(true)
    expect((await sharp(original).metadata()).exif?.includes('secret-marker')).toBe(true)
    const photo = await stored(original)
    for (const bytes of [
      await masterOf(photo),
      await variantOf(photo, 320, 'jpg'),
      await variantOf(photo, 320, 'webp'),
      await variantOf(photo, 320, 'avif'),
    ]) {
      expect(bytes.includes('secret-marker')).toBe(false)
      expect(bytes.includes('private person')).toBe(false)
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
      expect({ xmp, iptc, icc }).toEqual({ xmp: undefined, iptc: undefined, icc: undefined })
      // Only the orientation may remain, and only in the master.
      expect(exif?.length ?? 0).toBeLessThan(160)
      expect(exif?.includes('\x25\x88', 0, 'latin1') ?? false).toBe(false)
    }
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i stands upright in every copy', async (orientation) => {
    // Red upper left, green upper right, blue lower left, white lower right, as a person sees it.
    const corners = Buffer.from([255, 0, 0, 0, 200, 0, 0, 0, 255, 255, 255, 255])
    const upright = await sharp(corners, { raw: { width: 2, height: 2, channels: 3 } })
      .resize(240, 200, { kernel: 'nearest', fit: 'fill' })
      .png()
      .toBuffer()
    const undo = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6 }[orientation]
    const lying = await sharp(await sharp(upright).withMetadata({ orientation: undo }).png().toBuffer())
      .autoOrient()
      .png()
      .toBuffer()
    const original = await sharp(lying).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()

    const photo = await stored(original)
    expect([photo.width, photo.height]).toEqual([240, 200])
    const { data, info } = await sharp(await variantOf(photo, 160, 'jpg'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([160, 133])
    const colourAt = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels
      return [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 1 : 0)).join('')
    }
    expect([colourAt(20, 20), colourAt(140, 20), colourAt(20, 110), colourAt(140, 110)]).toEqual([
      '100',
      '010',
      '001',
      '111',
    ])
    // The kept original says itself how it stands, for whoever opens it elsewhere.
    const master = await sharp(await masterOf(photo))
      .autoOrient()
      .metadata()
    expect([master.autoOrient.width, master.autoOrient.height]).toEqual([240, 200])
  })

  test('transparency becomes white, grey and CMYK become sRGB', async () => {
    const glass = await sharp({
      create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const grey = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#808080' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const print = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c02040' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const { channels } = await sharp(await variantOf(await stored(glass), 160, 'jpg')).stats()
    expect(channels.map((channel) => channel.min)).toEqual([255, 255, 255])
    for (const bytes of [grey, print]) {
      const { space } = await sharp(await masterOf(await stored(bytes))).metadata()
      expect(space).toBe('srgb')
    }
  })

  test.each([
    ['cut off in the middle', async () => (await honestJpeg({ width: 800, height: 800 })).subarray(0, 9_000)],
    ['a header and nothing behind it', async () => declaredPng(400, 400)],
  ])('%s is refused as damaged', async (_, make) => {
    expect(await storePhoto(files, await make())).toEqual({ ok: false, reason: 'damaged' })
  })

  test('41 megapixels are refused before they are decoded, 40 are taken', async () => {
    const create = (height: number) =>
      sharp({ create: { width: 8_000, height, channels: 3, background: '#abcdef' } })
        .jpeg({ quality: 30 })
        .toBuffer()
    expect(await storePhoto(files, await create(5_125))).toEqual({ ok: false, reason: 'too-many-pixels' })
    expect(await storePhoto(files, await create(5_000))).toMatchObject({
      ok: true,
      photo: { width: 8_000, height: 5_000 },
    })
  })

  test('the placeholder is a picture of at most 300 characters, also of noise', async () => {
    const noise = await sharp({
      create: {
        width: 500,
        height: 900,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 120 },
      },
    })
      .png()
      .toBuffer()
    const { placeholder } = await stored(noise)
    expect(placeholder.length).toBeLessThanOrEqual(300)
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    const picture = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64')).metadata()
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(16)
  })
})

describe('copies of a photo', () => {
  test('every width and format, never wider than the photo', async () => {
    const photo = await stored(await honestJpeg({ width: 700, height: 350, seed: 5 }))
    for (const format of photoVariantFormats) {
      for (const width of photoWidths) {
        const {
          format: decoded,
          width: actual,
          height,
          compression,
        } = await sharp(await variantOf(photo, width, format)).metadata()
        expect([format, actual, height]).toEqual([
          format,
          Math.min(width, 700),
          Math.round(Math.min(width, 700) / 2),
        ])
        expect(decoded === 'heif' ? compression : decoded).toBe(
          { avif: 'av1', webp: 'webp', jpg: 'jpeg' }[format],
        )
      }
    }
  })

  test('a hundred visitors at once cause one copy, which stays the same', async () => {
    const photo = await stored(await honestJpeg({ seed: 6 }))
    let written = 0
    const counting: Files = {
      ...files,
      write: (...args) => {
        written += 1
        return files.write(...args)
      },
    }
    const all = await Promise.all(
      Array.from({ length: 100 }, () => photoVariant(counting, photo.id, 320, 'webp')),
    )
    const texts = await Promise.all(
      all.map(async (variant) =>
        Buffer.from(await new Response(variant?.stream()).arrayBuffer()).toString('base64'),
      ),
    )
    expect(written).toBe(1)
    expect(new Set(texts).size).toBe(1)
    expect((await variantOf(photo, 320, 'webp')).toString('base64')).toBe(texts[0])
  })

  test('a full disk refuses new photos and goes on showing the old ones', async () => {
    const photo = await stored(await honestJpeg({ seed: 7 }))
    const full: Files = {
      ...files,
      write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    }
    expect((await photoVariant(full, photo.id, 160, 'jpg'))?.size).toBeGreaterThan(500)
    expect(await storePhoto(full, await honestJpeg({ seed: 8 }))).toEqual({
      ok: false,
      reason: 'storage-full',
    })
    expect(await findPhoto(files, (await stored(await honestJpeg({ seed: 7 }))).id)).toEqual(photo)
  })

  test.each([
    '',
    '..',
    '../../../etc/passwd',
    'F'.repeat(32),
    'a'.repeat(31),
    `${'a'.repeat(32)}/..`,
    'ä'.repeat(32),
    'a\0'.repeat(16),
  ])('no photo is called %j', async (id) => {
    expect(await photoVariant(files, id, 160, 'jpg')).toBe(null)
    expect(await findPhoto(files, id)).toBe(null)
  })
})

/** A body that arrives in pieces of 64 kB, as from a socket. */
function travelling(parts: Buffer[]): ReadableStream<Uint8Array> {
  const pieces = parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / 65_536) }, (_, at) =>
      part.subarray(at * 65_536, (at + 1) * 65_536),
    ),
  )
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })
}

/** One colour: as many pixels to decode as in any picture, and few bytes that say so. */
function plainJpeg(width: number, height: number, orientation: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#8a7f70' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

/** ITU T.81 B.2.4.5: comments before everything else, of `bytes` together. */
function withComments(jpeg: Buffer, bytes: number): Buffer {
  const comment = Buffer.alloc(65_537)
  comment.set([0xff, 0xfe, 0xff, 0xff])
  const comments = Array.from({ length: Math.ceil(bytes / comment.length) }, () => comment)
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

describe('a hundred uploads at once', () => {
  test('cost the memory of one', async () => {
    // Two megabytes lying on their side, as a phone sends them. Each is another file. Pixels are few: they are decoded
    // in another process, one picture at a time, and cost this one nothing.
    const phone = withComments(await plainJpeg(400, 300, 6), 2_000_000)
    const kinds: ((seed: number) => Buffer[])[] = [
      (seed) => [phone, Buffer.from(`upload ${seed}`)],
      () => [declaredPng(60_000, 60_000)],
      () => [phone, Buffer.from('<script>alert(1)</script>')],
      (seed) => [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${seed}--></svg>`)],
      (seed) => [phone.subarray(0, phone.length - 40_000 - seed)],
    ]
    const uploads = Array.from(
      { length: 100 },
      (_, seed) => () => travelling((kinds[seed % 5] as (typeof kinds)[0])(seed)),
    )
    await storePhotoStream(files, (uploads[0] as () => ReadableStream<Uint8Array>)())
    // What is kept counts, not what nobody has cleaned up yet.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = kept()
    const samples: number[] = []
    let settled = 0
    const results = await Promise.all(
      uploads.map(async (upload) => {
        const result = await storePhotoStream(files, upload())
        if (settled++ % 5 === 0) samples.push((kept() - before) / 2 ** 20)
        return result
      }),
    )
    samples.sort((one, other) => one - other)
    // Held uploads would be held until their turn; one sample may fall on what another test of this process left to do.
    const usual = samples[Math.floor(samples.length / 2)] as number
    process.stdout.write(
      `    a hundred uploads: ${Math.round(usual)} MB more, ${Math.round(samples.at(-1) as number)} MB at most\n`,
    )
    const reasons = results.map((result) => (result.ok ? 'ok' : result.reason))
    expect(reasons.slice(0, 5)).toEqual(['ok', 'too-many-pixels', 'disguised', 'not-a-photo', 'damaged'])
    expect(new Set(reasons.filter((_, at) => at % 5 === 0))).toEqual(new Set(['ok']))
    expect(samples.length).toBe(20)
    expect(usual).toBeLessThan(24)
  })
})
