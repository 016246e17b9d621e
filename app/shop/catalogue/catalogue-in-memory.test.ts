import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { mostRowsRead } from '#tests/rows-read.ts'
import { cardsOf } from './cards.ts'
import { type CatalogueInMemory, LiveCatalogue } from './catalogue-in-memory.ts'
import { readCatalogue } from './read-catalogue.ts'
import { intersect } from './row-sets.ts'
import { SearchIndex } from './search-index.ts'

const database = testDatabase()
/** Seven pieces are many here: more than three changes at once are read anew behind the readers. */
const few = { batch: 3, waitedFor: 3 }

// Slices so short that seven pieces take many.
const usual = { ...atATime }
beforeAll(() => {
  Object.assign(atATime, { moved: 16, copied: 4 })
  return loadCast(database.db)
})
afterAll(() => {
  Object.assign(atATime, usual)
})

const cheapestFirst = ({ index }: CatalogueInMemory) => index.select('price-asc', 10, () => true)
/** The cheaper half, as searches find it. */
const cheapFound = ({ search }: CatalogueInMemory) =>
  search.first(search.shown(null, { from: 0, to: 10_000_000 }), 10).toSorted()
/** That of listings and of searches. */
const bothOf = (catalogue: CatalogueInMemory) => [cheapestFirst(catalogue), cheapFound(catalogue)]
const bothNow = async () => bothOf(await new LiveCatalogue(database.db).look())
/** What somebody reads who begins now. */
const truth = async () => cheapestFirst(await new LiveCatalogue(database.db).look())
const price = (id: string, cents: number) =>
  database.db.updateTable('product').set({ price_cents: cents }).where('id', '=', id).execute()
/** Turns the order of prices round. */
const repriceAll = () => sql`update product set price_cents = 20_000_000 - price_cents`.execute(database.db)

