import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { bool, value } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { refundsOf } from '#app/shop/checkout/refund.ts'
import type { PieceDeduction } from '#app/shop/checkout/refund-withdrawn.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { berlin, endOfDay } from '#app/shop/checkout/working-days.ts'
import { eraseNotedFiles } from '#app/shop/erased-files.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { erasePart } from '#app/shop/people/erase-record.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { addBranches } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import {
  addInspectionPhoto,
  inspectionPhoto,
  inspectionPhotos,
  maxInspectionPhotos,
  removeInspectionPhoto,
} from './inspection-photos.ts'
import { exportWithdrawals, findListedWithdrawal, listWithdrawals } from './list-withdrawals.ts'
import { withdrawalShape } from './withdrawal-shape.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
let member: StaffActor
let next = 46_001

beforeAll(async () => {
  await addBranches(database.db)
  member = await database.db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
})

const list = (address: string) =>
  listWithdrawals(database.db, readAsked(withdrawalShape, new URLSearchParams(address)))

/** A declaration that names no order. */
async function declared(receivedAt: string, name = 'Clara Beispiel') {
  const said = { name, contract: 'Ring', email: 'clara@beispiel.example', locale: 'de' } as const
  const { id } = await database.db
    .insertInto('withdrawal')
    .values({ ...said, submission: crypto.randomUUID(), received_at: receivedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An order of two rings that was delivered, and its buyer withdraws from the first. */
async function halfBack() {
  const { db } = database
  const pieces = [String(next++), String(next++)]
  await addCompleteRings(db, pieces)
  const order = await sell(db, pieces)
  await take(db, order, 'prepare', 'ship', 'deliver')
  await withdraw(db, order, pieces.slice(0, 1))
  return { ...order, pieces }
}

describe('the list', () => {
  test('shows where a withdrawal stands, from its declaration to the refund that is sent', async () => {
    const { db } = database
    const order = await halfBack()
    const stage = async () => (await list(`q=${order.number}`)).rows.map((row) => row.stage)
    expect((await list(`q=${order.number}`)).rows).toMatchObject([
      { stage: 'awaited', outcome: 'accepted', order: order.number, pieces: order.pieces.slice(0, 1) },
    ])
    await take(db, order, 'receive-return')
    expect(await stage()).toEqual(['to-inspect'])
    await take(db, order, 'inspect')
    expect(await stage()).toEqual(['to-refund'])
    const before = (await list('')).counts
    await take(db, order, { event: 'refund', deductionCents: 10_000 })
    expect(await stage()).toEqual(['to-send'])
    // Both are work of whoever refunds.
    expect((await list('')).counts).toEqual(before)
    expect((await list(`stage=to-refund,to-send&q=${order.number}`)).total).toBe(1)
    await sql`update refund set done_at = now() where order_id = ${order.id}`.execute(db)
    expect(await stage()).toEqual(['done'])
    expect((await list('')).counts).toMatchObject({
      'to-refund': before['to-refund'] - 1,
      done: before.done + 1,
    })
  })

  test('finds by words, stages and days, sorts, and gives everything as a file', async () => {
    const [early, late] = [
      await declared('2026-03-02T22:59:00Z', 'Anna 100%'),
      await declared('2026-03-02T23:30:00Z', 'Anna 1000'),
    ]
    const ids = async (address: string) => (await list(address)).rows.map(({ id }) => id)
    expect(await ids('q=Anna%20100%25')).toEqual([early])
    expect(await ids('q=Anna&received=2026-03-03..2026-03-03')).toEqual([late])
    expect(await ids('q=Anna&received=2026-03-01..2026-03-02')).toEqual([early])
    expect(await ids('q=Anna&stage=no-order&sort=due')).toEqual([early, late])
    expect(await ids('q=Anna&sort=-received')).toEqual([late, early])
    expect(await ids('q=Anna&stage=done')).toEqual([])
    const exported: number[] = []
    const asked = readAsked(withdrawalShape, new URLSearchParams('q=Anna'))
    for await (const rows of exportWithdrawals(database.db, asked)) exported.push(...rows.map(({ id }) => id))
    expect(exported).toEqual([late, early])
    expect(await findListedWithdrawal(database.db, 999_999)).toBeNull()
  })

  test.each([
    ['an ordinary day', '2026-11-10T09:00:00Z', '2026-11-24T22:59:59Z'],
    ['a Saturday', '2026-11-14T09:00:00Z', '2026-11-30T22:59:59Z'],
    ['Christmas, a Friday, and the weekend after it', '2026-12-11T09:00:00Z', '2026-12-28T22:59:59Z'],
    ['Easter Monday', '2026-03-23T09:00:00Z', '2026-04-07T21:59:59Z'],
  ])('a deadline on %s', async (_, received, due) => {
    const id = await declared(received)
    expect((await findListedWithdrawal(database.db, id))?.dueAt.toISOString().slice(0, 19)).toBe(
      due.slice(0, 19),
    )
  })
})

test('money may be kept until the goods are here, and is due on the day on which they came late', async () => {
  const { db } = database
  const order = await halfBack()
  const row = async () => (await list(`q=${order.number}`)).rows[0]
  expect(await row()).toMatchObject({ mayKeep: true, backAt: null })
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`update withdrawal set received_at = now() - interval '40 days' where order_id = ${order.id}`.execute(
      transaction,
    )
  })
  expect(await row()).toMatchObject({ mayKeep: true })
  await take(db, order, 'receive-return')
  const back = await row()
  expect(back?.mayKeep).toBe(false)
  expect(back?.dueAt).toEqual(endOfDay(berlin.format(new Date()).slice(0, 10)))
  expect(back && back.sendBy < back.dueAt).toBe(true)
})

describe('an order of which one piece is kept, one comes back as it was and one has lost in value', () => {
  /** Three rings for 1,200 EUR each, of which the first two came back and were looked at. */
  async function twoOfThreeBack() {
    const { db } = database
    const pieces = [String(next++), String(next++), String(next++)] as const
    await addCompleteRings(db, pieces)
    const order = await sell(db, [...pieces])
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, pieces.slice(0, 2))
    await take(db, order, 'receive-return', 'inspect')
    return { ...order, pieces }
  }
  const refund = async (id: number, deductions: readonly PieceDeduction[]) =>
    takeOrderStep(database.db, id, { event: 'refund', deductions }, await readSettings(database.db), berta)
  const berta = staffNamed('Berta')

  test('is refunded piece by piece, and every sum says the same', async () => {
    const { db } = database
    const { id, pieces } = await twoOfThreeBack()
    const [whole, scratched, kept] = pieces
    const scratch = { piece: scratched, cents: 15_000, reason: 'Kratzer an der Schiene' }
    const nothing = { piece: whole, cents: 0, reason: '' }
    expect(await refund(id, [nothing, scratch])).toEqual({ ok: true, status: 'refunded' })

    expect(await refundsOf(db, id)).toMatchObject([
      { amountCents: 225_000, doneAt: null, reason: 'withdrawal' },
    ])
    const view = await findOrderById(db, id)
    expect(view?.lines.map(({ piece, refundedCents }) => [piece, refundedCents])).toEqual([
      [whole, 120_000],
      [scratched, 120_000],
      [kept, 0],
    ])
    expect((await orderHistory(db, id)).filter(({ kind }) => kind === 'deduction')).toMatchObject([
      { cents: 15_000, reason: scratch.reason, piece: scratched, by: berta },
    ])
    const [invoice, back] = await findInvoices(db, id)
    expect(back).toMatchObject({ kind: 'cancellation', cancels: invoice?.number })
    expect(back?.content).toMatchObject({ deductionCents: 15_000, totalCents: 225_000 })
    expect(back?.content.lines.map(({ piece, deductedCents }) => [piece, deductedCents])).toEqual([
      [whole, 0],
      [scratched, 15_000],
    ])
    const mail = await db
      .selectFrom('mail_outbox')
      .select('payload')
      .where('kind', '=', 'refund-planned')
      .where(value(bool)`payload @> ${JSON.stringify({ order: id })}::jsonb`)
      .executeTakeFirstOrThrow()
    expect(mail.payload).toMatchObject({
      ...{ amountCents: 225_000, deductionCents: 15_000 },
      reason: expect.stringMatching(new RegExp(`\\(${scratched}\\), 150\\s€: Kratzer an der Schiene$`)),
    })
    // What is kept may still be withdrawn from: only what is left goes back then.
    await withdraw(db, (await findOrderById(db, id)) ?? { token: '' }, [kept])
    await take(db, { id }, 'receive-return', 'inspect')
    expect(await refund(id, [{ piece: kept, cents: 120_001, reason: 'zu viel' }])).toEqual({
      ok: false,
      reason: 'deduction-too-high',
    })
    expect(await refund(id, [])).toEqual({ ok: true, status: 'refunded' })
    const sent = (await refundsOf(db, id)).reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(sent).toBe(360_000 - 15_000)
  })

  test('keeps nothing without a reason, of a piece that did not come back, or twice of one', async () => {
    const { id, pieces } = await twoOfThreeBack()
    const [first, , kept] = pieces
    const deduct = (piece: string, cents: number, reason = 'Kratzer') => ({ piece, cents, reason })
    expect(await refund(id, [deduct(first, 1_000, ' ')])).toEqual({ ok: false, reason: 'reason-missing' })
    for (const wrong of [
      [deduct(kept, 1_000)],
      [deduct(first, 120_001)],
      [deduct(first, -1)],
      [deduct(first, 1_000), deduct(first, 1_000)],
    ])
      expect(await refund(id, wrong)).toEqual({ ok: false, reason: 'deduction-too-high' })
    expect(await refundsOf(database.db, id)).toEqual([])
  })
})

