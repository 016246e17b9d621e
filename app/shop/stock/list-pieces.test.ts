import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { query, text } from '#app/platform/database/statement.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { mostRowsRead } from '#tests/rows-read.ts'
import { amongNumbers } from './list-conditions.ts'
import { countStandardViews, listedNumbers, listPieces } from './list-pieces.ts'
import { readQuestion, sortKeys, standardViews, writeQuestion } from './list-question.ts'

const database = testDatabase()
const options = {
  now: castNow,
  locale: 'de',
  secret: 'a secret of at least thirty-two characters',
  seesCost: true,
} as const
const draft = '10990'

beforeAll(async () => {
  await loadCast(database.db)
  await sql`insert into product (id, kind, name, slug_de, slug_en, tax_mode)
    values (${draft}, 'watch', '{"de": "Taucheruhr Prototyp", "en": "Diver prototype"}', 'a', 'a', 'margin_25a')`.execute(
    database.db,
  )
})

async function ids(address: string, given: Partial<typeof options> | { seesCost: false } = {}) {
  const question = readQuestion(new URLSearchParams(address))
  const { pieces, total } = await listPieces(database.db, question, {
    ...options,
    ...given,
    offset: 0,
    limit: 100,
  })
  expect(total).toBe(pieces.length)
  return pieces.map(({ id }) => id)
}

