import { beforeEach, expect, test } from 'vitest'
import { int4, query } from '#app/platform/database/statement.ts'
import { clientKey, unknownClient } from '#app/platform/rate-limit.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, orderRequest } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { holdProducts, releaseHold } from './hold.ts'
import { placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'

const database = testDatabase()
const rings = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(30_001 + from + index))
const client = (address: string) => clientKey(address, 'a secret')
let holders: string[] = []

beforeEach(async () => {
  for (const holder of holders) await releaseHold(database.db, { holder })
  holders = []
  const { db } = database
  const open = await db.selectFrom('shop_order').select('id').where('status', '<>', 'cancelled').execute()
  const settings = await readSettings(db)
  for (const { id } of open) await cancelOrder(db, id, settings)
})

function hold(pieces: readonly string[], address: string) {
  const holder = `holder-${holders.length}`
  holders.push(holder)
  return holdProducts(database.db, { pieces, holder, client: client(address) })
}

async function held(): Promise<number> {
  const rows = await query(database.db, { held: int4 })`
    select count(*)::int as held from claim where held_until > now()`
  return rows[0]?.held ?? 0
}

/** Every address of the networks takes what it can, one piece after the other, as many at once as `atOnce`. */
async function grab(pieces: readonly string[], addresses: readonly string[], atOnce: number) {
  const tries = pieces.flatMap((piece, index) =>
    addresses.map((_, turn) => [piece, addresses[(index + turn) % addresses.length]]),
  )
  const work = async () => {
    for (let one = tries.shift(); one; one = tries.shift()) await hold([one[0] as string], one[1] as string)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const networks = [
  ...Array.from({ length: 4 }, (_, index) => `192.0.2.${index + 1}`),
  ...Array.from({ length: 4 }, (_, index) => `2001:db8:7:${index}::1`),
]

test.each([1, 4])(
  'two networks keep pieces from nobody else, small stock as large (%i at once)',
  async (atOnce) => {
    const small = rings(0, 10)
    if (atOnce === 1) await addRings(database.db, small)
    await grab(small, networks, atOnce)
    const left = 10 - (await held())
    if (atOnce === 1) expect(left).toBe(4)
    expect(left).toBeGreaterThan(0)
    // Whoever comes from elsewhere is served.
    const others = await Promise.all(small.map((piece, index) => hold([piece], `198.51.${index}.1`)))
    expect(others.filter(({ ok }) => ok)).toHaveLength(left)
  },
)

test('one address holds a fifth of what is on sale, its network a quarter', async () => {
  await addRings(database.db, rings(10, 50))
  const pieces = rings(0, 60)
  expect((await hold(pieces.slice(0, 12), '203.0.113.5')).ok).toBe(true)
  expect(await hold(pieces.slice(12, 13), '203.0.113.5')).toMatchObject({
    reason: 'too-often',
    room: 0,
    retryAfter: 900,
  })
  expect((await hold(pieces.slice(12, 15), '203.0.113.6')).ok).toBe(true)
  expect(await hold(pieces.slice(15, 16), '203.0.113.7')).toMatchObject({ reason: 'too-often' })
  expect((await hold(pieces.slice(20, 32), '203.0.114.7')).ok).toBe(true)
})

test('a busy day of many clients is no flood', async () => {
  const pieces = rings(0, 60)
  const all = await Promise.all(pieces.map((piece, index) => hold([piece], `10.${index}.0.1`)))
  expect(all.every(({ ok }) => ok)).toBe(true)
})

/** An order that nobody has paid, past the checkout's page: nothing was held before. */
async function order(pieces: readonly string[], who: string | null) {
  const settings = await readSettings(database.db)
  const request = orderRequest([...pieces], pieces.length * 120_000, {
    contact: { email: `${crypto.randomUUID()}@beispiel.example`, phone: null },
  })
  const holder = `holder-of-${crypto.randomUUID()}`
  return placeOrder(database.db, request, { holder, client: who, settings, online: true })
}

test.each([1, 4])('nor do they by orders that wait for their money (%i at once)', async (atOnce) => {
  const all = rings(0, 60)
  const tries = all.map((piece, index) => [piece, networks[(index * 3) % networks.length] ?? ''] as const)
  const work = async () => {
    for (let one = tries.shift(); one; one = tries.shift()) await order([one[0]], client(one[1]))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const [taken] = await query(database.db, { taken: int4 })`
    select count(*)::int as taken from claim where order_id is not null`
  expect(taken?.taken).toBe(30)
  // Nothing is left to hold for them either, and whoever comes from elsewhere is served.
  const free = await database.db
    .selectFrom('claim')
    .select('product_id')
    .where('order_id', 'is', null)
    .limit(5)
    .execute()
  const pieces = free.map(({ product_id }) => product_id)
  expect(await hold(pieces.slice(0, 1), '192.0.2.200')).toMatchObject({ reason: 'too-often', room: 0 })
  expect((await hold(pieces, '198.51.100.7')).ok).toBe(true)
})

test('a whole cart at once is one order, whatever was held for it', async () => {
  const cart = rings(0, 12)
  expect((await hold(cart, '203.0.113.5')).ok).toBe(true)
  const holder = holders.at(-1) ?? ''
  const settings = await readSettings(database.db)
  const taking = { holder, client: client('203.0.113.5'), settings, online: true }
  const request = orderRequest(cart, 12 * 120_000)
  const placed = await placeOrder(database.db, request, taking)
  expect(placed).toMatchObject({ ok: true, repeated: false })
  // The answer was lost, and the form is sent again.
  expect(await placeOrder(database.db, request, taking)).toMatchObject({ ok: true, repeated: true })
})

test('many of unknown address go on side by side, and leave half of the shop', async () => {
  const all = rings(0, 60)
  const results = []
  for (const piece of all.slice(0, 15)) results.push(await order([piece], unknownClient))
  for (const [index, piece] of all.slice(15, 32).entries()) {
    const holder = `holder-${holders.length}`
    holders.push(holder)
    const visitor = { holder, client: unknownClient }
    results.push(await holdProducts(database.db, { pieces: [piece], ...visitor }))
    expect(results.at(-1)?.ok).toBe(index < 15)
  }
  expect(results.filter(({ ok }) => ok)).toHaveLength(30)
  expect((await hold([all[40] ?? ''], '198.51.100.7')).ok).toBe(true)
})

test('unpaid orders count together with what is held, paid ones and those of staff never', async () => {
  const { db } = database
  const [one, two, rest] = [rings(0, 5), rings(5, 5), rings(10, 13)]
  const placed = await order(one, client('203.0.113.5'))
  if (!placed.ok) throw new Error(placed.reason)
  expect((await hold(two, '203.0.113.5')).ok).toBe(true)
  for (const refused of [
    await hold(rest.slice(0, 3), '203.0.113.5'),
    await order(rest.slice(0, 3), client('203.0.113.5')),
  ])
    expect(refused).toMatchObject({ reason: 'too-often', room: 2, retryAfter: 900 })
  expect((await order(rest, null)).ok).toBe(true)
  const money = {
    orderId: placed.order.id,
    channel: 'bank-transfer',
    reference: 'T1',
    amountCents: 600_000,
  } as const
  await settlePayment(db, money, await readSettings(db))
  expect((await order(rings(30, 6), client('203.0.113.5'))).ok).toBe(true)
})
