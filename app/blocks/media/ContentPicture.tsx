import { focusClass } from '#app/ui/focus-class.ts'
import { usePlace } from '../frame/place.ts'
import type { Picture } from './picture.ts'
import { type PictureRatio, pictureSources } from './picture-sources.ts'

const shapes: Record<PictureRatio, string> = {
  natural: 'h-auto',
  landscape: 'aspect-3/2 object-cover',
  portrait: 'aspect-4/5 object-cover',
  hero: 'aspect-8/7 object-cover',
  square: 'aspect-square object-cover',
  panorama: 'aspect-21/9 object-cover',
}

/**
 * A picture of a story in the right size for its place and screen, from our assets or Storyblok's image service.
 * Its shape is known before it arrives, so nothing moves. `share` is its part of the width of its place, on wide
 * and on narrow screens; `eager` is for the one picture that opens a page.
 */
export function ContentPicture({
  picture,
  ratio = 'natural',
  share = 1,
  narrowShare = 1,
  eager = false,
  fill = false,
  upright,
}: {
  picture: Picture
  ratio?: PictureRatio
  share?: number
  narrowShare?: number
  eager?: boolean
  /** Covers its frame, whose shape something else decides. */
  fill?: boolean
  /** The same motif for where a frame beside words is about as tall as wide; its words and focus are the picture's. */
  upright?: Picture | undefined
}) {
  const place = usePlace()
  const { avif, webp, other, fallback } = pictureSources(picture, ratio)
  const sizes = pictureSizes(place.share * share, place.narrowShare * narrowShare)
  const known = picture.width !== undefined && picture.height !== undefined
  const shape = fill
    ? 'size-full object-cover'
    : known || ratio !== 'natural'
      ? shapes[ratio]
      : shapes.landscape
  const focus = focusClass(picture.focus)
  return (
    <picture className={fill ? 'block size-full' : 'block'}>
      {upright && <UprightSources picture={upright} sizes={sizes} />}
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={fallback}
        {...(other && { srcSet: other, sizes })}
        alt={picture.alt}
        {...(known && { width: picture.width, height: picture.height })}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? undefined : 'async'}
        className={`block w-full bg-paper-deep ${shape}${focus ? ` ${focus}` : ''}`}
      />
    </picture>
  )
}

/** Between these widths words are narrow beside a picture, which grows as tall as they are. */
const besideNarrowWords = '(min-width: 1024px) and (max-width: 1599px)'

function UprightSources({ picture, sizes }: { picture: Picture; sizes: string }) {
  const { avif, webp, other, fallback } = pictureSources(picture, 'natural')
  const shared = { media: besideNarrowWords, sizes, width: picture.width, height: picture.height }
  return (
    <>
      {avif && <source type="image/avif" srcSet={avif} {...shared} />}
      {webp && <source type="image/webp" srcSet={webp} {...shared} />}
      <source srcSet={other || fallback} {...shared} />
    </>
  )
}

/** `sizes` for a picture that takes a share of the page's width; the page is 1400 px wide at most. */
export function pictureSizes(share: number, narrowShare: number): string {
  const part = (of: number) => Math.max(1, Math.round(of))
  return `(min-width: 1400px) ${part(1400 * share)}px, (min-width: 1024px) ${part(100 * share)}vw, ${part(100 * narrowShare)}vw`
}
