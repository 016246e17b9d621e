import { debounce } from './debounce.ts'
import type { SearchAnswer } from './search-answer.ts'

/** docs/product.md 4, in ms. */
const searchDebounce = 250
const searchMaxWait = 500
const loadingIndicatorDelay = 200

export type SearchState = {
  /** What stands in the field, as far as is known here. */
  typed: string
  /** The query that the answer, or the failure, belong to. */
  asked: string
  /** The query that was sent last, answered or not. */
  sent: string
  answer: SearchAnswer | null
  /** From a key on until the answer to it: nothing may be said of how the search ended. */
  loading: boolean
  /** True only once an answer has been waited for for 200 ms. */
  showSpinner: boolean
  failed: boolean
}

export const idle: SearchState = {
  typed: '',
  asked: '',
  sent: '',
  answer: null,
  loading: false,
  showSpinner: false,
  failed: false,
}

/** Asks the search; rejects where it fails. */
export type AskSearch = (text: string, signal: AbortSignal) => Promise<SearchAnswer>

/**
 * Searches while somebody types: 250 ms after the last key, at the latest 500 ms after the first that has not been
 * sent. An empty query sends nothing and clears the results; a late answer never replaces a newer one
 * (docs/product.md 4).
 */
export function createSearchSession(ask: AskSearch, onChange: (state: SearchState) => void) {
  let state = idle
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
    // Another query may be waiting already: then this one's results are shown, and its failure is of no interest.
    const ended = () => ({ ...idle, typed: state.typed, sent: text, asked: text, loading: later.isPending() })
    try {
      const answer = await ask(text, own.signal)
      if (isNewest()) change({ ...ended(), answer })
    } catch {
      if (isNewest()) change({ ...ended(), failed: true })
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
      if (text === state.typed && !later.isPending()) return
      if (text !== '') {
        later.call(text)
        change({ ...state, typed: text, loading: true })
      } else {
        stop()
        change(idle)
      }
    },
    retry: () => void send(state.typed),
  }
}
