import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { rememberSeen, type SeenPiece } from './recently-seen.ts'

/** Keeps in mind which piece's page is shown; part of what comes late, so that no page waits for it. */
export function useRemembered(): void {
  const data = useMatches().at(-1)?.loaderData as { seen?: SeenPiece | null } | undefined
  const piece = data?.seen ?? null
  useEffect(() => {
    if (piece === null) return
    try {
      rememberSeen(window.localStorage, piece)
    } catch {
      // Browsers may forbid storage by throwing: then nothing was seen.
    }
  }, [piece])
}
