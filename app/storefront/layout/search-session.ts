import type { SearchItem } from '#app/shop/catalogue/search.ts'
import { debounce } from './debounce.ts'

/** docs/product.md 4, in ms. */
const searchDebounce = 250
const searchMaxWait = 500
const loadingIndicatorDelay = 200

export type SearchState = {
  /** The query that the items, or the failure, belong to. */
  asked: string
  /** The query that was sent last, answered or not. */
  sent: string
  items: SearchItem[] | null
  loading: boolean
  /** True only once loading has lasted 200 ms. */
  showSpinner: boolean
  failed: boolean
}

export const idle: SearchState = {
  asked: '',
  sent: '',
  items: null,
  loading: false,
  showSpinner: false,
  failed: false,
}

/** Asks the search; rejects where it fails. */
export type AskSearch = (text: string, signal: AbortSignal) => Promise<{ items: SearchItem[] }>

/**
 * Searches while somebody types: 250 ms after the last key, at the latest 500 ms after the first that has not been
 * sent. An empty query sends nothing and clears the results; a late answer never replaces a newer one
 * (docs/product.md 4).
 */
export function createSearchSession(ask: AskSearch, onChange: (state: SearchState) => void) {
  let state = idle
  let typed = ''
  let request: AbortController | null = null

  const change = (next: SearchState) => {
    state = next
    onChange(next)
  }

  async function send(text: string): Promise<void> {
    request?.abort()
    const own = new AbortController()
    request = own
    const isNewest = () => request === own
    const spinner = setTimeout(() => {
      if (isNewest()) change({ ...state, showSpinner: true })
    }, loadingIndicatorDelay)
    change({ ...state, sent: text, loading: true, failed: false })
    try {
      const { items } = await ask(text, own.signal)
      if (isNewest()) change({ ...idle, sent: text, asked: text, items })
    } catch {
      // Shown as a failure, unless a newer query took over.
      if (isNewest()) change({ ...idle, sent: text, asked: text, failed: true })
    } finally {
      clearTimeout(spinner)
    }
  }

  const later = debounce((text: string) => void send(text), searchDebounce, searchMaxWait)

  /** Nothing more is sent, and no answer waited for. */
  function stop(): void {
    later.cancel()
    request?.abort()
    request = null
  }

  return {
    stop,
    /** A key has changed what stands in the field. */
    type(query: string): void {
      const text = query.trim()
      // A space more makes no other query, but is a key to wait for.
      if (text === typed && !later.isPending()) return
      typed = text
      if (text !== '') later.call(text)
      else {
        stop()
        change(idle)
      }
    },
    retry: () => void send(typed),
  }
}
