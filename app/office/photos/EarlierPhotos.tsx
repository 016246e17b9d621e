import { useTranslations } from 'use-intl'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { EarlierShown, PhotosShown } from './photos-answers.ts'

/** What stood in the place of a photo before, to be looked at and to be used again. */
export function EarlierPhotos({
  shown: { piece, apiUrl },
  earlier,
  id,
  busy,
  onUse,
}: {
  shown: PhotosShown
  earlier: readonly EarlierShown[]
  /** Of the editor: what is inside begins with it. */
  id: string
  busy: boolean
  onUse: (original: string) => void
}) {
  const t = useTranslations('office.photos.formerly')
  const format = useFormats()
  if (earlier.length === 0) return null
  return (
    <section className="photo-earlier" aria-labelledby={`${id}-earlier`}>
      <h3 id={`${id}-earlier`}>{t('title')}</h3>
      <p className="sub">{t('hint')}</p>
      <ol>
        {earlier.map((each, index) => {
          const number = index + 1
          const date = format.moment(each.replacedAt)
          return (
            <li key={each.original}>
              <img src={photoAddress(each.id, 160, 'webp', apiUrl)} alt={t('picture', { number })} />
              <p>{each.by === null ? t('replacedByShop', { date }) : t('replaced', { date, by: each.by })}</p>
              <p className="page-actions">
                <a
                  className="do quiet"
                  href={`/office/data/pieces/${encodeURIComponent(piece.id)}/photos?earlier=${each.id}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('lookOf', { number })}
                >
                  {t('look')}
                </a>
                <button
                  type="button"
                  className="do quiet"
                  disabled={busy}
                  aria-label={t('useOf', { number })}
                  onClick={() => onUse(each.original)}
                >
                  {t('use')}
                </button>
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
