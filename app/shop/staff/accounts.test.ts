import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { addStaff, changeRole, disableStaff, enableStaff, staffByEmail } from './accounts.ts'
import { changesSince, versionOf } from './change-record.ts'
import { linkForFirstOwner } from './first-owner.ts'
import { createLink, openLink, setPasswordByLink } from './links.ts'
import { inTheNameOf } from './named-actor.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { findSession, listSessions, startSession } from './sessions.ts'
import { tokenHash } from './tokens.ts'

const database = testDatabase()
const password = 'ein langer Satz'

let number = 0
async function member(role: 'owner' | 'sales' = 'sales') {
  number += 1
  const email = `person-${number}@laden.example`
  const added = await addStaff(database.db, { name: `Person ${number}`, email, role, locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  return { id: added.id, email }
}

async function setUp(role: 'owner' | 'sales' = 'sales') {
  const { id, email } = await member(role)
  const token = await createLink(database.db, { staffId: id, purpose: 'invitation' })
  expect(
    await setPasswordByLink(database.db, { siteUrl: 'https://shop.example', token, password }),
  ).toMatchObject({ ok: true, staffId: id })
  return { id, email }
}

test('the first start makes the owner; a second one makes the first link useless; a set-up account ends it', async () => {
  const { db } = database
  const first = (await linkForFirstOwner(db, 'de')) as string
  const second = (await linkForFirstOwner(db, 'de')) as string
  expect(await openLink(db, first)).toEqual({ ok: false, reason: 'expired' })
  expect(await openLink(db, second)).toMatchObject({ ok: true, name: 'Inhaber', purpose: 'set-up' })
  // With a password alone, or with the placeholder itself, no mail could ever help the owner in again.
  for (const email of [undefined, 'platzhalter@shop.invalid', 'ada@LADEN.Invalid'])
    expect(
      await setPasswordByLink(db, {
        siteUrl: 'https://shop.example',
        token: second,
        password,
        ...(email && { email }),
      }),
    ).toEqual({
      ...{ ok: false, reason: 'unreachable-email' },
    })
  const named = { name: 'Ada Gold', email: 'ada@laden.example', locale: 'en' } as const
  expect(
    await setPasswordByLink(db, { siteUrl: 'https://shop.example', token: second, password, ...named }),
  ).toMatchObject({ ok: true })
  expect(await linkForFirstOwner(db, 'de')).toBeNull()
  expect(await staffByEmail(db, 'ADA@laden.example')).toMatchObject({
    name: 'Ada Gold',
    role: 'owner',
    locale: 'en',
    isSetUp: true,
  })
})

test('a password is kept as Argon2id of its own salt, and only it is right', async () => {
  const [one, other] = [await hashPassword('Straße 12345'), await hashPassword('Straße 12345')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await isPassword('Straße 12345', one)).toBe(true)
  expect(await isPassword('Straße 12346', one)).toBe(false)
  expect(await isPassword('Straße 12345', null)).toBe(false)
})

test('a link opens once, for as long as it is good, and not for a disabled account', async () => {
  const { db } = database
  const { id } = await member()
  const token = await createLink(db, { staffId: id, purpose: 'reset' })
  expect(await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password: 'kurz' })).toEqual({
    ok: false,
    reason: 'too-short',
  })
  const both = await Promise.all(
    [1, 2].map(() => setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password })),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await openLink(db, token)).toEqual({ ok: false, reason: 'used' })

  const late = await createLink(db, { staffId: id, purpose: 'reset' })
  await db
    .updateTable('staff_link')
    .set({ expires_at: new Date(0) })
    .where('used_at', 'is', null)
    .execute()
  expect(await setPasswordByLink(db, { siteUrl: 'https://shop.example', token: late, password })).toEqual({
    ok: false,
    reason: 'expired',
  })
  const another = await createLink(db, { staffId: id, purpose: 'invitation' })
  await disableStaff(db, id)
  expect(await openLink(db, another)).toEqual({ ok: false, reason: 'unknown' })
  expect(await openLink(db, 'x'.repeat(43))).toEqual({ ok: false, reason: 'unknown' })
})

