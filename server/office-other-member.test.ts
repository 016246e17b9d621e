import { expect, test } from 'vitest'
import { memberHeader } from '#app/office/call-headers.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const secret = 'a secret of tests, which opens nothing at all' as Secret

test('nothing is done or shown in the name of somebody else than the page was drawn for', async () => {
  const { db } = content.app
  const newest = async () =>
    await db.selectFrom('staff_member').select(['id', 'name']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  await staffCookie(db, 'owner')
  const { id: anna } = await newest()
  const cookie = await staffCookie(db, 'owner')
  const { id: berta, name } = await newest()
  const shop = servedShop({ ...content.app, secret })
  const ask = async (path: string, drawnFor: number | null, init: RequestInit = {}) => {
    const of: Record<string, string> = drawnFor === null ? {} : { [memberHeader]: String(drawnFor) }
    const headers = { cookie, 'content-type': 'application/json', ...of }
    const request = new Request(`http://localhost:3000${path}`, { ...init, headers })
    const response = await shop.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
    const isJson = response.headers.get('content-type')?.includes('json')
    if (!isJson) await response.body?.cancel()
    return { status: response.status, answer: isJson ? ((await response.json()) as object) : null }
  }
  const change = (path: string, drawnFor: number | null) =>
    ask(path, drawnFor, {
      method: 'POST',
      body: JSON.stringify({ name: 'Anna Neu', locale: 'de', version: 0 }),
    })
  const refused = { status: 409, answer: { ok: false, reason: 'another-member' } }
  expect(await change('/office/act/accounts.change-own', anna)).toEqual(refused)
  // As a browser sends what is left when a page is closed: it sets no headers.
  expect(await change(`/office/act/accounts.change-own?${memberHeader}=${anna}`, null)).toEqual(refused)
  expect(await ask('/office/data/', anna)).toEqual(refused)
  expect((await ask(`/office/events?${memberHeader}=${anna}`, null)).status).toBe(409)
  expect((await newest()).name).toBe(name)

  expect((await change('/office/act/presence.open', berta)).status).toBe(422)
  expect((await ask('/office/data/', berta)).status).toBe(200)
  expect((await ask(`/office/events?${memberHeader}=${berta}`, null)).status).toBe(200)
  // Signing in is what nobody has to be signed in for.
  expect((await change('/office/act/accounts.sign-in', anna)).status).toBe(422)
})
