import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { addStaff } from './accounts.ts'
import {
  endSession,
  endSessions,
  findSession,
  listSessions,
  provedNow,
  rotateSession,
  startSession,
} from './sessions.ts'

const database = testDatabase()
let staffId = 0
beforeAll(async () => {
  const email = 'berta@laden.example'
  const added = await addStaff(database.db, { name: 'Berta', email, role: 'buyer', locale: 'en' })
  if (added.ok) staffId = added.id
})

const start = () => startSession(database.db, { staffId, browser: 'Firefox\u202e 140' })
const set = (sessionId: number, values: Record<string, Date>) =>
  database.db.updateTable('staff_session').set(values).where('id', '=', sessionId).execute()
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('a token opens its session, and the database keeps no token', async () => {
  const { token, sessionId } = await start()
  expect(await findSession(database.db, token)).toMatchObject({
    id: staffId,
    role: 'buyer',
    locale: 'en',
    sessionId,
  })
  for (const wrong of ['', 'x', `${token}=`, token.slice(0, 42), 'A'.repeat(43)])
    expect(await findSession(database.db, wrong)).toBeNull()
  const kept = await database.db
    .selectFrom('staff_session')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst()
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(kept?.browser).toBe('Firefox 140')
})

test('ends after twelve hours without a request, and after thirty days with them', async () => {
  const { token, sessionId } = await start()
  await set(sessionId, { last_seen_at: ago(11 * 60) })
  expect(await findSession(database.db, token)).not.toBeNull()
  await set(sessionId, { last_seen_at: ago(12 * 60 + 1) })
  expect(await findSession(database.db, token)).toBeNull()
  await set(sessionId, { last_seen_at: ago(1), created_at: ago(30 * 24 * 60 + 1) })
  expect(await findSession(database.db, token)).toBeNull()
  expect(await listSessions(database.db, staffId)).not.toContainEqual(
    expect.objectContaining({ id: sessionId }),
  )
})

test('that it was used is written down at most once a minute', async () => {
  const { token, sessionId } = await start()
  const seen = async () =>
    (await listSessions(database.db, staffId)).find(({ id }) => id === sessionId)?.lastSeenAt
  const recently = ago(0.5)
  await set(sessionId, { last_seen_at: recently })
  await findSession(database.db, token)
  expect(await seen()).toEqual(recently)
  await set(sessionId, { last_seen_at: ago(2) })
  await findSession(database.db, token)
  expect((await seen())?.getTime()).toBeGreaterThan(recently.getTime())
})

test('after a rotation the new token is good, and the former one for a moment', async () => {
  const { token, sessionId } = await start()
  const rotated = await rotateSession(database.db, sessionId)
  expect(await findSession(database.db, rotated?.token ?? '')).toMatchObject({ sessionId })
  expect(await findSession(database.db, token)).toMatchObject({ sessionId })
  await set(sessionId, { rotated_at: ago(0.5) })
  expect(await findSession(database.db, token)).toBeNull()
})

test('a proof is as old as the database says, whatever the clock of the process', async () => {
  const { token, sessionId } = await start()
  await set(sessionId, { proved_at: ago(60) })
  vi.useFakeTimers({ toFake: ['Date'], now: ago(24 * 60) })
  onTestFinished(() => void vi.useRealTimers())
  const before = await findSession(database.db, token)
  expect(before?.provedFor).toBeGreaterThanOrEqual(60 * 60_000)
  await provedNow(database.db, sessionId)
  const after = await findSession(database.db, token)
  expect(after?.provedFor).toBeLessThan(before?.provedFor ?? 0)
})

test('only its owner ends a session; all but one end together', async () => {
  const [one, other] = [await start(), await start()]
  expect(await endSession(database.db, one.sessionId, staffId + 1)).toBe(false)
  expect(await endSession(database.db, one.sessionId, staffId)).toBe(true)
  expect(await endSession(database.db, one.sessionId, staffId)).toBe(false)
  expect(await findSession(database.db, one.token)).toBeNull()
  expect(await rotateSession(database.db, one.sessionId)).toBeNull()
  await endSessions(database.db, staffId, { except: other.sessionId })
  expect((await listSessions(database.db, staffId)).map(({ id }) => id)).toEqual([other.sessionId])
})
