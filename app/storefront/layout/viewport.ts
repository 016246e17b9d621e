import { useEffect } from 'react'

/** The layout's breakpoints, widest last; from which width each holds is said in app/ui/tokens.css. */
const breakpoints = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'] as const

export type Breakpoint = (typeof breakpoints)[number]

/** The cookie for a breakpoint: 365 days, strict, secure. */
export function viewportCookie(breakpoint: Breakpoint): string {
  return `viewport=${breakpoint}; path=/; max-age=${365 * 86_400}; samesite=strict; secure`
}

/** Keeps the cookie in step with the window; the page itself never depends on it, its layout is CSS. */
export function useViewportCookie(): void {
  useEffect(() => {
    const tokens = getComputedStyle(document.documentElement)
    const queries = breakpoints.slice(1).map((name) => ({
      name,
      query: matchMedia(`(min-width: ${tokens.getPropertyValue(`--breakpoint-${name}`)})`),
    }))
    const write = () => {
      const now = queries.findLast(({ query }) => query.matches)?.name ?? 'xs'
      if (document.cookie.split('; ').includes(`viewport=${now}`)) return
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API lacks in one of the large browsers
      document.cookie = viewportCookie(now)
    }
    write()
    for (const { query } of queries) query.addEventListener('change', write)
    return () => {
      for (const { query } of queries) query.removeEventListener('change', write)
    }
  }, [])
}
