import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { TodayCounts } from '#app/shop/today/needs.ts'
import { drawnForQuery } from '../frame/calls.ts'

const Counts = createContext<TodayCounts | null>(null)

/** What waits, as it changes; null until it is known. */
export function useLiveCounts(): TodayCounts | null {
  return useContext(Counts)
}

/** Milliseconds after which a stream that was refused is asked for again. */
const askAgain = 60_000

/** Listens to the server as long as the office is open, once a tab; a tab that nobody sees listens on for its title. */
export function LiveCounts({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState<TodayCounts | null>(null)
  useEffect(() => {
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      source = new EventSource(`/office/events${drawnForQuery()}`)
      source.addEventListener('counts', ({ data }) => setCounts(JSON.parse(data) as TodayCounts))
      source.addEventListener('error', () => {
        // A broken connection is opened again by the browser; an answer that was no stream is not.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(listen, askAgain)
      })
    }
    listen()
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  }, [])
  return <Counts value={counts}>{children}</Counts>
}
