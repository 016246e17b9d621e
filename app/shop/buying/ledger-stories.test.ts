import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { int4, nullable, value } from '#app/platform/database/statement.ts'
import type { ProductStatus } from '#app/shop/catalogue/product-status.ts'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { inProportion } from '#app/shop/checkout/tax-basket.ts'
import type { PlacedOrder, TaxMode } from '#app/shop/checkout/types.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid, take, withdraw } from '#tests/returned-pieces.ts'
import { recordSales } from './ledger.ts'

const database = testDatabase()
const shop = ledgerShop(database, 83_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

/** What the ledger has for the purchase price of a piece, with what corrections told: one acquisition, one price. */
async function costsOf(id: string): Promise<(number | null)[]> {
  const rows = await database.db
    .selectFrom('ledger as l')
    .select(
      value(nullable(int4))`coalesce(l.purchase_cents, (select e.purchase_cents from ledger_exit e
        where e.ledger_number = l.number and e.purchase_cents is not null))`.as('cost'),
    )
    .where('l.product_id', '=', id)
    .execute()
  return rows.map(({ cost }) => cost)
}

const modes: readonly TaxMode[] = ['margin_25a', 'margin_25a', 'standard_19', 'investment_gold_25c']
const destinations: readonly Buyer[] = [buyers.home, buyers.home, ...Object.values(buyers)]

/** What is known of each piece's cost, and every order. */
type Play = { pieces: Map<string, number | null>; orders: PlacedOrder[] }
type Move = { what: (typeof moves)[number]; pick: number; cents: number }
const moves = [
  'enter',
  'enter',
  'sell',
  'sell',
  'sell',
  'cancel',
  'return',
  'return',
  'relist',
  'relist',
  'learn',
  'record',
] as const

async function play({ pieces, orders }: Play, { what, pick, cents }: Move): Promise<void> {
  const some = <T>(from: readonly T[]) => from[pick % Math.max(1, from.length)]
  const inState = async (...statuses: ProductStatus[]) => {
    const rows = await database.db
      .selectFrom('product')
      .select('id')
      .where('id', 'in', ['', ...pieces.keys()])
      .where('status', 'in', statuses)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  if (what === 'enter') {
    const costCents = pick % 3 === 0 ? null : cents
    const taxMode = modes[pick % modes.length] as TaxMode
    const [id = ''] = await shop.rings({ priceCents: 100 + cents * 2, taxMode, costCents })
    pieces.set(id, costCents)
  } else if (what === 'sell') {
    const free = await inState('listed')
    const chosen = free.slice(0, 1 + (pick % 3))
    if (chosen.length > 0)
      orders.push(await shop.sold(chosen, destinations[cents % destinations.length] as Buyer))
  } else if (what === 'learn') {
    const id = some([...pieces].filter(([, cost]) => cost === null))?.[0]
    if (!id) return
    await database.db
      .insertInto('product_staff')
      .values({ product_id: id, cost_cents: cents })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ cost_cents: cents }))
      .execute()
    pieces.set(id, cents)
  } else if (what === 'record') await recordSales(database.db)
  else if (what === 'relist') {
    const id = some(await inState('returned', 'intake', 'preparing'))
    if (id) await relistPiece(database.db, id, { priceCents: pick % 2 ? 100 + cents : null, by: 'Berta' })
  } else {
    const order = some(orders)
    const view = order && (await findOrder(database.db, order.token))
    if (!view) return
    if (what === 'cancel' && view.status === 'paid') return cancelPaid(database.db, order)
    const kept = view.lines.filter(
      ({ withdrawnAt, releasedAt }) => withdrawnAt === null && releasedAt === null,
    )
    if (what !== 'return' || kept.length === 0 || view.status === 'cancelled') return
    const back = kept.slice(0, 1 + (pick % kept.length))
    if (view.status === 'paid') await take(database.db, order, 'prepare', 'ship')
    await withdraw(
      database.db,
      order,
      back.map(({ piece }) => piece),
    )
    await take(database.db, order, 'receive-return', 'inspect')
    if (pick % 4 === 0) await recordSales(database.db)
    await take(database.db, order, {
      event: 'refund',
      deductionCents: pick % 2 ? 0 : Math.min(cents, back[0]?.priceCents ?? 0),
    })
  }
}

/** The German VAT on the margins of an order's pieces in the end, reckoned from the order alone. */
async function taxOf({ token }: { token: string }, pieces: Play['pieces']): Promise<number> {
  const order = await findOrder(database.db, token)
  if (!order) throw new Error('no order')
  const taxed = order.lines.filter(({ tax }) => tax.rule === 'margin')
  const shipping = inProportion(
    order.shippingTaxes.find(({ rule }) => rule === 'margin')?.grossCents ?? 0,
    taxed.map(({ priceCents }) => priceCents),
  )
  const nothingKept = order.lines.every(({ releasedAt }) => releasedAt !== null)
  return taxed.reduce((sum, line, at) => {
    const whole = line.priceCents + (shipping[at] ?? 0)
    const margin =
      line.releasedAt === null
        ? whole - (pieces.get(line.piece) ?? 0)
        : nothingKept
          ? 0
          : whole - line.priceCents
    return sum + (margin > 0 ? Math.round((margin * 19) / 119) : 0)
  }, 0)
}

test('whatever is entered, sold, returned and sold again: one acquisition a piece, and every cent of the invoices', async () => {
  const move = fc.record({
    what: fc.constantFrom(...moves),
    pick: fc.nat(11),
    cents: fc.integer({ min: 1, max: 200_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 18 }), async (all) => {
      const game: Play = { pieces: new Map(), orders: [] }
      const [some] = all
      for (const each of [{ what: 'enter', pick: 1, cents: 50_000 } as const, some, ...all])
        if (each) await play(game, each)
      await shop.agrees()
      for (const [id, cost] of game.pieces) expect([id, await costsOf(id)]).toEqual([id, [cost]])
      for (const order of game.orders) {
        const rows = (await shop.exits(order)).filter(({ tax_mode }) => tax_mode !== 'standard_19')
        expect(rows.reduce((sum, row) => sum + row.tax_cents, 0)).toBe(await taxOf(order, game.pieces))
      }
    }),
    { numRuns: 8 },
  )
})
