/**
 * The cart holds pieces, never quantities. It lives in a cookie on the visitor's device and nowhere else: stock
 * numbers in the order they were put in, joined by dots. The cookie is strictly necessary for the service asked for,
 * so it needs no consent (§ 25 (2) TDDDG).
 */
export const cartCookieName = 'cart'

/** More pieces than anybody buys at once, few enough for one look at the database. */
export const cartLimit = 20

const keptFor = 30 * 86_400

/** A stock number as the catalogue writes them; anything else in the cookie is dropped. */
const stockNumber = /^[A-Za-z0-9-]{1,16}$/

/** The stock numbers in a `Cookie` header, each once, at most `cartLimit`. */
export function cartFromCookies(cookies: string | null): string[] {
  const value = new RegExp(`(?:^|;\\s*)${cartCookieName}=([^;]*)`).exec(cookies ?? '')?.[1] ?? ''
  return [...new Set(value.split('.').filter((id) => stockNumber.test(id)))].slice(0, cartLimit)
}

/** `Set-Cookie` for a cart; readable in the browser, which shows the number of pieces on pages that are cached. */
export function cartCookie(pieces: readonly string[], secure: boolean): string {
  const attributes = `Path=/; Max-Age=${pieces.length === 0 ? 0 : keptFor}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cartCookieName}=${pieces.join('.')}; ${attributes}`
}

export type CartChange = { ok: true; pieces: string[] } | { ok: false; reason: 'full' | 'no-such-piece' }

/** Puts a piece in; one that is in already stays where it is. */
export function addToCart(pieces: readonly string[], id: string): CartChange {
  if (!stockNumber.test(id)) return { ok: false, reason: 'no-such-piece' }
  if (pieces.includes(id)) return { ok: true, pieces: [...pieces] }
  return pieces.length >= cartLimit ? { ok: false, reason: 'full' } : { ok: true, pieces: [...pieces, id] }
}

export function removeFromCart(pieces: readonly string[], id: string): string[] {
  return pieces.filter((piece) => piece !== id)
}
