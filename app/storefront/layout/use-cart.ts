import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { cartFromCookies, secureCartCookieName } from '#app/shop/checkout/cart-cookie.ts'

const changed = 'cart-changed'

/** Says that the cookie has changed: browsers do not all tell. */
export function tellCartChanged(): void {
  window.dispatchEvent(new Event(changed))
}

/** Another tab may have changed it while this one was away. */
function subscribe(onChange: () => void): () => void {
  const events = [changed, 'focus', 'pageshow'] as const
  for (const event of events) window.addEventListener(event, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

const inBrowser = () => {
  const name = location.protocol === 'https:' ? secureCartCookieName : undefined
  return cartFromCookies(document.cookie, name).join('.')
}
const onServer = () => null

/**
 * The stock numbers in this browser's cart, `null` until the page is hydrated: pages are the same for everybody and may
 * come from a cache.
 */
export function useCart(): string[] | null {
  // A page that was followed may have changed it.
  useLocation()
  const text = useSyncExternalStore(subscribe, inBrowser, onServer)
  return useMemo(() => (text === null ? null : text.split('.').filter(Boolean)), [text])
}
