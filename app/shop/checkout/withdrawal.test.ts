import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { addRings, orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { formOf } from '#tests/requests.ts'
import { findOrderById } from './order.ts'
import type { OnlinePayment } from './payment-page.ts'
import { settlePayment } from './settle-payment.ts'
import { takeOrderStep } from './staff-order-steps.ts'
import {
  answerWithdrawal,
  declareWithdrawal,
  findWithdrawal,
  openWithdrawals,
  parseDeclaration,
} from './withdrawal.ts'

const database = testDatabase()
let settings: Settings
/** No payment provider is set up. */
let shop: OnlinePayment
beforeAll(async () => {
  await addBranches(database.db)
  settings = await readSettings(database.db)
  shop = { db: database.db, payments: null, siteUrl: 'http://shop.test', log: createLog('silent') }
})

async function ordered(piece: string) {
  await addRings(database.db, [piece])
  return placed(database.db, orderRequest([piece], 120_000))
}

const submission = '4f3f4d0e-58f4-4f0a-9a52-0d7d2a3c1b11'
const complete = {
  name: 'Clara Beispiel',
  contract: 'RG-2026-0001',
  email: 'clara@beispiel.example',
  comment: '',
  submission,
}

// Duty: withdrawal-record
test('a declaration is recorded once, with the time of receipt, and stays as it is', async () => {
  const parsed = parseDeclaration(formOf(complete))
  expect(parsed.ok).toBe(true)
  if (!parsed.ok) return
  const first = await declareWithdrawal(database.db, parsed.declaration, 'de', settings)
  const again = await declareWithdrawal(
    database.db,
    { ...parsed.declaration, name: 'Jemand anders' },
    'de',
    settings,
  )
  expect(again).toEqual(first)
  expect(await findWithdrawal(database.db, submission)).toMatchObject({
    name: 'Clara Beispiel',
    locale: 'de',
  })
  await expect(database.db.updateTable('withdrawal').set({ name: 'x' }).execute()).rejects.toThrow(
    /cannot be changed/,
  )
  await expect(database.db.deleteFrom('withdrawal').execute()).rejects.toThrow(/cannot be changed/)
})

test('a refusal names every field at fault and keeps what was typed', () => {
  const parsed = parseDeclaration(formOf({ name: ' ', contract: 'x', email: 'no address', submission }))
  expect(parsed).toEqual({
    ok: false,
    faults: { name: 'missing', email: 'no-email' },
    given: { name: ' ', contract: 'x', email: 'no address', submission },
  })
})

test('an unknown or malformed submission finds nothing', async () => {
  expect(await findWithdrawal(database.db, '00000000-0000-4000-8000-000000000000')).toBeNull()
  expect(await findWithdrawal(database.db, "' or 1=1")).toBeNull()
})

// Duty: withdrawal-acknowledgement
test('is acknowledged to the customer and told to the shop, and cleaned of signs no text can hold', async () => {
  const parsed = parseDeclaration(
    formOf({ ...complete, submission: crypto.randomUUID(), name: 'Clara\u0000\nBeispiel' }),
  )
  if (!parsed.ok) throw new Error('refused')
  expect(parsed.declaration).toMatchObject({ name: 'Clara Beispiel', pieces: [], order: null })
  const { number } = await declareWithdrawal(database.db, parsed.declaration, 'en', settings)
  const mails = await database.db
    .selectFrom('mail_outbox')
    .select(['kind', 'locale', 'recipient'])
    .where('reason', 'like', `withdrawal:${number}:%`)
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    { kind: 'withdrawal-acknowledgement', locale: 'en', recipient: 'clara@beispiel.example' },
    { kind: 'staff-withdrawal', locale: 'de', recipient: settings.contact.email },
  ])
})

