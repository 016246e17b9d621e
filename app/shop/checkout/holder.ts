import { randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie-es'

/**
 * Who is at the checkout: an unguessable token in a cookie of its own, strictly necessary for the service asked for
 * (§ 25 (2) TDDDG). `visit` is the page that was shown last: only that one may let go of the hold when it is closed,
 * not an older one that is closed because the page was loaded again.
 */
export type Holder = { token: string; visit: string }

const name = 'checkout'
/** Longer than any hold; seconds. */
const keptFor = 86_400
const shape = /^([\w-]{24,64})\.([\w-]{6,32})$/

/** The holder in a `Cookie` header, `null` when there is none or it is not of ours. */
export function holderFromCookies(cookies: string | null): Holder | null {
  const value = parseCookie(cookies ?? '')[name] ?? ''
  const [, token, visit] = shape.exec(value) ?? []
  return token && visit ? { token, visit } : null
}

/** The same holder on a new visit, or a new one. */
export function nextVisit(last: Holder | null): Holder {
  return {
    token: last?.token ?? randomBytes(24).toString('base64url'),
    visit: randomBytes(6).toString('base64url'),
  }
}

/** `Set-Cookie` for a holder; scripts have no business with it. */
export function holderCookie({ token, visit }: Holder, secure: boolean): string {
  return `${name}=${token}.${visit}; Path=/; Max-Age=${keptFor}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
