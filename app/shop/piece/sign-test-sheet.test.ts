import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { parseTestSheet, sheetsOf, signTestSheet } from './sign-test-sheet.ts'

const database = testDatabase()
let db: Database
const [watch, ring] = [cast.availableSubmariner, cast.availableRing]
const today = '2026-11-23'
const who = { examinedOn: today, examinedBy: 'Anna' }

let anna: StaffActor
beforeAll(async () => {
  db = database.db
  await loadCast(db)
  anna = await db
    .insertInto('staff_member')
    .values({ name: 'Anna', email: 'anna@shop.example', role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
})

const parse = (typed: Record<string, string>, kind: 'watch' | 'jewellery' = 'watch') =>
  parseTestSheet({ ...who, ...typed }, { kind, today })
const faultsOf = (typed: Record<string, string>, kind?: 'watch' | 'jewellery') => {
  const parsed = parse(typed, kind)
  return parsed.ok ? {} : parsed.faults
}

describe('what is typed', () => {
  test('becomes figures, by comma or point, in the order of the positions', () => {
    const parsed = parse({
      liftAngle: '52',
      'timing.crown-left.rate': '−1.5',
      'timing.dial-up.rate': '+2,5',
      'timing.dial-up.amplitude': '285',
      'timing.dial-up.beatError': '0,1',
      'water.result': 'passed',
      'water.bar': '10',
      'alloy.1.part.de': 'Gehäuse',
      'alloy.1.part.en': 'case',
      'alloy.1.permille': '751,5',
      weight: '154',
    })
    expect(parsed).toEqual({
      ok: true,
      sheet: {
        ...who,
        content: {
          role: null,
          timing: {
            liftAngle: 52,
            positions: [
              { position: 'dial-up', rate: 2.5, amplitude: 285, beatError: 0.1 },
              { position: 'crown-left', rate: -1.5, amplitude: null, beatError: null },
            ],
          },
          water: { result: 'passed', bar: 10 },
          alloy: [{ part: { de: 'Gehäuse', en: 'case' }, permille: 751.5 }],
          stones: null,
          weight: 154,
          theft: null,
          notes: null,
        },
      },
    })
  })

  test.each([
    ['no day', { examinedOn: '', weight: '1' }, { examinedOn: 'missing' }],
    ['a month for a day', { examinedOn: '2026-11', weight: '1' }, { examinedOn: 'not-a-date' }],
    ['tomorrow', { examinedOn: '24.11.2026', weight: '1' }, { examinedOn: 'in-the-future' }],
    ['nobody', { examinedBy: ' ', weight: '1' }, { examinedBy: 'missing' }],
    ['nothing that was found', {}, { 'notes.de': 'nothing-found' }],
    ['only a profession', { 'role.de': 'x', 'role.en': 'x' }, { 'notes.de': 'nothing-found' }],
    [
      'words for a rate',
      { 'timing.dial-up.rate': 'schnell', weight: '1' },
      { 'timing.dial-up.rate': 'not-a-number' },
    ],
    [
      'an amplitude without a rate',
      { 'timing.dial-up.amplitude': '280', weight: '1' },
      { 'timing.dial-up.rate': 'missing' },
    ],
    [
      'an amplitude no balance has',
      { 'timing.dial-up.rate': '1', 'timing.dial-up.amplitude': '500' },
      { 'timing.dial-up.amplitude': 'too-large' },
    ],
    ['a pressure without a result', { 'water.bar': '3', weight: '1' }, { 'water.result': 'missing' }],
    ['a reading of no place', { 'alloy.0.permille': '750' }, { 'alloy.0.part.de': 'missing' }],
    [
      'more than pure',
      { 'alloy.0.part.de': 'a', 'alloy.0.part.en': 'a', 'alloy.0.permille': '1001' },
      { 'alloy.0.permille': 'too-large' },
    ],
    ['only what cannot be read', { weight: 'abc' }, { weight: 'not-a-number' }],
    [
      'a place in one language',
      { 'alloy.0.part.de': 'Gehäuse', 'alloy.0.permille': '750' },
      { 'alloy.0.part.en': 'translation-missing' },
    ],
    ['words in one language', { 'stones.de': 'natürlich' }, { 'stones.en': 'translation-missing' }],
  ])('%s is refused where it stands', (_, typed, faults) => {
    expect(faultsOf(typed as unknown as Record<string, string>)).toEqual(faults)
  })

  test('jewellery has neither rate nor water', () => {
    const parsed = parse({ 'timing.dial-up.rate': '2', 'water.result': 'passed', weight: '4,2' }, 'jewellery')
    expect(parsed).toMatchObject({ ok: true, sheet: { content: { timing: null, water: null, weight: 4.2 } } })
  })
})

describe('a signed sheet', () => {
  const sign = (piece: string, typed: Record<string, string>) =>
    signTestSheet(db, anna, { piece, typed: { ...who, ...typed }, today })

  test('is what the page of its piece says, with the last clear look into a register', async () => {
    const { at } = await db
      .selectFrom('theft_check')
      .select('checked_on as at')
      .where('product_id', '=', watch)
      .executeTakeFirstOrThrow()
    const before = (await sheetsOf(db, watch)).length
    expect(await sign(watch, { weight: '154' })).toEqual({ ok: true, number: before + 1 })
    expect(await sign(watch, { weight: '155' })).toEqual({ ok: true, number: before + 2 })
    const shown = await findProduct(db, watch, castNow)
    expect(shown?.testSheet).toMatchObject({
      number: before + 2,
      examinedOn: today,
      examinedBy: 'Anna',
      signedBy: 'Anna',
      content: { weight: 155, theft: { register: 'The Watch Register', checkedOn: at, number: null } },
    })
  })

  test('a register that is not sure is not told as clear', async () => {
    await db
      .insertInto('theft_check')
      .values({ product_id: ring, checked_on: '2026-11-22', register: 'R', result: 'unclear' })
      .execute()
    await sign(ring, { weight: '3' })
    expect((await findProduct(db, ring, castNow))?.testSheet?.content.theft).toBeNull()
  })

  test('keeps who signed it apart from whoever examined', async () => {
    await sign(ring, { weight: '3', examinedBy: 'Jonas' })
    expect((await findProduct(db, ring, castNow))?.testSheet).toMatchObject({
      examinedBy: 'Jonas',
      signedBy: 'Anna',
    })
  })

  test('stays as it was signed', async () => {
    await sign(ring, { weight: '3' })
    await expect(db.updateTable('test_sheet').set({ examined_by: 'Somebody' }).execute()).rejects.toThrow()
    await expect(db.deleteFrom('test_sheet').execute()).rejects.toThrow()
  })

  test('two at once get two numbers', async () => {
    const signed = await Promise.all([sign(ring, { weight: '3' }), sign(ring, { weight: '4' })])
    expect(new Set(signed.map((each) => each.ok && each.number)).size).toBe(2)
  })

  test('of no piece there is none', async () => {
    expect(await sign('99999', { weight: '1' })).toEqual({ ok: false, reason: 'no-such-piece' })
  })
})