test('a chosen password ends the sessions and the other links of its account', async () => {
  const { db } = database
  const { id } = await setUp()
  const { token } = await startSession(db, { staffId: id, browser: 'Firefox' })
  const invitation = await createLink(db, { staffId: id, purpose: 'invitation' })
  const reset = await createLink(db, { staffId: id, purpose: 'reset' })
  expect(
    await setPasswordByLink(db, {
      siteUrl: 'https://shop.example',
      token: reset,
      password: 'ein anderer Satz',
    }),
  ).toMatchObject({
    ok: true,
  })
  expect(await findSession(db, token)).toBeNull()
  expect(await openLink(db, invitation)).toEqual({ ok: false, reason: 'expired' })
})

test('a password that is chosen by a link is recorded as chosen by whose link it is', async () => {
  const { db } = database
  const { id } = await setUp()
  const subject = { subject: 'staff', id: String(id) } as const
  const version = await versionOf(db, subject)
  const token = await createLink(db, { staffId: id, purpose: 'reset' })
  await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password: 'ein anderer Satz' })
  const { name } = await db
    .selectFrom('staff_member')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await changesSince(db, subject, version)).toMatchObject([
    { by: name, staffId: id, after: { password_hash: '•' } },
  ])
  // Whoever sets an account up is called what they say.
  const added = await member()
  const link = await createLink(db, { staffId: added.id, purpose: 'invitation' })
  await setPasswordByLink(db, { siteUrl: 'https://shop.example', token: link, password, name: 'Zoe Neu' })
  const changes = await changesSince(db, { subject: 'staff', id: String(added.id) }, version)
  expect(changes.at(-1)).toMatchObject({ by: 'Zoe Neu', staffId: added.id })
})

test('a link that somebody makes for an account is recorded without its token; those of mails are not', async () => {
  const { db } = database
  const { id } = await setUp()
  const subject = { subject: 'staff', id: String(id) } as const
  const version = await versionOf(db, subject)
  await createLink(db, { staffId: id, purpose: 'reset' })
  expect(await changesSince(db, subject, version)).toEqual([])
  const token = await inTheNameOf(db, { id: null, name: 'account root' }, (transaction) =>
    createLink(transaction, { staffId: id, purpose: 'set-up' }),
  )
  const [made, ...more] = await changesSince(db, subject, version)
  expect(more).toEqual([])
  expect(made).toMatchObject({ by: 'account root', staffId: null, part: 'staff_link', operation: 'insert' })
  expect(made?.after).toMatchObject({ purpose: 'set-up', token_hash: '•' })
  expect(JSON.stringify(made)).not.toContain(tokenHash(token).toString('hex'))
})

test('a disabled account is signed out at once; the record says so without its password', async () => {
  const { db } = database
  const { id } = await setUp()
  const { token } = await startSession(db, { staffId: id, browser: 'Firefox' })
  expect(await findSession(db, token)).toMatchObject({ id, role: 'sales' })
  expect(await disableStaff(db, id)).toEqual({ ok: true })
  expect(await findSession(db, token)).toBeNull()
  expect(await listSessions(db, id)).toEqual([])
  await enableStaff(db, id)
  expect(await findSession(db, token)).toBeNull()
  const changes = await changesSince(db, { subject: 'staff', id: String(id) }, 0)
  expect(changes.map(({ part, operation }) => `${operation} ${part}`)).toEqual([
    'insert staff_member',
    'update staff_member',
    'update staff_member',
    'delete staff_session',
    'update staff_member',
  ])
  expect(JSON.stringify(changes)).not.toContain('argon2')
})

test('the last owner who can sign in stays owner, also when two give each other up at once', async () => {
  const { db } = database
  await db.updateTable('staff_member').set({ role: 'editor' }).where('role', '=', 'owner').execute()
  const [ada, berta] = [await setUp('owner'), await setUp('owner')]
  const both = await Promise.all([disableStaff(db, ada.id), changeRole(db, berta.id, 'sales')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, reason: 'last-owner' })
  // An owner who has not set up an account does not count.
  await member('owner')
  const last = both[0].ok ? berta.id : ada.id
  expect(await changeRole(db, last, 'editor')).toEqual({ ok: false, reason: 'last-owner' })
})
