import { useTranslations } from 'use-intl'
import type { CounterPhotosKept } from './use-counter-photos.ts'

/** Photos of one thing on the counter, or (null) of all together: by the tablet's camera or from files. */
export function CounterPhotos({
  kept,
  thing,
  named,
}: {
  kept: CounterPhotosKept
  thing: number | null
  /** What they are of, for those who hear and do not see it; null: of all together. */
  named: string | null
}) {
  const t = useTranslations('office.purchase')
  const photos = kept.of(thing)
  const fault = kept.fault(thing)
  const busy = kept.busy(thing)
  const of = (words: string) => (named === null ? words : t('ofThing', { words, thing: named }))
  return (
    <>
      {photos.length > 0 && (
        <ul className="counter-photos">
          {photos.map(({ id }, index) => (
            <li key={id}>
              <img
                src={`/office/data/counter/purchase?upload=${kept.upload}&photo=${id}`}
                alt={of(t('photo', { number: index + 1 }))}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={of(t('removePhoto', { number: index + 1 }))}
                onClick={() => void kept.remove(id, thing)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <p className="page-actions">
        {(['camera', 'file'] as const).map((from) => (
          <label key={from} className="do quiet counter-file">
            {t(from === 'camera' ? 'takePhoto' : 'choosePhoto')}
            <input
              type="file"
              className="sr-only"
              aria-label={of(t(from === 'camera' ? 'takePhoto' : 'choosePhoto'))}
              accept="image/jpeg,image/png,image/webp,image/avif"
              {...(from === 'camera' ? { capture: 'environment' as const } : { multiple: true })}
              onChange={({ target }) => {
                const files = [...(target.files ?? [])]
                target.value = ''
                void kept.add(thing, files)
              }}
            />
          </label>
        ))}
        <span role="status">{busy > 0 && t('photoSending', { count: busy })}</span>
      </p>
    </>
  )
}
