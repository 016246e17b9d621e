import { expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { findEarlierIdentity, takeOverIdentity } from './earlier-identity.ts'
import { findPurchase } from './purchase.ts'

const shop = buyingShop()
const own = { by: 'Carla Zweit', secret }
const today = new Date()

/** Somebody whom no other test knows. */
function somebody(surname: string) {
  const { givenNames, birthDate, document, ...rest } = ernaMuster()
  const number = `L${surname.toUpperCase()}`
  const person = { givenNames, surname, birthDate }
  return { person, identity: { ...rest, ...person, document: { ...document, number } } }
}

// Duty: seller-identification
test('an earlier record is taken over under who takes it, says who saw the document, and the look is written down', async () => {
  const { db } = shop
  const { person, identity } = somebody('Wieder')
  expect(await findEarlierIdentity(db, person, { secret, now: today })).toBe(null)
  const first = await shop.agreed()
  await shop.identify(first, identity)
  // As people say it: one given name, other signs.
  const said = { ...person, givenNames: 'erna', surname: 'WIEDER' }
  const earlier = await findEarlierIdentity(db, said, { secret, now: today })
  expect(earlier).toMatchObject({ level: 'basic', kind: 'id-card', seenBy: 'Berta Einkauf' })
  expect(JSON.stringify(earlier)).not.toContain('Domstraße')
  const id = await shop.agreed()
  const take = (which: number, of = said, seen = 0) =>
    takeOverIdentity(db, { id: which }, { earlier: earlier?.id ?? 0, person: of }, { ...own, seen })
  expect(await take(id, { ...said, birthDate: '1961-03-05' })).toEqual({
    ok: false,
    reason: 'no-such-identity',
  })
  expect(await take(id)).toEqual({ ok: true, status: 'identified', level: 'basic' })
  // Sent again, after an answer was lost.
  expect(await take(id)).toMatchObject({ ok: true })
  const rows = await db
    .selectFrom('identification')
    .select(['checked_by', 'taken_from', 'seen_by'])
    .where('request_id', '=', id)
    .execute()
  expect(rows).toEqual([{ checked_by: own.by, taken_from: earlier?.id, seen_by: 'Berta Einkauf' }])
  const looks = await db
    .selectFrom('sealed_look')
    .select(['who', 'why'])
    .where('subject', '=', 'identification')
    .where('subject_id', '=', String(earlier?.id))
    .execute()
  const { number } = await shop.see({ id })
  expect(looks[0]).toEqual({ who: own.by, why: `Übernahme für ${number}` })
  // Paid for, the receipt names the day on which the document was seen.
  expect(await shop.pay(id)).toMatchObject({ ok: true })
  const paid = await findPurchase(db, id, secret)
  expect(paid?.content.identification.checkedAt).toBe(earlier?.seenAt.toISOString())
  // Taken over once more, it is still the first record that says who saw the document.
  const again = await findEarlierIdentity(db, person, { secret, now: today })
  expect(again?.id).not.toBe(earlier?.id)
  expect(again).toMatchObject({ seenBy: 'Berta Einkauf', seenAt: earlier?.seenAt })
  const other = await shop.agreed()
  await shop.identify(other, somebody('Anders').identity)
  expect(await take(other)).toEqual({ ok: false, reason: 'changed-meanwhile' })
})

test('whoever has moved, or whose document has run out, is identified anew', async () => {
  const { db } = shop
  const { person, identity } = somebody('Umzug')
  const first = await shop.agreed()
  await shop.identify(first, identity)
  const later = new Date('2099-01-02T12:00:00Z')
  expect(await findEarlierIdentity(db, person, { secret, now: later })).toBe(null)
  const earlier = await findEarlierIdentity(db, person, { secret, now: today })
  const id = await shop.agreed()
  const address = JSON.stringify({ ...identity.address, street: 'Rheingasse 8' })
  await db.updateTable('sell_request').set({ address }).where('id', '=', id).execute()
  expect(
    await takeOverIdentity(db, { id }, { earlier: earlier?.id ?? 0, person }, { ...own, seen: 0 }),
  ).toEqual({ ok: false, reason: 'address-differs' })
  await db
    .updateTable('identification')
    .set({
      ...{ sealed: null, person_hash: null, document_hash: null, address_hash: null },
      erased_at: today,
    })
    .where('request_id', '=', first)
    .execute()
  expect(await findEarlierIdentity(db, person, { secret, now: today })).toBe(null)
})
