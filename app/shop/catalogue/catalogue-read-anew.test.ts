import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import {
  bothNow,
  bothOf,
  cheapestFirst,
  cheapFound,
  interrupted,
  repriceAll,
  searched,
  setPrice,
  untilReplaced,
} from '#tests/live-catalogue.ts'
import { cardsOf } from './cards.ts'
import { type CatalogueInMemory, LiveCatalogue } from './catalogue-in-memory.ts'
import { SearchIndex } from './search-index.ts'

const database = testDatabase()

// Slices so short that seven pieces take many.
const usual = { ...atATime }
beforeAll(() => {
  Object.assign(atATime, { moved: 16, copied: 4 })
  return loadCast(database.db)
})
afterAll(() => {
  Object.assign(atATime, usual)
})

test('while many changes are read anew, readers have the former picture or the new one, never some of both', async () => {
  const pictures: number[][][] = []
  const { live, before, turns } = await interrupted(database.db, async (catalogue) => {
    pictures.push(bothOf(await catalogue.look()))
  })
  const former = await bothNow(database.db)
  await repriceAll(database.db)
  const wanted = await bothNow(database.db)
  for (const at of [0, 1]) expect(wanted[at]).not.toEqual(former[at])
  expect(bothOf(await live.look())).toEqual(former)
  await untilReplaced(live, before)
  expect(bothOf(await live.look())).toEqual(wanted)
  expect(turns()).toBeGreaterThan(10)
  for (const picture of pictures) expect([former, wanted]).toContainEqual(picture)
})

test('a card is never older than its piece, also while the order is', async () => {
  const { live, before } = await interrupted(database.db, async () => undefined)
  const shown = async () => {
    const [card] = await cardsOf(database.db, await live.look(), [cast.krugerrand], castNow)
    return card?.priceCents
  }
  const former = await shown()
  await repriceAll(database.db)
  expect(await shown()).toBe(20_000_000 - (former ?? 0))
  await untilReplaced(live, before)
  expect(await shown()).toBe(20_000_000 - (former ?? 0))
})

test('a single change shows at once while many are read anew, and is not lost when they take their place', async () => {
  const shown: boolean[] = []
  const { live, before } = await interrupted(database.db, async (catalogue, number) => {
    const id = [cast.availableBrooch, cast.krugerrand, cast.soldTank][number % 3] as string
    await setPrice(database.db, id, number)
    const { index } = await catalogue.look()
    shown.push(index.columns.price[index.row(Number(id)) ?? -1] === number)
  })
  await live.look()
  await repriceAll(database.db)
  await live.look()
  await untilReplaced(live, before)
  expect(shown.length).toBeGreaterThan(10)
  expect(shown).not.toContain(false)
  expect(cheapestFirst(await live.look())).toEqual(cheapestFirst(await new LiveCatalogue(database.db).look()))
})

test('many changes that arrive while many are read anew are read after them', async () => {
  const { live, before } = await interrupted(database.db, async (catalogue, number) => {
    if (number !== 20) return
    await repriceAll(database.db)
    await catalogue.look()
  })
  await repriceAll(database.db)
  await live.look()
  await untilReplaced(live, before)
  const wanted = cheapestFirst(await new LiveCatalogue(database.db).look())
  await expect.poll(async () => cheapestFirst(await live.look())).toEqual(wanted)
})

/** All that readers are answered from. */
function pictureOf(catalogue: CatalogueInMemory) {
  const { index, search } = catalogue
  const orders = (['newest', 'price-asc'] as const).map((sort) => index.select(sort, 10, () => true))
  const { columns } = index
  const pieces = orders[0]?.map((id) => {
    const row = index.row(id) ?? -1
    return [id, columns.price[row], columns.listedAt[row], columns.facet('availability').bits(row)]
  })
  const found = [null, 0, 1, 2].map((state) => search.first(search.shown(state, null), 10))
  const searches = [...found, cheapFound(catalogue)]
  return { orders, pieces, searches, listings: [...index.tally.indexable()].toSorted(([a], [b]) => a - b) }
}

const moments = fc.integer({ min: 0, max: 3 }).map((days) => new Date(Date.UTC(2026, 9, 1 + days)))
const arbitraryChange = fc.record({
  /** At which pause of the work behind the readers. */
  turn: fc.nat(60),
  ids: fc.subarray(Object.values(cast), { minLength: 1 }),
  to: fc.oneof(
    fc.record({ price_cents: fc.integer({ min: 1, max: 9 }).map((price) => price * 100_000) }),
    fc.record({ listed_at: moments }),
    fc.record({ price_cents: fc.constant(500_000), listed_at: moments }),
    fc.record({ status: fc.constantFrom('preparing' as const, 'listed' as const) }),
  ),
})

