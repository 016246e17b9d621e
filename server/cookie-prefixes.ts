import { deviceCookieName } from '#app/office/accounts/device-cookie.ts'
import { sessionCookieName } from '#app/office/session-cookie.ts'

/** Their names are fixed (docs/product.md 1.2, docs/product.md 3.2): a language and a width, of which nobody comes to harm. */
const plain = new Set(['i18n_redirected', 'viewport'])

/** Sent to the office alone: `__Host-` would have them sent with every page. */
const ofTheOffice = new Set([sessionCookieName, deviceCookieName])

function prefixOf(name: string): '' | '__Secure-' | '__Host-' {
  if (plain.has(name)) return ''
  return ofTheOffice.has(name) ? '__Secure-' : '__Host-'
}

/**
 * Over an encrypted connection: every cookie that is set is for such connections alone, and its name says so, by which a
 * browser takes it from nobody who could not encrypt, and `__Host-` from no other host of the domain either.
 */
export function prefixCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  if (cookies.length === 0) return
  headers.delete('set-cookie')
  for (const cookie of cookies) {
    const name = cookie.slice(0, cookie.indexOf('='))
    const secure = /;\s*secure\b/i.test(cookie) ? '' : '; Secure'
    headers.append('set-cookie', `${prefixOf(name)}${cookie}${secure}`)
  }
}

/**
 * Over an encrypted connection: gives the cookies of a request the names that they are read by. One that came without its
 * prefix is dropped, for anybody on the way may have set it.
 */
export function readPrefixedCookies(headers: Headers): void {
  const sent = headers.get('cookie')
  if (sent === null) return
  const known = sent.split(';').flatMap((part) => {
    const cookie = part.trim()
    const name = cookie.slice(0, Math.max(0, cookie.indexOf('=')))
    if (plain.has(name)) return [cookie]
    const [prefix, own = ''] = /^(?:__Host-|__Secure-)(?=(.+)$)/.exec(name) ?? []
    return prefix !== undefined && prefix === prefixOf(own) ? [cookie.slice(prefix.length)] : []
  })
  if (known.length === 0) headers.delete('cookie')
  else headers.set('cookie', known.join('; '))
}
