import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type AnswerOf, act, officeFetch } from '../frame/calls.ts'
import { sendPhoto } from '../photos/send-photo.ts'
import { useRefusals } from '../photos/use-refusals.ts'

type Photo =
  AnswerOf<'purchases.add-photo'> extends infer Answer
    ? Answer extends { photos: readonly (infer Each)[] }
      ? Each
      : never
    : never

/** Photos of what lies on the counter: of each thing by its key, and (null) of all together. */
export function useCounterPhotos(upload: string, onBegin: () => void) {
  const t = useTranslations('office.purchase')
  const refusal = useRefusals()
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [busy, setBusy] = useState<readonly (number | null)[]>([])
  const [fault, setFault] = useState<{ thing: number | null; text: string } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    void fetchPhotos(upload, left.signal).then((found) => !left.signal.aborted && setPhotos(found))
    return () => left.abort()
  }, [upload])
  const add = async (thing: number | null, files: readonly File[]) => {
    onBegin()
    setFault(null)
    for (const file of files) {
      setBusy((all) => [...all, thing])
      const sent = await sendPhoto(
        'purchases.add-photo',
        { upload, ...(thing !== null && { thing }) },
        file,
        () => undefined,
      )
      setBusy((all) => all.toSpliced(all.indexOf(thing), 1))
      if (!sent.arrived) setFault({ thing, text: t('photoUnsent', { name: file.name }) })
      else {
        const { answer } = sent
        if ('photos' in answer) setPhotos(answer.photos)
        if (!answer.ok)
          setFault({
            thing,
            text: `${file.name}: ${answer.reason === 'too-many' ? t('photosFull') : refusal(answer.reason)}`,
          })
      }
    }
  }
  const remove = async (photo: string, thing: number | null) => {
    const answer = await act('purchases.remove-photo', { upload, photo })
    if (answer.ok) setPhotos(answer.photos)
    else setFault({ thing, text: t('faults.failed') })
  }
  const of = (thing: number | null) => photos.filter((photo) => photo.thing === thing)
  return {
    upload,
    of,
    add,
    remove,
    /** Those of a thing that is taken off the counter again go with it. */
    removeAllOf: async (thing: number) => {
      for (const { id } of of(thing)) await remove(id, thing)
    },
    busy: (thing: number | null) => busy.filter((each) => each === thing).length,
    fault: (thing: number | null) => (fault?.thing === thing ? fault.text : null),
  }
}

export type CounterPhotosKept = ReturnType<typeof useCounterPhotos>

/** What this form has taken before, over a closed tab. */
async function fetchPhotos(upload: string, signal: AbortSignal): Promise<readonly Photo[]> {
  const response = await officeFetch(`/office/data/counter/purchase?upload=${upload}`, { signal }).catch(
    () => null,
  )
  if (!response?.ok) return []
  return ((await response.json()) as { photos: Photo[] }).photos
}
