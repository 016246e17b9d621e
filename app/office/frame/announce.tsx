import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Said = { text: string; number: number }
const Announce = createContext<(text: string) => void>(() => undefined)

/** Milliseconds for which a result is shown. */
const shownFor = 6000

/** Says a result once: shown at the lower edge, and announced. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce)
}

/** The one live region of the office. */
export function Announcements({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null)
  const announce = useCallback(
    (text: string) => setSaid((before) => ({ text, number: (before?.number ?? 0) + 1 })),
    [],
  )
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), shownFor)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Announce value={announce}>
      {children}
      <div role="status" aria-live="polite" className="announcements">
        {said && <p key={said.number}>{said.text}</p>}
      </div>
    </Announce>
  )
}
