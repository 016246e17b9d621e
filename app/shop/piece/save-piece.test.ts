import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { factRows, pieceJsonLd } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { pieceEssentials } from '#app/shop/catalogue/piece-essentials.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findDraft, keepDraft } from './drafts.ts'
import { previewPage, previewPiece } from './preview.ts'
import { fieldsOfPiece, readPieceRow, typedPiece } from './read-piece.ts'
import { type Changes, type Editor, type Saved, savePiece } from './save-piece.ts'

const database = testDatabase()
let db: Database
let anna: Editor
let bert: Editor
let eva: Editor
const watch = cast.availableSubmariner

beforeAll(async () => {
  db = database.db
  await loadCast(db)
  const add = async (name: string, role: Editor['role']): Promise<Editor> => {
    const { id } = await db
      .insertInto('staff_member')
      .values({ name, email: `${name}@shop.example`, role })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, role }
  }
  anna = await add('Anna', 'owner')
  bert = await add('Bert', 'owner')
  eva = await add('Eva', 'editor')
})

const typed = async (id: string) => {
  const row = await readPieceRow(db, id)
  if (!row) throw new Error(`no piece ${id}`)
  return typedPiece(await fieldsOfPiece(db, row.kind), row, 'en')
}
const version = (id: string) => versionOf(db, { subject: 'piece', id })

/** Changes of some fields, from what stands there now. */
async function changing(
  id: string,
  wanted: Record<string, string>,
): Promise<{ version: number; changes: Changes }> {
  const now = await typed(id)
  const changes = Object.entries(wanted).map(([key, to]) => [key, { from: now[key] ?? '', to }])
  return { version: await version(id), changes: Object.fromEntries(changes) }
}
const save = async (id: string, wanted: Record<string, string>, member = anna): Promise<Saved> =>
  savePiece(db, member, id, await changing(id, wanted))

test('what is saved shows to customers at once', async () => {
  const saved = await save(watch, {
    lug_width_mm: '20,0 mm',
    polished: 'no',
    'crystal.de': 'Saphirglas, entspiegelt',
    'crystal.en': 'Sapphire crystal, coated',
    complications: 'date;Chronograph',
    price_cents: '9.700,50',
    year_from: '2011',
    year_to: '',
  })
  expect(saved).toMatchObject({ ok: true, kept: {} })
  expect(saved.ok && saved.version).toBe(await version(watch))
  const piece = await findProduct(db, watch, null)
  expect(piece).toMatchObject({
    priceCents: 970_050,
    years: { from: 2011, to: 2011 },
    watch: { lugWidth: 20, polished: false, complications: ['date', 'chronograph'] },
  })
  expect(piece?.watch?.crystal).toEqual({ de: 'Saphirglas, entspiegelt', en: 'Sapphire crystal, coated' })
  const record = await db
    .selectFrom('change_record')
    .select(['actor', 'staff_id'])
    .where('subject_id', '=', watch)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(record).toEqual({ actor: 'staff:Anna', staff_id: anna.id })
})

test('addresses follow maker, name and reference, and former ones stay', async () => {
  const before = await findProduct(db, watch, null)
  expect(
    await save(watch, { 'name.de': 'Submariner Date Probe', 'name.en': 'Submariner Date trial' }),
  ).toMatchObject({
    ok: true,
  })
  const piece = await findProduct(db, watch, null)
  expect(piece?.slug.de).toContain('submariner-date-probe')
  const old = await db
    .selectFrom('slug_history')
    .select('slug')
    .where('product_id', '=', watch)
    .where('locale', '=', 'de')
    .execute()
  expect(old.map(({ slug }) => slug)).toContain(before?.slug.de)
})

