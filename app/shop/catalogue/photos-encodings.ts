import { createHash } from 'node:crypto'
import { type PhotoVariantFormat, type PhotoWidth, photoVariantFormats, photoWidths } from './photos-sizes.ts'

/**
 * How variants are written (docs/decisions/photo-variants.md says why so). A change here needs nothing else: variants are
 * named by it, so new ones are made, those of the newest pieces first, and the former ones are removed.
 */
export const photoEncodings = {
  avif: { quality: 70, effort: 3 },
  webp: { quality: 86, smartSubsample: true, effort: 4 },
  jpg: { quality: 86, mozjpeg: true },
} as const satisfies Record<PhotoVariantFormat, object>

/** What the decoder is told of one variant; benches try other qualities. */
export type PhotoEncoding = {
  [Format in PhotoVariantFormat]: {
    format: Format
    options: { [Key in keyof (typeof photoEncodings)[Format]]: Widened<(typeof photoEncodings)[Format][Key]> }
  }
}[PhotoVariantFormat]
type Widened<Value> = Value extends number ? number : Value

export function encodingOf(format: PhotoVariantFormat): PhotoEncoding {
  return { format, options: photoEncodings[format] } as PhotoEncoding
}

const marks = Object.fromEntries(
  photoVariantFormats.map((format) => [format, shortHash(JSON.stringify(photoEncodings[format]))]),
) as Record<PhotoVariantFormat, string>

/** The same for as long as variants of all formats are made in the same way and widths. */
export const encodingsMark: string = shortHash(
  [...photoVariantFormats.map((format) => marks[format]), ...photoWidths].join(),
)

/** `640-1f0c9a2b.avif`: of the bytes of one variant, so that a former quality is another file and another ETag. */
export function variantName(width: PhotoWidth, format: PhotoVariantFormat): string {
  return `${width}-${marks[format]}.${format}`
}

/** Whether a file beside a master is a variant that is made differently now; `640.avif` is what they were first called. */
export function isFormerVariant(name: string): boolean {
  const [, width, mark, format] = /^(\d+)(?:-([0-9a-f]{8}))?\.([a-z]+)$/.exec(name) ?? []
  return width !== undefined && mark !== marks[format as PhotoVariantFormat]
}

/** The width that is kept for an asked one: all that are wider than the photo are the same picture, kept once. */
export function keptWidth(width: PhotoWidth, photoWidth: number): PhotoWidth {
  const whole = photoWidths.find((each) => each >= photoWidth) ?? 2400
  return width < whole ? width : whole
}

/** The widths that exist of a photo, each another picture. */
export function keptWidths(photoWidth: number): PhotoWidth[] {
  return photoWidths.filter((width) => keptWidth(width, photoWidth) === width)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
