import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterMetalPrice } from '#app/shop/buying/metal-price.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { openBuyingShop, sellForm } from '#tests/selling.ts'
import { dropMail, retryMail } from './failed-mails.ts'
import { lastEvents } from './last-events.ts'
import { needNames, urgentOf } from './needs.ts'
import { countsOf, readToday, seenBy, type TodayNeeds } from './today.ts'

const database = testDatabase()
const now = new Date()
let berta: { id: number; name: string }

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadCast(db)
  await openBuyingShop(db, now)
  berta = await db
    .insertInto('staff_member')
    .values({ name: 'Berta Beispiel', email: 'berta@example.test', role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
})

const today = () => readToday(database.db, now, { SMTP_URL: undefined, STORYBLOK_TOKEN: undefined })
const numbers = (orders: TodayNeeds['accept-orders']) => orders.rows.map(({ number }) => number)

test('a shop in which nothing waits says so of everything that comes from outside', async () => {
  const { needs, counts } = await today().then((needs) => ({ needs, counts: countsOf(needs) }))
  expect(Object.keys(counts).toSorted()).toEqual([...needNames].toSorted())
  expect(counts).toMatchObject({ 'accept-orders': 0, 'answer-requests': 0, 'answer-enquiries': 0, holds: 0 })
  expect(needs['failed-mails']).toEqual({ count: 0, rows: [] })
})

describe('pieces', () => {
  test('without photos, theft check and English text are counted, the newest in front', async () => {
    const { db } = database
    const before = countsOf(await today())
    await addRings(db, ['40001', '40002'], { status: 'draft' })
    await sql`
      update product set description = '{"de": "Ein Ring", "en": "Ein Ring"}' where id = '40001'
    `.execute(db)
    await sql`
      update product set description = '{"de": "Ein Ring", "en": "A ring"}' where id = '40002'
    `.execute(db)
    const after = await today()
    const counts = countsOf(after)
    expect(counts['pieces-without-photos']).toBe((before['pieces-without-photos'] ?? 0) + 2)
    expect(after['pieces-without-photos'].rows.slice(0, 2).map(({ id }) => id)).toEqual(['40002', '40001'])
    expect(counts['pieces-without-english']).toBe((before['pieces-without-english'] ?? 0) + 1)
    expect(after['pieces-without-english'].rows[0]).toMatchObject({ id: '40001', status: 'draft' })
    expect(counts.drafts).toBe((before.drafts ?? 0) + 2)
    // Registers know watches alone.
    expect(counts['pieces-without-theft-check']).toBe(before['pieces-without-theft-check'])
  })

  test('a watch lacks a theft check until one is recorded', async () => {
    const { db } = database
    await db.deleteFrom('theft_check').where('product_id', '=', cast.availableSubmariner).execute()
    const without = (await today())['pieces-without-theft-check']
    expect(without.rows.map(({ id }) => id)).toContain(cast.availableSubmariner)
    await db
      .insertInto('theft_check')
      .values({
        product_id: cast.availableSubmariner,
        checked_on: '2026-11-01',
        register: 'Test',
        result: 'clear',
      })
      .execute()
    expect((await today())['pieces-without-theft-check'].count).toBe(without.count - 1)
  })

  test('what somebody holds at the checkout is named until when', async () => {
    const { db } = database
    await addRings(db, ['40003'])
    const held = await holdProducts(db, { pieces: ['40003'], holder: 'holder-of-40003', client: null })
    expect(held.ok).toBe(true)
    const { holds } = await today()
    expect(holds).toMatchObject({
      count: 1,
      rows: [{ piece: { id: '40003', status: 'reserved' }, at: 'checkout' }],
    })
    expect(holds.rows[0]?.until.getTime()).toBeGreaterThan(Date.now())
  })
})