describe('two people at one piece', () => {
  test('merge what only one of them changed', async () => {
    const forBert = await changing(watch, { lug_width_mm: '21' })
    await save(watch, { max_wrist_mm: '195' })
    expect(await savePiece(db, bert, watch, forBert)).toMatchObject({ ok: true })
    expect((await findProduct(db, watch, null))?.watch).toMatchObject({ lugWidth: 21, maxWrist: 195 })
  })

  test('see both versions of what both changed, and nothing is overwritten', async () => {
    const forBert = await changing(watch, { price_cents: '8500', thickness_mm: '13', diameter_mm: '40,5' })
    await save(watch, { price_cents: '9100', diameter_mm: '40.5' })
    const refused = await savePiece(db, bert, watch, forBert)
    expect(refused).toEqual({
      ok: false,
      reason: 'conflict',
      version: await version(watch),
      fields: {
        price_cents: { base: '9700.50', theirs: '9100.00', by: 'Anna', at: expect.any(String) },
      },
    })
    expect((await findProduct(db, watch, null))?.priceCents).toBe(910_000)
    // Bert sees it, and keeps his own.
    const again = { ...forBert.changes, price_cents: { from: '9100.00', to: '8500' } }
    expect(await savePiece(db, bert, watch, { version: await version(watch), changes: again })).toMatchObject(
      { ok: true },
    )
    expect(await findProduct(db, watch, null)).toMatchObject({
      priceCents: 850_000,
      watch: { thickness: 13 },
    })
  })
})

describe('what cannot be saved', () => {
  test.each<[Record<string, string>, Record<string, string>]>([
    [{ diameter_mm: '400' }, { diameter_mm: 'too-large' }],
    [{ price_cents: 'viel' }, { price_cents: 'not-an-amount' }],
    [{ price_cents: '0' }, { price_cents: 'too-small' }],
    [{ price_cents: '' }, { price_cents: 'needed-on-sale' }],
    [{ condition: '' }, { condition: 'needed-on-sale' }],
    [{ movement: '' }, { movement: 'needed-on-sale' }],
    [{ 'name.de': '', 'name.en': ' ' }, { 'name.de': 'missing' }],
    [{ 'description.de': '', 'description.en': '' }, { 'description.de': 'needed-on-sale' }],
    [{ year_from: '2012', year_to: '2010' }, { year_to: 'before-the-first' }],
    [{ ring_size_mm: '54' }, { ring_size_mm: 'impossible' }],
    [{ tax_mode: 'investment_gold_25c' }, { tax_mode: 'tax-does-not-fit' }],
    [{ overrides: 'water-resistance' }, { 'defect.de': 'missing' }],
    [{ cites_species: 'Alligator' }, { cites_annex: 'missing' }],
    [{ brand: '', model: 'Submariner' }, { brand: 'missing' }],
    [{ brand: '!!!' }, { brand: 'not-a-name' }],
  ])('%j: %j', async (wanted, faults) => {
    expect(await save(watch, wanted)).toEqual({ ok: false, reason: 'invalid', faults })
  })

  test('one fault keeps all back; a text without its translation only itself', async () => {
    expect(await save(watch, { lug_width_mm: '19', diameter_mm: 'x' })).toMatchObject({ ok: false })
    expect((await findProduct(db, watch, null))?.watch?.lugWidth).toBe(21)
    expect(await save(watch, { lug_width_mm: '19', 'bezel.de': 'Keramik', 'bezel.en': '' })).toMatchObject({
      ok: true,
      kept: { 'bezel.en': 'translation-missing' },
    })
    expect((await findProduct(db, watch, null))?.watch?.lugWidth).toBe(19)
  })

  test('by whoever may not', async () => {
    expect(await save(watch, { lug_width_mm: '18' }, eva)).toEqual({
      ok: false,
      reason: 'not-allowed',
      fields: ['lug_width_mm'],
    })
    expect(
      await save(watch, { 'description.de': 'Neuer Text.', 'description.en': 'New text.' }, eva),
    ).toMatchObject({ ok: true })
  })

  test('of no piece', async () => {
    expect(await savePiece(db, anna, '99999', { version: 0, changes: {} })).toEqual({
      ok: false,
      reason: 'no-such-piece',
    })
  })
})

test('names that the catalogue does not know yet are added; a reference brings its model', async () => {
  const ring = cast.availableRing
  expect(await save(ring, { brand: 'Wellendorff', model: 'Seil', reference: 'W-77/1' })).toMatchObject({
    ok: true,
  })
  expect(await findProduct(db, ring, null)).toMatchObject({
    brand: { name: 'Wellendorff' },
    model: { name: 'Seil' },
    reference: { number: 'W-77/1' },
  })
  const brooch = cast.availableBrooch
  expect(await save(brooch, { brand: 'wellendorff', reference: 'w-77/1' })).toMatchObject({ ok: true })
  expect(await findProduct(db, brooch, null)).toMatchObject({
    brand: { name: 'Wellendorff' },
    model: { name: 'Seil' },
  })
  expect(await save(brooch, { model: 'Sonne' })).toEqual({
    ok: false,
    reason: 'invalid',
    faults: { model: 'of-another-model' },
  })
})

