import { TOTP, Secret as TotpSecret } from 'otpauth'
import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { addStaff, disableStaff } from '#app/shop/staff/accounts.ts'
import { changesSince, versionOf } from '#app/shop/staff/change-record.ts'
import { createLink } from '#app/shop/staff/links.ts'
import { endSessions, findSession, startSession } from '#app/shop/staff/sessions.ts'
import { signInLimit } from '#app/shop/staff/sign-in.ts'
import { testDatabase } from '#tests/database.ts'
import { accountActions } from './account-answers.ts'
import { entryActions } from './entry-answers.ts'
import { teamActions, teamScreens } from './team-answers.ts'

const database = testDatabase()
const password = 'ein langer Satz'

const app = () =>
  ({
    db: database.db,
    secret: 'a secret of the tests, long enough' as Secret,
    env: { SITE_URL: 'http://localhost:3000' },
  }) as App

/** Without anybody signed in; `cookie`: what the browser holds. */
const open = (cookie = '') => ({
  app: app(),
  now: new Date(),
  request: new Request('http://localhost:3000/office', { headers: { cookie, 'user-agent': 'Firefox' } }),
  client: 'client',
  cookies: [] as string[],
})

async function member(role: 'owner' | 'sales' = 'owner') {
  const email = `${crypto.randomUUID()}@laden.example`
  const added = await addStaff(database.db, { name: 'Ada', email, role, locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  const link = await createLink(database.db, { staffId: added.id, purpose: 'invitation' })
  await entryActions['accounts.set-password'].run(open(), { token: link, password })
  const { token } = await startSession(database.db, { staffId: added.id, browser: 'Chrome' })
  const signedIn = await findSession(database.db, token)
  if (!signedIn) throw new Error('nobody is signed in')
  return { token, email, request: { ...open(), member: signedIn } }
}

const cookieIn = (cookies: readonly string[], name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))
const tokenIn = (cookies: readonly string[]) =>
  /^office_session=([^;]*)/.exec(cookieIn(cookies, 'office_session') ?? '')?.[1] ?? ''

test('signing in sets cookies that no script reads and no other site sends', async () => {
  const { email } = await member()
  const request = open()
  expect(await entryActions['accounts.sign-in'].run(request, { email, password, code: null })).toEqual({
    ok: true,
  })
  for (const name of ['office_session', 'office_device'])
    expect(cookieIn(request.cookies, name)).toMatch(/; Path=\/office;.*HttpOnly; SameSite=Lax/)
  expect(await findSession(database.db, tokenIn(request.cookies))).toMatchObject({ email })
  const wrong = open()
  await entryActions['accounts.sign-in'].run(wrong, { email, password: 'falsch geraten', code: null })
  expect(wrong.cookies).toEqual([])
})

test('a reset is answered alike whether somebody has the address, and mailed where they have', async () => {
  const { email } = await member()
  const answers = await Promise.all(
    [email, 'nobody@laden.example'].map((asked) =>
      entryActions['accounts.ask-reset'].run(open(), { email: asked }),
    ),
  )
  expect(answers).toEqual([{ ok: true }, { ok: true }])
  await entryActions['accounts.ask-reset'].run(open(), { email })
  const mails = await database.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'payload'])
    .where('kind', '=', 'staff-reset')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual([email])
  expect(Object.keys(mails[0]?.payload as object)).toEqual(['staff'])
})

test('strangers who use up the tries of an address keep no passkey of a known browser out', async () => {
  const { request } = await member()
  const known = open()
  await entryActions['accounts.sign-in'].run(known, { email: request.member.email, password, code: null })
  const device = cookieIn(known.cookies, 'office_device')?.split(';')[0] ?? ''
  const { most } = signInLimit
  const stranger = () => ({ ...open(), client: 'crowded' })
  for (let time = 0; time < most; time += 1)
    expect(await entryActions['accounts.passkey-options'].run(stranger(), {})).toMatchObject({ ok: true })
  const credential = { id: 'nobody', response: {} }
  const tooMany = { ok: false, reason: 'too-many' }
  for (const cookie of ['', `office_device=${'x'.repeat(43)}`]) {
    const asked = { ...open(cookie), client: 'crowded' }
    expect(await entryActions['accounts.passkey-options'].run(asked, {})).toMatchObject(tooMany)
    expect(await entryActions['accounts.passkey-sign-in'].run(asked, { credential })).toMatchObject(tooMany)
  }
  const own = { ...open(device), client: 'crowded' }
  expect(await entryActions['accounts.passkey-options'].run(own, {})).toMatchObject({ ok: true })
  expect(await entryActions['accounts.passkey-sign-in'].run(own, { credential })).toEqual({
    ok: false,
    reason: 'refused',
  })
  // It has as many tries as an address has, of its own.
  for (let time = 2; time < most; time += 1) await entryActions['accounts.passkey-options'].run(own, {})
  expect(await entryActions['accounts.passkey-options'].run(own, {})).toMatchObject(tooMany)
})

