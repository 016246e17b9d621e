import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { confirmAlert, leaveAlert, notifyAlerts } from './alerts.ts'
import { notifyPieceAlerts, subscribePieceAlert } from './piece-alerts.ts'

const database = testDatabase()
const later = (hours: number) => new Date(castNow.getTime() + hours * 3_600_000)
const piece = cast.availableRing

beforeAll(() => loadCast(database.db))
beforeEach(async () => {
  for (const table of ['stock_alert', 'alert_asked', 'mail_outbox'] as const)
    await database.db.deleteFrom(table).execute()
  await set({ status: 'listed', price_cents: 100_000 })
})

async function set(values: { status?: 'listed' | 'reserved' | 'sold' | 'preparing'; price_cents?: number }) {
  await database.db.updateTable('product').set(values).where('id', '=', piece).execute()
}

const ask = (email = 'anna@example.test', id: string = piece) =>
  subscribePieceAlert(database.db, { email, locale: 'de', piece: id, now: castNow })

async function mails() {
  const rows = await database.db
    .selectFrom('mail_outbox')
    .select(['kind', 'recipient', 'payload'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, payload: row.payload as { token: string; [name: string]: unknown } }))
}

/** Asks, and confirms what was asked. */
async function confirmed(): Promise<string> {
  expect(await ask()).toEqual({ ok: true })
  const [mail] = await mails()
  const token = mail?.payload.token ?? ''
  expect(await confirmAlert(database.db, token, castNow)).toMatchObject({ ok: true })
  return token
}

describe('being told of one piece', () => {
  test('a lower price is told once, after the address was confirmed, until the alert is ended', async () => {
    await ask()
    expect(await mails()).toMatchObject([
      { kind: 'alert-piece-confirm', recipient: 'anna@example.test', payload: { piece } },
    ])
    await set({ price_cents: 90_000 })
    expect(await notifyPieceAlerts(database.db, later(1))).toBe(0)
    const token = await confirmed()
    // Asked again meanwhile: the price that was seen then counts.
    expect(await notifyPieceAlerts(database.db, later(2))).toBe(0)
    await set({ price_cents: 80_000 })
    expect(await notifyPieceAlerts(database.db, later(3))).toBe(1)
    expect(await notifyPieceAlerts(database.db, later(4))).toBe(0)
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'alert-piece',
      payload: { token, piece, free: false, cents: 80_000, beforeCents: 90_000 },
    })
    await set({ price_cents: 95_000 })
    await set({ price_cents: 85_000 })
    expect(await notifyPieceAlerts(database.db, later(5)), 'dearer than what was told').toBe(0)
    expect(await leaveAlert(database.db, token, later(6))).toMatchObject({ ok: true })
    await set({ price_cents: 10_000 })
    expect(await notifyPieceAlerts(database.db, later(7))).toBe(0)
    // What was written of it is forgotten with it.
    expect((await mails()).every(({ recipient }) => recipient === null)).toBe(true)
  })

  test('whoever asked while it was reserved is told once that it is free', async () => {
    await set({ status: 'reserved' })
    await confirmed()
    await set({ price_cents: 90_000 })
    expect(await notifyPieceAlerts(database.db, later(1)), 'nobody can buy it').toBe(0)
    await set({ status: 'listed' })
    expect(await notifyPieceAlerts(database.db, later(2))).toBe(1)
    expect((await mails()).at(-1)?.payload).toMatchObject({ free: true, cents: 90_000, beforeCents: 100_000 })
    await set({ status: 'reserved' })
    await set({ status: 'listed' })
    expect(await notifyPieceAlerts(database.db, later(3))).toBe(0)
  })

  test('a checkout that was given up is no news for whoever waits for a lower price', async () => {
    await confirmed()
    await set({ status: 'reserved' })
    await set({ status: 'listed' })
    expect(await notifyPieceAlerts(database.db, later(1))).toBe(0)
  })

  test('several processes at once write one mail', async () => {
    await confirmed()
    await set({ price_cents: 90_000 })
    await Promise.all([1, 2, 3].map(() => notifyPieceAlerts(database.db, later(1))))
    expect((await mails()).filter(({ kind }) => kind === 'alert-piece')).toHaveLength(1)
  })

  test('there is no alert of what is sold or not shown', async () => {
    expect(await ask('anna@example.test', cast.soldTank)).toEqual({ ok: false, reason: 'no-such-piece' })
    expect(await ask('anna@example.test', '99999')).toEqual({ ok: false, reason: 'no-such-piece' })
    expect(await mails()).toEqual([])
  })

  test('it counts among the alerts of its address, and the comparison of listings leaves it alone', async () => {
    await confirmed()
    expect(await notifyAlerts(database.db, later(1))).toBe(0)
    const [alert] = await database.db.selectFrom('stock_alert').selectAll().execute()
    expect(alert).toMatchObject({ path: `/en/products/piece/${piece}`, product_id: piece, waits: false })
  })

  test('once it is sold the alert ends, and the address is forgotten', async () => {
    await confirmed()
    // Last: what is sold is not listed again in this file.
    await set({ status: 'reserved' })
    await set({ status: 'sold' })
    expect(await notifyPieceAlerts(database.db, later(1))).toBe(1)
    expect(await mails()).toMatchObject([{ recipient: null }])
    expect(await database.db.selectFrom('stock_alert').select(['email', 'left_at']).execute()).toEqual([
      { email: null, left_at: later(1) },
    ])
  })
})
