import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act, type InputOf, officeFetch } from '../frame/calls.ts'
import type { PhotosShown } from './photos-answers.ts'
import { useRefusals } from './use-refusals.ts'

/** Actions that change photos of one piece, and name the version they began from. */
type Change = 'photos.order' | 'photos.describe' | 'photos.turn' | 'photos.remove' | 'photos.restore'

/** The photos of a piece as they are on the server, and ways to change them, one change after the other. */
export function usePhotos(pieceId: string, given: PhotosShown | null) {
  const t = useTranslations('office.photos')
  const announce = useAnnounce()
  const refusal = useRefusals()
  const [shown, setShown] = useState(given)
  const [failed, setFailed] = useState(false)
  const newest = useRef(given)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  /** An answer that was overtaken by a later one is passed over. */
  const show = useCallback((next: PhotosShown) => {
    if (newest.current && newest.current.version > next.version) return
    if (newest.current && JSON.stringify(newest.current) === JSON.stringify(next)) return
    newest.current = next
    setShown(next)
  }, [])

  const reload = useCallback(async () => {
    try {
      const response = await officeFetch(`/office/data/pieces/${pieceId}/photos`)
      setFailed(!response.ok)
      if (response.ok) show(await response.json())
    } catch {
      setFailed(newest.current === null)
    }
  }, [pieceId, show])

  useEffect(() => {
    if (newest.current === null) void reload()
  }, [reload])

  /** Resolves with whether it was done; if not, it has been said why. */
  function change<Name extends Change>(
    name: Name,
    input: Omit<InputOf<Name>, 'piece' | 'version'>,
    done?: string,
  ): Promise<boolean> {
    const turn = queue.current.then(async () => {
      const version = newest.current?.version ?? 0
      const given = { ...input, piece: pieceId, version } as unknown as InputOf<Change>
      const answer: AnswerOf<Change> = await act<Change>(name, given)
      if ('shown' in answer && answer.shown) show(answer.shown)
      if (answer.ok) {
        if (done !== undefined) announce(done)
        return true
      }
      if (answer.reason === 'changed') {
        announce(answer.by === null ? t('changedByShop') : t('changed', { by: answer.by }))
      } else announce(refusal(answer.reason))
      return false
    })
    queue.current = turn
    return turn
  }

  return { shown, failed, show, reload, change }
}
