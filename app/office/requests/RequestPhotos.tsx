import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import { photoAddress } from './RequestThumb.tsx'

/** The seller's photos, large and side by side; each opens as large as the window. */
export function RequestPhotos() {
  const t = useTranslations('office.requests.one')
  const { request } = useShown<'request'>()
  const { photos, number } = request
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(0)
  const shown = photos[at]
  const step = (by: number) => setAt((at + by + photos.length) % photos.length)
  return (
    <section className="block-section" aria-labelledby="photos">
      <h2 id="photos">{t('photos')}</h2>
      {photos.length === 0 && <p className="text-ink-soft">{t('noPhotos')}</p>}
      <ul className="request-photos">
        {photos.map(({ id, width, height }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t('enlarge', { photo: t('photo', { number: index + 1, count: photos.length }) })}
              onClick={() => {
                setAt(index)
                dialog.current?.showModal()
              }}
            >
              <img
                src={photoAddress(number, id, '1280.jpg')}
                width={width}
                height={height}
                alt=""
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <dialog
        ref={dialog}
        className="request-zoom"
        aria-label={t('photo', { number: at + 1, count: photos.length })}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') step(1)
          if (key === 'ArrowLeft') step(-1)
        }}
      >
        {shown && <img src={photoAddress(number, shown.id, '1280.jpg')} alt="" />}
        <p className="page-actions">
          {photos.length > 1 && (
            <>
              <button type="button" className="do quiet" onClick={() => step(-1)}>
                {t('previous')}
              </button>
              <button type="button" className="do quiet" onClick={() => step(1)}>
                {t('next')}
              </button>
              <span className="num">{t('photo', { number: at + 1, count: photos.length })}</span>
            </>
          )}
          <button type="button" className="do" onClick={() => dialog.current?.close()}>
            {t('close')}
          </button>
        </p>
      </dialog>
    </section>
  )
}
