import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Specification 7.3, ms. */
const searchUseDebounce = 1000

/** The tracker is not for anybody to wait for: it comes when the browser has nothing else to do. */
const tracker = () => import('./tracker.ts')

/** Counts the pages somebody visits, and what they reach there. */
export function useInsight(siteUrl: string): void {
  const { pathname, search } = useLocation()
  const arrival = useNavigationType()
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the event
  useEffect(() => {
    const isFirst = first.current
    first.current = false
    // What an editor looks at is no visit.
    if (search.includes('_storyblok=')) return
    whenIdle(async () => (await tracker()).visited(siteUrl, isFirst ? 'load' : arrival))
  }, [pathname])
}

/** Tells that somebody searched, once they have stopped typing for a second. */
export function useSearchUse(query: string, results: number | null): void {
  const found = useRef(results)
  found.current = results
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    if (query === '') return
    // Not ended when the drawer closes: what was searched for was searched for.
    timer.current = setTimeout(async () => {
      const props = { query, ...(found.current !== null && { results: String(found.current) }) }
      ;(await tracker()).track('Search', props)
    }, searchUseDebounce)
  }, [query])
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 })
  else setTimeout(work, 1000)
}
