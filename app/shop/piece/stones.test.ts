import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { pieceEssentials } from '#app/shop/catalogue/piece-essentials.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import type { Stone } from '#app/shop/catalogue/types.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { previewPage } from './preview.ts'
import { fieldsOfPiece, readPieceRow, typedPiece } from './read-piece.ts'
import { type Editor, savePiece } from './save-piece.ts'
import { mostStones, parseStones, typedStones } from './stones.ts'

const database = testDatabase()
const piece = cast.availableBrooch
let anna: Editor
let bert: Editor

beforeAll(async () => {
  const { db } = database
  await loadCast(db)
  await db.deleteFrom('stone').where('product_id', '=', piece).execute()
  const add = async (name: string): Promise<Editor> => {
    const { id } = await db
      .insertInto('staff_member')
      .values({ name, email: `${name}@shop.example`, role: 'owner' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, role: 'owner' }
  }
  anna = await add('Anna')
  bert = await add('Bert')
})

const row = (said: Record<string, string>) => ({ stone: 'diamond', ...said })
const begin = async () => {
  const found = await readPieceRow(database.db, piece)
  if (!found) throw new Error(`no piece ${piece}`)
  const from = typedPiece(await fieldsOfPiece(database.db, found.kind), found, 'en').stones ?? ''
  return { from, version: await versionOf(database.db, { subject: 'piece', id: piece }) }
}
const save = (
  { from, version }: { from: string; version: number },
  rows: readonly Record<string, string>[],
  member = anna,
) => {
  const stones = { from, to: rows.length === 0 ? '' : JSON.stringify(rows) }
  return savePiece(database.db, member, piece, { version, changes: { stones } })
}
const shown = async () => {
  const found = await findProduct(database.db, piece, null)
  return found && { ...found, essentials: JSON.stringify(pieceEssentials(found, 'de')) }
}

test('what is typed of stones is shown to customers, in its order, and recorded row by row', async () => {
  const two = [
    row({ count: '2', carat: '0,52 ct', cut: 'Brillant', colour: 'G', clarity: 'vs1 – si1' }),
    row({ stone: 'Saphir', 'treatment.de': 'erhitzt', 'treatment.en': 'heated', estimated: 'yes' }),
  ]
  expect(await save(await begin(), two)).toMatchObject({ ok: true })
  expect((await shown())?.stones).toEqual([
    {
      ...{ stone: 'diamond', count: 2, carat: 0.52, cut: 'round-brilliant', colour: 'G', clarity: 'VS1-SI1' },
      ...{ setting: null, treatment: null, laboratoryGrown: false, estimated: false },
    },
    {
      ...{
        stone: 'sapphire',
        count: null,
        carat: null,
        cut: null,
        colour: null,
        clarity: null,
        setting: null,
      },
      ...{ treatment: { de: 'erhitzt', en: 'heated' }, laboratoryGrown: false, estimated: true },
    },
  ])
  expect((await shown())?.carat).toBe(0.52)
  expect((await shown())?.essentials).toContain('0,52')
  const before = (await begin()).version
  const [first = {}, second = {}] = two
  expect(await save(await begin(), [first, { ...second, count: '3' }])).toMatchObject({ ok: true })
  const recorded = await database.db
    .selectFrom('change_record')
    .select(['part', 'part_id', 'operation', 'after'])
    .where('subject_id', '=', piece)
    .where('id', '>', before)
    .execute()
  expect(recorded).toEqual([{ part: 'stone', part_id: '1', operation: 'update', after: { count: 3 } }])
  expect(await save(await begin(), [])).toMatchObject({ ok: true })
  expect((await shown())?.stones).toEqual([])
})

test.each([
  ['no stone', { stone: '', count: '1' }, 'stones.1.stone', 'missing'],
  ['a stone that nobody knows', { stone: 'kryptonite' }, 'stones.1.stone', 'not-a-choice'],
  ['half a stone', { count: '0,5' }, 'stones.1.count', 'too-many-decimals'],
  ['none of them', { count: '0' }, 'stones.1.count', 'too-small'],
  ['no weight', { carat: '0' }, 'stones.1.carat', 'too-small'],
  ['a weight in words', { carat: 'viel' }, 'stones.1.carat', 'not-a-number'],
  ['a clarity that nobody grades', { clarity: 'VS9' }, 'stones.1.clarity', 'not-a-choice'],
  ['a long colour', { colour: 'x'.repeat(61) }, 'stones.1.colour', 'too-long'],
  ['long words', { 'setting.de': 'x'.repeat(301), 'setting.en': 'y' }, 'stones.1.setting.de', 'too-long'],
])('%s is told where it stands, and nothing is written', async (_, said, key, reason) => {
  expect(await save(await begin(), [row({}), row(said as Record<string, string>)])).toEqual({
    ok: false,
    reason: 'invalid',
    faults: { [key]: reason },
  })
  expect((await shown())?.stones).toEqual([])
})

test('words in one language stay a draft, and what is no list of stones is refused', async () => {
  expect(await save(await begin(), [row({ 'setting.de': 'Krappen' })])).toMatchObject({
    ok: true,
    kept: { 'stones.0.setting.en': 'translation-missing' },
  })
  expect((await shown())?.stones).toEqual([])
  for (const to of ['{', '{}', '[1]', '[{"stone":1}]', JSON.stringify(Array(mostStones + 1).fill({}))])
    expect(parseStones(to), to).toMatchObject({ ok: false })
  expect(parseStones(JSON.stringify([{}, { laboratoryGrown: 'no' }, row({})]))).toMatchObject({
    ok: true,
    value: [{ stone: 'diamond' }],
  })
})

test('of two who change them to different things nobody is overwritten', async () => {
  const begun = await begin()
  expect(await save(begun, [row({ count: '1' })])).toMatchObject({ ok: true })
  expect(await save(begun, [row({ count: '2' })], bert)).toMatchObject({
    ok: false,
    reason: 'conflict',
    fields: { stones: { by: 'Anna' } },
  })
  expect((await shown())?.stones).toMatchObject([{ count: 1 }])
  expect(await save(await begin(), [], bert)).toMatchObject({ ok: true })
})

test('the preview says them as the page will', async () => {
  const found = await readPieceRow(database.db, piece)
  if (!found) throw new Error('no piece')
  const stones = {
    from: '',
    to: JSON.stringify([row({ count: '1', carat: '1,01', laboratoryGrown: 'yes' })]),
  }
  const preview = await previewPage(database.db, found, { changes: { stones }, now: new Date() })
  expect(preview.stones).toMatchObject([{ stone: 'diamond', count: 1, carat: 1.01, laboratoryGrown: true }])
})

const words = fc.option(
  fc.record({ de: fc.stringMatching(/^[a-zäö]{1,20}$/), en: fc.stringMatching(/^[a-z]{1,20}$/) }),
)
const arbitraryStone: fc.Arbitrary<Stone> = fc.record({
  stone: fc.constantFrom('diamond', 'ruby', 'pearl', 'zircon'),
  count: fc.option(fc.integer({ min: 1, max: 32_767 })),
  carat: fc.option(fc.integer({ min: 1, max: 9_999_000 }).map((thousandths) => thousandths / 1000)),
  cut: fc.option(fc.constantFrom('old-cut', 'pear', 'asscher')),
  colour: fc.option(fc.constantFrom('D', 'G-H', 'rot')),
  clarity: fc.option(fc.constantFrom('FL', 'VVS2', 'SI1-P1')),
  setting: words,
  treatment: words,
  laboratoryGrown: fc.boolean(),
  estimated: fc.boolean(),
})

test('any stones come back from their typed text as they were, in both languages', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryStone, { maxLength: mostStones }),
      fc.constantFrom('de' as const, 'en' as const),
      (stones, locale) => {
        expect(parseStones(typedStones(stones, locale))).toEqual({ ok: true, value: stones })
      },
    ),
    { numRuns: 200 },
  )
})