test('a proof gives the session another token; what opens an account needs one', async () => {
  const { request, token } = await member()
  const long = { ...request.member, provedFor: 11 * 60_000 }
  for (const name of ['accounts.begin-codes', 'accounts.end-codes', 'accounts.add-passkey-options'] as const)
    expect(await accountActions[name].run({ ...request, member: long }, {})).toEqual({
      ok: false,
      reason: 'prove-identity',
    })
  const changed = await accountActions['accounts.change-password'].run(
    { ...request, member: long },
    { password: 'ein anderer Satz' },
  )
  expect(changed).toEqual({ ok: false, reason: 'prove-identity' })
  const wrong = await entryActions['accounts.prove'].run(request, { password: 'falsch geraten', code: null })
  expect(wrong).toEqual({ ok: false, reason: 'wrong' })
  expect(await entryActions['accounts.prove'].run(request, { password, code: null })).toEqual({ ok: true })
  expect(tokenIn(request.cookies)).not.toBe(token)
  expect(await findSession(database.db, tokenIn(request.cookies))).toMatchObject({
    sessionId: request.member.sessionId,
  })
})

test('a password that is easily guessed is refused wherever one is chosen, and uses up no link', async () => {
  const { request, email } = await member()
  const easy = async (password: string) =>
    accountActions['accounts.change-password'].run(request, { password })
  expect(await easy('Passwort2026')).toEqual({ ok: false, reason: 'too-easy' })
  expect(await easy(email)).toEqual({ ok: false, reason: 'own-words' })
  expect(await easy('localhost2026')).toEqual({ ok: false, reason: 'own-words' })
  const token = await createLink(database.db, { staffId: request.member.id, purpose: 'reset' })
  const choose = (chosen: string) =>
    entryActions['accounts.set-password'].run(open(), { token, password: chosen })
  expect(await choose('Passwort2026')).toEqual({ ok: false, reason: 'too-easy' })
  expect(await choose('localhost2026')).toEqual({ ok: false, reason: 'own-words' })
  expect(await choose('ein anderer Satz')).toMatchObject({ ok: true })
})

test('signing out ends the session in the database as well', async () => {
  const { request, token } = await member()
  await entryActions['accounts.sign-out'].run(request, {})
  expect(cookieIn(request.cookies, 'office_session')).toContain('Max-Age=0')
  expect(await findSession(database.db, token)).toBeNull()
})

