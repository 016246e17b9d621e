import crypto from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { addStaff, disableStaff } from './accounts.ts'
import { createLink, setPasswordByLink } from './links.ts'
import { findSession } from './sessions.ts'
import { signIn } from './sign-in.ts'

/** How often a password was hashed since the test began. */
const hashing = vi.spyOn(crypto, 'argon2')
const hashed = () => hashing.mock.calls.length
afterAll(() => hashing.mockRestore())

const database = testDatabase()
const email = 'Ada@Laden.example'
const password = 'ein langer Satz'
const secret = 'a secret of the tests, long enough'
let staffId = 0

beforeEach(async () => {
  const { db } = database
  for (const table of ['staff_guess', 'rate_use', 'staff_device', 'staff_session', 'staff_link'] as const)
    await db.deleteFrom(table).execute()
  // Records name accounts, which are never deleted: those of the test before are out of the way.
  await sql`update staff_member set email = id || '@former.example', disabled_at = now()`.execute(db)
  const added = await addStaff(db, { name: 'Ada', email, role: 'owner', locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  staffId = added.id
  const token = await createLink(db, { staffId, purpose: 'invitation' })
  await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password })
  hashing.mockClear()
})

const attempt = (given: Partial<Parameters<typeof signIn>[1]> = {}) =>
  signIn(database.db, {
    ...{ email, password, code: null, client: 'client', device: null, browser: 'Firefox', secret },
    ...given,
  })

test('the right password begins a session, whatever the case of the address', async () => {
  const done = await attempt({ email: ' ada@laden.EXAMPLE ' })
  if (!done.ok) throw new Error(done.reason)
  expect(await findSession(database.db, done.token)).toMatchObject({ id: staffId })
})

test('nobody can tell who has an account: one answer after the same work', async () => {
  const wrong = { ok: false, reason: 'wrong' }
  expect(await attempt({ password: 'ein anderer Satz' })).toEqual(wrong)
  expect(hashed()).toBe(1)
  expect(await attempt({ email: 'nobody@laden.example' })).toEqual(wrong)
  expect(hashed()).toBe(2)
  await addStaff(database.db, { name: 'New', email: 'new@laden.example', role: 'sales', locale: 'de' })
  expect(await attempt({ email: 'new@laden.example' })).toEqual(wrong)
  expect(hashed()).toBe(3)
  await addStaff(database.db, { name: 'Two', email: 'two@laden.example', role: 'owner', locale: 'de' })
  await database.db
    .updateTable('staff_member')
    .set({ disabled_at: new Date() })
    .where('id', '=', staffId)
    .execute()
  expect(await attempt()).toEqual(wrong)
  expect(hashed()).toBe(4)
  // An address without an account runs out of guesses just the same.
  for (let guess = 1; guess < 10; guess += 1) await attempt({ email: 'nobody@laden.example' })
  expect(await attempt({ email: 'nobody@laden.example' })).toMatchObject({ reason: 'too-many' })
})

test('of ten thousand guesses ten are looked at, and the owner at a browser of hers comes in all the while', async () => {
  const known = await attempt()
  if (!known.ok) throw new Error(known.reason)
  hashing.mockClear()
  const tries = 10_000
  for (let done = 0; done < tries; done += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        attempt({ password: `geraten ${done + number}`, client: `client ${(done + number) % 400}` }),
      ),
    )
  expect(hashed()).toBe(10)
  expect(await attempt({ client: 'elsewhere' })).toMatchObject({ ok: false, reason: 'too-many' })
  const again = await attempt({ device: known.device, client: 'client 1' })
  expect(again).toMatchObject({ ok: true, device: known.device })
  // A browser of somebody else, or an invented one, has no budget of its own.
  expect(await attempt({ device: 'x'.repeat(43), client: 'elsewhere' })).toMatchObject({ reason: 'too-many' })
})

test('a known browser has ten guesses too; what was right is not counted', async () => {
  const known = await attempt()
  if (!known.ok) throw new Error(known.reason)
  for (let time = 0; time < 12; time += 1)
    expect(await attempt({ device: known.device })).toMatchObject({ ok: true })
  for (let guess = 0; guess < 10; guess += 1)
    expect(await attempt({ device: known.device, password: 'falsch geraten' })).toMatchObject({
      reason: 'wrong',
    })
  expect(await attempt({ device: known.device })).toMatchObject({ ok: false, reason: 'too-many' })
  await database.db
    .updateTable('staff_guess')
    .set({ at: new Date(Date.now() - 15 * 60_000) })
    .execute()
  expect(await attempt({ device: known.device })).toMatchObject({ ok: true })
})

test('one client tries only so many accounts', async () => {
  for (let guess = 0; guess < 60; guess += 1) await attempt({ email: `person-${guess}@laden.example` })
  expect(await attempt()).toMatchObject({ ok: false, reason: 'too-many' })
  expect(await attempt({ client: 'another' })).toMatchObject({ ok: true })
})

test('a disabled account has no known browsers left', async () => {
  const known = await attempt()
  await addStaff(database.db, { name: 'Two', email: 'two@laden.example', role: 'owner', locale: 'de' })
  await database.db
    .updateTable('staff_member')
    .set({ password_hash: '$argon2id$v=19$m=19456,t=2,p=1$x$x' })
    .where('email', '=', 'two@laden.example')
    .execute()
  expect(await disableStaff(database.db, staffId)).toEqual({ ok: true })
  if (!known.ok) throw new Error(known.reason)
  expect(await findSession(database.db, known.token)).toBeNull()
  expect(await database.db.selectFrom('staff_device').selectAll().execute()).toEqual([])
})
