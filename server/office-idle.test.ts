import { expect, test } from 'vitest'
import { byItselfHeader } from '#app/office/call-headers.ts'
import { sessionCookieName } from '#app/office/session-cookie.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { startSession } from '#app/shop/staff/sessions.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'

const content = demoContent()
const site = 'http://localhost:3000'

/** Somebody signed in, and what their browser asks; `quietFor`: as if nothing had been asked for so many hours. */
async function somebody() {
  const { db } = content.app
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Ada', email: `${crypto.randomUUID()}@staff.example`, role: 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, sessionId } = await startSession(db, { staffId: id, browser: 'a test' })
  const shop = servedShop({
    ...content.app,
    secret: 'a secret of tests, which opens nothing at all' as Secret,
  })
  const ask = async (path: string, { headers = {}, ...init }: RequestInit = {}) => {
    const request = new Request(site + path, {
      ...init,
      headers: { cookie: `${sessionCookieName}=${token}`, ...(headers as Record<string, string>) },
    })
    const response = await shop.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
    await response.body?.cancel()
    return response.status
  }
  const act = (name: string, input: unknown, headers: Record<string, string> = {}) =>
    ask(`/office/act/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    })
  const quietFor = (hours: number) =>
    db
      .updateTable('staff_session')
      .set({ last_seen_at: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', sessionId)
      .execute()
  return { ask, act, quietFor }
}

const byItself = { [byItselfHeader]: '1' }
const open = { thing: 'piece/10482' }

test('what an open page asks by itself is answered, but does not keep its session from ending', async () => {
  const { ask, act, quietFor } = await somebody()
  const alone = async () => [
    await act('presence.open', open),
    await act('presence.close', open),
    await ask('/office/events'),
    await ask('/office/data/', { headers: byItself }),
    await act('palette.find', { words: 'omega' }, byItself),
  ]
  // One request that renewed it would have kept it for twelve hours more.
  await quietFor(11.999)
  expect(await alone()).toEqual([200, 200, 200, 200, 200])
  const asked = await content.app.db
    .selectFrom('staff_session')
    .select('last_seen_at')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(asked.last_seen_at.getTime()).toBeLessThan(Date.now() - 11 * 3_600_000)
  await quietFor(12.001)
  expect(await alone()).toEqual([401, 401, 401, 401, 401])
})

test.each([
  ['a screen that is opened', (of: Awaited<ReturnType<typeof somebody>>) => of.ask('/office/data/')],
  [
    'something that is done',
    (of: Awaited<ReturnType<typeof somebody>>) => of.act('palette.find', { words: 'omega' }),
  ],
])('%s renews the session', async (_, use) => {
  const of = await somebody()
  await of.quietFor(11.999)
  expect(await use(of)).toBe(200)
  const { last_seen_at } = await content.app.db
    .selectFrom('staff_session')
    .select('last_seen_at')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(last_seen_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
})
