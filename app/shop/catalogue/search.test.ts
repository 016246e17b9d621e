import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { int2, int4, query, text, texts } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { fillCatalogue } from '#db/demo-scale.ts'
import { addBranches, cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { facets } from './facets.ts'
import { searchProducts } from './search.ts'
import { findMatches } from './search-matches.ts'
import { splitQuery } from './search-words.ts'

describe('the cast', () => {
  const database = testDatabase()
  beforeAll(() => loadCast(database.db))
  const find = async (query: string, limit?: number) =>
    (await searchProducts(database.db, query, { limit })).items.map((item) => item.id)

  test('a result has its fields and the address', async () => {
    const {
      items: [ring],
    } = await searchProducts(database.db, 'Solitärring', { locale: 'de' })
    expect(ring).toEqual({
      id: cast.availableRing,
      brand: null,
      name: 'Solitärring',
      price: 645_000,
      ringSize: 54,
      status: 'available',
      thumbnailImageId: expect.stringMatching(/^[0-9a-f]{32}$/),
      type: 'jewellery',
      slug: { de: 'solitaerring', en: 'solitaire-ring' },
      facts: { metal: '750 Weißgold', state: 'Sehr gut' },
    })
    const {
      items: [inEnglish],
    } = await searchProducts(database.db, 'Solitärring', { locale: 'en' })
    expect(inEnglish?.name).toBe('Solitaire ring')
    const {
      items: [watch],
    } = await searchProducts(database.db, '311.30.42.30.01.005')
    expect(watch).toMatchObject({
      id: cast.reservedSpeedmaster,
      brand: 'Omega',
      status: 'reserved',
      type: 'watch',
      ringSize: null,
    })
  })

  test('nothing is found for nothing, and for what says nothing', async () => {
    for (const query of ['', '   ', '\0', '%', '___', '!!!', "'", '🙂', '—', '①', '℃', 'xyzzyq'])
      expect([query, await find(query)]).toEqual([query, []])
  })

  test('signs of the database are plain text', async () => {
    const submariner = [cast.availableSubmariner]
    for (const query of [
      'rolex%',
      'rolex_',
      "rolex'",
      'rolex & submariner',
      'rolex | !submariner',
      'rolex:*',
      '(rolex',
      'rolex <-> submariner',
      '"rolex"',
      'rolex\\',
      "rolex'); --",
      'rolex\u0000submariner',
      'rolex\u200bsubmariner',
    ]) {
      expect([query, (await find(query)).slice(0, 1)]).toEqual([query, submariner])
    }
    // As LIKE patterns these would match everything.
    for (const query of ['%%%%%', '_____', '.*', '[a-z]+'])
      expect([query, (await find(query)).length]).toEqual([
        query,
        query === '[a-z]+' ? expect.any(Number) : 0,
      ])
  })

  test('any text is answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.stringMatching(/^[a-z0-9 .%'&|!:*()-]{0,250}$/),
          fc
            .array(
              fc.constantFrom('rolex', 'gold', 'r', '1', '11', "'", '&', 'diamantri', 'verkauft', '%', 'und'),
              { maxLength: 40 },
            )
            .map((words) => words.join(' ')),
        ),
        async (query) => {
          const found = await find(query)
          expect(found.length).toBeLessThanOrEqual(20)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('queries are cut at 200 characters', async () => {
    expect(await find(`${'x'.repeat(199)} rolex`)).toEqual([])
    expect(await find(`${' '.repeat(190)} rolex`)).toEqual([cast.availableSubmariner])
    expect(await find(`rolex${' '.repeat(500)}omega`)).toEqual([cast.availableSubmariner])
    expect(splitQuery('a '.repeat(50_000)).length).toBeLessThanOrEqual(10)
  })

  test('the last word may still be growing, whatever stands behind it', async () => {
    expect(await find('subm')).toEqual([cast.availableSubmariner])
    expect(await find('date')).toEqual([cast.availableSubmariner])
    for (const typed of ['dat ', 'dat.', ' dat\t', 'DAT!'])
      expect(await find(typed)).toEqual(await find('dat'))
  })

  test('state: available before reserved before sold, and as a word of the query', async () => {
    expect(await find('Uhr')).toEqual([cast.availableSubmariner, cast.reservedSpeedmaster, cast.soldTank])
    expect(await find('watch sold')).toEqual([cast.soldTank])
    expect(await find('verkauft')).toEqual(expect.arrayContaining([cast.soldTank, cast.soldBangle]))
    expect((await find('verkauft')).length).toBe(2)
    expect(await find('reserviert rolex')).toEqual([])
  })

  test('exact codes come before names, names before attributes', async () => {
    // The brooch has a reference nobody would guess, named like the other pieces' attributes.
    await sql`update product set name = '{"de": "Platin", "en": "Platin"}' where id = ${cast.availableRing}`.execute(
      database.db,
    )
    expect(await find('platin')).toEqual([cast.availableRing, cast.availableBrooch])
    await sql`update product set name = '{"de": "Solitärring", "en": "Solitaire ring"}' where id = ${cast.availableRing}`.execute(
      database.db,
    )
    expect(await find('platin')).toEqual([cast.availableBrooch])
    expect((await find('20103'))[0]).toBe(cast.availableBrooch)
  })

  test('the total counts every match, shown or not, however many are asked for', async () => {
    const all = await searchProducts(database.db, 'Uhr')
    expect(all.total).toBe(3)
    for (const [limit, offset] of [
      [1, 0],
      [1, 2],
      [2, 1],
      [5, 1],
    ] as const) {
      const part = await searchProducts(database.db, 'Uhr', { limit, offset })
      expect(part.items).toEqual(all.items.slice(offset, offset + limit))
      expect(part.total).toBe(3)
    }
    expect(await searchProducts(database.db, 'verkauft', { limit: 1 })).toMatchObject({ total: 2 })
    expect(await searchProducts(database.db, 'xyzzyq')).toEqual({ items: [], total: 0, price: null })
  })

  test('what changes about a piece is found at once', async () => {
    const { db } = database
    await sql`update brand set name = 'Rollox' where name = 'Rolex'`.execute(db)
    expect(await find('rollox ')).toEqual([cast.availableSubmariner])
    await sql`update brand set name = 'Rolex' where name = 'Rollox'`.execute(db)
    expect(await find('rolex')).toEqual([cast.availableSubmariner])
    await sql`update reference set number = '5513' where number = '116610LN'`.execute(db)
    expect(await find('5513')).toEqual([cast.availableSubmariner])
    await sql`update reference set number = '116610LN' where number = '5513'`.execute(db)
    await sql`update product set dial = 'green' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await find('grünes Zifferblatt')).toEqual([cast.availableSubmariner])
    await sql`update product set dial = 'black' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await find('grünes Zifferblatt')).toEqual([])
    await sql`insert into stone (product_id, position, stone) values (${cast.availableBrooch}, 9, 'opal')`.execute(
      db,
    )
    expect(await find('Opale')).toEqual([cast.availableBrooch])
    await sql`delete from stone where product_id = ${cast.availableBrooch} and position = 9`.execute(db)
    expect(await find('Opale')).toEqual([])
  })

  test('a price in words narrows to it, and follows a new price', async () => {
    const { db } = database
    expect(await find('Uhr unter 9.850 Euro')).not.toContain(cast.availableSubmariner)
    expect(await find('watch up to 9,850')).toContain(cast.availableSubmariner)
    expect(await find('rolex zwischen 9000 und 10000 €')).toEqual([cast.availableSubmariner])
    expect(await find('rolex over 9850')).toEqual([])
    const cheap = await searchProducts(db, 'unter 7000 Euro')
    expect(cheap.price).toEqual({ from: null, to: 7000, strictly: true, rest: '' })
    expect(cheap.total).toBe(cheap.items.length)
    expect(cheap.items.length).toBeGreaterThan(1)
    for (const item of cheap.items) expect(item.price).toBeLessThan(700_000)
    await sql`update product set price_cents = 500000 where id = ${cast.availableSubmariner}`.execute(db)
    expect(await find('rolex under 7000')).toEqual([cast.availableSubmariner])
    await sql`update product set price_cents = 985000 where id = ${cast.availableSubmariner}`.execute(db)
    expect(await find('rolex under 7000')).toEqual([])
  })

  test('a piece that leaves the window is found no more, and a status change costs no words', async () => {
    const { db } = database
    const row = async () => {
      const [found] = await query(db, { availability: int2, words: text })`
        select availability, words::text from search_document where product_id = ${cast.availableSubmariner}`
      return found
    }
    const before = await row()
    await sql`update product set status = 'reserved' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await row()).toEqual({ ...before, availability: 1 })
    await sql`update product set status = 'listed' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await row()).toEqual(before)
    await sql`update product set status = 'preparing' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await find('rolex')).toEqual([])
    await sql`update product set status = 'listed' where id = ${cast.availableSubmariner}`.execute(db)
    expect(await row()).toEqual(before)
  })

  test('every value of every facet has words, in both languages', async () => {
    const fields: Record<string, string> = {
      type: 'type',
      condition: 'condition',
      gender: 'gender',
      scope: 'scope',
      case: 'material',
      movement: 'movement',
      dial: 'dial',
      bracelet: 'bracelet',
      complication: 'complication',
      metal: 'material',
      gemstone: 'stone',
      cut: 'cut',
      era: 'era',
    }
    const rows = await query(database.db, { field: text, value: text, words: texts })`
      select field, value, words from search_term`
    const terms = new Map(rows.map((row) => [`${row.field} ${row.value}`, row.words]))
    const missing: string[] = []
    for (const facet of facets) {
      const field = fields[facet.id]
      if (!field) continue
      for (const value of facet.values) {
        if (value.id === 'none' || value.id === 'coins-and-bars') continue
        const words = terms.get(`${field} ${value.id}`)
        if (!words) missing.push(`${field} ${value.id}`)
        for (const label of Object.values(value.label)) {
          const said = splitQuery(label).flatMap((chunk) => chunk.parts)
          if (words && !said.some((word) => words.includes(word)))
            missing.push(`${field} ${value.id}: ${label}`)
        }
      }
    }
    expect(missing).toEqual([])
  })
})

describe('three thousand pieces', () => {
  const database = testDatabase()
  beforeAll(async () => {
    await addBranches(database.db)
    await fillCatalogue(database.db, {
      products: 3_000,
      now: castNow,
      seed: 4,
      files: openLocalFiles(join(tmpdir(), 'shop-cast-photos')),
      photos: resolve('db/demo/photos'),
    })
  })

  /** What is found by the database’s own reading of the same words. */
  async function bySortingAll(
    tiers: (string | null)[],
    state: number | null,
    price: string | null,
  ): Promise<number[]> {
    const rows = await query(database.db, { id: int4 })`
      select product_id::int4 as id from search_document
      where words @@ ${tiers[3]}::tsquery and (${state}::int is null or availability = ${state})
        and (${price}::int4range is null or price_cents <@ ${price}::int4range)
      order by case when words @@ ${tiers[0]}::tsquery then 1 when words @@ ${tiers[1]}::tsquery then 2
          when words @@ ${tiers[2]}::tsquery then 3 else 4 end,
        availability, listed_at desc, product_id
    `
    return rows.map((row) => row.id)
  }

  test('in memory the same pieces are found in the same order as by PostgreSQL', async () => {
    const words = [
      'rolex',
      'submariner',
      'omega',
      'cartier',
      'ring',
      'date',
      'seamaster',
      'ii',
      'tank',
      'brillantring',
    ]
    const rows = await query(database.db, { term: text })`
      select '_' || number as term from search_term order by number`
    const term = fc.constantFrom(...rows.map((row) => row.term))
    const none = { words: [], beginnings: [], terms: [] }
    const word = fc.constantFrom(...words).map((text) => ({
      meaning: { ...none, words: [text], beginnings: [text] },
      tiers: [`'${text}':ABC`, `'${text}':*ABC`, `'${text}':*`, `'${text}':*`],
    }))
    const letter = fc.constantFrom(...'acdeoprst').map((text) => ({
      meaning: { ...none, beginnings: [text] },
      tiers: [null, `'${text}':*ABC`, `'${text}':*`, `'${text}':*`],
    }))
    const attribute = term.map((term) => ({
      meaning: { ...none, terms: [term] },
      tiers: [null, null, `'${term}'`, `'${term}'`],
    }))
    const spoken = fc.tuple(fc.constantFrom(...words), term).map(([text, term]) => ({
      meaning: { words: [text], beginnings: [text], terms: [term] },
      tiers: [`'${text}':ABC`, `'${text}':*ABC`, `('${text}':*ABC|'${term}')`, `('${text}':*|'${term}')`],
    }))
    const kind = fc.tuple(fc.constantFrom('ring', 'uhr'), term, term).map(([text, term, other]) => ({
      meaning: { words: [text], beginnings: [], terms: [term], loosely: [other], noun: true },
      tiers: [
        `('${text}':ABC&'${term}')`,
        `('${text}':ABC&'${term}')`,
        `'${term}'`,
        `('${text}'|'${term}'|'${other}')`,
      ],
    }))
    const number = fc.constantFrom('1000', '10000', '100123', '1000777').map((text) => ({
      meaning: { ...none, words: [`=${text}`], beginnings: [`=${text}`] },
      tiers: [`'=${text}':ABC`, `'=${text}':*ABC`, `'=${text}':*`, `'=${text}':*`],
    }))
    const prices = { '[,200000]': [0, 200_000], '[1000000,)': [1_000_000, Number.POSITIVE_INFINITY] } as const
    const { search } = await catalogueInMemory(database.db)
    let many = 0
    let few = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, { arbitrary: letter, weight: 4 }, attribute, spoken, kind, number), {
          minLength: 1,
          maxLength: 2,
        }),
        fc.constantFrom(null, 0 as const, 1 as const, 2 as const),
        fc.constantFrom(1, 7, 20, 48),
        fc.constantFrom(0, 0, 20, 480),
        fc.constantFrom(null, null, null, '[,200000]' as const, '[1000000,)' as const),
        async (wishes, state, limit, offset, price) => {
          const tiers = [0, 1, 2, 3].map((tier) => {
            const parts = wishes.map((wish) => wish.tiers[tier])
            return parts.includes(null) ? null : parts.join('&')
          })
          const plan = {
            wishes: wishes.map(({ meaning }) => ({ readings: [[meaning]] })),
            codes: [],
            grouped: null,
            state,
          }
          const [from, to] = price ? prices[price] : [0, 0]
          const found = findMatches(search, plan, price && { from, to }, { offset, limit })
          const all = await bySortingAll(tiers, state, price)
          expect(found).toEqual({ ids: all.slice(offset, offset + limit), total: all.length })
          if (all.length > 600) many += 1
          else if (all.length > 0) few += 1
        },
      ),
      { numRuns: 450 },
    )
    // Both the kept order was read and few were sorted.
    expect(many).toBeGreaterThan(5)
    expect(few).toBeGreaterThan(20)
  })

  test('the total of a broad search is that of now, after each change', async () => {
    const { db } = database
    const watches = async () => (await searchProducts(db, 'uhr unter 300000 euro', { limit: 1 })).total
    const total = await watches()
    const [piece] = await query(db, { id: text, cents: int4 })`
      select id, price_cents as cents from product
      where kind = 'watch' and status = 'listed' and price_cents < 30000000 order by id limit 1`
    const reprice = (cents: number | undefined) =>
      sql`update product set price_cents = ${cents} where id = ${piece?.id}`.execute(db)
    await reprice(40_000_000)
    expect(await watches()).toBe(total - 1)
    expect(await watches()).toBe(total - 1)
    await reprice(piece?.cents)
    expect(await watches()).toBe(total)
  })

  test('available pieces come before reserved before sold ones, newest first', async () => {
    const { items: watches } = await searchProducts(database.db, 'uhr', { limit: 3_000 })
    const states = watches.map((item) => ['available', 'reserved', 'sold'].indexOf(item.status))
    expect(new Set(states).size).toBe(3)
    expect(states).toEqual(states.toSorted((a, b) => a - b))
    const rows = await query(database.db, { id: text })`
      select id from product where kind = 'watch' and status = 'listed' order by listed_at desc, id
    `
    expect(watches.filter((item) => item.status === 'available').map((item) => item.id)).toEqual(
      rows.map((row) => row.id),
    )
  })
})