describe('photos of what came back', () => {
  const photo = async (colour: string) => {
    const create = { width: 900, height: 700, channels: 3, background: colour } as const
    return new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())]).stream()
  }
  const add = async (withdrawal: number, colour: string) =>
    addInspectionPhoto(database.db, files, member, { withdrawal, stream: await photo(colour) })

  test('are taken in once, shown to staff, and taken away', async () => {
    const { db } = database
    const [withdrawal, other] = [
      await declared('2026-11-20T09:00:00Z'),
      await declared('2026-11-20T09:00:00Z'),
    ]
    const added = await add(withdrawal, '#884422')
    if (!added.ok) throw new Error(added.reason)
    expect(await add(withdrawal, '#884422')).toEqual(added)
    expect(await inspectionPhotos(db, withdrawal)).toMatchObject([{ id: added.id, added_by: 'Berta' }])
    expect((await inspectionPhoto(db, files, withdrawal, added.id))?.size).toBeGreaterThan(500)
    // Nobody comes to it by another withdrawal.
    expect(await inspectionPhoto(db, files, other, added.id)).toBeNull()
    for (const turn of [1, 2])
      expect(
        await removeInspectionPhoto(db, files, member, { withdrawal, id: added.id }),
        String(turn),
      ).toEqual({ ok: true })
    expect(await inspectionPhotos(db, withdrawal)).toEqual([])
    expect(await inspectionPhoto(db, files, withdrawal, added.id)).toBeNull()
  })

  test('that the disk does not let go of are taken away later, unless they were taken in again', async () => {
    const { db } = database
    const withdrawal = await declared('2026-11-20T09:00:00Z')
    const left = async () => {
      const keys: string[] = []
      for await (const key of files.keys(`withdrawals/${withdrawal}`)) keys.push(key)
      return keys.length
    }
    const broken: typeof files = { ...files, remove: () => Promise.reject(new Error('no disk')) }
    const added = await add(withdrawal, '#225588')
    if (!added.ok) throw new Error(added.reason)
    const photo = { withdrawal, id: added.id }
    expect(await removeInspectionPhoto(db, broken, member, photo)).toEqual({ ok: true })
    expect(await inspectionPhotos(db, withdrawal)).toEqual([])
    expect(await left()).toBeGreaterThan(0)
    await expect(eraseNotedFiles(db, broken)).rejects.toThrow('1 folders')
    await eraseNotedFiles(db, files)
    expect(await left()).toBe(0)

    await add(withdrawal, '#225588')
    await removeInspectionPhoto(db, broken, member, photo)
    expect(await add(withdrawal, '#225588')).toEqual(added)
    await eraseNotedFiles(db, files)
    expect((await inspectionPhoto(db, files, withdrawal, added.id))?.size).toBeGreaterThan(500)
  })

  test('what is no photo, belongs nowhere or is one too many is refused', async () => {
    const withdrawal = await declared('2026-11-20T09:00:00Z')
    expect(await add(999_999, '#111111')).toEqual({ ok: false, reason: 'no-such-withdrawal' })
    const stream = new Blob(['kein Foto']).stream()
    expect(await addInspectionPhoto(database.db, files, member, { withdrawal, stream })).toMatchObject({
      ok: false,
    })
    const size = { width: 1, height: 1, placeholder: '', bytes: 1, added_by: 'Berta' }
    await database.db
      .insertInto('withdrawal_photo')
      .values(
        Array.from({ length: maxInspectionPhotos }, (_, at) => ({
          ...{ withdrawal_id: withdrawal, id: String(at).padStart(32, '0') },
          ...size,
        })),
      )
      .execute()
    expect(await add(withdrawal, '#222222')).toEqual({ ok: false, reason: 'too-many' })
  })

  test('are erased, files and all, with whoever declared the withdrawal', async () => {
    const { db } = database
    const withdrawal = await declared('2026-11-20T09:00:00Z')
    const stays = await declared('2026-11-20T09:00:00Z')
    await add(withdrawal, '#335577')
    await add(stays, '#335577')
    await db
      .transaction()
      .execute((transaction) =>
        erasePart(
          transaction,
          { kind: 'withdrawal', ref: withdrawal, part: 'all' },
          { now: new Date('2033-01-01') },
        ),
      )
    expect(await inspectionPhotos(db, withdrawal)).toEqual([])
    await eraseNotedFiles(db, files)
    const left: string[] = []
    for await (const key of files.keys('withdrawals')) left.push(key)
    expect(left.some((key) => key.includes(`withdrawals/${withdrawal}/`))).toBe(false)
    expect(left.some((key) => key.includes(`withdrawals/${stays}/`))).toBe(true)
  })
})
