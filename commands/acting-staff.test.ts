import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { addStaff, disableStaff } from '#app/shop/staff/accounts.ts'
import { createLink, setPasswordByLink } from '#app/shop/staff/links.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { testDatabase } from '#tests/database.ts'
import { actingStaff, givenBy, provedStaff } from './acting-staff.ts'

const database = testDatabase()
const account = (username: string) => () => ({ ...userInfo(), username })
const password = 'ein langes Passwort'
const by = (name: string) => ({ name, isNamed: true })

async function member(name: string, role: StaffRole, { isSetUp = true } = {}) {
  const email = `${crypto.randomUUID()}@laden.example`
  const added = await addStaff(database.db, { name, email, role, locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  if (isSetUp) {
    const token = await createLink(database.db, { staffId: added.id, purpose: 'invitation' })
    await setPasswordByLink(database.db, { siteUrl: 'https://shop.example', token, password })
  }
  return { id: added.id, email }
}

test('is who is named, else whose account of the machine it is, and never somebody else', () => {
  expect(givenBy({ by: ' Berta\u202e  Kasse ' })).toEqual(by('Berta Kasse'))
  expect(givenBy({}, account('berta'))).toEqual({ name: 'account berta', isNamed: false })
  for (const nobody of ['Shop', ' ', 'x'.repeat(101), 'Account berta'])
    expect(() => givenBy({ by: nobody })).toThrow(nobody === 'Account berta' ? 'machine' : '--by')
  const nameless = () => {
    throw Object.assign(new Error('no such account'), { code: 'ERR_SYSTEM_ERROR' })
  }
  expect(givenBy({}, nameless).name).toBe(`account ${process.getuid?.()}`)
})

test('before anybody has set up an account every name stands; afterwards only theirs, and what they may do', async () => {
  const { db } = database
  await member('Dora Neu', 'sales', { isSetUp: false })
  expect(await actingStaff(db, by('Irgendwer'), 'orders.see')).toEqual({ id: null, name: 'Irgendwer' })
  const berta = await member('Berta Kasse', 'sales')
  const named = { id: berta.id, name: 'Berta Kasse' }
  expect(await actingStaff(db, by('berta kasse'), 'orders.see')).toEqual(named)
  expect(await actingStaff(db, by(berta.email.toUpperCase()), 'orders.see')).toEqual(named)
  for (const nobody of ['Irgendwer', 'Dora Neu', 'nobody@laden.example'])
    await expect(actingStaff(db, by(nobody), 'orders.see')).rejects.toThrow("nobody's name")
  await expect(actingStaff(db, by('Berta Kasse'), 'purchases.see')).rejects.toThrow('owner, buyer')
  // The machine's own accounts may do everything, and are called what they are.
  const machine = givenBy({}, account('root'))
  expect(await actingStaff(db, machine, 'purchases.see')).toEqual({ id: null, name: 'account root' })
  const other = await member('Berta Kasse', 'sales')
  await expect(actingStaff(db, by('Berta Kasse'), 'orders.see')).rejects.toThrow('of several')
  expect(await actingStaff(db, by(other.email), 'orders.see')).toEqual({ id: other.id, name: 'Berta Kasse' })
  await disableStaff(db, other.id)
  expect(await actingStaff(db, by('Berta Kasse'), 'orders.see')).toEqual(named)
})

test('what nobody may do in another’s name needs their password', async () => {
  const shop = {
    db: database.db,
    secret: 'a secret of at least thirty-two characters',
  }
  const emil = await member('Emil Einkauf', 'buyer')
  const proof = (who: ReturnType<typeof by>, typed: string) =>
    provedStaff(shop, who, 'purchases.see', async () => typed)
  expect(await proof(by('Emil Einkauf'), password)).toEqual({ id: emil.id, name: 'Emil Einkauf' })
  await expect(proof(by('Emil Einkauf'), '')).rejects.toThrow('not the password')
  await expect(proof(givenBy({}, account('root')), password)).rejects.toThrow('with an account')
  for (let guess = 0; guess < 10; guess += 1)
    await expect(proof(by(emil.email), `falsch ${guess}`)).rejects.toThrow()
  await expect(proof(by('Emil Einkauf'), password)).rejects.toThrow('Too many')
})
