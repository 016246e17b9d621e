// What a decoder process runs (`photos-workers.ts` starts it): a file of its own that nothing else may import but its types.
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import type { PhotoEncoding } from './photos-encodings.ts'
import type { PhotoFormat } from './photos-inspect.ts'
import type { Orientation, PhotoTurn } from './photos-sizes.ts'

/** Makes the copy that is kept of an upload: decoded and encoded anew, in sRGB, without metadata or place. */
export type PrepareJob = {
  kind: 'prepare'
  /** Path of the upload. */
  source: string
  /** Path for the master: JPEG at full resolution, its only metadata the orientation. */
  target: string
  format: PhotoFormat
  maxPixels: number
  /** How it stands otherwise than it was taken. */
  turn?: PhotoTurn
}

/** Makes one smaller, upright copy of a master. */
export type CopyJob = {
  kind: 'copy'
  /** Path or bytes of the master. */
  source: string | Uint8Array
  orientation: Orientation
  width: number
  encoding: PhotoEncoding
  maxPixels: number
}

/** Lays a drawing of ours over a picture, or over nothing. */
export type CardJob = {
  kind: 'card'
  /** SVG of our own making, as large as the card; `background`, a colour, is under it. */
  drawing: string
  background: string
  /** A picture that was encoded by `copy`, cut to a box around `focus` (per cent from the left and from the top). */
  picture: {
    bytes: Uint8Array
    focus: { x: number; y: number }
    box: { left: number; top: number; width: number; height: number }
  } | null
  format: 'jpg' | 'png'
}

export type Prepared = {
  orientation: Orientation
  /** Pixels of the upright picture. */
  width: number
  height: number
  /** A picture of at most 16 pixels as a `data:` address of at most 300 characters. */
  placeholder: string
  /** Length of the master in bytes. */
  bytes: number
}

/** `animated` and `damaged` blame the picture, `unwritten` the disk (with the system's error code). */
export type DecoderFault = { ok: false; fault: 'animated' | 'damaged' | 'unwritten'; detail: string }
export type DecoderAnswer =
  | { ok: true; kind: 'prepare'; prepared: Prepared }
  | { ok: true; kind: 'copy' | 'card'; bytes: Uint8Array }
  | DecoderFault

// Pages come first.
setPriority(Number(process.argv[2] ?? 10))
// Whoever asked is gone.
process.on('disconnect', () => process.exit())
// Every picture passes once; a cache would only keep its pixels.
sharp.cache(false)
sharp.concurrency(1)
// Only the decoders of the four formats, whatever a file claims to be; raw is between our own steps.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

/**
 * Shrinks first and turns then: a turn needs all pixels in memory, which only a small picture may cost.
 * EXIF 2.32, table 6: the turns of the eight orientations.
 */
async function shrink(
  source: string | Uint8Array,
  orientation: Orientation,
  width: number,
  maxPixels: number,
) {
  const small = sharp(source, {
    limitInputPixels: maxPixels,
    sequentialRead: true,
    autoOrient: false,
  }).resize({
    ...(orientation >= 5 ? { height: width } : { width }),
    withoutEnlargement: true,
  })
  return orientation === 1 ? small : setUpright(await rawOf(small), orientation)
}

