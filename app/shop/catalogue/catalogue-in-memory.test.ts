import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import {
  bothNow,
  bothOf,
  cheapestFirst,
  few,
  repriceAll,
  searched,
  setPrice,
  untilReplaced,
} from '#tests/live-catalogue.ts'
import { mostRowsRead } from '#tests/rows-read.ts'
import { type CatalogueInMemory, LiveCatalogue } from './catalogue-in-memory.ts'
import { readCatalogue } from './read-catalogue.ts'

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
  await sql`update product set price_cents = 20000000 - price_cents
    where id in (${cast.availableBrooch}, ${cast.krugerrand}, ${cast.soldTank})`.execute(database.db)
  expect(bothOf(await live.look())).toEqual(await bothNow(database.db))
  expect(bothOf(picture)).not.toEqual(former)
  expect(seen.length).toBeGreaterThan(0)
  for (const both of seen) expect(both).toEqual(former)
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
  await setPrice(database.db, cast.availableBrooch, 77_700)
  await live.look()
  await repriceAll(database.db)
  await live.look()
  await untilReplaced(live, before)
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(7)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(few.batch)
})

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
  await setPrice(database.db, cast.availableBrooch, 100)
  const looked = live.look()
  expect(await asked).toBeGreaterThan(500)
  expect(cheapestFirst(await looked)[0]).toBe(Number(cast.availableBrooch))
  expect(before).not.toBe(Number(cast.availableBrooch))
})
