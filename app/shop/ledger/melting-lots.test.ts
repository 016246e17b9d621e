import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { query, text } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { completeLedger, meltPiece } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { addCompleteRings } from '#tests/returned-pieces.ts'
import { pieces } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { findLot, meltingLots } from './lot-view.ts'
import { findMeltable, findMeltableByText, waitingToMelt } from './meltable.ts'
import {
  type Alloy,
  addToLot,
  addWaitingToLot,
  cancelLot,
  changeLotLine,
  openLot,
  sendLot,
  takeOutOfLot,
} from './melting-lots.ts'
import { attachSettlement, settleMeltingLot, settlementFile, sharesOf } from './settle-melting-lot.ts'

const shop = buyingShop()
const folder = temporaryFolder()
let berta: { id: number; name: string }
let carl: { id: number; name: string }
let today: string

beforeAll(async () => {
  const add = (name: string) =>
    shop.db
      .insertInto('staff_member')
      .values({ name, email: `${name}@staff.example`, role: 'buyer', locale: 'de' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  berta = await add('Berta')
  carl = await add('Carl')
  const [time] = await query(shop.db, {
    day: text,
  })`    select to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day`
  today = time?.day ?? ''
})

/** Chains that were bought and stocked: their numbers in the ledger. */
async function scrap(count: number): Promise<number[]> {
  const id = await shop.bought(
    Array.from({ length: count }, (_, at) => ({
      ...pieces.chain,
      title: `Kette ${at}`,
      cents: { low: 10_000, high: 10_000 },
    })),
  )
  const stocked = await stockPieces(shop.db, { id }, { by: 'Berta' })
  if (!stocked.ok) throw new Error(stocked.reason)
  return stocked.pieces.map(({ ledger }) => ledger)
}

const chain: Alloy = { metal: 'gold', weight: 1240, fineness: 5850 }

const versionOf = async (lot: number) => (await findLot(shop.db, lot))?.version ?? 0

async function lotOf(...things: number[]): Promise<number> {
  const { lot } = await openLot(shop.db, berta, { refiner: 'Scheideanstalt Rhein', note: '', day: today })
  for (const ledger of things) {
    const added = await addToLot(shop.db, berta, { lot, version: await versionOf(lot), ledger, alloy: chain })
    expect(added).toEqual({ ok: true })
  }
  return lot
}

async function sent(...things: number[]): Promise<number> {
  const lot = await lotOf(...things)
  expect(await sendLot(shop.db, berta, { lot, version: await versionOf(lot) })).toEqual({ ok: true })
  return lot
}

const settlement = async (lot: number) => ({
  lot,
  version: await versionOf(lot),
  ...{ document: 'SA-2026-77', day: today, feesCents: 2_500, amountCents: 197_500 },
  returned: [
    { metal: 'gold' as const, fine: 17_500_000, valueCents: 195_000 },
    { metal: 'silver' as const, fine: 3_000_000, valueCents: 5_000 },
  ],
})

describe('shares', () => {
  test('are the amount to the cent, whatever came back and whatever it cost', () => {
    const line = fc.record({
      metal: fc.constantFrom('gold', 'silver', 'platinum'),
      weight: fc.integer({ min: 1, max: 10_000_000 }),
      fine: fc.integer({ min: 0, max: 99_990_000_000 }),
    })
    const back = fc.record({
      metal: fc.constantFrom('gold' as const, 'silver' as const, 'palladium' as const),
      fine: fc.constant(1),
      valueCents: fc.integer({ min: 0, max: 2_000_000_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(back, { selector: ({ metal }) => metal, maxLength: 3 }),
        fc.nat({ max: 1000 }),
        (lines, returned, part) => {
          const values = returned.reduce((sum, { valueCents }) => sum + valueCents, 0)
          const fees = Math.floor((values * part) / 1000)
          const shares = sharesOf(
            lines.map((each, ledger) => ({ ...each, ledger })),
            returned,
            fees,
          )
          expect([...shares.values()].reduce((sum, each) => sum + each, 0)).toBe(values - fees)
          expect(Math.min(...shares.values())).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  test('follow the fine metal, and by weight where none was expected', () => {
    const lines = [
      { ledger: 1, metal: 'gold', weight: 1000, fine: 3_000_000 },
      { ledger: 2, metal: 'gold', weight: 3000, fine: 1_000_000 },
    ]
    const gold = { metal: 'gold', fine: 4_000_000, valueCents: 40_000 } as const
    expect([...sharesOf(lines, [gold], 0)]).toEqual([
      [1, 30_000],
      [2, 10_000],
    ])
    const silver = { metal: 'silver', fine: 1, valueCents: 400 } as const
    expect([...sharesOf(lines, [gold, silver], 4_040)]).toEqual([
      [1, 27_090],
      [2, 9_270],
    ])
  })
})

test('scrap waits, goes with a lot, and leaves the ledger with its share of what came back', async () => {
  const { db } = shop
  const things = await scrap(3)
  expect((await waitingToMelt(db)).filter(({ number }) => things.includes(number))).toMatchObject(
    things.map((number) => ({ number, metal: 'gold', weight: 1240, fineness: 5850, product: null })),
  )
  const lot = await lotOf(...things)
  expect((await waitingToMelt(db)).filter(({ number }) => things.includes(number))).toEqual([])
  // Weighed again.
  const alloy = { ...chain, weight: 1200 }
  const [first = 0] = things
  expect(
    await changeLotLine(db, berta, { lot, version: await versionOf(lot), ledger: first, alloy }),
  ).toEqual({ ok: true })
  const open = await findLot(db, lot)
  expect(open?.balance).toEqual([
    {
      metal: 'gold',
      weight: 3680,
      expectedFine: 3680 * 5850,
      expectedCents: null,
      returnedFine: null,
      valueCents: null,
    },
  ])
  expect(await settleMeltingLot(db, berta, await settlement(lot))).toEqual({
    ok: false,
    reason: 'not-from-here',
    status: 'open',
  })
  expect(await sendLot(db, berta, { lot, version: await versionOf(lot) })).toEqual({ ok: true })
  const [alone] = (await findLot(db, lot))?.balance ?? []
  // 21.528 g of fine gold at 3,500 EUR an ounce.
  expect(Math.abs((alone?.expectedCents ?? 0) - 242_249)).toBeLessThan(3)
  await expect(sql`delete from melt_lot_line where lot_id = ${lot}`.execute(db)).rejects.toThrow(
    /keeps its lines/,
  )
  const given = await settlement(lot)
  expect(await settleMeltingLot(db, berta, { ...given, amountCents: 197_400 })).toEqual({
    ok: false,
    reason: 'sum-differs',
    byCents: -100,
  })
  expect(await settleMeltingLot(db, berta, { ...given, day: '2999-01-01' })).toEqual({
    ok: false,
    reason: 'in-the-future',
  })
  expect(await settleMeltingLot(db, berta, { ...given, feesCents: 300_000 })).toEqual({
    ok: false,
    reason: 'less-than-nothing',
  })
  expect(await settleMeltingLot(db, berta, { ...given, version: 1 })).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
  })
  const both = await Promise.all([settleMeltingLot(db, berta, given), settleMeltingLot(db, carl, given)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const settled = await findLot(db, lot)
  expect(settled?.lines.reduce((sum, { share_cents }) => sum + (share_cents ?? 0), 0)).toBe(197_500)
  const exits = await db
    .selectFrom('ledger_exit')
    .select(['kind', 'document', 'proceeds_cents', 'margin_cents', 'tax_cents', 'by'])
    .where('ledger_number', 'in', things)
    .execute()
  expect(exits).toHaveLength(3)
  expect(exits.reduce((sum, each) => sum + each.proceeds_cents, 0)).toBe(197_500)
  for (const exit of exits) {
    expect(exit).toMatchObject({ kind: 'melt', document: 'SA-2026-77', tax_cents: 0 })
    expect(exit.margin_cents).toBe(exit.proceeds_cents - 10_000)
  }
  await completeLedger(db)
  expect(faultsOf(await checkLedger(db))).toEqual([])
  expect((await meltingLots(db))[0]).toMatchObject({
    id: lot,
    status: 'settled',
    things: 3,
    amount_cents: 197_500,
  })
  expect(settled?.events.map(({ event }) => event)).toEqual([
    'open',
    'add',
    'add',
    'add',
    'change',
    'send',
    'settle',
  ])
})

test('one thing is in one lot, whoever is first', async () => {
  const { db } = shop
  const [thing = 0] = await scrap(1)
  const [one, other] = [await lotOf(), await lotOf()]
  const into = async (lot: number, who: typeof berta) =>
    addToLot(db, who, { lot, version: await versionOf(lot), ledger: thing, alloy: chain })
  const both = await Promise.all([into(one, berta), into(other, carl)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'in-lot', lot: expect.stringMatching(/^SL-/) })
  expect(await meltPiece(db, thing, { proceedsCents: 1, document: 'x', day: today, by: 'Berta' })).toEqual({
    ok: false,
    reason: 'in-lot',
  })
  const lot = both[0]?.ok ? one : other
  expect(await takeOutOfLot(db, berta, { lot, version: 1, ledger: thing })).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
  })
  expect(await takeOutOfLot(db, berta, { lot, version: await versionOf(lot), ledger: thing })).toEqual({
    ok: true,
  })
  expect(await into(lot === one ? other : one, carl)).toEqual({ ok: true })
})

test('what was weighed when it was bought goes into a lot at once', async () => {
  const { db } = shop
  const things = await scrap(3)
  const other = await lotOf(things[0] ?? 0)
  const lot = await lotOf()
  const all = { lot, version: await versionOf(lot), ledgers: things }
  expect(await addWaitingToLot(db, berta, all)).toEqual({ ok: true, added: 2, left: 1 })
  expect((await findLot(db, lot))?.lines).toMatchObject([
    { metal: 'gold', weight: 1240, fine: 1240 * 5850 },
    { metal: 'gold' },
  ])
  expect(await addWaitingToLot(db, berta, all)).toEqual({ ok: false, reason: 'changed-meanwhile' })
  const none = { lot: other, version: await versionOf(other), ledgers: things }
  expect(await addWaitingToLot(db, berta, none)).toEqual({ ok: true, added: 0, left: 3 })
})

test('a lot that is given up leaves its things waiting; an empty one is not sent', async () => {
  const { db } = shop
  const [thing = 0] = await scrap(1)
  const lot = await lotOf(thing)
  expect(await cancelLot(db, berta, { lot, version: await versionOf(lot) })).toEqual({ ok: true })
  expect((await waitingToMelt(db)).map(({ number }) => number)).toContain(thing)
  expect(await cancelLot(db, berta, { lot, version: await versionOf(lot) })).toMatchObject({
    reason: 'not-from-here',
  })
  const empty = await lotOf()
  expect(await sendLot(db, berta, { lot: empty, version: await versionOf(empty) })).toEqual({
    ok: false,
    reason: 'empty',
  })
  expect(await sendLot(db, berta, { lot: 999_999, version: 1 })).toEqual({ ok: false, reason: 'no-such-lot' })
})

test('a piece of the catalogue is melted when it is sent; one on sale stays', async () => {
  const { db } = shop
  const ids = ['83001', '83002']
  await addCompleteRings(db, ids, { priceCents: 90_000 })
  await sql`update product set status = 'preparing' where id = '83001'`.execute(db)
  await completeLedger(db)
  const found = await findMeltableByText(db, '83001')
  expect(found).toMatchObject({ product: '83001', status: 'preparing', isMeltable: true, metal: 'gold' })
  const listed = await findMeltableByText(db, '83002')
  expect(listed).toMatchObject({ status: 'listed', isMeltable: false })
  expect(await findMeltableByText(db, 'nonsense')).toBeNull()
  const lot = await lotOf(found?.number ?? 0)
  const adding = { lot, version: await versionOf(lot), ledger: listed?.number ?? 0, alloy: chain }
  expect(await addToLot(db, berta, adding)).toEqual({ ok: false, reason: 'not-meltable' })
  await sql`update product set status = 'listed' where id = '83001'`.execute(db)
  const sending = { lot, version: await versionOf(lot) }
  expect(await sendLot(db, berta, sending)).toMatchObject({
    ok: false,
    reason: 'not-meltable',
    things: [expect.stringContaining('Ring')],
  })
  await sql`update product set status = 'preparing' where id = '83001'`.execute(db)
  expect(await sendLot(db, berta, sending)).toEqual({ ok: true })
  expect(await findMeltable(db, found?.number ?? 0)).toMatchObject({
    status: 'melted',
    lot: expect.any(String),
  })
  const returned = [{ metal: 'gold' as const, fine: 7_000_000, valueCents: 70_000 }]
  const done = {
    lot,
    version: await versionOf(lot),
    document: 'SA-9',
    day: today,
    returned,
    feesCents: 0,
    amountCents: 70_000,
  }
  expect(await settleMeltingLot(db, berta, done)).toMatchObject({ ok: true, shares: [{ cents: 70_000 }] })
})

test('the refinery’s document is kept with the lot', async () => {
  const { db } = shop
  const files = openLocalFiles(folder)
  const lot = await sent(...(await scrap(1)))
  const pdf = Buffer.from('%PDF-1.7\n…\n%%EOF')
  const attach = async (bytes: Uint8Array) =>
    attachSettlement(db, files, berta, {
      lot,
      version: await versionOf(lot),
      name: '../Abrechnung 7.pdf',
      bytes,
    })
  expect(await attach(Buffer.from('<html>'))).toEqual({ ok: false, reason: 'not-a-pdf' })
  expect(await settlementFile(db, files, lot)).toBeNull()
  expect(await attach(pdf)).toEqual({ ok: true })
  const found = await settlementFile(db, files, lot)
  expect(found?.name).toBe('..Abrechnung 7.pdf')
  expect(Buffer.from((await found?.file.bytes()) ?? [])).toEqual(pdf)
})