test('with an order’s number and address waits for staff, who know what it is about', async () => {
  const { db } = database
  const order = await ordered('50001')
  await settlePayment(
    db,
    { orderId: order.id, channel: 'in-branch', reference: 'B-1', amountCents: 120_000 },
    settings,
  )
  const parsed = parseDeclaration(
    formOf({ ...complete, contract: `Nr. ${order.number.toLowerCase()}`, submission: crypto.randomUUID() }),
  )
  if (!parsed.ok) throw new Error('refused')
  const { number } = await declareWithdrawal(db, parsed.declaration, 'de', settings)
  expect((await findOrderById(db, order.id))?.status).toBe('paid')
  expect(await openWithdrawals(db)).toContainEqual(
    expect.objectContaining({ id: number, order_number: order.number }),
  )
  // Who knows the number alone is not told whose order it is, nor is the shop.
  const stranger = { ...parsed.declaration, email: 'fremd@beispiel.example', submission: crypto.randomUUID() }
  await declareWithdrawal(db, stranger, 'de', settings)
  expect(await findWithdrawal(db, stranger.submission)).toMatchObject({ order_id: null })
  const accept = () =>
    answerWithdrawal(shop, number, { outcome: 'accepted', order: order.id, pieces: [] }, settings)
  expect(await accept()).toMatchObject({ ok: true })
  expect(await accept()).toEqual({ ok: false, reason: 'answered' })
  const told = await db
    .selectFrom('mail_outbox')
    .select(['locale', 'recipient'])
    .where('reason', '=', `withdrawal:${number}:answer`)
    .where('kind', '=', 'withdrawal-answer')
    .execute()
  expect(told).toEqual([{ locale: 'de', recipient: 'clara@beispiel.example' }])
  expect(await findOrderById(db, order.id)).toMatchObject({
    status: 'withdrawal_requested',
    lines: [{ withdrawnAt: expect.any(Date) }],
  })
  expect((await openWithdrawals(db)).map(({ id }) => id)).not.toContain(number)
})

test('of an order that is not paid yet ends it at once when it comes from its own page', async () => {
  const { db } = database
  const order = await ordered('50002')
  const parsed = parseDeclaration(
    formOf({ ...complete, order: order.token, submission: crypto.randomUUID() }),
  )
  if (!parsed.ok) throw new Error('refused')
  await declareWithdrawal(db, parsed.declaration, 'de', settings)
  expect((await findOrderById(db, order.id))?.status).toBe('cancelled')
  expect(await statusOf(db, '50002')).toBe('listed')
})

// Duty: withdrawal-period
test('is recorded also after the period, for staff to judge', async () => {
  const { db } = database
  const order = await ordered('50003')
  const money = { orderId: order.id, channel: 'in-branch' as const, reference: 'B-3', amountCents: 120_000 }
  await settlePayment(db, money, settings)
  await takeOrderStep(db, order.id, { event: 'hand-over' }, settings)
  const declare = async () => {
    const parsed = parseDeclaration(
      formOf({ ...complete, order: order.token, submission: crypto.randomUUID() }),
    )
    if (!parsed.ok) throw new Error('refused')
    await declareWithdrawal(db, parsed.declaration, 'de', settings)
    return findWithdrawal(db, parsed.declaration.submission)
  }
  await sql`alter table order_status_change disable trigger order_status_change_stays`.execute(db)
  await sql`update order_status_change set at = at - interval '20 days' where order_id = ${order.id}`.execute(
    db,
  )
  const late = await declare()
  expect(late).toMatchObject({ order_id: order.id, outcome: null })
  expect((await findOrderById(db, order.id))?.status).toBe('delivered')
  expect((await openWithdrawals(db)).map(({ id }) => id)).toContain(late?.id)
  await sql`update order_status_change set at = now() where order_id = ${order.id}`.execute(db)
  await sql`alter table order_status_change enable trigger order_status_change_stays`.execute(db)
  expect(await declare()).toMatchObject({ order_id: order.id, outcome: 'accepted' })
  expect((await findOrderById(db, order.id))?.status).toBe('withdrawal_requested')
})

// Duty: withdrawal-without-order
test('that concerns nobody’s contract is answered without an order', async () => {
  const { db } = database
  const parsed = parseDeclaration(formOf({ ...complete, submission: crypto.randomUUID() }))
  if (!parsed.ok) throw new Error('refused')
  const { number } = await declareWithdrawal(db, parsed.declaration, 'de', settings)
  const decline = { outcome: 'no-contract' as const, note: 'Bestellung bei einem anderen Händler' }
  expect(await answerWithdrawal(shop, 9_999_999, decline, settings)).toMatchObject({
    reason: 'no-such-withdrawal',
  })
  expect(
    await answerWithdrawal(shop, number, { outcome: 'accepted', order: 9_999_999, pieces: [] }, settings),
  ).toEqual({
    ok: false,
    reason: 'not-possible',
  })
  expect(await answerWithdrawal(shop, number, decline, settings)).toMatchObject({ ok: true })
})
