import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { addStaff } from './accounts.ts'
import { createLink, setPasswordByLink } from './links.ts'
import { beginCodes, codesOf, confirmCodes, endCodes, newRecoveryCodes, takeCode } from './second-factor.ts'
import { proveIdentity } from './sign-in.ts'

const database = testDatabase()
const secret = 'a secret of the tests, long enough'
const password = 'ein langer Satz'
let staffId = 0
let email = ''

beforeEach(async () => {
  email = `${crypto.randomUUID()}@laden.example`
  const added = await addStaff(database.db, { name: 'Ada', email, role: 'owner', locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  staffId = added.id
})

const codeOf = (key: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + seconds * 1000 })

/** As the app has it, from a moment that is far from the next code. */
async function begun() {
  const begin = await beginCodes(database.db, staffId, { secret, issuer: 'Rheingold', account: email })
  if (!begin.ok) throw new Error(begin.reason)
  return begin
}
async function on() {
  const { key } = await begun()
  const confirmed = await confirmCodes(database.db, staffId, { code: codeOf(key, -30), secret })
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return { key, recoveryCodes: confirmed.recoveryCodes }
}

test('nothing is guarded until the first code was right; the key is kept sealed', async () => {
  const { db } = database
  const { key, address } = await begun()
  expect(address).toContain(`otpauth://totp/Rheingold:${encodeURIComponent(email)}?`)
  expect(await codesOf(db, staffId)).toEqual({ on: false, recoveryLeft: 0 })
  expect(await confirmCodes(db, staffId, { code: '12345', secret })).toEqual({
    ok: false,
    reason: 'wrong-code',
  })
  expect(await takeCode(db, staffId, { code: codeOf(key), secret })).toBe(false)
  const kept = await db
    .selectFrom('staff_totp')
    .select('secret_sealed')
    .where('staff_id', '=', staffId)
    .execute()
  expect(kept[0]?.secret_sealed.toString('latin1')).not.toContain(key)
  const confirmed = await confirmCodes(db, staffId, { code: codeOf(key), secret })
  expect(confirmed).toMatchObject({ ok: true, recoveryCodes: { length: 10 } })
  expect(await codesOf(db, staffId)).toEqual({ on: true, recoveryLeft: 10 })
  expect(await beginCodes(db, staffId, { secret, issuer: 'x', account: 'y' })).toEqual({
    ok: false,
    reason: 'already-on',
  })
})

test('a code counts once, and one step of drift is taken', async () => {
  const { db } = database
  const { key } = await on()
  const code = codeOf(key, 30)
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const both = await Promise.all([1, 2].map(() => takeCode(db, staffId, { code: spaced, secret })))
  expect(both.filter(Boolean)).toHaveLength(1)
  // An earlier one than the last is none any more, and what is far away never was.
  for (const seconds of [0, -30, 120, -120])
    expect(await takeCode(db, staffId, { code: codeOf(key, seconds), secret })).toBe(false)
})

test('a recovery code counts once, however it is typed; new ones end the old', async () => {
  const { db } = database
  const { recoveryCodes } = await on()
  const [first = '', second = ''] = recoveryCodes
  expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(await takeCode(db, staffId, { code: first.toUpperCase().replaceAll('-', ' '), secret })).toBe(true)
  expect(await takeCode(db, staffId, { code: first, secret })).toBe(false)
  expect(await codesOf(db, staffId)).toEqual({ on: true, recoveryLeft: 9 })
  const [fresh = ''] = await newRecoveryCodes(db, staffId)
  expect(await takeCode(db, staffId, { code: second, secret })).toBe(false)
  expect(await takeCode(db, staffId, { code: fresh, secret })).toBe(true)
  await endCodes(db, staffId)
  expect(await codesOf(db, staffId)).toEqual({ on: false, recoveryLeft: 0 })
})

test('a reset leaves the second factor, and wrong codes fall under the same ten guesses', async () => {
  const { db } = database
  const { recoveryCodes } = await on()
  const token = await createLink(db, { staffId, purpose: 'reset' })
  await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password })
  const prove = (code: string | null) =>
    proveIdentity(db, { email, password, code, client: null, device: null, secret })
  expect(await prove(null)).toEqual({ ok: false, reason: 'code-missing' })
  for (let guess = 0; guess < 9; guess += 1)
    expect(await prove('000 00x')).toEqual({ ok: false, reason: 'wrong-code' })
  expect(await prove(recoveryCodes[0] as string)).toEqual({ ok: true, staffId })
  expect(await prove('abcd')).toEqual({ ok: false, reason: 'wrong-code' })
  expect(await prove(recoveryCodes[1] as string)).toMatchObject({ ok: false, reason: 'too-many' })
  expect(await codesOf(db, staffId)).toMatchObject({ recoveryLeft: 9 })
})
