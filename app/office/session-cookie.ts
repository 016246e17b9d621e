/** The cookie that says who is signed in; only the office is told it. */
export const sessionCookieName = 'office_session'

/** Its `Set-Cookie` line; `Secure` is added where the connection is encrypted. `null` ends it. */
export function sessionCookie(token: string | null): string {
  return `${sessionCookieName}=${token ?? ''}; Path=/office; HttpOnly; SameSite=Lax${token === null ? '; Max-Age=0' : ''}`
}
