import { expect, test } from 'vitest'
import { holderCookie, holderFromCookies, nextVisit } from './holder.ts'

const header = (cookie: string) => `cart=10482; ${cookie.split(';')[0]}; viewport=lg`

test('a holder survives their cookie and stays who they are on the next visit', () => {
  const first = nextVisit(null)
  expect(holderFromCookies(header(holderCookie(first, true)))).toEqual(first)
  const second = nextVisit(first)
  expect(second.token).toBe(first.token)
  expect(second.visit).not.toBe(first.visit)
  expect(nextVisit(null).token).not.toBe(first.token)
})

test('the cookie is out of reach of scripts and other sites', () => {
  const cookie = holderCookie(nextVisit(null), true)
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
  expect(holderCookie(nextVisit(null), false)).not.toContain('Secure')
})

test('what is not of ours is no holder', () => {
  const visit = nextVisit(null)
  for (const value of ['', 'a.b', visit.token, `${visit.token}.`, `${visit.token}'--.${visit.visit}`]) {
    expect(holderFromCookies(`checkout=${value}`), value).toBeNull()
  }
  expect(holderFromCookies(null)).toBeNull()
  // Another cookie whose name ends like ours.
  expect(holderFromCookies(`my-checkout=${visit.token}.${visit.visit}`)).toBeNull()
})
