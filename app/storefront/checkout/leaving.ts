import { useEffect, useRef } from 'react'

/**
 * Lets go of the hold when the visitor leaves: by a link, by closing the tab, by going elsewhere. `visit` names the
 * page that was shown last; the server lets go only for that one, so loading the page again keeps the hold. A page that
 * comes back out of the browser's memory is asked for anew as all pages are, and holds anew.
 */
export function useLeaving(visit: string, apiUrl: string): void {
  const latest = useRef(visit)
  useEffect(() => {
    latest.current = visit
  })
  useEffect(() => {
    const leave = () => {
      navigator.sendBeacon(`${apiUrl}/checkout/leave`, new URLSearchParams({ visit: latest.current }))
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [apiUrl])
}