/** The pixels as they are now, as the beginning of further steps. */
async function rawOf(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

function setUpright(picture: Sharp, orientation: Orientation): Sharp {
  if (orientation === 1) return picture
  if (orientation === 2) return picture.flop()
  if (orientation === 3) return picture.rotate(180)
  if (orientation === 4) return picture.flip()
  if (orientation === 5) return picture.flop().rotate(270)
  if (orientation === 6) return picture.rotate(90)
  if (orientation === 7) return picture.flop().rotate(90)
  return picture.rotate(270)
}

/** Pixels of the longer side of a photo that was turned: all of it is in memory at once meanwhile. */
const turnedSide = 4_000

/** Upright and turned; straightened, it is cut to the largest picture of the same shape without empty corners. */
async function turned(
  picture: Sharp,
  orientation: Orientation,
  { quarterTurns, straightened }: PhotoTurn,
): Promise<Sharp> {
  const small = await rawOf(
    picture
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .resize({ width: turnedSide, height: turnedSide, fit: 'inside', withoutEnlargement: true }),
  )
  const upright = await rawOf(setUpright(small, orientation))
  const quartered = quarterTurns === 0 ? upright : await rawOf(upright.rotate(quarterTurns * 90))
  if (straightened === 0) return quartered
  const { width = 1, height = 1 } = await quartered.metadata()
  const angle = (Math.abs(straightened) / 10) * (Math.PI / 180)
  const longer = Math.max(width, height) / Math.min(width, height)
  const kept = 1 / (Math.cos(angle) + longer * Math.sin(angle))
  const [cutWidth, cutHeight] = [Math.floor(width * kept), Math.floor(height * kept)]
  const slanted = await rawOf(quartered.rotate(straightened / 10, { background: 'white' }))
  const whole = await slanted.metadata()
  return slanted.extract({
    left: Math.floor(((whole.width ?? cutWidth) - cutWidth) / 2),
    top: Math.floor(((whole.height ?? cutHeight) - cutHeight) / 2),
    width: Math.max(1, cutWidth),
    height: Math.max(1, cutHeight),
  })
}

async function placeholderOf(master: string, orientation: Orientation, maxPixels: number): Promise<string> {
  const tiny = await (await shrink(master, orientation, 16, maxPixels)).png().toBuffer()
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
  throw new Error('a picture of four pixels does not fit 300 characters')
}

async function prepare(job: PrepareJob): Promise<DecoderAnswer> {
  const options = {
    limitInputPixels: job.maxPixels,
    // `error` lets pass what phones do to their own files (stray bytes between markers), nothing cut off.
    failOn: 'error',
    sequentialRead: true,
    autoOrient: false,
  } as const
  const declared = await sharp(job.source, options).metadata()
  const decoder = declared.format === 'heif' ? 'avif' : declared.format
  if (decoder !== job.format) return { ok: false, fault: 'damaged', detail: `decodes as ${decoder}` }
  if ((declared.pages ?? 1) > 1) return { ok: false, fault: 'animated', detail: `${declared.pages} pages` }
  // libheif turns AVIF pictures by itself; the orientation that remains would turn them twice.
  const tag = job.format === 'avif' ? 1 : (declared.orientation ?? 1)
  const taken = (tag >= 1 && tag <= 8 ? tag : 1) as Orientation
  const source = sharp(job.source, options)
  const orientation = job.turn ? 1 : taken
  const { data, info } = await (job.turn ? await turned(source, taken, job.turn) : source)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    // Of the EXIF data this remains; the place where the photo was taken, and all else, does not.
    .withExif({ IFD0: { Orientation: String(orientation) } })
    // Optimised Huffman tables would hold the whole picture in memory: 240 MB for 40 megapixels.
    .jpeg({ quality: 94, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .timeout({ seconds: 50 })
    .toBuffer({ resolveWithObject: true })
  try {
    await writeFile(job.target, data)
  } catch (error) {
    return { ok: false, fault: 'unwritten', detail: (error as NodeJS.ErrnoException).code ?? 'unknown' }
  }
  const lies = orientation >= 5
  return {
    ok: true,
    kind: 'prepare',
    prepared: {
      orientation,
      width: lies ? info.height : info.width,
      height: lies ? info.width : info.height,
      placeholder: await placeholderOf(job.target, orientation, job.maxPixels),
      bytes: data.length,
    },
  }
}

async function copy(job: CopyJob): Promise<DecoderAnswer> {
  const picture = await shrink(job.source, job.orientation, job.width, job.maxPixels)
  const { encoding } = job
  const encoded =
    encoding.format === 'avif'
      ? picture.avif(encoding.options)
      : encoding.format === 'webp'
        ? picture.webp(encoding.options)
        : picture.jpeg(encoding.options)
  return { ok: true, kind: 'copy', bytes: await encoded.toBuffer() }
}

/** Processes that read what strangers sent are never asked this, so drawings stay closed to them. */
async function card(job: CardJob): Promise<DecoderAnswer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const layers: { input: Buffer; left: number; top: number }[] = []
  if (job.picture) {
    const { bytes, focus, box } = job.picture
    const { width = 1, height = 1 } = await sharp(bytes).metadata()
    const scale = Math.max(box.width / width, box.height / height)
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
    const from = (length: number, shown: number, at: number) =>
      Math.min(length - shown, Math.max(0, Math.round((length * at) / 100 - shown / 2)))
    const cut = await sharp(bytes)
      .resize(wide, high, { fit: 'fill' })
      .extract({
        left: from(wide, box.width, focus.x),
        top: from(high, box.height, focus.y),
        width: box.width,
        height: box.height,
      })
      .png({ compressionLevel: 1 })
      .toBuffer()
    layers.push({ input: cut, left: box.left, top: box.top })
  }
  const overlay = Buffer.from(job.drawing)
  const { width = 1, height = 1 } = await sharp(overlay).metadata()
  layers.push({ input: overlay, left: 0, top: 0 })
  const whole = sharp({ create: { width, height, channels: 3, background: job.background } }).composite(
    layers,
  )
  const encoded =
    job.format === 'png'
      ? whole.png({ palette: true, colours: 64, effort: 7 })
      : whole.jpeg({ quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true })
  return { ok: true, kind: 'card', bytes: await encoded.toBuffer() }
}

async function answer(job: PrepareJob | CopyJob | CardJob): Promise<DecoderAnswer> {
  try {
    return await (job.kind === 'prepare' ? prepare(job) : job.kind === 'copy' ? copy(job) : card(job))
  } catch (error) {
    return { ok: false, fault: 'damaged', detail: String(error).slice(0, 300) }
  }
}

process.on('message', async (job: PrepareJob | CopyJob | CardJob) => process.send?.(await answer(job)))