test('an order goes from acceptance over its money to its parcel', async () => {
  const { db } = database
  await addRings(db, ['40010'])
  const stored = await readSettings(db)
  const settings = { ...stored, orders: { ...stored.orders, acceptance: 'by-staff' as const } }
  const order = await placed(db, orderRequest(['40010'], 120_000), { settings })
  expect(numbers((await today())['accept-orders'])).toEqual([order.number])
  expect(await acceptByStaff(db, order.id, settings, staffNamed('Berta'))).toMatchObject({ ok: true })
  const waiting = await today()
  expect(waiting['accept-orders'].count).toBe(0)
  expect(numbers(waiting['watch-money'])).toEqual([order.number])
  // It is to be paid days before it ends unpaid.
  const { payBy, expiresAt } = waiting['watch-money'].rows[0] ?? {}
  expect(payBy?.getTime()).toBeLessThan(expiresAt?.getTime() ?? 0)
  expect(waiting['watch-money'].rows[0]).toMatchObject({ buyer: 'Clara Beispiel', totalCents: 120_000 })
  await sql`update shop_order set status = 'paid' where id = ${order.id}`.execute(db)
  expect(numbers((await today())['hand-over-orders'])).toEqual([order.number])
  const paid = (await lastEvents(db, { role: 'sales', limit: 50 })).find(({ kind }) => kind === 'order')
  expect(paid).toMatchObject({ about: order.number, what: 'pay' })
})

test('a request is there to be answered, by those who buy', async () => {
  const { db } = database
  const sent = await submitSellRequest(db, sellForm(), {
    settings: await readSettings(db),
    client: null,
    now,
  })
  expect(sent).toMatchObject({ ok: true })
  const needs = await today()
  expect(needs['answer-requests']).toMatchObject({
    count: 1,
    rows: [{ name: 'Erna Muster', overdue: false }],
  })
  expect(seenBy('buyer', needs)['answer-requests']?.count).toBe(1)
  expect(seenBy('sales', needs)).not.toHaveProperty('answer-requests')
  expect(seenBy('editor', needs)).not.toHaveProperty('accept-orders')
})

test('an enquiry waits until it is answered', async () => {
  const { db } = database
  const message = {
    name: 'Max Muster',
    email: 'max@beispiel.example',
    phone: null,
    subject: 'question' as const,
    message: 'Haben Sie auch Damenuhren?',
    piece: null,
  }
  const settings = await readSettings(db)
  expect(await receiveMessage(db, message, { locale: 'de', client: null, settings })).toMatchObject({
    ok: true,
  })
  expect((await today())['answer-enquiries']).toMatchObject({
    count: 1,
    rows: [{ name: 'Max Muster', subject: 'question' }],
  })
  await db.updateTable('contact_message').set({ state: 'answered', answered_at: new Date() }).execute()
  expect((await today())['answer-enquiries'].count).toBe(0)
})

test('prices that are old and those that are doubtful', async () => {
  const { db } = database
  const yesterday = new Date(now.getTime() - 3 * 60 * 60_000)
  const price = { source: 'Test', enteredBy: 'Berta', at: yesterday, centsPerOunce: 3_900, confirmed: true }
  await enterMetalPrice(db, { ...price, metal: 'silver' })
  await db
    .insertInto('metal_price_waiting')
    .values({ metal: 'gold', cents_per_ounce: 500_000, at: now, read_at: now, source: 'Feed' })
    .execute()
  const needs = await today()
  expect(needs['old-prices'].rows).toEqual([
    { metal: 'silver', at: yesterday, age: 'old' },
    { metal: 'platinum', at: null, age: 'missing' },
    { metal: 'palladium', at: null, age: 'missing' },
  ])
  expect(needs['doubtful-prices'].rows).toMatchObject([
    { metal: 'gold', centsPerOunce: 500_000, lastCents: 350_000 },
  ])
})

