import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { type CatalogueInMemory, LiveCatalogue } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { intersect } from '#app/shop/catalogue/row-sets.ts'

/** Seven pieces are many here: more than three changes at once are read anew behind the readers. */
export const few = { batch: 3, waitedFor: 3 }

/** Turns the order of prices round. */
export const repriceAll = (db: Database) =>
  sql`update product set price_cents = 20_000_000 - price_cents`.execute(db)

export const setPrice = (db: Database, id: string, cents: number) =>
  db.updateTable('product').set({ price_cents: cents }).where('id', '=', id).execute()

export const cheapestFirst = ({ index }: CatalogueInMemory) => index.select('price-asc', 10, () => true)

/** The cheaper half, as searches find it. */
export const cheapFound = ({ search }: CatalogueInMemory) =>
  search.first(search.shown(null, { from: 0, to: 10_000_000 }), 10).toSorted()

/** The order of listings, and what searches find. */
export const bothOf = (catalogue: CatalogueInMemory) => [cheapestFirst(catalogue), cheapFound(catalogue)]

/** What somebody reads who begins now. */
export const bothNow = async (db: Database) => bothOf(await new LiveCatalogue(db).look())

/** The pieces on which a word is written. */
export function searched({ search }: CatalogueInMemory, word: string): number[] {
  const rows = search.shown(null, null)
  return search.first(intersect(rows, rows, search.rowsWith({ words: [word], beginnings: [] })), 10)
}

/** A catalogue in which something happens whenever the work behind the readers lets others have their turn. */
export async function interrupted(
  db: Database,
  turn: (live: LiveCatalogue, number: number) => Promise<unknown>,
) {
  let turns = 0
  let busy = true
  const live: LiveCatalogue = new LiveCatalogue(db, {
    ...few,
    async pause() {
      if (busy) return
      busy = true
      try {
        await turn(live, ++turns)
      } finally {
        busy = false
      }
    },
  })
  const before = await live.look()
  busy = false
  return { live, before, turns: () => turns }
}

/** Waits until what was read anew is what readers have. */
export const untilReplaced = (live: LiveCatalogue, before: CatalogueInMemory) =>
  expect
    .poll(async () => (await live.look()).index !== before.index, { interval: 5, timeout: 100_000 })
    .toBe(true)
