import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { PiecePicture } from './Gallery.tsx'
import type { GalleryPhoto } from './product-view.ts'

type ZoomProps = {
  dialog: RefObject<HTMLDialogElement | null>
  photos: readonly GalleryPhoto[]
  apiUrl: string
  /** Which photo, `null` before the first opening. */
  shown: number | null
  onShow: (index: number) => void
}

/** One photo on the whole screen: arrow keys turn the pages, a click goes near to where it hit, Escape leaves. */
export default function Zoom({ dialog, photos, apiUrl, shown, onShow }: ZoomProps) {
  const t = useTranslations('product')
  const stage = useRef<HTMLElement>(null)
  // Where the photo was clicked, as parts of its width and height; `null` while all of it is shown.
  const [near, setNear] = useState<{ x: number; y: number } | null>(null)
  // The photo whose large copy did not come.
  const [lost, setLost] = useState<string | null>(null)

  useLayoutEffect(() => {
    const element = stage.current
    if (!near || !element) return
    element.scrollTo(
      near.x * element.scrollWidth - element.clientWidth / 2,
      near.y * element.scrollHeight - element.clientHeight / 2,
    )
  }, [near])

  useLayoutEffect(() => dialog.current?.showModal(), [dialog])

  const photo = shown === null ? undefined : photos[shown]
  const turn = (step: number) => {
    if (shown === null) return
    setNear(null)
    setLost(null)
    onShow((shown + step + photos.length) % photos.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Near, the arrows move over the photo.
    if (near && event.target === stage.current) return
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
  }
  const onPhotoClick = (event: MouseEvent<HTMLElement>) => {
    if (near || !photo) return setNear(null)
    setNear(placeOnPhoto(event, photo))
  }
  return (
    <dialog
      ref={dialog}
      className="whole-window zoom"
      aria-label={t('zoomTitle')}
      onKeyDown={onKeyDown}
      onClose={() => setNear(null)}
    >
      <div className="flex items-start gap-1 px-2 py-1">
        <p className="num min-w-0 grow py-3 pl-3 text-step--1" role="status">
          {shown !== null && t('photoOf', { number: shown + 1, count: photos.length })}
          {photo?.flaws.map(({ number, text }) => ` · ${number} ${text}`)}
          {photo && lost === photo.id && ` – ${t('largeLost')}`}
        </p>
        {photos.length > 1 && (
          <>
            <IconButton label={t('previousPhoto')} onClick={() => turn(-1)}>
              <path d="m15 5-7 7 7 7" />
            </IconButton>
            <IconButton label={t('nextPhoto')} onClick={() => turn(1)}>
              <path d="m9 5 7 7-7 7" />
            </IconButton>
          </>
        )}
        <IconButton
          label={near ? t('fitSize') : t('actualSize')}
          onClick={() => setNear(near ? null : { x: 0.5, y: 0.5 })}
        >
          <circle cx="11" cy="11" r="6.5" />
          <path d={near ? 'm16 16 5 5M8 11h6' : 'm16 16 5 5M8 11h6M11 8v6'} />
        </IconButton>
        <IconButton label={t('closeZoom')} onClick={() => dialog.current?.close()}>
          <path d="m5 5 14 14M19 5 5 19" />
        </IconButton>
      </div>
      <section
        ref={stage}
        className={near ? 'zoom-stage zoom-near' : 'zoom-stage'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('gallery')}
      >
        {photo && shown !== null && (
          <SharpeningPhoto
            key={photo.id}
            photo={photo}
            small={smallPhoto(shown) ?? photo.placeholder}
            apiUrl={apiUrl}
            sizes={near ? '160vw' : '100vw'}
            onClick={onPhotoClick}
            onLost={(isLost) =>
              setLost((before) => (isLost ? photo.id : before === photo.id ? null : before))
            }
          />
        )}
      </section>
    </dialog>
  )
}

type SharpeningProps = {
  photo: GalleryPhoto
  /** Address of a small copy that needs no connection. */
  small: string
  apiUrl: string
  sizes: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  /** Whether the large copy did not come, so that the small one stays. */
  onLost: (isLost: boolean) => void
}

/** The small copy at once, in the place of the large one, which covers it when it can be drawn. */
function SharpeningPhoto({ photo, small, apiUrl, sizes, onClick, onLost }: SharpeningProps) {
  const [first] = useState(small)
  const [sharp, setSharp] = useState(false)
  const onLoad = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLImageElement) || !target.closest('picture')) return
    target.decode().then(
      () => {
        setSharp(true)
        onLost(false)
      },
      // Another size is on its way already, or this one is broken: `onError` is told.
      () => undefined,
    )
  }
  const onError = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLImageElement) || !target.closest('picture')) return
    setSharp(false)
    onLost(true)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={sharp ? 'zoom-photo zoom-sharp' : 'zoom-photo'}
      style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
      onClick={onClick}
      onLoadCapture={onLoad}
      onErrorCapture={onError}
    >
      <img src={first} alt="" />
      <PiecePicture photo={photo} apiUrl={apiUrl} sizes={sizes} first />
      {photo.flaws.length > 0 && (
        // Said in words beside the condition; here is only where.
        <div
          className="zoom-flaws"
          style={{ '--ratio': photo.width / photo.height } as CSSProperties}
          aria-hidden="true"
        >
          {photo.flaws.map(({ number, x, y, text }) => (
            <span
              key={number}
              className="zoom-flaw"
              style={{ left: `${x / 10}%`, top: `${y / 10}%` }}
              title={text}
            >
              {number}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The copy that the page behind shows, if it is there. */
function smallPhoto(index: number): string | null {
  const image = document.querySelector<HTMLImageElement>(`#photo-${index + 1} img`)
  return image?.complete && image.naturalWidth > 0 ? image.currentSrc : null
}

/** Where a press hit the photo, which lies in the middle of its box and leaves room on two sides. */
function placeOnPhoto(event: MouseEvent<HTMLElement>, photo: { width: number; height: number }) {
  const box = event.currentTarget.getBoundingClientRect()
  const scale = Math.min(box.width / photo.width, box.height / photo.height)
  const part = (at: number, start: number, room: number, length: number) =>
    Math.min(1, Math.max(0, (at - start - (room - length * scale) / 2) / (length * scale)))
  return {
    x: part(event.clientX, box.left, box.width, photo.width),
    y: part(event.clientY, box.top, box.height, photo.height),
  }
}

function IconButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={props.label} className="icon-button shrink-0" onClick={props.onClick}>
      <LineIcon>{props.children}</LineIcon>
    </button>
  )
}
