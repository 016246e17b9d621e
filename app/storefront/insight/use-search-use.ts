import { useEffect, useRef } from 'react'
import { tell } from './use-insight.ts'

/** docs/product.md 4, ms. */
const searchUseDebounce = 1000

/**
 * Tells that somebody searched, once they have stopped typing for a second.
 * @param results `null` while it is not known what was found; 'not sent' while the query has not been asked at all
 */
export function useSearchUse(query: string, results: number | null | 'not sent'): void {
  const found = useRef(results)
  found.current = results
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    if (query === '') return
    // Not ended when the drawer closes: what was searched for was searched for.
    timer.current = setTimeout(() => {
      // Typed, but left before it was asked.
      if (found.current === 'not sent') return
      tell('Search', { query, ...(found.current !== null && { results: String(found.current) }) })
    }, searchUseDebounce)
  }, [query])
}
