import type { PhotoVariantFormat, PhotoWidth } from '#app/shop/catalogue/photos-sizes.ts'

// The same list as the server's, which cannot be imported into the browser; a test holds both together.
const widths = [160, 320, 480, 640, 800, 960, 1280, 1600, 2400] as const satisfies readonly PhotoWidth[]

/** What the screens know of a photo. */
export type ShownPhoto = {
  id: string
  /** Pixels of the upright original. */
  width: number
  height: number
}

export type PhotoSources = {
  /** `srcset` values, best format first. */
  avif: string
  webp: string
  jpg: string
  /** `src` of the plain image: a JPEG of middling width. */
  fallback: string
}

/** Addresses of a product photo's copies for `<picture>`; never one that is wider than the photo. */
export function photoSources(photo: ShownPhoto, apiUrl: string): PhotoSources {
  return sources(`${apiUrl}/photos/${photo.id}`, photo.width)
}

/** The same for a picture of a content page: `name` is `folder/name.jpg`, `width` that of the original. */
export function assetSources(asset: { name: string; width: number }, apiUrl: string): PhotoSources {
  return sources(`${apiUrl}/assets/${asset.name}`, asset.width)
}

/**
 * The same for a card, with few copies: twenty-four cards a page, and a card is never wider than half a tablet.
 * One WebP is enough for browsers without AVIF; those without WebP do not know the colours of our styles either.
 */
export function cardSources(id: string, apiUrl: string) {
  const copy = (width: PhotoWidth, format: PhotoVariantFormat) => `${apiUrl}/photos/${id}/${width}.${format}`
  return {
    avif: `${copy(320, 'avif')} 320w,${copy(480, 'avif')} 480w,${copy(640, 'avif')} 640w`,
    webp: copy(480, 'webp'),
  }
}

/** One address: the narrowest copy that is at least `width` wide, else the widest. */
export function photoAddress(id: string, width: number, format: PhotoVariantFormat, apiUrl: string): string {
  const fitting = widths.find((candidate) => candidate >= width) ?? 2400
  return `${apiUrl}/photos/${id}/${fitting}.${format}`
}

function sources(base: string, photoWidth: number): PhotoSources {
  const fitting = widths.filter((width) => width <= photoWidth)
  const set = (format: PhotoVariantFormat) =>
    fitting.length === 0
      ? `${base}/${widths[0]}.${format} ${photoWidth}w`
      : fitting.map((width) => `${base}/${width}.${format} ${width}w`).join(', ')
  const middling = fitting.findLast((width) => width <= 640) ?? widths[0]
  return { avif: set('avif'), webp: set('webp'), jpg: set('jpg'), fallback: `${base}/${middling}.jpg` }
}
