import { parseCookie } from 'cookie-es'

/** Says that somebody has signed in with this browser before, so that strangers' guesses do not keep them out. */
export const deviceCookieName = 'office_device'

/** Seconds; as long as browsers keep any. */
const keptFor = 400 * 86_400

export function deviceOf(request: Request): string | null {
  const token = parseCookie(request.headers.get('cookie') ?? '')[deviceCookieName]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

export const deviceCookie = (token: string) =>
  `${deviceCookieName}=${token}; Path=/office; Max-Age=${keptFor}; HttpOnly; SameSite=Lax`
