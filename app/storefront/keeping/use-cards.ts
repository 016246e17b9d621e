import { useEffect, useState } from 'react'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import { useShell } from '../shell-data.ts'

export type KeptCard = PieceCard & { id: string }

/** `cards`: as they are now, null until they are known; a number that it lacks is in the shop no more. */
type Found = { cards: ReadonlyMap<string, KeptCard> | null; lost: boolean; again: () => void }

/** Asks for pieces that the browser keeps in mind, again when somebody comes back to the page: prices never get old. */
export function useCards(ids: readonly string[]): Found {
  const { apiUrl, site } = useShell()
  const locale = site.currentLocale
  const [cards, setCards] = useState<Found['cards']>(null)
  const [lost, setLost] = useState(false)
  const [asking, setAsking] = useState(0)
  const key = ids.join('.')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking once more is the event
  useEffect(() => {
    if (key === '') return
    const ending = new AbortController()
    const look = () => {
      cardsFrom(`${apiUrl}/cards?pieces=${key}&locale=${locale}`, ending.signal).then(
        (found) => {
          setCards(new Map(found.map((card) => [card.id, card])))
          setLost(false)
        },
        // What is shown already stays.
        () => setLost(!ending.signal.aborted),
      )
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    look()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      ending.abort()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [key, apiUrl, locale, asking])
  return { cards, lost, again: () => setAsking((count) => count + 1) }
}

async function cardsFrom(address: string, signal: AbortSignal): Promise<KeptCard[]> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`the shop answered ${response.status}`)
  return ((await response.json()) as { pieces: KeptCard[] }).pieces
}