test('ended sessions and recovery codes are recorded with who and when, and with nothing that opens anything', async () => {
  const { db } = database
  const { request } = await member('owner')
  const subject = { subject: 'staff', id: String(request.member.id) } as const
  const since = async (version: number) =>
    (await changesSince(db, subject, version)).map(({ part, operation, staffId, before, after }) => ({
      ...{ part, operation, staffId, before, after },
    }))
  const who = { staffId: request.member.id }
  const before = await versionOf(db, subject)
  const begun = await accountActions['accounts.begin-codes'].run(request, {})
  if (!begun.ok || !('key' in begun)) throw new Error('codes were not begun')
  const code = new TOTP({ secret: TotpSecret.fromBase32(begun.key) }).generate()
  const confirmed = await accountActions['accounts.confirm-codes'].run(request, { code })
  if (!('recoveryCodes' in confirmed)) throw new Error('codes are not on')
  const [used = ''] = confirmed.recoveryCodes
  expect(await entryActions['accounts.prove'].run(request, { password, code: used })).toEqual({ ok: true })
  await accountActions['accounts.new-recovery-codes'].run(request, {})
  await accountActions['accounts.end-codes'].run(request, {})
  const codes = { ...who, part: 'staff_recovery_code' }
  expect((await since(before)).filter(({ part }) => part === codes.part)).toEqual([
    { ...codes, operation: 'insert', before: null, after: { unused: 10 } },
    { ...codes, operation: 'update', before: { unused: 10 }, after: { unused: 9 } },
    { ...codes, operation: 'delete', before: { unused: 9 }, after: null },
    { ...codes, operation: 'insert', before: null, after: { unused: 10 } },
    { ...codes, operation: 'delete', before: { unused: 10 }, after: null },
  ])

  const session = async (browser: string) =>
    (await startSession(db, { staffId: request.member.id, browser })).sessionId
  const ended = async () => {
    const version = await versionOf(db, subject)
    return async () => (await since(version)).filter(({ part }) => part === 'staff_session')
  }
  const of = (browser: string) => ({
    ...{ ...who, part: 'staff_session', operation: 'delete', after: null },
    before: { browser, signed_in_at: expect.any(String) },
  })
  const [phone, tablet, old] = [await session('Phone'), await session('Tablet'), await session('Old')]
  // It ran out long ago: nobody ends it now.
  await db
    .updateTable('staff_session')
    .set({ last_seen_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('id', '=', old)
    .execute()
  const first = await ended()
  await accountActions['accounts.end-session'].run(request, { id: phone })
  expect(await first()).toEqual([of('Phone')])
  const others = await ended()
  await accountActions['accounts.end-other-sessions'].run(request, {})
  expect((await others()).map((each) => each.before?.browser)).toContain('Tablet')
  expect(await others()).not.toContainEqual(of('Old'))
  expect(tablet).toBeGreaterThan(phone)
  await session('Office')
  const changed = await ended()
  await accountActions['accounts.change-password'].run(request, { password: 'ein anderer Satz' })
  expect(await changed()).toEqual([of('Office')])
  const left = await ended()
  await entryActions['accounts.sign-out'].run(request, {})
  expect(await left()).toEqual([of('Chrome')])

  const { id } = (await member('sales')).request.member
  const team = await teamScreens.team.load(request, { params: {}, query: new URLSearchParams() })
  const { version = 0 } = team.members.find((each) => each.id === id) ?? {}
  // Whoever signs out meanwhile is no reason to refuse what an owner does with their account.
  await endSessions(db, id)
  await startSession(db, { staffId: id, browser: 'Counter' })
  expect(await teamActions['staff.disable'].run(request, { id, version })).toEqual({ ok: true })
  const records = await changesSince(db, { subject: 'staff', id: String(id) }, version)
  expect(records).toContainEqual(
    expect.objectContaining({ ...who, part: 'staff_session', before: of('Counter').before }),
  )
  const all = JSON.stringify(await db.selectFrom('change_record').selectAll().execute())
  for (const secret of [used, begun.key, 'argon2', 'code_hash', 'token_hash'])
    expect(all).not.toContain(secret)
})

test('inviting again is recorded, and refused for whoever needs no invitation', async () => {
  const { db } = database
  const { request } = await member('owner')
  const invited = await teamActions['staff.invite'].run(request, {
    ...{ name: 'Neu', email: `${crypto.randomUUID()}@laden.example` },
    ...{ role: 'sales', locale: 'de' },
  })
  if (!invited.ok) throw new Error(invited.reason)
  const { id } = invited
  const again = async (of: { id: number; version?: number }) => {
    const version = of.version ?? (await versionOf(db, { subject: 'staff', id: String(of.id) }))
    return teamActions['staff.invite-again'].run(request, { ...of, version })
  }
  const shown = await versionOf(db, { subject: 'staff', id: String(id) })
  expect(await again({ id, version: shown })).toEqual({ ok: true })
  const [record] = await changesSince(db, { subject: 'staff', id: String(id) }, shown)
  expect(record).toMatchObject({ by: 'Ada', staffId: request.member.id, operation: 'update' })
  expect(Object.keys(record?.after ?? {})).toEqual(['invited_at'])
  expect(await again({ id, version: shown })).toEqual({ ok: false, reason: 'changed' })
  for (const unknown of [0, 2_000_000_000])
    expect(await again({ id: unknown })).toEqual({ ok: false, reason: 'no-account' })
  await disableStaff(db, id)
  expect(await again({ id })).toEqual({ ok: false, reason: 'disabled' })
  const other = await member('sales')
  expect(await again({ id: other.request.member.id })).toEqual({ ok: false, reason: 'already-set-up' })
})

test('a role is changed from the version that was shown, and recorded with who did it', async () => {
  const { request } = await member('owner')
  const invited = await teamActions['staff.invite'].run(request, {
    ...{ name: 'Neu', email: `${crypto.randomUUID()}@laden.example` },
    ...{ role: 'sales', locale: 'de' },
  })
  if (!invited.ok) throw new Error(invited.reason)
  const team = await teamScreens.team.load(request, { params: {}, query: new URLSearchParams() })
  const shown = team.members.find(({ id }) => id === invited.id)
  if (!shown) throw new Error('whoever was invited is not listed')
  const of = { id: shown.id, version: shown.version }
  expect(await teamActions['staff.change-role'].run(request, { ...of, role: 'editor' })).toEqual({ ok: true })
  expect(await teamActions['staff.disable'].run(request, of)).toEqual({ ok: false, reason: 'changed' })
  const query = new URLSearchParams({ subject: 'staff', id: String(shown.id) })
  const { records } = await teamScreens.records.load(request, { params: {}, query })
  expect(records[0]).toMatchObject({
    ...{ by: 'Ada', staffId: request.member.id, operation: 'update' },
    lines: [{ path: 'role', before: 'sales', after: 'editor' }],
  })
})

test('of two windows at one account, the second is told what is there now; different parts both hold', async () => {
  const { request } = await member()
  const own = accountActions['accounts.change-own']
  const shown = async () => {
    const { name, locale } = await database.db
      .selectFrom('staff_member')
      .select(['name', 'locale'])
      .where('id', '=', request.member.id)
      .executeTakeFirstOrThrow()
    return { name, locale }
  }
  const from = { name: 'Ada', locale: 'de' } as const
  expect(await own.run(request, { from, to: { ...from, name: 'Ada Gold' } })).toEqual({ ok: true })
  expect(await own.run(request, { from, to: { name: 'Ada Silber', locale: 'en' } })).toEqual({
    ...{ ok: false, reason: 'conflict', parts: ['name'] },
    now: { name: 'Ada Gold', locale: 'de' },
  })
  expect(await shown()).toEqual({ name: 'Ada Gold', locale: 'de' })
  expect(await own.run(request, { from, to: { ...from, locale: 'en' } })).toEqual({ ok: true })
  expect(await shown()).toEqual({ name: 'Ada Gold', locale: 'en' })
  const seen = { name: 'Ada Gold', locale: 'en' } as const
  expect(await own.run(request, { from: seen, to: { ...seen, name: 'Ada Silber' } })).toEqual({ ok: true })
  expect(await shown()).toEqual({ name: 'Ada Silber', locale: 'en' })
})

test('one’s own address is changed with a fresh proof, from the one that was seen, and is nobody else’s', async () => {
  const [{ request, email: from }, other] = [await member(), await member()]
  const change = accountActions['accounts.change-email'].run
  const long = { ...request.member, provedFor: 11 * 60_000 }
  const email = `${crypto.randomUUID()}@laden.example`
  expect(await change({ ...request, member: long }, { from, email })).toMatchObject({
    reason: 'prove-identity',
  })
  expect(await change(request, { from, email: other.email.toUpperCase() })).toMatchObject({
    reason: 'email-taken',
  })
  expect(await change(request, { from, email: 'ada@shop.invalid' })).toMatchObject({
    reason: 'unreachable-email',
  })
  const reset = await createLink(database.db, { staffId: request.member.id, purpose: 'reset' })
  expect(await change(request, { from, email })).toEqual({ ok: true })
  // What was mailed to the former address is of no use.
  expect(await entryActions['accounts.open-link'].run(open(), { token: reset })).toMatchObject({
    reason: 'expired',
  })
  expect(await change(request, { from, email: `x${email}` })).toEqual({
    ...{ ok: false, reason: 'changed', now: email },
  })
  const subject = { subject: 'staff', id: String(request.member.id) } as const
  expect(await changesSince(database.db, subject, 0)).toContainEqual(
    expect.objectContaining({ by: 'Ada', before: { email: from }, after: { email } }),
  )
})

test('a passkey is renamed and removed under the name that was seen', async () => {
  const { request } = await member()
  const staff_id = request.member.id
  const { id } = await database.db
    .insertInto('staff_passkey')
    .values({
      ...{ staff_id, credential_id: crypto.randomUUID(), name: 'Telefon' },
      ...{ public_key: Buffer.from('x'), counter: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = async () =>
    (await database.db.selectFrom('staff_passkey').select('name').where('id', '=', id).execute()).map(
      ({ name }) => name,
    )
  const rename = (from: string, name: string, of = request) =>
    accountActions['accounts.rename-passkey'].run(of, { id, from, name })
  const remove = (from: string) => accountActions['accounts.remove-passkey'].run(request, { id, from })
  const both = await Promise.all([rename('Telefon', 'Altes Telefon'), rename('Telefon', 'Uhr')])
  const [kept] = await names()
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, reason: 'conflict', now: kept })
  expect(await remove('Telefon')).toEqual({ ok: false, reason: 'conflict', now: kept })
  expect(await names()).toEqual([kept])
  const { request: another } = await member()
  expect(await rename(kept ?? '', 'Meiner', another)).toEqual({ ok: false, reason: 'not-found' })
  expect(await remove(kept ?? '')).toEqual({ ok: true })
  expect(await names()).toEqual([])
})