describe('mails that failed', () => {
  async function failed(reason: string): Promise<number> {
    const { db } = database
    await enqueueMails(db, [
      {
        reason,
        kind: 'contact-acknowledgement',
        locale: 'de',
        recipient: 'x@y.example',
        payload: { message: 1 },
      },
    ])
    const { id } = await db
      .updateTable('mail_outbox')
      .set({ last_error: '550 5.1.1\r\nno such\u0007 mailbox', given_up_at: new Date() })
      .where('reason', '=', reason)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('are shown with what the server said, and are tried again', async () => {
    const { db } = database
    const id = await failed('test:1')
    expect((await today())['failed-mails'].rows).toMatchObject([
      { id, nextTryAt: null, error: '550 5.1.1 no such mailbox' },
    ])
    expect(await retryMail(db, id, berta)).toEqual({ ok: true })
    expect((await today())['failed-mails'].rows).toMatchObject([{ id, nextTryAt: expect.any(Date) }])
    expect(await retryMail(db, 999_999, berta)).toEqual({ ok: false, reason: 'no-such-mail' })
    // Somebody else saw it given up, and does not stop what has just been sent on its way.
    expect(await dropMail(db, id, { nextTryAt: null }, berta)).toEqual({ ok: false, reason: 'changed' })
    const [shown] = (await today())['failed-mails'].rows
    expect(await dropMail(db, id, { nextTryAt: shown?.nextTryAt ?? null }, berta)).toEqual({ ok: true })
  })

  test('are given up for good, but not while one is being sent', async () => {
    const { db } = database
    const id = await failed('test:2')
    await sql`update mail_outbox set leased_until = now() + interval '1 minute' where id = ${id}`.execute(db)
    expect(await dropMail(db, id, { nextTryAt: null }, berta)).toEqual({ ok: false, reason: 'being-sent' })
    await sql`update mail_outbox set leased_until = null where id = ${id}`.execute(db)
    expect(await dropMail(db, id, { nextTryAt: null }, berta)).toEqual({ ok: true })
    expect((await today())['failed-mails']).toEqual({ count: 0, rows: [] })
    expect(await retryMail(db, id, berta)).toEqual({ ok: false, reason: 'no-such-mail' })
    const acts = await db.selectFrom('staff_act').select(['about', 'by']).execute()
    expect(acts).toContainEqual({ about: `mail ${id} not sent any more`, by: 'Berta Beispiel' })
  })
})

test('the number of Today counts what must not wait', () => {
  expect(urgentOf({ 'accept-orders': 2, drafts: 40, 'failed-mails': 1 })).toBe(3)
  expect(urgentOf({})).toBe(0)
})

test('what happened in one moment is told by its steps, and a branch by its name', async () => {
  const { db } = database
  const steps = ['take-in', 'prepare', 'list']
  const at = new Date(Date.now() + 60_000)
  const { id: product_id } = await db.selectFrom('product').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: branch, name } = await db
    .selectFrom('branch')
    .select(['id', 'name'])
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (transaction) => {
    for (const event of steps)
      await transaction
        .insertInto('product_status_change')
        .values({ product_id, event, from_status: 'draft', to_status: 'listed', actor: 'shop', at })
        .execute()
  })
  const told = await lastEvents(db, { role: 'owner', limit: 3 })
  expect(told.map(({ what }) => what)).toEqual(steps.toReversed())
  await asStaff(db, berta, (transaction) =>
    transaction.updateTable('branch').set({ city: 'Bonn' }).where('id', '=', branch).execute(),
  )
  expect(await lastEvents(db, { role: 'owner', limit: 50 })).toContainEqual(
    expect.objectContaining({ kind: 'change', about: `branch ${branch}`, name }),
  )
})

test('what happened is told to those who may know', async () => {
  const { db } = database
  const all = await lastEvents(db, { role: 'owner', limit: 50 })
  expect(new Set(all.map(({ kind }) => kind))).toContain('metal-price')
  expect(all.toSorted((a, b) => b.at.getTime() - a.at.getTime())).toEqual(all)
  const editor = await lastEvents(db, { role: 'editor', limit: 50 })
  expect(editor.filter(({ kind }) => !['piece', 'change'].includes(kind))).toEqual([])
})
