import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { act, officeFetch } from '../frame/calls.ts'
import { sendPhoto } from '../photos/send-photo.ts'
import { useRefusals } from '../photos/use-refusals.ts'

/** Photos of what lies on the counter, by the tablet's camera or from files; they go along with the request. */
export function CounterPhotos({ upload, onBegin }: { upload: string; onBegin(): void }) {
  const t = useTranslations('office.purchase')
  const refusal = useRefusals()
  const [photos, setPhotos] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    const left = new AbortController()
    void fetchPhotos(upload, left.signal).then((found) => !left.signal.aborted && setPhotos(found))
    return () => left.abort()
  }, [upload])
  const add = async (files: readonly File[]) => {
    onBegin()
    setFault(null)
    for (const file of files) {
      setBusy((count) => count + 1)
      const sent = await sendPhoto('purchases.add-photo', { upload }, file, () => undefined)
      setBusy((count) => count - 1)
      if (!sent.arrived) setFault(t('photoUnsent', { name: file.name }))
      else {
        const { answer } = sent
        if ('photos' in answer) setPhotos(answer.photos)
        if (!answer.ok)
          setFault(`${file.name}: ${answer.reason === 'too-many' ? t('photosFull') : refusal(answer.reason)}`)
      }
    }
  }
  const remove = async (photo: string) => {
    const answer = await act('purchases.remove-photo', { upload, photo })
    if (answer.ok) setPhotos(answer.photos)
    else setFault(t('faults.failed'))
  }
  return (
    <>
      <ul className="counter-photos">
        {photos.map((photo, index) => (
          <li key={photo}>
            <img
              src={`/office/data/counter/purchase?upload=${upload}&photo=${photo}`}
              alt={t('photo', { number: index + 1 })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t('removePhoto', { number: index + 1 })}
              onClick={() => void remove(photo)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
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
              accept="image/jpeg,image/png,image/webp,image/avif"
              {...(from === 'camera' ? { capture: 'environment' as const } : { multiple: true })}
              onChange={({ target }) => {
                const files = [...(target.files ?? [])]
                target.value = ''
                void add(files)
              }}
            />
          </label>
        ))}
        <span role="status">{busy > 0 && t('photoSending', { count: busy })}</span>
      </p>
    </>
  )
}

/** What this form has taken before, over a closed tab. */
async function fetchPhotos(upload: string, signal: AbortSignal): Promise<readonly string[]> {
  const response = await officeFetch(`/office/data/counter/purchase?upload=${upload}`, { signal }).catch(
    () => null,
  )
  if (!response?.ok) return []
  return ((await response.json()) as { photos: string[] }).photos
}
