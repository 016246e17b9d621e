import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { inspectPhoto, maxPhotoPixels, type PhotoRefusal } from './photos-inspect.ts'

/** Widths in pixels that exist of every photo; nothing in between is ever made. */
export const photoWidths = [160, 320, 480, 640, 800, 960, 1280, 1600] as const
export type PhotoWidth = (typeof photoWidths)[number]

export const photoVariantFormats = ['avif', 'webp', 'jpg'] as const
export type PhotoVariantFormat = (typeof photoVariantFormats)[number]

/** How the stored pixels must be turned to stand upright: the EXIF orientation, 1 to 8. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type PreparedPhoto = {
  /** JPEG at full resolution and high quality; its only metadata is the orientation. */
  master: Uint8Array
  orientation: Orientation
  /** Pixels of the upright picture. */
  width: number
  height: number
  /** A picture of at most 16 pixels as a `data:` address of at most 300 characters. */
  placeholder: string
}

export type Preparation = { ok: true; photo: PreparedPhoto } | { ok: false; reason: PhotoRefusal }

// Every picture passes once: libvips' operation cache would only keep pixels in memory.
sharp.cache(false)
// A core stays free for pages. Decoding and encoding run outside the JavaScript thread.
const cores = Math.max(1, availableParallelism() - 1)
sharp.concurrency(1)

/** One decoder at a time: its memory is what an upload costs. */
const intakeQueue = createQueue(1)
const encodeQueue = createQueue(cores)

/**
 * Checks an uploaded photo and makes the one copy that is kept: decoded and encoded anew, in sRGB, without
 * metadata or place, on white where it was transparent. Runs one at a time; others wait.
 */
export function preparePhoto(bytes: Uint8Array): Promise<Preparation> {
  return intakeQueue(() => prepareNow(bytes))
}

/** The same for bytes that are only read into memory when it is their turn. */
export function prepareWhenRead(read: () => Promise<Uint8Array>): Promise<Preparation> {
  return intakeQueue(async () => prepareNow(await read()))
}

async function prepareNow(bytes: Uint8Array): Promise<Preparation> {
  const inspection = inspectPhoto(bytes)
  if (!inspection.ok) return inspection
  const options = {
    limitInputPixels: maxPhotoPixels,
    // `error` lets pass what phones do to their own files (stray bytes between markers), but nothing cut off.
    failOn: 'error',
    sequentialRead: true,
    autoOrient: false,
  } as const
  try {
    const declared = await sharp(bytes, options).metadata()
    const decoder = declared.format === 'heif' ? 'avif' : declared.format
    if (decoder !== inspection.format) return { ok: false, reason: 'damaged' }
    if ((declared.pages ?? 1) > 1) return { ok: false, reason: 'animated' }
    // libheif turns AVIF pictures by itself; the orientation tag that remains would turn them twice.
    const orientation = inspection.format === 'avif' ? 1 : orientationOf(declared.orientation)
    const { data, info } = await sharp(bytes, options)
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .withExif({ IFD0: { Orientation: String(orientation) } })
      // Optimised Huffman tables would hold the whole picture in memory: 240 MB for 40 megapixels.
      .jpeg({ quality: 94, chromaSubsampling: '4:4:4', optimiseCoding: false })
      .timeout({ seconds: 60 })
      .toBuffer({ resolveWithObject: true })
    const lies = orientation >= 5
    return {
      ok: true,
      photo: {
        master: data,
        orientation,
        width: lies ? info.height : info.width,
        height: lies ? info.width : info.height,
        placeholder: await placeholderOf(data, orientation),
      },
    }
  } catch (error) {
    // libvips reports only what is wrong with the picture; anything else is a bug.
    if (error instanceof TypeError || error instanceof RangeError) throw error
    return { ok: false, reason: 'damaged' }
  }
}

/**
 * A smaller copy of a master, upright, never wider than it.
 * Waits for its turn; at most all cores but one are busy with it.
 */
export function encodeVariant(
  readMaster: () => Promise<Uint8Array>,
  orientation: Orientation,
  width: number,
  format: PhotoVariantFormat,
): Promise<Uint8Array> {
  return encodeQueue(async () => {
    const picture = await shrink(await readMaster(), orientation, width)
    switch (format) {
      case 'avif':
        return picture.avif({ quality: 58, effort: 3 }).toBuffer()
      case 'webp':
        return picture.webp({ quality: 80, smartSubsample: true, effort: 4 }).toBuffer()
      case 'jpg':
        return picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer()
    }
  })
}

/**
 * Shrinks first and turns then: a turn needs all pixels in memory, which only a small picture may cost.
 * EXIF 2.32, table 6: the turns of the eight orientations.
 */
async function shrink(master: Uint8Array, orientation: Orientation, width: number) {
  const lies = orientation >= 5
  const small = sharp(master, {
    limitInputPixels: maxPhotoPixels,
    sequentialRead: true,
    autoOrient: false,
  }).resize({
    ...(lies ? { height: width } : { width }),
    withoutEnlargement: true,
  })
  if (orientation === 1) return small
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  switch (orientation) {
    case 2:
      return picture.flop()
    case 3:
      return picture.rotate(180)
    case 4:
      return picture.flip()
    case 5:
      return picture.flop().rotate(270)
    case 6:
      return picture.rotate(90)
    case 7:
      return picture.flop().rotate(90)
    case 8:
      return picture.rotate(270)
  }
}

async function placeholderOf(master: Uint8Array, orientation: Orientation): Promise<string> {
  const tiny = await (await shrink(master, orientation, 16)).png().toBuffer()
  for (const [size, quality] of [
    [16, 40],
    [16, 10],
    [8, 10],
    [4, 1],
  ] as const) {
    const picture = await sharp(tiny)
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer()
    const address = `data:image/webp;base64,${picture.toString('base64')}`
    if (address.length <= 300) return address
  }
  throw new RangeError('a picture of four pixels does not fit 300 characters')
}

function orientationOf(declared: number | undefined): Orientation {
  return declared !== undefined && Number.isInteger(declared) && declared >= 1 && declared <= 8
    ? (declared as Orientation)
    : 1
}

/** Runs at most `places` pieces of work at once, the others in the order in which they came. */
function createQueue(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
