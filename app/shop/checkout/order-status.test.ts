import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { productSteps } from '#tests/product-steps.ts'
import {
  isLive,
  nextOrderStatus,
  type OrderEvent,
  type OrderStatus,
  orderStatuses,
  orderSteps,
  possibleOrderEvents,
} from './order-status.ts'

const database = testDatabase()

const rowsOf = (steps: Record<string, Partial<Record<string, string>>>) =>
  Object.entries(steps).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => [from, event, to ?? ''] as const),
  )
const steps = rowsOf(orderSteps)
const events = [...new Set(steps.map(([, event]) => event))] as OrderEvent[]

describe('the states of an order', () => {
  test('every pair of state and event leads where the table says, or nowhere', () => {
    let allowed = 0
    for (const status of orderStatuses) {
      for (const event of events) {
        const listed = steps.find(([from, name]) => from === status && name === event)
        expect(nextOrderStatus(status, event)).toBe(listed?.[2] ?? null)
        expect(possibleOrderEvents(status, 'branch').includes(event)).toBe(listed !== undefined)
        if (listed) allowed += 1
      }
    }
    expect(allowed).toBe(steps.length)
  })

  test('each can be reached from the order button', () => {
    const reached = new Set<OrderStatus>(['awaiting_payment'])
    for (const status of reached) {
      for (const event of possibleOrderEvents(status))
        reached.add(nextOrderStatus(status, event) as OrderStatus)
    }
    expect([...reached].sort()).toEqual([...orderStatuses].sort())
    // Each can be left: what ends an order may have been a mistake.
    expect(orderStatuses.filter((status) => possibleOrderEvents(status).length === 0)).toEqual([])
  })

  test('an order that never was paid, or was sent back, keeps no piece', () => {
    expect(orderStatuses.filter((status) => !isLive(status))).toEqual([
      'expired',
      'cancelled',
      'conflict_refunded',
    ])
  })

  test('are the rows of the database and the tables of the documentation, for pieces too', async () => {
    const stored = await database.db
      .selectFrom('order_step')
      .select(['from_status', 'event', 'to_status'])
      .orderBy('from_status')
      .execute()
    const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' ')).sort()
    expect(sorted(stored.map((row) => [row.from_status, row.event, row.to_status]))).toEqual(sorted(steps))

    const page = readFileSync(resolve('docs/states.md'), 'utf8')
    const tableOf = (title: string) =>
      [
        ...(page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(
          /^\| (\S+) \| (\S+) \| (\S+) \|$/gm,
        ),
      ]
        .map(([, from = '', event = '', to = '']) => [from, event, to])
        .filter(([from]) => from !== 'state')
    expect(sorted(tableOf('Orders'))).toEqual(sorted(steps))
    expect(sorted(tableOf('Pieces'))).toEqual(sorted(rowsOf(productSteps)))
  })

  test('the database refuses every other step and writes down each it takes', async () => {
    const { db } = database
    const insert = (status: OrderStatus, channel: 'online' | 'branch' = 'online') =>
      db
        .insertInto('shop_order')
        .values({
          number: `RG-2026-${String(10_000 + Math.floor(Math.random() * 1e9))}`,
          token: crypto.randomUUID(),
          submission: crypto.randomUUID(),
          locale: 'de',
          status,
          expires_at: new Date('2026-12-01T00:00:00Z'),
          email: 'clara@beispiel.example',
          invoice_address: '{}',
          delivery: '{"kind":"collection"}',
          shipping: '{}',
          payment: channel === 'branch' ? 'cash' : 'in-branch',
          sale_channel: channel,
          goods_cents: 100,
          shipping_cents: 0,
          total_cents: 100,
          vat_cents: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    let refused = 0
    for (const from of orderStatuses) {
      const { id } = await insert(from)
      for (const to of orderStatuses.filter((status) => status !== from)) {
        const listed = steps.find(([start, , end]) => start === from && end === to)
        const channel = listed?.[1] === 'take-back' ? 'branch' : 'online'
        const order = listed ? (await insert(from, channel)).id : id
        const change = db.updateTable('shop_order').set({ status: to }).where('id', '=', order).execute()
        if (!listed) {
          refused += 1
          await expect(change).rejects.toThrow(/an order cannot go/)
          continue
        }
        if (channel === 'branch') {
          const sold = db.updateTable('shop_order').set({ status: to }).where('id', '=', id).execute()
          await expect(sold).rejects.toThrow(/an order cannot go/)
        }
        await change
        const written = await db
          .selectFrom('order_status_change')
          .selectAll()
          .where('order_id', '=', order)
          .execute()
        expect(written).toMatchObject([{ event: listed[1], from_status: from, to_status: to }])
      }
    }
    expect(refused).toBe(orderStatuses.length * (orderStatuses.length - 1) - steps.length)
    await expect(db.deleteFrom('shop_order').execute()).rejects.toThrow(/is a record/)
    await expect(
      db.updateTable('shop_order').set({ total_cents: 5, goods_cents: 5 }).execute(),
    ).rejects.toThrow(/not changed afterwards/)
  })
})
