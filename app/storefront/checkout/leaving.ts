import { useEffect, useRef } from 'react'

/**
 * Lets go of the hold when the visitor leaves: by a link, by closing the tab, by going elsewhere. `visit` names the
 * page that was shown last; the server lets go only for that one, so loading the page again keeps the hold.
 * `onReturn` is called when the page comes back out of the browser's memory.
 */
export function useLeaving(visit: string, apiUrl: string, onReturn: () => void): void {
  const latest = useRef({ visit, onReturn })
  useEffect(() => {
    latest.current = { visit, onReturn }
  })
  useEffect(() => {
    const leave = () => {
      navigator.sendBeacon(`${apiUrl}/checkout/leave`, new URLSearchParams({ visit: latest.current.visit }))
    }
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current.onReturn()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', onShow)
      leave()
    }
  }, [apiUrl])
}