test('a known defect overrides facts wherever a piece is read', async () => {
  const said = async () => {
    const piece = await findProduct(db, watch, null)
    if (!piece) throw new Error('not shown')
    return JSON.stringify([
      factRows(piece, 'de'),
      factRows(piece, 'en'),
      pieceEssentials(piece, 'en'),
      pieceJsonLd(piece, 'en'),
      piece.watch,
    ])
  }
  await save(watch, { water_resistance_bar: '30' })
  expect(await said()).toMatch(/30\u00a0bar/)
  const defect = { 'defect.de': 'Nicht spritzwassergeschützt.', 'defect.en': 'Not splash-proof.' }
  expect(await save(watch, { ...defect, overrides: 'water-resistance' })).toMatchObject({ ok: true })
  expect(await said()).not.toMatch(/\bbar\b|"waterResistance":\{/)
  expect((await findProduct(db, watch, null))?.defect?.en).toBe('Not splash-proof.')
  const row = await readPieceRow(db, watch)
  expect(JSON.stringify(row && (await previewPage(db, row, { changes: {}, now: new Date() })))).not.toMatch(
    /"waterResistance":\{/,
  )
  // Nor may a text say it, whichever of the two is written first.
  const claims: Record<string, string>[] = [
    { 'description.de': 'Eine Taucheruhr. Wasserdicht bis 30 bar.', 'description.en': 'A diver’s watch.' },
    { 'description.de': 'Eine Taucheruhr.', 'description.en': 'A diver’s watch, water-resistant to 300 m.' },
    { 'condition_notes.de': 'Druckfest bis 30 bar', 'condition_notes.en': 'Well kept' },
  ]
  for (const text of claims) expect(await save(watch, text)).toMatchObject({ ok: false, reason: 'invalid' })
  const honest = {
    'description.de': 'Die Uhr ist nicht mehr wasserdicht.',
    'description.en': 'It is no longer water-resistant.',
  }
  expect(await save(watch, honest)).toMatchObject({ ok: true })
  // Without the defect the maker's figure stands again.
  await save(watch, { 'defect.de': '', 'defect.en': '', overrides: '' })
  expect(await said()).toMatch(/30\u00a0bar/)
  const claim = { 'description.de': 'Wasserdicht bis 30 bar.', 'description.en': 'Watertight to 30 bar.' }
  expect(await save(watch, claim)).toMatchObject({ ok: true })
  expect(await save(watch, { ...defect, overrides: 'water-resistance' })).toEqual({
    ok: false,
    reason: 'invalid',
    faults: { 'description.de': 'denied-by-defect', 'description.en': 'denied-by-defect' },
  })
})

test('a draft outlives its page, and shows what customers will see', async () => {
  const begun = await changing(watch, {
    'name.de': 'Getippt',
    price_cents: '1.234,00',
    dial: 'blue',
    height_mm: 'x',
  })
  expect(await findDraft(db, anna, watch)).toBeNull()
  const { draft } = await keepDraft(db, anna, watch, { ...begun, revision: null })
  expect(draft).toMatchObject({ ...begun, savedAt: expect.any(Date) })
  expect(await findDraft(db, anna, watch)).toEqual(draft)
  expect(await findDraft(db, bert, watch)).toBeNull()
  const row = await readPieceRow(db, watch)
  if (!row) throw new Error('no piece')
  const { changes } = begun
  const now = new Date()
  const { cards } = await previewPiece(db, row, { changes, now, day: '2026-11-23' })
  // Below what was asked until now, so the page announces it as reduced, and so does the card.
  expect(cards.de).toMatchObject({ name: 'Getippt', cents: 123_400, lowestCents: 850_000, brand: 'Rolex' })
  const page = await previewPage(db, row, { changes, now })
  expect(page).toMatchObject({
    name: { de: 'Getippt' },
    priceCents: 123_400,
    reduction: { lowestCents: 850_000 },
    watch: { dial: 'blue' },
  })
  expect((await findProduct(db, watch, null))?.priceCents).toBe(850_000)
  const revision = draft?.revision ?? null
  expect(await keepDraft(db, anna, watch, { version: 0, changes: {}, revision })).toEqual({
    ok: true,
    draft: null,
  })
  expect(await findDraft(db, anna, watch)).toBeNull()
})
