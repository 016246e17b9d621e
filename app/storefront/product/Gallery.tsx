import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusClass } from '#app/ui/focus-class.ts'
import { photoAddress, photoSources } from '#app/ui/photo-sources.ts'
import { useLazyDialog } from '#app/ui/use-lazy-dialog.ts'
import type { GalleryPhoto } from './product-view.ts'

const loadZoom = () => import('./Zoom.tsx')
const Zoom = lazy(loadZoom)

const mainSizes = '(min-width:1760px) 900px,(min-width:1400px) 710px,(min-width:1024px) 54vw,88vw'
const otherSizes = '(min-width:1760px) 445px,(min-width:1400px) 350px,(min-width:1024px) 27vw,88vw'

/** A last photo that would stand alone in its row has all of it, as the first one has. */
const sizesAt = (index: number, count: number) =>
  index === 0 || (index % 2 === 1 && index === count - 1) ? mainSizes : otherSizes

/** All photos, the first one large; each is a link to its full size, which opens in place where scripts run. */
export function Gallery({ photos, apiUrl }: { photos: readonly GalleryPhoto[]; apiUrl: string }) {
  const t = useTranslations('product')
  const [shown, setShown] = useState<number | null>(null)
  const zoom = useLazyDialog(loadZoom)
  const open = (index: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    setShown(index)
    zoom.onOpen(event)
  }
  return (
    <>
      <ul className="gallery" aria-label={t('gallery')}>
        {photos.map((photo, index) => (
          <li key={photo.id} id={`photo-${index + 1}`}>
            <a
              href={photoAddress(photo.id, photo.width, 'jpg', apiUrl)}
              className={index === 0 ? 'piece-main-photo' : undefined}
              style={{ backgroundImage: `url(${photo.placeholder})` }}
              aria-haspopup="dialog"
              onPointerEnter={zoom.onNear}
              onFocus={zoom.onNear}
              onClick={open(index)}
            >
              <PiecePicture
                photo={photo}
                apiUrl={apiUrl}
                first={index === 0}
                sizes={sizesAt(index, photos.length)}
              />
              <span className="sr-only">{t('zoom', { number: index + 1, count: photos.length })}</span>
            </a>
          </li>
        ))}
      </ul>
      <Suspense>
        {zoom.made && (
          <Zoom dialog={zoom.dialog} photos={photos} apiUrl={apiUrl} shown={shown} onShow={setShown} />
        )}
      </Suspense>
    </>
  )
}

export function PiecePicture(props: { photo: GalleryPhoto; apiUrl: string; sizes: string; first?: boolean }) {
  const { photo, sizes, first = false } = props
  const sources = photoSources(photo, props.apiUrl)
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      <img
        src={sources.fallback}
        srcSet={sources.jpg}
        sizes={sizes}
        alt={photo.alt}
        className={focusClass(photo.focus)}
        width={photo.width}
        height={photo.height}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}
