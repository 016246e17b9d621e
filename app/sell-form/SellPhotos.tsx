import { type DragEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { SentPhoto } from './sell-answer.ts'
import { t } from './sell-words.ts'
import { useUploads } from './use-uploads.ts'

const PhotoOnItsWay = lazyPart(() => import('./PhotoOnItsWay.tsx'))

/** Without HEIC, a telephone hands out its photos as JPEG. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * Photos of what is offered: each travels as soon as it is chosen, can be taken out again, and outlives a reload. How
 * many (`maxSellPhotos`) and how large (`maxPhotoBytes`) they may be, the server says.
 */
export function SellPhotos({
  address,
  upload,
  photos: given,
  live,
  goesOn,
  onBusy,
  onPhotos,
  onStart,
}: {
  address: string
  upload: string | null
  photos: readonly SentPhoto[]
  live: boolean
  /** Without a script photos came or went, and here it goes on. */
  goesOn: boolean
  onBusy: (busy: boolean) => void
  /** Whether there are any, or some on their way. */
  onPhotos: (any: boolean) => void
  /** Photos were chosen elsewhere on the page: here it goes on. */
  onStart: () => void
}) {
  const id = useId()
  const { token, photos, uploads, add, remove, dismiss } = useUploads(address, { upload, photos: given })
  const [over, setOver] = useState(false)
  const [failed, setFailed] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const plain = useRef<HTMLInputElement>(null)
  const pending = uploads.filter(({ refused }) => refused === null).length
  useEffect(() => onBusy(pending > 0), [pending, onBusy])
  const any = photos.length + pending > 0
  useEffect(() => onPhotos(any), [any, onPhotos])
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0) add(files)
  }
  // Those that were chosen before the script came travel as all others do, once there is a place for them.
  useEffect(() => {
    const chosen = plain.current
    if (!live || token === null || !chosen?.files?.length) return
    add(chosen.files)
    chosen.value = ''
  })
  // Those that were chosen at the head of the page, where selling may begin.
  useEffect(() => {
    if (!live || token === null) return
    const start = document.querySelector<HTMLInputElement>('input[data-sell-start]')
    const takeStart = () => {
      if (!start?.files?.length) return
      add(start.files)
      start.value = ''
      onStart()
    }
    takeStart()
    start?.addEventListener('change', takeStart)
    return () => start?.removeEventListener('change', takeStart)
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-display text-step-2">{t('photosTitle')}</legend>
      <p className="mb-4 text-ink-soft text-step--1">{t('photosHint')}</p>
      <input type="hidden" name="upload" value={token ?? ''} />
      {/* The plain way keeps its place, so that nothing below moves under a press when the script takes over. */}
      <div className="grid grid-cols-[minmax(0,1fr)]">
        <div
          inert={live}
          className={`grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-3 [grid-area:1/1] ${live ? 'invisible' : ''}`}
        >
          <label htmlFor={`${id}-files`} className="font-medium">
            {t('photosPlain')}
          </label>
          <input
            ref={plain}
            id={`${id}-files`}
            type="file"
            name="photos"
            accept={accepted}
            multiple
            disabled={live}
            // biome-ignore lint/a11y/noAutofocus: whoever pressed the button below goes on here
            autoFocus={goesOn}
            className="file-field max-w-full"
          />
          <button type="submit" name="step" value="photos" disabled={live} className="button button-quiet">
            {t('photosSend')}
          </button>
        </div>
        {live && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same for everybody
          <div
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={`flex flex-wrap content-center items-center [grid-area:1/1] gap-3 border border-line-strong border-dashed p-4 ${over ? 'bg-paper-deep' : ''}`}
          >
            <button type="button" className="button button-quiet" onClick={() => picker.current?.click()}>
              {t('photosPick')}
            </button>
            <button
              type="button"
              className="button button-quiet hidden pointer-coarse:inline-flex"
              onClick={() => camera.current?.click()}
            >
              {t('photosTake')}
            </button>
            <span className="text-ink-soft text-step--1 pointer-coarse:hidden">{t('photosDrop')}</span>
            <input
              ref={picker}
              type="file"
              accept={accepted}
              multiple
              hidden
              aria-label={t('photosPick')}
              data-photos="pick"
              onChange={(event) => {
                take(event.target.files)
                event.target.value = ''
              }}
            />
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="environment"
              hidden
              aria-label={t('photosTake')}
              onChange={(event) => {
                take(event.target.files)
                event.target.value = ''
              }}
            />
          </div>
        )}
      </div>
      {(photos.length > 0 || uploads.length > 0) && (
        <ul aria-label={t('photosList')} className="mt-5 grid grid-cols-2 gap-4 @xl:grid-cols-4">
          {photos.map((photo, index) => (
            <li key={photo.id} className="relative">
              <img
                src={`${address}/${token}/${photo.id}/320.webp`}
                alt={t('photo', { number: index + 1 })}
                width={photo.width}
                height={photo.height}
                className="aspect-square w-full bg-paper-deep object-cover"
              />
              <button
                type={live ? 'button' : 'submit'}
                name="step"
                value={`drop-${photo.id}`}
                aria-label={t('photoRemove', { number: index + 1 })}
                onClick={live ? async () => setFailed(!(await remove(photo.id))) : undefined}
                className="absolute top-0 right-0 grid size-11 place-items-center bg-paper text-step-1"
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
          {uploads.map((each) => (
            <Suspense key={each.key}>
              <PhotoOnItsWay upload={each} onDismiss={() => dismiss(each.key)} />
            </Suspense>
          ))}
        </ul>
      )}
      {failed && (
        <p role="alert" className="mt-3 text-danger text-step--1">
          {t('photoRemoveFailed')}
        </p>
      )}
      <p role="status" className="sr-only">
        {live && photos.length + uploads.length > 0 && t('photosSaid', { count: photos.length, pending })}
      </p>
    </fieldset>
  )
}
