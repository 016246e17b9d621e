import { assetSources } from '#app/ui/photo-sources.ts'
import type { Picture } from './picture.ts'

/** How a picture is cropped, as width / height; `natural` keeps it as it was taken. */
export const pictureRatios = {
  natural: null,
  landscape: 3 / 2,
  portrait: 4 / 5,
  hero: 8 / 7,
  square: 1,
  panorama: 21 / 9,
} as const

export type PictureRatio = keyof typeof pictureRatios

type Sources = { avif: string; webp: string; other: string; fallback: string }

const widths = [320, 480, 640, 800, 960, 1280, 1600] as const

/** Our copies are made as wide as the original at most; where its width is unknown the server sees to that. */
const assumedWidth = 1600

/** `srcset` values per format. Our own copies keep their shape and are cropped on screen; Storyblok crops itself. */
export function pictureSources(picture: Picture, ratio: PictureRatio): Sources {
  if (picture.from === 'own') {
    const { avif, webp, jpg, fallback } = assetSources(
      { name: picture.name, width: picture.width ?? assumedWidth },
      picture.apiUrl,
    )
    return { avif, webp, other: jpg, fallback }
  }
  const { src } = picture
  if (/\.svg$/i.test(src)) return { avif: '', webp: '', other: '', fallback: src }
  const fitting = widths.filter((width) => width <= (picture.width ?? assumedWidth))
  const shown = fitting.length === 0 ? [widths[0]] : fitting
  const copy = (width: number, format: string) => {
    const height = pictureRatios[ratio] === null ? 0 : Math.round(width / pictureRatios[ratio])
    const filters = [focal(picture, height > 0), 'quality(75)', format].filter(Boolean)
    return `${src}/m/${width}x${height}/filters:${filters.join(':')}`
  }
  const set = (format: string) => shown.map((width) => `${copy(width, format)} ${width}w`).join(', ')
  const middling = shown.findLast((width) => width <= 640) ?? shown[0] ?? widths[0]
  return {
    avif: set('format(avif)'),
    webp: set('format(webp)'),
    other: set(''),
    fallback: copy(middling, ''),
  }
}

/** Storyblok's focal point: a rectangle in pixels of the original. */
function focal({ focus, width, height }: Picture, cropped: boolean): string {
  if (!cropped || !focus || !width || !height) return ''
  const x = Math.min(width - 1, Math.round((focus.x / 100) * width))
  const y = Math.min(height - 1, Math.round((focus.y / 100) * height))
  return `focal(${x}x${y}:${x + 1}x${y + 1})`
}
