import { beforeEach, expect, test } from 'vitest'
import { int4, query } from '#app/platform/database/statement.ts'
import { clientKey } from '#app/platform/rate-limit.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { holdProducts, releaseHold } from './hold.ts'

const database = testDatabase()
const rings = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(30_001 + from + index))
const client = (address: string) => clientKey(address, 'a secret')
let holders: string[] = []

beforeEach(async () => {
  for (const holder of holders) await releaseHold(database.db, { holder })
  holders = []
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