describe('the list of pieces', () => {
  test('has pieces of every state, the newest number first', async () => {
    const all = await ids('')
    expect(all).toContain(draft)
    expect(all).toContain(cast.soldTank)
    expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('is searched as the shop is, and finds drafts and serial numbers besides', async () => {
    expect((await ids('q=submariner'))[0]).toBe(cast.availableSubmariner)
    expect(await ids('q=prototyp')).toEqual([draft])
    expect(await ids(`q=${draft}`)).toEqual([draft])
    expect(await ids('q=nothing+of+this+name+xyzzy')).toEqual([])
    expect(await ids('q=%E2%80%A6')).toEqual([])
    expect((await ids('q=6a2k-19+43'))[0]).toBe(cast.availableSubmariner)
  })

  test('is narrowed by every filter', async () => {
    expect(await ids('status=draft')).toEqual([draft])
    expect(await ids('kind=bullion')).toEqual([cast.krugerrand])
    expect(await ids('branch=none')).toEqual([draft])
    expect(await ids('brand=rolex')).toEqual([cast.availableSubmariner])
    expect(await ids('price=9850-9850')).toEqual([cast.availableSubmariner])
    expect(await ids('missing=price&status=draft')).toEqual([draft])
    expect(await ids('missing=photos')).toEqual([draft])
    expect(await ids('back=1')).toEqual([])
    expect(await ids('days=36500-')).toEqual([])
  })

  test('is sorted by every column, what is unknown last', async () => {
    for (const direction of ['', '-']) {
      const sorted = await ids(`sort=${direction}price`)
      expect(sorted.at(-1)).toBe(draft)
    }
    const up = await ids('sort=number')
    expect(await ids('sort=-number')).toEqual(up.toReversed())
    for (const key of ['name', 'kind', 'branch', 'cost', 'margin', 'days', 'status', 'acquired', 'changed'])
      expect((await ids(`sort=${key}`)).toSorted()).toEqual(up.toSorted())
  })

  test('says what is missing of those that are here, and counts the lists that everybody begins with', async () => {
    const question = readQuestion(new URLSearchParams(`q=${draft}`))
    const { pieces } = await listPieces(database.db, question, { ...options, offset: 0, limit: 1 })
    expect(pieces[0]?.missing).toEqual(['photos', 'theft-check', 'description', 'price', 'facts'])
    const counts = await countStandardViews(database.db, { now: castNow })
    for (const [name, address] of Object.entries(standardViews))
      expect((await ids(address)).length).toBe(counts[name as keyof typeof counts])
  })

  test('shows no costs to those who may not see them, also not by sorting and filtering', async () => {
    await sql`insert into product_staff (product_id, cost_cents) values (${draft}, 123400)`.execute(
      database.db,
    )
    expect(await ids('cost=1234-1234')).toEqual([draft])
    const all = await ids('')
    expect(await ids('cost=1234-1234', { seesCost: false })).toEqual(all)
    expect(await ids('sort=cost', { seesCost: false })).toEqual(all)
    const { pieces } = await listPieces(database.db, readQuestion(new URLSearchParams()), {
      ...options,
      seesCost: false,
      offset: 0,
      limit: 100,
    })
    expect(pieces.every(({ cost, acquiredOn }) => cost === null && acquiredOn === null)).toBe(true)
  })

  test('comes in windows, and as numbers alone', async () => {
    const question = readQuestion(new URLSearchParams('sort=price'))
    const all = await ids('sort=price')
    const window = await listPieces(database.db, question, { ...options, offset: 2, limit: 3 })
    expect(window.pieces.map(({ id }) => id)).toEqual(all.slice(2, 5))
    expect(window.total).toBe(all.length)
    expect(await listedNumbers(database.db, question, { ...options, limit: 4 })).toEqual(all.slice(0, 4))
  })

  test('follows what is changed: a renamed maker, a photo that goes', async () => {
    await sql`update brand set name = 'Rolexa' where slug = 'rolex'`.execute(database.db)
    await sql`delete from photo where product_id = ${cast.availableSubmariner}`.execute(database.db)
    expect(await ids('missing=photos&status=listed')).toEqual([cast.availableSubmariner])
    const row = await database.db
      .selectFrom('stock_entry')
      .select('name_de')
      .where('product_id', '=', cast.availableSubmariner)
      .executeTakeFirst()
    expect(row?.name_de).toContain('rolexa')
  })
})

describe('a list of many pieces', () => {
  beforeAll(async () => {
    await sql`
      insert into product (id, kind, status, name, slug_de, slug_en, tax_mode, price_cents, branch_id)
      select n::text, (array['watch', 'jewellery'])[1 + n % 2], 'draft',
        jsonb_build_object('de', 'Stück ' || n % 7, 'en', 'Piece ' || n % 5), 'a', 'a', 'margin_25a',
        case when n % 3 > 0 then 1000 * (1 + n % 11) end, (array['koeln', 'duesseldorf', null])[1 + n % 3]
      from generate_series(50001, 52300) n
    `.execute(database.db)
  })

  const window = async (address: string, offset: number, limit: number) => {
    const question = readQuestion(new URLSearchParams(address))
    const { pieces, total } = await listPieces(database.db, question, { ...options, offset, limit })
    return { ids: pieces.map(({ id }) => id), total }
  }

  const searches = ['q=stück', 'q=stück&sort=-price', 'q=stück&kind=watch', 'q=stück+512&sort=status']
  test.each([
    '',
    ...sortKeys.flatMap((by) => [`sort=${by}`, `sort=-${by}`]),
    'sort=-price&kind=watch',
    ...searches,
  ])('is the same from either end: %s', async (address) => {
    const { ids, total } = await window(address, 0, 3_000)
    expect(ids.length).toBe(total)
    for (const offset of [999, 1_000, 1_150, 1_500, total - 100, total - 7, total, total + 5])
      expect(await window(address, offset, 100)).toEqual({ ids: ids.slice(offset, offset + 100), total })
  })

  const sorted = {
    kind: sql`array_position(array['watch', 'jewellery', 'bullion'], kind)`,
    branch: sql`branch_id collate "C"`,
    price: sql`price_cents`,
    cost: sql`cost_cents`,
    days: sql`case when status = 'sold' then sold_at else ${castNow}::timestamptz end - on_sale_since`,
    status: sql`array_position(array['draft', 'intake', 'preparing', 'returned', 'listed', 'reserved', 'sold'], status)`,
    acquired: sql`acquired_on`,
  }
  test.each(Object.entries(sorted))(
    'is in the order of its column, the unknown last: %s',
    async (by, value) => {
      await sql`
      insert into product_staff (product_id, cost_cents, acquired_on)
      select n::text, case when n % 4 > 0 then 100 * (n % 37) end, date '1990-01-01' + n % 41 * 400
      from generate_series(50001, 50400) n on conflict do nothing
    `.execute(database.db)
      for (const [sign, direction, number] of [
        ['', sql`asc`, sql`desc`],
        ['-', sql`desc`, sql`asc`],
      ] as const) {
        const rows = await query(database.db, { id: text })`
        select product_id as id from stock_entry order by ${value} ${direction} nulls last, number ${number}`
        expect((await window(`sort=${sign}${by}`, 0, 3_000)).ids).toEqual(rows.map(({ id }) => id))
      }
    },
  )

  test('is searched for few and for many in the same way, in every order and with every filter', async () => {
    const found = async (address: string) => (await window(address, 0, 3_000)).ids
    const named = (n: number) => String(n).includes('512')
    const all = Array.from({ length: 2_300 }, (_, place) => 52_300 - place)
    expect(await found('q=stück')).toEqual(all.map(String))
    expect(await found('q=stück+512')).toEqual(all.filter(named).map(String))
    const odd = (n: number) => n % 2 === 1
    expect(await found('q=stück&kind=jewellery')).toEqual(all.filter(odd).map(String))
    expect(await found('q=stück+512&kind=jewellery')).toEqual(
      all.filter((n) => named(n) && odd(n)).map(String),
    )
    // What a search finds stays in its order where a filter leaves all of it.
    const mixed = await found('q=rolexa+submariner')
    expect(mixed[0]).toBe(cast.availableSubmariner)
    expect(await found('q=rolexa+submariner&status=listed,draft,sold,reserved')).toEqual(mixed)
    const byPrice = await found('sort=-price')
    const among = new Set(all.map(String))
    expect(await found('q=stück&sort=-price')).toEqual(byPrice.filter((id) => among.has(id)))
    const few = new Set(all.filter(named).map(String))
    expect(await found('q=stück+512&sort=-price')).toEqual(byPrice.filter((id) => few.has(id)))
  })

  test.each([1, 1_000, 200_000])('has those among %i numbers', async (count) => {
    const numbers = [
      Number(cast.availableSubmariner),
      ...Array.from({ length: count }, (_, n) => 9_000_000 + n),
    ]
    const rows = await query(database.db, { id: text })`
      select product_id as id from stock_entry e where ${amongNumbers(numbers)} and e.status = 'listed'`
    expect(rows).toEqual([{ id: cast.availableSubmariner }])
  })

  test.each(['', 'sort=name', 'sort=-name', 'sort=-number', 'sort=price', 'sort=-price'])(
    'is read in its order from an index, at its beginning, in its middle and at its end: %s',
    async (address) => {
      const question = readQuestion(new URLSearchParams(address))
      const sorted = await database.db.transaction().execute(async (transaction) => {
        // So few rows are sorted faster than looked up: what can be asked is whether an index has the order.
        await sql`set local enable_seqscan = off`.execute(transaction)
        await sql`set local enable_bitmapscan = off`.execute(transaction)
        const look = async (db: typeof database.db) => {
          for (const offset of [0, 1_100, 2_200])
            await listPieces(db, question, { ...options, offset, limit: 5 })
        }
        return mostRowsRead(transaction, look, { of: /order by e\.|order by .*e\.number/, named: /Sort/ })
      })
      expect(sorted).toEqual([0, 0, 0])
    },
  )
})

test('an address says a question, and the question the address', () => {
  const address =
    'q=rolex+36&status=listed%2Cdraft&kind=watch&branch=koeln&brand=rolex&days=90-&price=-5000&cost=1-2&missing=any&back=1&sort=-days&columns=price%2Cdays'
  expect(writeQuestion(readQuestion(new URLSearchParams(address))).toString()).toBe(address)
  expect(
    writeQuestion(readQuestion(new URLSearchParams('status=x&sort=y&price=a-b&columns=branch'))).toString(),
  ).toBe('columns=branch')
  expect(writeQuestion(readQuestion(new URLSearchParams())).toString()).toBe('')
})
