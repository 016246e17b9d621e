import { startTransition, useState } from 'react'

/**
 * Whether something is under way, and what says so of an act: from its beginning until what the act had the router load is
 * drawn. The router draws in a transition, later than a state that is set at once: a button that came back before would
 * name a version that this very act has replaced.
 */
export function useBusy(): [boolean, <Result>(act: () => Promise<Result>) => Promise<Result>] {
  const [busy, setBusy] = useState(false)
  return [
    busy,
    async (act) => {
      setBusy(true)
      try {
        return await act()
      } finally {
        startTransition(() => setBusy(false))
      }
    },
  ]
}
