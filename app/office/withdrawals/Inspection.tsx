import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDeed } from './use-deed.ts'

/** What came back is looked at, with photos of its condition. */
export function Inspection() {
  const t = useTranslations('office.withdrawals')
  const format = useFormats()
  const { id, photos, of } = useShown<'withdrawal'>()
  const deed = useDeed()
  const mayAdd = of?.status === 'return_received' || of?.status === 'inspected'
  if (!of || (!mayAdd && photos.length === 0)) return null
  async function add(files: readonly File[]) {
    const send = async () => {
      for (const body of files) {
        const answer = await act('withdrawals.add-photo', { withdrawal: String(id) }, { body })
        if (!answer.ok) return answer
      }
      return { ok: true }
    }
    await deed.take(send, t('photoAdded', { count: files.length }))
  }
  return (
    <section className="block-section" aria-labelledby="withdrawal-inspection">
      <h2 id="withdrawal-inspection">{t('inspection')}</h2>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      <ul className="flex flex-wrap gap-3">
        {photos.map((photo) => (
          <li key={photo.id}>
            <img
              src={`/office/data/withdrawals/${id}?photo=${photo.id}`}
              alt={t('photo', {
                by: photo.by,
                when: format.day(photo.at),
              })}
              className="size-40 object-cover"
            />
            {mayAdd && (
              <button
                type="button"
                className="plain-button"
                disabled={deed.busy}
                onClick={() =>
                  void deed.take(
                    () => act('withdrawals.remove-photo', { withdrawal: id, photo: photo.id }),
                    t('photoRemoved'),
                  )
                }
              >
                {t('removePhoto')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayAdd && (
        <p>
          <label className="flex flex-wrap items-center gap-x-4">
            {t('addPhotos')}
            <input
              type="file"
              accept="image/*"
              multiple
              className="file-field mt-1.5 min-h-11"
              disabled={deed.busy}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])]
                void add(files).then(() => {
                  currentTarget.value = ''
                })
              }}
            />
          </label>
          <span className="sub">{t('photosHint')}</span>
        </p>
      )}
      {of.status === 'return_received' && (
        <button
          type="button"
          className="do"
          disabled={deed.busy}
          onClick={() =>
            void deed.take(
              () => act('withdrawals.step', { order: of.number, seen: of.seen, step: 'inspect' }),
              t('inspectDone'),
            )
          }
        >
          {t('inspect')}
        </button>
      )}
    </section>
  )
}