/** A catalogue in which something happens whenever the work behind the readers lets others have their turn. */
async function interrupted(turn: (live: LiveCatalogue, number: number) => Promise<unknown>) {
  let turns = 0
  let busy = true
  const live: LiveCatalogue = new LiveCatalogue(database.db, {
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
const untilReplaced = (live: LiveCatalogue, before: CatalogueInMemory) =>
  expect
    .poll(async () => (await live.look()).index !== before.index, { interval: 5, timeout: 10_000 })
    .toBe(true)

test('while many changes are read anew, readers have the former picture or the new one, never some of both', async () => {
  const pictures: number[][][] = []
  const { live, before, turns } = await interrupted(async (catalogue) => {
    pictures.push(bothOf(await catalogue.look()))
  })
  const former = await bothNow()
  await repriceAll()
  const wanted = await bothNow()
  for (const at of [0, 1]) expect(wanted[at]).not.toEqual(former[at])
  expect(bothOf(await live.look())).toEqual(former)
  await untilReplaced(live, before)
  expect(bothOf(await live.look())).toEqual(wanted)
  expect(turns()).toBeGreaterThan(10)
  for (const picture of pictures) expect([former, wanted]).toContainEqual(picture)
})

test('a card is never older than its piece, also while the order is', async () => {
  const { live, before } = await interrupted(async () => undefined)
  const shown = async () => {
    const [card] = await cardsOf(database.db, await live.look(), [cast.krugerrand], castNow)
    return card?.priceCents
  }
  const former = await shown()
  await repriceAll()
  expect(await shown()).toBe(20_000_000 - (former ?? 0))
  await untilReplaced(live, before)
  expect(await shown()).toBe(20_000_000 - (former ?? 0))
})

test('a single change shows at once while many are read anew, and is not lost when they take their place', async () => {
  const shown: boolean[] = []
  const { live, before } = await interrupted(async (catalogue, number) => {
    const id = [cast.availableBrooch, cast.krugerrand, cast.soldTank][number % 3] as string
    await price(id, number)
    const { index } = await catalogue.look()
    shown.push(index.columns.price[index.row(Number(id)) ?? -1] === number)
  })
  await live.look()
  await repriceAll()
  await live.look()
  await untilReplaced(live, before)
  expect(shown.length).toBeGreaterThan(10)
  expect(shown).not.toContain(false)
  expect(cheapestFirst(await live.look())).toEqual(await truth())
})

test('many changes that arrive while many are read anew are read after them', async () => {
  const { live, before } = await interrupted(async (catalogue, number) => {
    if (number !== 20) return
    await repriceAll()
    await catalogue.look()
  })
  await repriceAll()
  await live.look()
  await untilReplaced(live, before)
  const wanted = await truth()
  await expect.poll(async () => cheapestFirst(await live.look())).toEqual(wanted)
})

test('a few changes are waited for, and nobody sees some of them alone', async () => {
  const seen: number[][][] = []
  let picture: CatalogueInMemory | null = null
  const live: LiveCatalogue = new LiveCatalogue(database.db, {
    batch: 1,
    waitedFor: 3,
    pause: async () => picture && seen.push(bothOf(picture)),
  })
  picture = await live.look()
  const former = bothOf(picture)
  seen.length = 0
  await sql`update product set price_cents = 20_000_000 - price_cents
    where id in (${cast.availableBrooch}, ${cast.krugerrand}, ${cast.soldTank})`.execute(database.db)
  expect(bothOf(await live.look())).toEqual(await bothNow())
  expect(bothOf(picture)).not.toEqual(former)
  expect(seen.length).toBeGreaterThan(0)
  for (const both of seen) expect(both).toEqual(former)
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
  return { orders, pieces, searches, listings: [...index.tally.kept()].toSorted(([a], [b]) => a - b) }
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
      const { live, before } = await interrupted(async (catalogue, number) => {
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
      await repriceAll()
      await live.look()
      await untilReplaced(live, before)
      await Promise.all(looks)
      await expect.poll(async () => (await live.look()).complete, { interval: 5, timeout: 10_000 }).toBe(true)
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
    interrupted(async (catalogue) => {
      seen.push((await catalogue.look()).complete)
    })
  const worn = await looking()
  vi.spyOn(SearchIndex.prototype, 'isWorn', 'get').mockReturnValueOnce(true)
  await worn.live.look()
  await untilReplaced(worn.live, worn.before)
  expect(new Set(seen)).toEqual(new Set([true]))
  seen.length = 0
  const many = await looking()
  await repriceAll()
  await many.live.look()
  await untilReplaced(many.live, many.before)
  expect(seen[0]).toBe(false)
  expect((await many.live.look()).complete).toBe(true)
})

test('no statement answers for more pieces than are taken in at a time', async () => {
  const sizes: number[] = []
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const { id, cents } of result.rows)
        if (Array.isArray(id) && cents !== undefined) sizes.push(id.length)
      return result
    },
  }
  const live = new LiveCatalogue(database.db.withPlugin(counting), few)
  const before = await live.look()
  await price(cast.availableBrooch, 77_700)
  await live.look()
  await repriceAll()
  await live.look()
  await untilReplaced(live, before)
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(7)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(few.batch)
})

test('a reading anew that fails leaves the former picture to the readers, and the next one mends it', async () => {
  let fail = false
  const { live, before } = await interrupted(async () => {
    if (fail) throw new Error('interrupted')
  })
  const faults: string[] = []
  live.log = { error: (_: object, text: string) => faults.push(text) } as never
  fail = true
  await repriceAll()
  const former = cheapestFirst(before)
  await live.look()
  await expect.poll(() => faults).toHaveLength(1)
  expect(cheapestFirst(await live.look())).toEqual(former)
  fail = false
  await sql`insert into catalogue_change (product_id) values (null)`.execute(database.db)
  await live.look()
  await untilReplaced(live, before)
  expect(cheapestFirst(await live.look())).toEqual(await truth())
})

function searched({ search }: CatalogueInMemory, word: string): number[] {
  const rows = search.shown(null, null)
  return search.first(intersect(rows, rows, search.rowsWith({ words: [word], beginnings: [] })), 10)
}

test('what searches read is that of now: new words, renamed makers, pieces that come and go', async () => {
  const { db } = database
  const live = new LiveCatalogue(db)
  const submariner = Number(cast.availableSubmariner)
  expect(searched(await live.look(), 'rolex')).toEqual([submariner])

  await sql`update brand set name = 'Kwellex' where name = 'Rolex'`.execute(db)
  const renamed = await live.look()
  expect(searched(renamed, 'kwellex')).toEqual([submariner])
  expect(searched(renamed, 'rolex')).toEqual([])
  expect(renamed.words.get('kwellex')).toMatchObject({ kind: 1 })
  await sql`update brand set name = 'Rolex' where name = 'Kwellex'`.execute(db)

  // Known as a word that is written on a piece; now a maker's.
  await sql`insert into search_word (word, kind) values ('quarkel', 3)`.execute(db)
  expect((await live.look()).words.get('quarkel')).toMatchObject({ kind: 3 })
  await sql`update search_word set kind = 1 where word = 'quarkel'`.execute(db)
  expect((await live.look()).words.get('quarkel')).toMatchObject({ kind: 1 })

  await sql`update product set status = 'preparing' where id = ${cast.availableSubmariner}`.execute(db)
  expect(searched(await live.look(), 'rolex')).toEqual([])
  await sql`update product set status = 'listed' where id = ${cast.availableSubmariner}`.execute(db)
  expect(searched(await live.look(), 'rolex')).toEqual([submariner])
})

test('words that come while many pieces are read anew are not lost when these take their place', async () => {
  const { db } = database
  const { live, before } = await interrupted(async (catalogue, number) => {
    if (number !== 3) return
    await sql`insert into search_word (word, kind) values ('zwischenwort', 2)`.execute(db)
    await sql`update product set bezel = '{"de": "Zwischenwort", "en": "Zwischenwort"}'
      where id = ${cast.availableSubmariner}`.execute(db)
    await catalogue.look()
  })
  await repriceAll()
  await untilReplaced(live, before)
  const now = await live.look()
  expect(now.words.get('zwischenwort')).toMatchObject({ kind: 2 })
  expect(searched(now, 'zwischenwort')).toEqual([Number(cast.availableSubmariner)])
})

test('where the batches begin is found without reading all that comes behind them', async () => {
  const { db } = database
  const copies = 400
  await sql`
    insert into product
    select copy.* from product p, generate_series(1, ${sql.lit(copies)}) as n, lateral
      jsonb_populate_record(p, jsonb_build_object('id', (500000 + n)::text)) as copy
    where p.id = ${cast.availableSubmariner}`.execute(db)
  const most = await mostRowsRead(db, (noted) => readCatalogue(noted, { batch: 2 }), {
    of: /row_number/,
    named: /Window/,
  })
  expect(most.length).toBeGreaterThan(copies / 100)
  expect(Math.max(...most)).toBeLessThan(copies / 4)
})

test('nobody waits for a first reading that takes long, but a job may', async () => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  const live = new LiveCatalogue(database.db, { ...few, pause: () => released })
  live.waitUntil = 0
  const whole = live.look()
  await expect(live.lookInTime()).rejects.toMatchObject({ status: 503 })
  await expect(live.lookInTime()).rejects.toMatchObject({ status: 503 })
  release()
  expect((await whole).index.columns.size).toBeGreaterThan(0)
  expect((await live.lookInTime()).index).toBe((await whole).index)
})

test('a stop ends the first reading at its next slice, and whoever waits for it is told', async () => {
  const held = Promise.withResolvers<void>()
  const live = new LiveCatalogue(database.db, { ...few, pause: () => held.promise })
  const waiting = expect(live.look()).rejects.toMatchObject({ status: 503 })
  const stopped = live.stop()
  held.resolve()
  await Promise.all([waiting, stopped])
  await expect(live.look()).rejects.toMatchObject({ status: 503 })
})

test('a stop ends what is read anew behind the readers, who keep the former picture with every small change', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const { live, before, turns } = await interrupted(async () => {
    begun.resolve()
    await held.promise
  })
  const faults: string[] = []
  live.log = { error: (_: object, text: string) => faults.push(text) } as never
  await repriceAll()
  const former = cheapestFirst(before)
  await live.look()
  await begun.promise
  const stopped = live.stop()
  held.resolve()
  await stopped
  expect(turns()).toBe(1)
  expect(faults).toEqual([])
  expect(cheapestFirst(await live.look())).toEqual(former)
  await price(cast.availableBrooch, 100)
  expect(cheapestFirst(await live.look())[0]).toBe(Number(cast.availableBrooch))
  // More than can be named: nobody begins to read it any more.
  const last = cheapestFirst(await live.look())
  await repriceAll()
  expect((await live.look()).complete).toBe(false)
  await live.stop()
  expect(cheapestFirst(await live.look())).toEqual(last)
})

test('what is asked in slices sees one catalogue, and those who look meanwhile see the next', async () => {
  let documentsRead = false
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      documentsRead ||= result.rows.some(
        ({ words, listedAt }) => words !== undefined && listedAt !== undefined,
      )
      return result
    },
  }
  const live = new LiveCatalogue(database.db.withPlugin(noting), few)
  const state = await live.look()
  const [before] = cheapestFirst(state)
  documentsRead = false
  function* asking(): Generator<number, number> {
    let turns = 0
    // Long after the change could have been taken in.
    for (let left = 500; left > 0; turns++) {
      expect(cheapestFirst(state)[0]).toBe(before)
      if (documentsRead) left -= 1
      yield 1
    }
    return turns
  }
  const asked = state.alone(asking())
  await price(cast.availableBrooch, 100)
  const looked = live.look()
  expect(await asked).toBeGreaterThan(500)
  expect(cheapestFirst(await looked)[0]).toBe(Number(cast.availableBrooch))
  expect(before).not.toBe(Number(cast.availableBrooch))
})
