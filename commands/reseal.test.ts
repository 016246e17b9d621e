import { expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { openIdentification } from '#app/shop/buying/identification.ts'
import { openReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { reseal } from '#app/shop/buying/reseal.ts'
import { hashSerial, openSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { addStaff } from '#app/shop/staff/accounts.ts'
import { beginCodes } from '#app/shop/staff/second-factor.ts'
import { buyingShop, byTransfer } from '#tests/buying-shop.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { sellingSecret } from '#tests/selling.ts'
import { resealStored } from './reseal.ts'

const database = testDatabase()
const shop = buyingShop(database)
const present = 'the present secret, of thirty-two characters'
const other = 'somebody else’s secret of thirty-two characters'

const settings = { DATABASE_URL: database.connectionString, SESSION_SECRET: present }
const type = (former?: string) =>
  typed(resealStored, [], { ...settings, ...(former && { SESSION_SECRET_FORMER: former }) })

async function anAccount(db: Database): Promise<number> {
  const added = await addStaff(db, { name: 'Ada', email: 'ada@laden.example', role: 'owner', locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

test('what is stored is sealed under the present secret, and nothing that is not', async () => {
  const { db } = shop
  await loadCast(db)
  const request = await shop.bought()
  // Printed, and waiting for its payment.
  const unpaid = await shop.agreed()
  await shop.identify(unpaid)
  await shop.receipt(unpaid, byTransfer)
  await db
    .insertInto('sell_serial')
    .values({
      request_id: request,
      position: 7,
      // Sealed by the release before keys had ids, under the secret that the tests use.
      encrypted: Buffer.from(
        '354d19eb715ec21d93b60d01728a492984da42702056b4fc7e9c0c4a55649ddbd89acd40',
        'hex',
      ),
      hash: hashSerial('6A2K1943', sellingSecret),
      masked: '6A••••••',
    })
    .execute()
  const codes = await beginCodes(db, await anAccount(db), {
    secret: sellingSecret,
    issuer: 'x',
    account: 'y',
  })
  expect(codes.ok).toBe(true)
  const serials = async () =>
    db
      .selectFrom('product_staff')
      .select(['product_id', 'serial_encrypted', 'serial_hash'])
      .where('serial_encrypted', 'is not', null)
      .orderBy('product_id')
      .execute()
  const before = await serials()
  expect(before.length).toBeGreaterThan(0)
  const open = (rows: typeof before, secret: string) =>
    rows.map((row) => openSerial(row.serial_encrypted as Buffer, secret))
  const plain = open(before, sellingSecret)

  const refused = await type(other)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('cannot be opened')
  expect(await serials()).toEqual(before)

  // Interrupted after the first kind, and run again.
  const both = [present, sellingSecret] as const
  expect(await reseal(db, 'serials of pieces', both)).toEqual({ sealed: before.length, unreadable: 0 })
  const { code, out } = await type(`${other},${sellingSecret}`)
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    '0  serials of pieces',
    '1  serials of offers',
    '2  identifications',
    '2  sellers',
    '1  codes of staff',
    'Everything is sealed under the present secret; the former one may be removed.',
    '',
  ])

  const after = await serials()
  expect(open(after, present)).toEqual(plain)
  expect(after.map((row) => row.serial_hash)).toEqual(plain.map((serial) => hashSerial(serial, present)))
  const offered = await db
    .selectFrom('sell_serial')
    .selectAll()
    .where('position', '=', 7)
    .executeTakeFirstOrThrow()
  expect(openSerial(offered.encrypted, present)).toBe('6A2K1943')
  expect(offered.hash).toEqual(hashSerial('6A2K1943', present))
  expect((await openIdentification(db, request, present))?.identity.surname).toBe('Müster-Weiß')
  expect((await openReceipt(db, unpaid, present))?.iban).toBe('DE89370400440532013000')
  expect((await type()).out).toContain('0  sellers')
  expect(plain).toContain(
    open(
      after.filter((row) => row.product_id === cast.availableSubmariner),
      present,
    )[0],
  )
})

test('nobody else changes what is sealed of a purchase or an identification', async () => {
  const { db } = shop
  const bytes = Buffer.from('changed')
  await expect(db.updateTable('identification').set({ sealed: bytes }).execute()).rejects.toThrow(
    'not changed',
  )
  await expect(db.updateTable('purchase').set({ seller_sealed: bytes }).execute()).rejects.toThrow(
    'not changed',
  )
  await expect(db.updateTable('purchase_receipt').set({ seller_sealed: bytes }).execute()).rejects.toThrow(
    'not changed',
  )
})
