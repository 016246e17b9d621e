import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientKey } from '#app/platform/rate-limit.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, orderRequest } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { holdProducts, releaseHold } from './hold.ts'
import { placeOrder } from './place-order.ts'

const database = testDatabase()
const all = Array.from({ length: 7 }, (_, index) => String(30_001 + index))
const client = (address: string) => clientKey(address, 'a secret')
const networks = ['192.0.2', '203.0.113']
let holders: string[] = []

/** A shop that has so many pieces on sale, none of them kept. */
async function stockOf(count: number): Promise<string[]> {
  const { db } = database
  if ((await db.selectFrom('product').select('id').execute()).length === 0) await addRings(db, all)
  // Not by the steps of a piece: what is on sale is all that this is about.
  await sql`alter table product disable trigger user`.execute(db)
  const isOnSale = sql`id = any(${all.slice(0, count)})`
  await sql`update product set status = case when ${isOnSale} then 'listed' else 'draft' end`.execute(db)
  await sql`alter table product enable trigger user`.execute(db)
  return all.slice(0, count)
}

beforeEach(async () => {
  const { db } = database
  for (const holder of holders) await releaseHold(db, { holder })
  holders = []
  const open = await db.selectFrom('shop_order').select('id').where('status', '<>', 'cancelled').execute()
  const settings = await readSettings(db)
  for (const { id } of open) await cancelOrder(db, id, settings)
})

function hold(pieces: readonly string[], address: string) {
  const holder = `holder-${holders.length}`
  holders.push(holder)
  return holdProducts(database.db, { pieces, holder, client: client(address) })
}

async function order(pieces: readonly string[], address: string) {
  const settings = await readSettings(database.db)
  const contact = { email: `${crypto.randomUUID()}@beispiel.example`, phone: null }
  const request = orderRequest([...pieces], pieces.length * 120_000, { contact })
  const holder = `holder-of-${crypto.randomUUID()}`
  return placeOrder(database.db, request, { holder, client: client(address), settings, online: true })
}

const counts = [4, 5, 6, 7]
const ways = [
  ['held', hold],
  ['ordered', order],
] as const

test.each(
  counts.flatMap((count) =>
    ways.flatMap(([way, take]) => [1, 4].map((atOnce) => [count, way, atOnce, take] as const)),
  ),
)('two networks do not keep all of %i pieces, %s %i at once', async (count, _, atOnce, take) => {
  const pieces = await stockOf(count)
  // Every address tries every piece, both networks in turn, twice over.
  const tries = [0, 1].flatMap((round) =>
    pieces.flatMap((piece, index) =>
      [0, 1].map((turn) => [piece, `${networks[(index + turn) % 2]}.${1 + round * 20 + index}`] as const),
    ),
  )
  const work = async () => {
    for (let one = tries.shift(); one; one = tries.shift()) await take([one[0]], one[1])
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // Whoever comes from elsewhere finds something.
  const others = await Promise.all(pieces.map((piece, index) => take([piece], `198.51.${index}.1`)))
  expect(others.filter(({ ok }) => ok).length).toBeGreaterThan(0)
})

test.each([
  [7, 3],
  [6, 3],
  [5, 3],
  [4, 2],
  [3, 3],
  [2, 2],
  [1, 1],
])('of %i pieces a cart of %i is sold to whoever comes first', async (count, most) => {
  const pieces = await stockOf(count)
  if (most < count) {
    const refused = await hold(pieces.slice(0, most + 1), '192.0.2.1')
    expect(refused).toMatchObject({ ok: false, reason: 'too-often', room: most })
  }
  expect((await hold(pieces.slice(0, most), '192.0.2.1')).ok).toBe(true)
  // Holding again what one holds changes nothing, and it can be ordered.
  const holder = holders.at(-1) ?? ''
  const mine = { pieces: pieces.slice(0, most), holder, client: client('192.0.2.1') }
  expect((await holdProducts(database.db, mine)).ok).toBe(true)
  const settings = await readSettings(database.db)
  const contact = { email: 'anna@beispiel.example', phone: null }
  const request = orderRequest(mine.pieces, most * 120_000, { contact })
  const placed = await placeOrder(database.db, request, {
    holder,
    client: mine.client,
    settings,
    online: true,
  })
  expect(placed.ok).toBe(true)
})
