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
import { catalogueInMemory, totalsOfLastLook } from './catalogue-in-memory.ts'
import { facets } from './facets.ts'
import { searchProducts } from './search.ts'
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

  /** What search_pieces promises, without its short cuts. */
  async function bySortingAll(
    tiers: (string | null)[],
    state: number | null,
    price: string | null,
    most: number,
  ): Promise<string[]> {
    const rows = await query(database.db, { product_id: text })`
      select product_id from search_document
      where words @@ ${tiers[3]}::tsquery and (${state}::int is null or availability = ${state})
        and (${price}::int4range is null or price_cents <@ ${price}::int4range)
      order by case when words @@ ${tiers[0]}::tsquery then 1 when words @@ ${tiers[1]}::tsquery then 2
          when words @@ ${tiers[2]}::tsquery then 3 else 4 end,
        availability, listed_at desc, product_id
      limit ${most}
    `
    return rows.map((row) => row.product_id)
  }

  test('walking in order and looking up lead to the same pieces', async () => {
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
    const word = fc.constantFrom(...words).map((text) => ({
      exact: `'${text}':ABC`,
      named: `'${text}':*ABC`,
      attribute: `'${text}':*ABC`,
      anywhere: `'${text}':*`,
    }))
    const letter = fc.constantFrom(...'acdeoprst').map((text) => ({
      exact: null,
      named: `'${text}':*ABC`,
      attribute: `'${text}':*`,
      anywhere: `'${text}':*`,
    }))
    const term = fc
      .constantFrom(...rows.map((row) => row.term))
      .map((text) => ({ exact: null, named: null, attribute: `'${text}'`, anywhere: `'${text}'` }))
    const together = (parts: (string | null)[]) => (parts.includes(null) ? null : parts.join('&'))
    let walked = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, letter, term), { minLength: 1, maxLength: 2 }),
        fc.constantFrom(null, 0, 1, 2),
        fc.constantFrom(1, 7, 20, 48),
        fc.constantFrom(null, null, null, null, '[,200000]', '[1000000,)'),
        async (wishes, state, most, price) => {
          const tiers = [
            together(wishes.map((w) => w.exact)),
            together(wishes.map((w) => w.named)),
            together(wishes.map((w) => w.attribute)),
            together(wishes.map((w) => w.anywhere)),
          ]
          const found = await query(database.db, { id: text, total: int4 })`
            select hit as id, total
            from search_pieces(null, ${tiers}::tsquery[], ${tiers}::tsquery[], ${state}, ${price}::int4range, ${most})
          `
          const all = await bySortingAll(tiers, state, price, 3_000)
          if (all.length > 200) walked += 1
          expect(found.map((row) => row.id)).toEqual(all.slice(0, most))
          for (const { total } of found) expect(total).toBe(all.length)
        },
      ),
      { numRuns: 450 },
    )
    // Many are met walking, few are looked up: both ways were taken.
    expect(walked).toBeGreaterThan(20)
    expect(walked).toBeLessThan(280)
  })

  test('the total of a broad search is counted once, and anew after each change', async () => {
    const { db } = database
    await catalogueInMemory(db)
    const watches = async () => (await searchProducts(db, 'uhr unter 300000 euro', { limit: 1 })).total
    const total = await watches()
    const kept = totalsOfLastLook(db)
    expect([...(kept?.values() ?? [])]).toEqual([total])
    // Another figure, to see that it is not counted a second time.
    for (const asked of kept?.keys() ?? []) kept?.set(asked, total + 7)
    expect(await watches()).toBe(total + 7)

    const [piece] = await query(db, { id: text, cents: int4 })`
      select id, price_cents as cents from product
      where kind = 'watch' and status = 'listed' and price_cents < 30000000 order by id limit 1`
    const reprice = (cents: number | undefined) =>
      sql`update product set price_cents = ${cents} where id = ${piece?.id}`.execute(db)
    await reprice(40_000_000)
    expect(await watches()).toBe(total - 1)
    // Who counted before the change has these, and tells nobody.
    for (const asked of totalsOfLastLook(db)?.keys() ?? []) kept?.set(asked, total)
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
