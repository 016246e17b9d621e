import { type ReactNode, useSyncExternalStore } from 'react'

/** Draws the button that keeps a piece in mind; `name` says which piece it is. */
type DrawHeart = (piece: { id: string; name: string }, className: string) => ReactNode

let drawn: DrawHeart | null = null
const watching = new Set<() => void>()

/** Brings the heart to all cards: its code comes when the page has nothing else to do, and no byte of it with them. */
export function bringHeart(draw: DrawHeart): void {
  drawn = draw
  for (const tell of watching) tell()
}

function subscribe(onChange: () => void): () => void {
  watching.add(onChange)
  return () => watching.delete(onChange)
}

/** What draws a heart, `null` until its code is there. Its place must not depend on it: nothing moves when it comes. */
export function useHeart(): DrawHeart | null {
  return useSyncExternalStore(
    subscribe,
    () => drawn,
    () => null,
  )
}
