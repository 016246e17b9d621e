import { expect, test } from 'vitest'
import type { Secret } from '#app/platform/secrets.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()

/** The office with a log that is listened to: what was warned of in it. */
function listenedTo() {
  const warned: Record<string, unknown>[] = []
  const log = Object.create(content.app.log) as typeof content.app.log
  log.warn = ((fields: Record<string, unknown>, message: string) =>
    warned.push({ ...fields, message })) as never
  const secret = 'a secret of tests, which opens nothing at all' as Secret
  return { ask: servedPages({ ...content.app, log, secret }), warned }
}

const message = 'staff asked for what their role does not allow'
const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

test('what a role does not allow is refused, and told by the number of who asked for what', async () => {
  const { ask, warned } = listenedTo()
  const cookie = await staffCookie(content.app.db, 'editor')
  const { id: staff } = await content.app.db
    .selectFrom('staff_member')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const refused = async (path: string, body?: string) =>
    (await ask(path, { ...json, cookie }, body === undefined ? undefined : { method: 'POST', body })).status
  expect(await refused('/office/data/orders?find=somebody@example.test')).toBe(403)
  expect(await refused('/office/act/settings.save', '{}')).toBe(403)
  expect(await refused('/office/request-page/A-2026-00001')).toBe(403)
  expect(warned).toEqual([
    { staff, role: 'editor', asked: 'screen orders', permission: 'orders.see', message },
    { staff, role: 'editor', asked: 'action settings.save', permission: 'settings.change', message },
    {
      ...{ staff, role: 'editor', permission: 'purchases.change', message },
      asked: 'the preview of a request',
    },
  ])
})

test('a flood of refusals is told once, and then how many more there were', async () => {
  const { ask, warned } = listenedTo()
  const cookie = await staffCookie(content.app.db, 'editor')
  for (let round = 0; round < 20; round += 1)
    expect((await ask('/office/data/orders', { cookie })).status).toBe(403)
  await expect.poll(() => sumOf(warned)).toBe(20)
  expect(warned.length).toBeLessThan(20)
})

/** Each entry is one refusal, or stands for `more`. */
const sumOf = (warned: readonly Record<string, unknown>[]) =>
  warned.reduce((sum, { more }) => sum + (more === undefined ? 1 : Number(more)), 0)

test('what a role allows, and a stranger, are not told', async () => {
  const { ask, warned } = listenedTo()
  const cookie = await staffCookie(content.app.db, 'owner')
  expect((await ask('/office/data/orders', { cookie })).status).toBe(200)
  expect((await ask('/office/data/orders')).status).toBe(401)
  expect(warned).toEqual([])
})
