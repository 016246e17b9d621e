import { parseCookie } from 'cookie-es'

/**
 * That this visitor has just sent a message, in a cookie: the page that says so shows to nobody else, and once more when
 * it is loaded anew or in the other language. Strictly necessary for the service asked for (§ 25 (2) TDDDG).
 */
const name = 'message_sent'
/** Seconds. */
const keptFor = 600

export function messageSentCookie(secure: boolean): string {
  return `${name}=1; Path=/; Max-Age=${keptFor}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function hasSentMessage(cookies: string | null): boolean {
  return parseCookie(cookies ?? '')[name] === '1'
}
