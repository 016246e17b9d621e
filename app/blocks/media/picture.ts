import { isRecord, numberIn, textIn } from '#app/content/raw.ts'
import { cleanText, onOneLine } from '#app/language/clean-text.ts'

/** A picture of a story: where its copies are made, and what is known of it. */
export type Picture = (
  | { from: 'own'; name: string; apiUrl: string }
  /** The address of the original at Storyblok, whose image service makes the copies. */
  | { from: 'storyblok'; src: string }
) & {
  /** Empty: decoration. */
  alt: string
  /** Pixels of the original, where known. */
  width?: number
  height?: number
  /** What must stay visible when the picture is cropped: per cent from the left and from the top. */
  focus?: { x: number; y: number }
  /** Whom to name with the picture. */
  credit?: string
}

const storyblokHost = /^(?:https?:)?\/\/a(?:-[a-z]{2})?\.storyblok\.com(\/f\/[\w./%~+-]+)$/
const assetName =
  /^(?:[\p{L}\p{N}_-][\p{L}\p{N}._-]*\/)*[\p{L}\p{N}_-][\p{L}\p{N}._-]*\.(?:jpe?g|png|webp|avif)$/iu

/**
 * A delivered asset as a picture. `null` when it is empty or lies neither with us nor with Storyblok: other hosts
 * would see our visitors, and the content security policy would refuse them anyway.
 */
export function parsePicture(raw: unknown, apiUrl: string): Picture | null {
  const given = typeof raw === 'string' ? { filename: raw } : raw
  if (!isRecord(given) || typeof given.filename !== 'string') return null
  const place = placeOf(given.filename.trim(), apiUrl)
  if (!place) return null
  const size = sizeOf(given)
  const focus = focusOf(given.focus, size)
  const credit = line(given.copyright, 160)
  return {
    ...place,
    alt: line(given.alt, 400),
    ...size,
    ...(focus && { focus }),
    ...(credit && { credit }),
  }
}

type Place = { from: 'own'; name: string; apiUrl: string } | { from: 'storyblok'; src: string }

function placeOf(filename: string, apiUrl: string): Place | null {
  if (filename.length > 1_000) return null
  const storyblok = storyblokHost.exec(filename)
  if (storyblok) {
    const host = filename.replace(/^(?:https?:)?\/\//, '').split('/', 1)[0]
    return filename.includes('..') ? null : { from: 'storyblok', src: `https://${host}${storyblok[1]}` }
  }
  // Ours: `editorial/workbench.jpg`, or the same below /api/assets of whatever origin wrote it down.
  const name = filename.replace(/^(?:https?:\/\/[\w.:-]+)?\/(?:[\w-]+\/)*?assets\//, '')
  if (!assetName.test(name) || name.includes('..')) return null
  return { from: 'own', name: name.split('/').map(encodeURIComponent).join('/'), apiUrl }
}

/** From the asset itself, its meta data, or Storyblok's address, which carries `/1600x900/`. */
function sizeOf(asset: Record<string, unknown>): { width: number; height: number } | undefined {
  const meta = isRecord(asset.meta_data) ? asset.meta_data : {}
  const written = /\/(\d{1,5})x(\d{1,5})\//.exec(textIn(asset.filename))
  const width = pixels(asset.width) ?? pixels(meta.width) ?? pixels(written?.[1])
  const height = pixels(asset.height) ?? pixels(meta.height) ?? pixels(written?.[2])
  return width && height ? { width, height } : undefined
}

function pixels(value: unknown): number | undefined {
  const count = numberIn(value)
  return Number.isInteger(count) && count > 0 && count < 100_000 ? count : undefined
}

/** Storyblok's `x1xy1:x2xy2` in pixels, or `[x, y]` as fractions of width and height. */
function focusOf(
  raw: unknown,
  size: { width: number; height: number } | undefined,
): Picture['focus'] | undefined {
  if (Array.isArray(raw)) {
    const [x, y] = raw
    return typeof x === 'number' && typeof y === 'number' ? percent(x, y) : undefined
  }
  const found = typeof raw === 'string' ? /^(\d+)x(\d+):(\d+)x(\d+)$/.exec(raw) : null
  if (!found || !size) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number)
  return percent((left + right) / 2 / size.width, (top + bottom) / 2 / size.height)
}

function percent(x: number, y: number): Picture['focus'] | undefined {
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return undefined
  return { x: Math.round(x * 100), y: Math.round(y * 100) }
}

function line(value: unknown, max: number): string {
  return typeof value === 'string' ? onOneLine(cleanText(value)).trim().slice(0, max) : ''
}
