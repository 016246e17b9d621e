import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { unknownClient } from '#app/platform/rate-limit.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings, orderRequest } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { expireOrder } from './lapse-unpaid.ts'
import { placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()
let settings: Settings
const most = 4

beforeAll(async () => {
  const pieces = Array.from({ length: 60 }, (_, index) => String(41_001 + index))
  await addRings(database.db, pieces)
  const read = await readSettings(database.db)
  settings = { ...read, orders: { ...read.orders, openOrders: most } }
})

let turn = 0

async function order(email: string, client: string | null) {
  turn += 1
  const piece = String(41_001 + (turn % 60))
  const request = orderRequest([piece], 120_000, { contact: { email, phone: null } })
  return placeOrder(database.db, request, { holder: `holder-${turn}`, client, settings, online: true })
}

type Taken = Extract<Awaited<ReturnType<typeof order>>, { ok: true }>['order']

const endings = {
  async withdrawn({ number, token }: Taken) {
    const said = { name: 'C', contract: number, email: 'c@beispiel.example', comment: '', pieces: [] }
    const declaration = { ...said, order: token, submission: crypto.randomUUID() }
    await declareWithdrawal(database.db, declaration, 'de', settings)
  },
  async lapsed({ id }: Taken) {
    await database.db
      .updateTable('shop_order')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    expect(await expireOrder(database.db, id, settings)).toBe(true)
  },
}

/** Orders and ends the order, until one is refused; how many were taken. */
async function takenOf(ending: keyof typeof endings, who: (index: number) => [string, string | null]) {
  for (let taken = 0; taken < 3 * most; taken++) {
    const placed = await order(...who(taken))
    if (!placed.ok) {
      expect(placed).toMatchObject({ reason: 'too-often', retryAfter: 3600 })
      return taken
    }
    await endings[ending](placed.order)
  }
  return Number.POSITIVE_INFINITY
}

test.each(['withdrawn', 'lapsed'] as const)('orders %s again and again', async (ending) => {
  // Each would write to the mailbox anew, in whatever way its address is spelled.
  const spellings = [`O.pfer.${ending}`, `opfer${ending}+1`, `OPFER${ending}+x.y`, `opfer.${ending}`]
  expect(
    await takenOf(ending, (index) => [
      `${spellings[index % 4]}@${index % 2 ? 'gmail.com' : 'GoogleMail.com'}`,
      `network-${index}.${ending}`,
    ]),
  ).toBe(most)
  expect(
    await takenOf(ending, (index) => [`${ending}-${index}@beispiel.example`, `one.client-${ending}`]),
  ).toBe(most)
  // Nobody else pays for it, and on the next day it is forgotten.
  expect((await order(`somebody-${ending}@gmail.com`, 'other.client')).ok).toBe(true)
  // What was ordered is not changed afterwards, but by time itself.
  await sql`alter table shop_order disable trigger user`.execute(database.db)
  await sql`update shop_order set placed_at = placed_at - interval '25 hours'`.execute(database.db)
  await sql`alter table shop_order enable trigger user`.execute(database.db)
  expect((await order(`opfer${ending}@gmail.com`, `one.client-${ending}`)).ok).toBe(true)
})

test('everybody behind an unknown proxy is one client, whose ended orders are of many people', async () => {
  expect(await takenOf('lapsed', (index) => [`unknown-${index}@beispiel.example`, unknownClient])).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('what was paid does not count, whatever became of it, nor what staff enter', async () => {
  for (let index = 0; index <= most; index++) {
    const placed = await order('gute.kundin@beispiel.example', 'network.of-a-dealer')
    if (!placed.ok) throw new Error(placed.reason)
    const money = { channel: 'bank-transfer', reference: `T${index}`, amountCents: 120_000 } as const
    await settlePayment(database.db, { orderId: placed.order.id, ...money }, settings)
    await endings.withdrawn(placed.order)
  }
  for (let index = 0; index <= most; index++)
    expect((await order('am.telefon@beispiel.example', null)).ok).toBe(true)
})
