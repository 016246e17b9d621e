import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { declaredPng, pngChunk } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { type Inspection, inspectPhotoFile, type PhotoFormat, photoRefusals } from './photos-inspect.ts'

const formats: PhotoFormat[] = ['jpeg', 'png', 'webp', 'avif']
const honest = {} as Record<PhotoFormat, Buffer>

beforeAll(async () => {
  const noise = sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
  for (const format of formats) honest[format] = await noise.clone().toFormat(format).toBuffer()
})

const home = temporaryFolder()

/** As an upload is judged: where it lies on disk. */
function inspect(bytes: Uint8Array): Promise<Inspection> {
  const file = join(home, 'upload')
  writeFileSync(file, bytes)
  return inspectPhotoFile(file)
}

describe('what a photo is', () => {
  test.each(formats)('an honest %s passes under its own name', async (format) => {
    expect(await inspect(honest[format])).toEqual({ ok: true, format })
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['a byte', Buffer.from('x'), 'not-a-photo'],
    ['a page', Buffer.from('<!doctype html><html><script>alert(1)</script></html>'), 'not-a-photo'],
    [
      'a vector graphic',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'not-a-photo',
    ],
    [
      'a vector graphic with a declaration',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'not-a-photo',
    ],
    [
      'a GIF that is a page',
      Buffer.from('GIF89a/*<html><script>alert(1)</script></html>*/=1;'),
      'not-a-photo',
    ],
    ['a document', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'), 'not-a-photo'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'not-a-photo'],
    ['an iPhone original', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic'],
    ['an AVIF film', Buffer.from('\0\0\0\x1cftypavis\0\0\0\0avifavismsf1', 'latin1'), 'animated'],
    [
      'a JPEG of three bytes and zeros',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40)]),
      'damaged',
    ],
    ['a PNG without image data', declaredPng(10, 10).subarray(0, 40), 'damaged'],
  ])('%s is refused', async (_, bytes, reason) => {
    expect(await inspect(bytes)).toEqual({ ok: false, reason })
  })

  test('25 MB are the most', async () => {
    const heavy = Buffer.concat([honest.jpeg, Buffer.alloc(25_000_000 - honest.jpeg.length)])
    expect(await inspect(heavy)).toEqual({ ok: true, format: 'jpeg' })
    expect(await inspect(Buffer.concat([heavy, Buffer.from([0])]))).toEqual({
      ok: false,
      reason: 'too-heavy',
    })
  })

  test('40 megapixels are the most, whatever the file weighs', async () => {
    expect(await inspect(declaredPng(8000, 5000))).toEqual({ ok: true, format: 'png' })
    expect(await inspect(declaredPng(8001, 5000))).toEqual({ ok: false, reason: 'too-many-pixels' })
    expect(await inspect(declaredPng(0x7fffffff, 0x7fffffff))).toEqual({
      ok: false,
      reason: 'too-many-pixels',
    })
    const jpeg = Buffer.from(honest.jpeg)
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(65_000, frame + 5)
    jpeg.writeUInt16BE(65_000, frame + 7)
    expect(await inspect(jpeg)).toEqual({ ok: false, reason: 'too-many-pixels' })
  })

  test('an animation is refused in PNG and WebP', async () => {
    expect(await inspect(declaredPng(10, 10, [pngChunk('acTL', Buffer.alloc(8))]))).toEqual({
      ok: false,
      reason: 'animated',
    })
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
    const film = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await inspect(film)).toEqual({ ok: false, reason: 'animated' })
  })

  const foreign: [string, Buffer][] = [
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['a page', Buffer.from('<HTML >')],
    ['PHP', Buffer.from('<?php system($_GET["c"]); ?>')],
    ['a PDF', Buffer.from('%PDF-1.4\n')],
    ['a vector graphic', Buffer.from('<svg onload=alert(1)>')],
    ['an archive', Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])],
    [
      'an archive with a comment',
      Buffer.concat([
        Buffer.from('PK\x05\x06', 'latin1'),
        Buffer.alloc(16),
        Buffer.from([3, 0]),
        Buffer.from('abc'),
      ]),
    ],
  ]
  test.each(foreign)('a picture that is also %s is refused in every format', async (_, tail) => {
    for (const format of formats) {
      expect(await inspect(Buffer.concat([honest[format], tail]))).toEqual({ ok: false, reason: 'disguised' })
    }
  })

  test('foreign text is found in a comment and across the slices the file is read in', async () => {
    const comment = Buffer.from('\xff\xfe\x00\x19<script>alert(1)//aaaaa', 'latin1')
    const inComment = Buffer.concat([honest.jpeg.subarray(0, 2), comment, honest.jpeg.subarray(2)])
    expect(await inspect(inComment)).toEqual({ ok: false, reason: 'disguised' })
    for (const offset of [-8, -7, -4, -1, 0, 1]) {
      const padding = Buffer.alloc(131_072 + offset - honest.jpeg.length)
      const across = Buffer.concat([honest.jpeg, padding, Buffer.from('<script')])
      expect(await inspect(across)).toEqual({ ok: false, reason: 'disguised' })
    }
  })

  test('what phones append to their pictures is no disguise', async () => {
    const xmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>')
    const secondPicture = Buffer.concat([honest.jpeg, xmp, honest.jpeg])
    expect(await inspect(secondPicture)).toEqual({ ok: true, format: 'jpeg' })
  })

  test('any bytes behind any magic are judged without throwing', async () => {
    const magics = [
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from('RIFF\x20\0\0\0WEBPVP8 ', 'latin1'),
      Buffer.from('RIFF\x20\0\0\0WEBPVP8L', 'latin1'),
      Buffer.from('RIFF\x20\0\0\0WEBPVP8X', 'latin1'),
      Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1ispe', 'latin1'),
      Buffer.alloc(0),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 400 }), async (magic, rest) => {
        const result = await inspect(Buffer.concat([magic, rest]))
        expect(typeof result.ok).toBe('boolean')
      }),
      { numRuns: 2_000 },
    )
  })
})

test('every refusal has words in both languages', () => {
  for (const locale of locales) {
    const messages = JSON.parse(readFileSync(`app/language/messages/${locale}/photo-refusals.json`, 'utf8'))
    expect([locale, Object.keys(messages).sort()]).toEqual([locale, [...photoRefusals].sort()])
  }
})