test('whatever changes while many are read anew, in the end all is as somebody reads it who begins then', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryChange, { minLength: 1, maxLength: 6 }), async (changes) => {
      const waiting = changes.toSorted((a, b) => a.turn - b.turn)
      const looks: Promise<unknown>[] = []
      const { live, before } = await interrupted(database.db, async (catalogue, number) => {
        for (let next = waiting[0]; next && next.turn <= number; next = waiting[0]) {
          waiting.shift()
          const { ids, to } = next
          const from = 'status' in to ? [to.status === 'listed' ? 'preparing' : 'listed'] : ['listed', 'sold']
          await db
            .updateTable('product')
            .set(to)
            .where('id', 'in', ids)
            .where('status', 'in', from as 'listed'[])
            .execute()
        }
        // Not waited for: a look that reads everything pauses itself.
        if (number % 5 === 0) looks.push(catalogue.look())
      })
      await repriceAll(database.db)
      await live.look()
      await untilReplaced(live, before)
      await Promise.all(looks)
      await expect.poll(async () => (await live.look()).complete, { interval: 5 }).toBe(true)
      // Nothing changes any more between the two that are compared.
      waiting.length = 0
      expect(pictureOf(await live.look())).toEqual(pictureOf(await new LiveCatalogue(db).look()))
    }),
    { numRuns: 8 },
  )
  await db.updateTable('product').set({ status: 'listed' }).where('status', '=', 'preparing').execute()
})

test('only while a change of more than can be named is read anew, the picture is not the whole truth', async () => {
  const seen: boolean[] = []
  const looking = () =>
    interrupted(database.db, async (catalogue) => {
      seen.push((await catalogue.look()).complete)
    })
  const worn = await looking()
  vi.spyOn(SearchIndex.prototype, 'isWorn', 'get').mockReturnValueOnce(true)
  await worn.live.look()
  await untilReplaced(worn.live, worn.before)
  expect(new Set(seen)).toEqual(new Set([true]))
  seen.length = 0
  const many = await looking()
  await repriceAll(database.db)
  await many.live.look()
  await untilReplaced(many.live, many.before)
  expect(seen[0]).toBe(false)
  expect((await many.live.look()).complete).toBe(true)
})

test('a reading anew that fails leaves the former picture to the readers, and the next one mends it', async () => {
  let fail = false
  const { live, before } = await interrupted(database.db, async () => {
    if (fail) throw new Error('interrupted')
  })
  const faults: string[] = []
  live.log = { error: (_: object, text: string) => faults.push(text) } as never
  fail = true
  await repriceAll(database.db)
  const former = cheapestFirst(before)
  await live.look()
  await expect.poll(() => faults).toHaveLength(1)
  expect(cheapestFirst(await live.look())).toEqual(former)
  fail = false
  await sql`insert into catalogue_change (product_id) values (null)`.execute(database.db)
  await live.look()
  await untilReplaced(live, before)
  expect(cheapestFirst(await live.look())).toEqual(cheapestFirst(await new LiveCatalogue(database.db).look()))
})

test('words that come while many pieces are read anew are not lost when these take their place', async () => {
  const { db } = database
  const { live, before } = await interrupted(database.db, async (catalogue, number) => {
    if (number !== 3) return
    await sql`insert into search_word (word, kind) values ('zwischenwort', 2)`.execute(db)
    await sql`update product set bezel = '{"de": "Zwischenwort", "en": "Zwischenwort"}'
      where id = ${cast.availableSubmariner}`.execute(db)
    await catalogue.look()
  })
  await repriceAll(database.db)
  await untilReplaced(live, before)
  const now = await live.look()
  expect(now.words.get('zwischenwort')).toMatchObject({ kind: 2 })
  expect(searched(now, 'zwischenwort')).toEqual([Number(cast.availableSubmariner)])
})

test('a stop ends what is read anew behind the readers, who keep the former picture with every small change', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const { live, before, turns } = await interrupted(database.db, async () => {
    begun.resolve()
    await held.promise
  })
  const faults: string[] = []
  live.log = { error: (_: object, text: string) => faults.push(text) } as never
  await repriceAll(database.db)
  const former = cheapestFirst(before)
  await live.look()
  await begun.promise
  const stopped = live.stop()
  held.resolve()
  await stopped
  expect(turns()).toBe(1)
  expect(faults).toEqual([])
  expect(cheapestFirst(await live.look())).toEqual(former)
  await setPrice(database.db, cast.availableBrooch, 100)
  expect(cheapestFirst(await live.look())[0]).toBe(Number(cast.availableBrooch))
  // More than can be named: nobody begins to read it any more.
  const last = cheapestFirst(await live.look())
  await repriceAll(database.db)
  expect((await live.look()).complete).toBe(false)
  await live.stop()
  expect(cheapestFirst(await live.look())).toEqual(last)
})
