import { open } from 'node:fs/promises'

/** What an uploaded photo may weigh, in bytes. */
export const maxPhotoBytes = 25_000_000
/** How many pixels it may hold: a 40-megapixel camera. */
export const maxPhotoPixels = 40_000_000

/**
 * Why a photo is not taken; `photo-refusals.json` of app/language/messages says so to people.
 * - `empty`: no bytes
 * - `too-heavy`: more than 25 MB
 * - `too-many-pixels`: more than 40 megapixels, whatever the file weighs
 * - `not-a-photo`: none of the formats we take
 * - `heic`: an iPhone original we cannot decode; the phone sends a JPEG when asked for one
 * - `animated`: more than one picture
 * - `disguised`: a picture that is also a page, a script, an archive or a document
 * - `damaged`: cut off, or not what its first bytes say
 * - `storage-full`: no room left to keep it
 */
export const photoRefusals = [
  'empty',
  'too-heavy',
  'too-many-pixels',
  'not-a-photo',
  'heic',
  'animated',
  'disguised',
  'damaged',
  'storage-full',
] as const
export type PhotoRefusal = (typeof photoRefusals)[number]

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif'

export type Inspection = { ok: true; format: PhotoFormat } | { ok: false; reason: PhotoRefusal }

/** Headers end long before; a file whose pixels begin later is no photo. */
const headLength = 4_000_000
/** An archive's last record with the longest comment. */
const tailLength = 65_557
const sliceLength = 1 << 17
/** Longer than any text that is looked for. */
const overlap = 32

let turn: Promise<unknown> = Promise.resolve()

/**
 * Judges a photo on disk by its bytes alone, before any decoder sees them: size, format by magic bytes, declared
 * dimensions, animation, and foreign content. The name and the declared type of an upload mean nothing. One at a time,
 * and never the whole of it in memory.
 */
export function inspectPhotoFile(path: string): Promise<Inspection> {
  const mine = turn.then(() => inspectOnDisk(path))
  turn = mine.catch(() => undefined)
  return mine
}

async function inspectOnDisk(path: string): Promise<Inspection> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      return buffer.subarray(0, bytesRead)
    }
    const inspection = inspectHead(await read(0, headLength), size)
    if (!inspection.ok) return inspection
    if (endsAsArchive(await read(Math.max(0, size - tailLength), tailLength))) return refuse('disguised')
    for (let at = 0; at < size; at += sliceLength) {
      const from = Math.max(0, at - overlap)
      if (holdsForeignText(await read(from, at + sliceLength - from))) return refuse('disguised')
    }
    return inspection
  } finally {
    await file.close()
  }
}

function inspectHead(head: Buffer, size: number): Inspection {
  if (size === 0) return refuse('empty')
  if (size > maxPhotoBytes) return refuse('too-heavy')
  const format = sniff(head)
  if (format === 'heic') return refuse('heic')
  if (format === 'animated-avif') return refuse('animated')
  if (format === null) return refuse('not-a-photo')
  const header = readers[format](head)
  if (header === null) return refuse('damaged')
  if (header.animated) return refuse('animated')
  if (header.width * header.height > maxPhotoPixels) return refuse('too-many-pixels')
  return { ok: true, format }
}

function refuse(reason: PhotoRefusal): Inspection {
  return { ok: false, reason }
}

function sniff(file: Buffer): PhotoFormat | 'heic' | 'animated-avif' | null {
  if (file.length < 16) return null
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg'
  if (file.readUInt32BE(0) === 0x89504e47 && file.readUInt32BE(4) === 0x0d0a1a0a) return 'png'
  const fourth = file.toString('latin1', 8, 12)
  if (file.toString('latin1', 0, 4) === 'RIFF' && fourth === 'WEBP') return 'webp'
  if (file.toString('latin1', 4, 8) === 'ftyp') {
    const end = Math.min(file.readUInt32BE(0), file.length, 256)
    const brands = [fourth]
    for (let at = 16; at + 4 <= end; at += 4) brands.push(file.toString('latin1', at, at + 4))
    if (brands.includes('avis')) return 'animated-avif'
    if (brands.includes('avif')) return 'avif'
    if (brands.some((brand) => /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand))) return 'heic'
  }
  return null
}

type Header = { width: number; height: number; animated: boolean }

const readers: Record<PhotoFormat, (file: Buffer) => Header | null> = {
  jpeg: readJpegHeader,
  png: readPngHeader,
  webp: readWebpHeader,
  avif: readAvifHeader,
}

/** Walks the segments to the frame header. ITU T.81 B.2.2; C4, C8 and CC are no frame headers. */
function readJpegHeader(file: Buffer): Header | null {
  let at = 2
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7), animated: false }
    }
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (standalone) {
      at += 2
      continue
    }
    if (marker === 0xd9 || marker === 0xda) return null
    at += 2 + file.readUInt16BE(at + 2)
  }
  return null
}

/** Walks the chunks to the first image data: `acTL` before it makes an animation. */
function readPngHeader(file: Buffer): Header | null {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return null
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  let at = 8
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return { width, height, animated: true }
    if (type === 'IDAT') return { width, height, animated: false }
    at += 12 + file.readUInt32BE(at)
  }
  return null
}

/** RFC 9649: VP8X carries the canvas and the animation flag; VP8 and VP8L their own dimensions. */
function readWebpHeader(file: Buffer): Header | null {
  if (file.length < 30) return null
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8X') {
    return {
      width: file.readUIntLE(24, 3) + 1,
      height: file.readUIntLE(27, 3) + 1,
      animated: ((file[20] as number) & 0x02) !== 0,
    }
  }
  if (chunk === 'VP8 ') {
    return {
      width: file.readUInt16LE(26) & 0x3fff,
      height: file.readUInt16LE(28) & 0x3fff,
      animated: false,
    }
  }
  if (chunk === 'VP8L') {
    const bits = file.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, animated: false }
  }
  return null
}

/** The largest `ispe` (image spatial extent) property; a grid's whole is larger than its tiles. */
function readAvifHeader(file: Buffer): Header | null {
  let best: Header | null = null
  const end = Math.min(file.length, 1_000_000)
  for (
    let at = file.indexOf('ispe', 0, 'latin1');
    at !== -1 && at < end;
    at = file.indexOf('ispe', at + 4, 'latin1')
  ) {
    if (at + 16 > file.length) break
    const width = file.readUInt32BE(at + 8)
    const height = file.readUInt32BE(at + 12)
    if (!best || width * height > best.width * best.height) best = { width, height, animated: false }
  }
  return best
}

// Long enough never to arise by chance in compressed pixels; XMP, which is honest XML, holds none of them.
const foreignText =
  /<script|<\?php|<!doctype|<html[\s>]|<iframe[\s>]|<svg[\s>]|<object[\s>]|<\?xml-stylesheet|%pdf-1|%pdf-2/i

function holdsForeignText(slice: Buffer): boolean {
  return foreignText.test(slice.toString('latin1'))
}

/** A ZIP, JAR or office archive is found from its end, so it may hide behind any picture. */
function endsAsArchive(tail: Buffer): boolean {
  for (
    let at = tail.indexOf('PK\x05\x06', 0, 'latin1');
    at !== -1;
    at = tail.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length) return true
  }
  return false
}
