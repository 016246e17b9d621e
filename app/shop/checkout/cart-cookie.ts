/**
 * The cart holds pieces, never quantities. It lives in a cookie on the visitor's device and nowhere else: stock
 * numbers in the order they were put in, each with the price that was seen then. The cookie, `cart=10482_985000.20101_124000`,
 * is strictly necessary for the service asked for, so it needs no consent (§ 25 (2) TDDDG).
 */
const cartCookieName = 'cart'

/**
 * Its name over an encrypted connection, by which browsers take it from the shop alone. The server reads it as `cart`
 * there, too (`server/cookie-prefixes.ts`).
 */
export const secureCartCookieName = `__Host-${cartCookieName}`

/** Where it stands in a `Cookie` header, of several the first; no reader of all cookies travels to the browser. */
const inHeader = (name: string) => new RegExp(`(?:^|;) *${name}=([^; ]*)`)

/** More pieces than anybody buys at once, few enough for one look at the database. */
export const cartLimit = 20

/** How long a cart is kept, seconds: a month after it was last changed. */
const keptFor = 30 * 86_400

/** A stock number as the catalogue writes them, then the price in cents; anything else in the cookie is dropped. */
const entry = /^([A-Za-z0-9-]{1,16})(?:_(\d{1,10}))?$/

/** A piece in the cart; `seenCents` is what it cost when it was put in, null when that is not known. */
export type CartEntry = { id: string; seenCents: number | null }

/** What lies in the cart by a `Cookie` header, each piece once, at most `cartLimit`. */
export function cartEntries(cookies: string | null, name = cartCookieName): CartEntry[] {
  const value = inHeader(name).exec(cookies ?? '')?.[1] ?? ''
  const found = new Map<string, CartEntry>()
  for (const text of value.split('.')) {
    const [, id, cents] = entry.exec(text) ?? []
    if (id && !found.has(id)) found.set(id, { id, seenCents: cents === undefined ? null : Number(cents) })
  }
  return [...found.values()].slice(0, cartLimit)
}

/** The stock numbers alone. */
export function cartFromCookies(cookies: string | null, name?: string): string[] {
  return cartEntries(cookies, name).map(({ id }) => id)
}

/** `Set-Cookie` for a cart; readable in the browser, which shows the number of pieces on pages that are cached. */
export function cartCookie(entries: readonly CartEntry[], secure: boolean): string {
  const value = entries.map(({ id, seenCents }) => (seenCents === null ? id : `${id}_${seenCents}`)).join('.')
  const attributes = `Path=/; Max-Age=${entries.length === 0 ? 0 : keptFor}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cartCookieName}=${value}; ${attributes}`
}

export type CartChange = { ok: true; entries: CartEntry[] } | { ok: false; reason: 'full' | 'no-such-piece' }

/** Puts a piece in, at `at` or at the end; one that is in already stays where it is, with the price seen now. */
export function addToCart(entries: readonly CartEntry[], added: CartEntry, at = cartLimit): CartChange {
  if (!entry.test(added.id)) return { ok: false, reason: 'no-such-piece' }
  if (entries.some(({ id }) => id === added.id)) {
    return { ok: true, entries: entries.map((each) => (each.id === added.id ? added : each)) }
  }
  if (entries.length >= cartLimit) return { ok: false, reason: 'full' }
  return { ok: true, entries: entries.toSpliced(at, 0, added) }
}

export function removeFromCart(entries: readonly CartEntry[], id: string): CartEntry[] {
  return entries.filter((each) => each.id !== id)
}

/** What `POST {apiUrl}/cart` says. */
export type CartAnswer =
  | { ok: true; name: string; state: 'available' | 'held' | 'reserved' }
  | { ok: false; reason: 'full' | 'no-such-piece' | 'sold' | 'examined' }
