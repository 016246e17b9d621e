import { useEffect } from 'react'

/** The layout's breakpoints in CSS pixels at the usual size of text, widest last; the header switches at `lg`. */
export const breakpoints = { xs: 0, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1400 } as const

export type Breakpoint = keyof typeof breakpoints

const names = Object.keys(breakpoints) as Breakpoint[]

const isBreakpoint = (value: string | undefined): value is Breakpoint =>
  value !== undefined && (names as string[]).includes(value)

/** The breakpoint a visitor had last: a valid cookie `viewport`, else the fallback `xs`. */
export function viewportFromCookies(cookies: string): Breakpoint {
  const value = /(?:^|;\s*)viewport=([^;]*)/.exec(cookies)?.[1]
  return isBreakpoint(value) ? value : 'xs'
}

/** The cookie for a breakpoint: 365 days, strict, secure. */
export function viewportCookie(breakpoint: Breakpoint): string {
  return `viewport=${breakpoint}; path=/; max-age=${365 * 86_400}; samesite=strict; secure`
}

/** Keeps the cookie in step with the window; the page itself never depends on it, its layout is CSS. */
export function useViewportCookie(): void {
  useEffect(() => {
    const queries = names.map((name) => ({
      name,
      query: matchMedia(`(min-width: ${breakpoints[name] / 16}rem)`),
    }))
    const write = () => {
      const now = queries.findLast(({ query }) => query.matches)?.name ?? 'xs'
      if (
        !document.cookie.includes(`viewport=${viewportFromCookies(document.cookie)}`) ||
        viewportFromCookies(document.cookie) !== now
      ) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API lacks in one of the large browsers
        document.cookie = viewportCookie(now)
      }
    }
    write()
    for (const { query } of queries) query.addEventListener('change', write)
    return () => {
      for (const { query } of queries) query.removeEventListener('change', write)
    }
  }, [])
}
