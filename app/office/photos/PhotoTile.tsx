import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import type { PhotoForStaff } from '#app/shop/piece-photos/read-photos.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'

/** Where a photo is cut around, as CSS says it. */
export function focusPosition(focus: PhotoForStaff['focus']): string | undefined {
  return focus ? `${focus.x / 10}% ${focus.y / 10}%` : undefined
}

/** One photo as a card would cut it, with what it is of, what it lacks, and ways to move and open it. */
export function PhotoTile({
  photo,
  index,
  count,
  apiUrl,
  label,
  mayEdit,
  open,
  handle,
  onOpen,
  onMove,
}: {
  photo: PhotoForStaff
  index: number
  count: number
  apiUrl: string
  label: string | null
  mayEdit: boolean
  open: boolean
  handle: ComponentProps<'li'>
  onOpen: () => void
  onMove: (by: number) => void
}) {
  const t = useTranslations('office.photos')
  const number = index + 1
  const what = label ?? t(`roles.${photo.role}`)
  return (
    <li className="photo-tile" data-photo={photo.id} {...(mayEdit && handle)}>
      <img
        src={photoAddress(photo.id, 320, 'webp', apiUrl)}
        alt={t('photoOf', { number, what })}
        draggable={false}
        style={{ objectPosition: focusPosition(photo.focus), backgroundImage: `url(${photo.placeholder})` }}
      />
      <p className="photo-caption">
        <span>
          {index === 0 ? `${t('main')} · ` : ''}
          {what}
        </span>
        {!photo.described && <span className="missing">{t('altMissing')}</span>}
      </p>
      {mayEdit && (
        <div className="photo-moves">
          <button
            type="button"
            disabled={index === 0}
            aria-label={t('earlier', { number })}
            onClick={() => onMove(-1)}
          >
            ←
          </button>
          <button type="button" aria-expanded={open} aria-label={t('editOf', { number })} onClick={onOpen}>
            {t('edit')}
          </button>
          <button
            type="button"
            disabled={number === count}
            aria-label={t('later', { number })}
            onClick={() => onMove(1)}
          >
            →
          </button>
        </div>
      )}
    </li>
  )
}
