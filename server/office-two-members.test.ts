import { describe, expect, test } from 'vitest'
import type { Secret } from '#app/platform/secrets.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const site = 'http://localhost:3000'
const totalCents = 120_000
let piece = 88_001

type Answer = { ok: boolean; reason?: string } & Record<string, unknown>
type Moment = { kind: string; by: { name?: string } | null; entry?: { reference: string } }
type ShownOrder = { seen: string; status: string; refunds: { id: number }[]; moments: Moment[] }

/** A member of staff at the office, as their browser speaks with it. */
async function member(role: StaffRole = 'sales') {
  const cookie = await staffCookie(content.app.db, role)
  const fetched = (path: string, init: RequestInit = {}) =>
    servedShop({ ...content.app, secret: 'a secret of tests, which opens nothing at all' as Secret }).fetch(
      new Request(`${site}/office${path}`, {
        ...init,
        headers: { cookie, 'content-type': 'application/json' },
      }),
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
  return {
    see: async (order: string) => (await (await fetched(`/data/orders/${order}`)).json()) as ShownOrder,
    act: async (name: string, input: object) =>
      (await (
        await fetched(`/act/${name}`, { method: 'POST', body: JSON.stringify(input) })
      ).json()) as Answer,
  }
}

async function order() {
  const { db } = content.app
  const id = String(piece++)
  await addRings(db, [id])
  return placed(db, orderRequest([id], totalCents))
}

const money = (of: { number: string }, seen: string, reference: string) => ({
  ...{ order: of.number, seen, amount: '1200', reference },
  ...{ channel: 'bank-transfer', surplus: false, confirmed: false },
})

const sums = async (id: number) => {
  const view = await findOrderById(content.app.db, id)
  return { received: view?.receivedCents, refunded: view?.refundedCents, status: view?.status }
}

describe('two members at one order', () => {
  test('book its money at the same time: the second is refused, reads what the first did, and nothing is doubled', async () => {
    const placed = await order()
    const [berta, carl] = [await member(), await member()]
    const { seen } = await berta.see(placed.number)
    const both = await Promise.all([
      berta.act('orders.count-money', money(placed, seen, 'Auszug A')),
      carl.act('orders.count-money', money(placed, seen, 'Auszug B')),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, reason: 'changed-meanwhile' })
    expect(await sums(placed.id)).toEqual({ received: totalCents, refunded: 0, status: 'paid' })
    const now = await carl.see(placed.number)
    const booked = now.moments.filter(({ kind }) => kind === 'money')
    expect(booked).toHaveLength(1)
    expect(booked[0]?.by?.name).toBeTruthy()
    // What was seen before is refused for everything else, too.
    for (const [name, input] of [
      ['orders.step', { step: 'ready' }],
      ['orders.cancel', { reason: 'Nicht mehr da' }],
      ['orders.received', { step: 'hand-over', on: null }],
    ] as const)
      expect(await carl.act(name, { order: placed.number, seen, ...input })).toEqual({
        ok: false,
        reason: 'changed-meanwhile',
      })
    expect(
      await carl.act('orders.step', { order: placed.number, seen: now.seen, step: 'ready' }),
    ).toMatchObject({
      ok: true,
    })
  })

  test('send its money back: once, also where the answer was lost and it is reported again', async () => {
    const placed = await order()
    const [berta, carl] = [await member(), await member()]
    const open = await berta.see(placed.number)
    await berta.act('orders.count-money', money(placed, open.seen, 'Auszug C'))
    const paid = await berta.see(placed.number)
    expect(
      await berta.act('orders.cancel', { order: placed.number, seen: paid.seen, reason: 'Doch beschädigt' }),
    ).toMatchObject({ ok: true })
    const { seen, refunds } = await berta.see(placed.number)
    const sent = { order: placed.number, seen, refund: refunds[0]?.id, reference: 'SEPA 4711' }
    expect(await berta.act('orders.refund-sent', sent)).toMatchObject({ ok: true, repeated: false })
    // Nobody heard of it: the very same report once more.
    expect(await berta.act('orders.refund-sent', sent)).toMatchObject({ ok: true, repeated: true })
    // Somebody else who sent it as well, under a number of theirs, is told.
    expect(await carl.act('orders.refund-sent', { ...sent, reference: 'SEPA 4712' })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    expect(await sums(placed.id)).toEqual({ received: totalCents, refunded: totalCents, status: 'cancelled' })
    const other = await order()
    const at = await carl.see(other.number)
    expect(await carl.act('orders.refund-sent', { ...sent, order: other.number, seen: at.seen })).toEqual({
      ok: false,
      reason: 'no-such-refund',
    })
  })
})
