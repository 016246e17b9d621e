import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { readEnv } from '#app/platform/env.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { cartFromCookies, secureCartCookieName } from '#app/shop/checkout/cart-cookie.ts'
import { addRings } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'
import { prefixCookies, readPrefixedCookies } from './cookie-prefixes.ts'

const content = demoContent()
beforeAll(loadAllMessages)

const served = (SITE_URL: string) =>
  servedPages({
    ...content.app,
    env: readEnv({ SITE_URL }),
    secret: 'a secret of tests, which opens nothing at all' as Secret,
  })

test('names say who may set a cookie, but for the two that are fixed', () => {
  const headers = new Headers()
  for (const cookie of [
    'cart=10482; Path=/; Max-Age=60; SameSite=Lax',
    'checkout=a.b; Path=/; HttpOnly; Secure',
    'office_session=; Path=/office; HttpOnly; Max-Age=0',
    'i18n_redirected=de; Path=/',
  ])
    headers.append('set-cookie', cookie)
  prefixCookies(headers)
  expect(headers.getSetCookie()).toEqual([
    '__Host-cart=10482; Path=/; Max-Age=60; SameSite=Lax; Secure',
    '__Host-checkout=a.b; Path=/; HttpOnly; Secure',
    '__Secure-office_session=; Path=/office; HttpOnly; Max-Age=0; Secure',
    'i18n_redirected=de; Path=/; Secure',
  ])
})

test.each([
  ['__Host-cart=1_2.3; i18n_redirected=de', 'cart=1_2.3; i18n_redirected=de'],
  ['cart=old; __Host-cart=new', 'cart=new'],
  ['cart=old;viewport=xs', 'viewport=xs'],
  ['__Secure-cart=1; __Host-office_session=a; office_device=b', null],
  ['__Secure-office_session=a=b; __Secure-office_device=c', 'office_session=a=b; office_device=c'],
  ['__host-cart=1; __Host-=1; __Host-__Host-cart=2; cart; =; ;', '__Host-cart=2'],
  ['__Host-i18n_redirected=de', null],
])('of %s it reads %s', (sent, read) => {
  const headers = new Headers({ cookie: sent })
  readPrefixedCookies(headers)
  expect(headers.get('cookie')).toBe(read)
})

test('over https staff are known by the cookie that is for https alone, over http by its plain name', async () => {
  const cookie = await staffCookie(content.app.db, 'owner')
  const opened = async (site: string, sent: string) =>
    (await served(site)('/office/data/', { cookie: sent })).status
  expect(await opened('https://shop.example', `__Secure-${cookie}`)).toBe(200)
  expect(await opened('https://shop.example', cookie)).toBe(401)
  expect(await opened('https://shop.example', `__Host-${cookie}`)).toBe(401)
  expect(await opened('http://localhost:3000', cookie)).toBe(200)
  expect(await opened('http://localhost:3000', `__Secure-${cookie}`)).toBe(401)
})

test('a cart that was filled over https is there, and a browser counts what is in it', async () => {
  await addRings(content.app.db, ['70091', '70092'])
  const shop = served('https://shop.example')
  const put = async (piece: string, cookie: string) => {
    const body = new URLSearchParams({ piece })
    const answer = await shop(
      '/api/cart',
      { cookie, origin: 'https://shop.example' },
      { method: 'POST', body },
    )
    expect(answer.status).toBe(200)
    const [set = ''] = answer.headers.getSetCookie()
    expect(set).toMatch(/^__Host-cart=[^;]+; Path=\/; (?!.*Domain).*; Secure$/)
    return set.slice(0, set.indexOf(';'))
  }
  const one = await put('70091', 'cart=70092')
  const both = await put('70092', one)
  expect(cartFromCookies(both, secureCartCookieName)).toEqual(['70091', '70092'])
  expect(cartFromCookies(`cart=1; ${both}`, secureCartCookieName)).toEqual(['70091', '70092'])
  expect(cartFromCookies(both)).toEqual([])
})
