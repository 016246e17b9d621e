import { ofetch } from 'ofetch'
import { useEffect, useMemo, useState } from 'react'
import type { Locale } from '#app/language/locales.ts'
import { readSearchAnswer } from './search-answer.ts'
import { createSearchSession, idle, type SearchState } from './search-session.ts'

type SearchOptions = {
  apiUrl: string
  locale: Locale
  query: string
  /** Whether somebody may still be typing; else nothing is sent any more. */
  open: boolean
}

/**
 * The search of an open drawer. Statuses that `ofetch` retries are retried once (docs/product.md 4).
 */
export function useSearch({
  apiUrl,
  locale,
  query,
  open,
}: SearchOptions): SearchState & { retry: () => void } {
  const [state, setState] = useState(idle)
  const session = useMemo(
    () =>
      createSearchSession(async (text, signal) => {
        const body = await ofetch<unknown>(`${apiUrl}/search`, { query: { query: text, locale }, signal })
        const answer = readSearchAnswer(body)
        if (answer === null) throw new Error('The search answered with something else')
        return answer
      }, setState),
    [apiUrl, locale],
  )

  useEffect(() => {
    if (open) session.type(query)
    else session.stop()
  }, [query, open, session])
  useEffect(() => session.stop, [session])

  // What has just been typed is told the session after this has been drawn.
  const isNew = open && query.trim() !== state.typed
  return { ...state, loading: state.loading || isNew, retry: session.retry }
}
