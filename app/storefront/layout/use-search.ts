import { debounce } from 'es-toolkit/compat'
import { ofetch } from 'ofetch'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Locale } from '#app/language/locales.ts'
import type { SearchItem } from '#app/shop/catalogue/search.ts'

/** docs/product.md 4, in ms. */
const searchDebounce = 250
const searchMaxWait = 500
const loadingIndicatorDelay = 200

export type SearchState = {
  /** The query that the items, or the failure, belong to. */
  asked: string
  items: SearchItem[] | null
  loading: boolean
  /** True only once loading has lasted 200 ms. */
  showSpinner: boolean
  failed: boolean
}

const idle: SearchState = { asked: '', items: null, loading: false, showSpinner: false, failed: false }

/**
 * Searches while somebody types: 250 ms after the last key, at the latest 500 ms after the first. An empty query sends
 * nothing and clears the results; a late answer never replaces a newer one; statuses that `ofetch` retries are retried
 * once (docs/product.md 4).
 */
export function useSearch(
  apiUrl: string,
  locale: Locale,
  query: string,
): SearchState & { retry: () => void } {
  const [state, setState] = useState(idle)
  const request = useRef<AbortController | null>(null)

  const search = useMemo(() => {
    const send = async (text: string) => {
      request.current?.abort()
      const own = new AbortController()
      request.current = own
      const spinner = setTimeout(() => {
        if (request.current === own) setState((last) => ({ ...last, showSpinner: true }))
      }, loadingIndicatorDelay)
      setState((last) => ({ ...last, loading: true, failed: false }))
      try {
        const answer = await ofetch<{ items: SearchItem[] }>(`${apiUrl}/search`, {
          query: { query: text, locale },
          signal: own.signal,
        })
        if (request.current === own) setState({ ...idle, asked: text, items: answer.items })
      } catch {
        // Shown as a failure, unless a newer query took over.
        if (request.current === own) setState({ ...idle, asked: text, failed: true })
      } finally {
        clearTimeout(spinner)
      }
    }
    return Object.assign(debounce(send, searchDebounce, { maxWait: searchMaxWait }), { now: send })
  }, [apiUrl, locale])

  const text = query.trim()
  useEffect(() => {
    if (text === '') {
      search.cancel()
      request.current?.abort()
      request.current = null
      setState(idle)
    } else {
      void search(text)
    }
  }, [text, search])

  useEffect(
    () => () => {
      search.cancel()
      request.current?.abort()
      request.current = null
    },
    [search],
  )

  return { ...state, retry: () => void search.now(text) }
}
