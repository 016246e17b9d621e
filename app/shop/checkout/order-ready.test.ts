import { expect, test } from 'vitest'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, claraBeispiel, orderRequest, passMinutes, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { findOrderById } from './order.ts'
import { orderHistory } from './order-history.ts'
import { announceReady } from './order-ready.ts'
import { settlePayment } from './settle-payment.ts'
import type { OrderRequest } from './types.ts'

const database = testDatabase()

test('a buyer is told once that their order lies ready, and it is kept from then on', async () => {
  const { db } = database
  await addRings(db, ['50101', '50102', '50103'])
  const settings = await readSettings(db)
  const ordered = async (piece: string, totalCents: number, changes: Partial<OrderRequest>) =>
    (await placed(db, orderRequest([piece], totalCents, changes))).id
  const mails = async (id: number) =>
    (await db.selectFrom('mail_outbox').select('kind').where('reason', 'like', `order:${id}:%`).execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'order-ready')
  const ready = (id: number) => announceReady(db, id, settings)

  const inBranch = await ordered('50101', 120_000, { payment: 'in-branch' })
  await passMinutes(db, 3 * 24 * 60, ['50101'])
  const before = await findOrderById(db, inBranch)
  expect(await ready(inBranch)).toEqual({ ok: true, repeated: false })
  const after = await findOrderById(db, inBranch)
  expect(after?.expiresAt?.getTime()).toBeGreaterThan(before?.expiresAt?.getTime() ?? Infinity)
  expect(await ready(inBranch)).toEqual({ ok: true, repeated: true })
  expect(await findOrderById(db, inBranch)).toMatchObject({ readyAt: after?.readyAt })
  expect(await mails(inBranch)).toHaveLength(1)
  expect((await orderHistory(db, inBranch)).at(-1)).toMatchObject({ kind: 'ready' })

  // Nothing is laid out for a transfer that has not arrived, or for what is sent.
  const transferred = await ordered('50102', 120_000, { payment: 'bank-transfer' })
  expect(await ready(transferred)).toEqual({ ok: false, reason: 'not-possible' })
  const money = {
    orderId: transferred,
    channel: 'bank-transfer' as const,
    reference: 'R-1',
    amountCents: 120_000,
  }
  await settlePayment(db, money, settings)
  expect(await ready(transferred)).toEqual({ ok: true, repeated: false })
  const delivery = { kind: 'courier', address: claraBeispiel } as const
  const sent = await ordered('50103', 124_900, { delivery, payment: 'bank-transfer' })
  expect(await ready(sent)).toEqual({ ok: false, reason: 'not-possible' })
  expect(await ready(999_999)).toEqual({ ok: false, reason: 'no-such-order' })
})
