import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { int8, query } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { findPhoto } from '#app/shop/catalogue/photos.ts'
import { hashSerial, openSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { addBranches } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loadPieces } from './load-pieces.ts'

const database = testDatabase()
const secret = 'a secret of at least thirty-two characters'
const fixtures = resolve('tests/fixtures/pieces')
const now = new Date('2026-11-20T12:00:00Z')
const home = temporaryFolder()

beforeAll(() => addBranches(database.db))

function load(directory = fixtures, at = now) {
  return loadPieces(database.db, directory, {
    now: at,
    files: openLocalFiles(join(home, 'files')),
    photos: resolve('db/demo/photos'),
    secret,
  })
}

describe('loading pieces', () => {
  beforeAll(async () => {
    expect(await load()).toEqual({ pieces: 7, photos: 14, present: 0 })
  })

  test('a second time adds nothing and changes nothing', async () => {
    await database.db.updateTable('product').set({ price_cents: 999_00 }).where('id', '=', '20101').execute()
    expect(await load()).toEqual({ pieces: 0, photos: 0, present: 7 })
    const ring = await database.db
      .selectFrom('product')
      .select('price_cents')
      .where('id', '=', '20101')
      .executeTakeFirstOrThrow()
    expect(ring.price_cents).toBe(999_00)
  })

  test('makers, models and references become rows, each once', async () => {
    const rows = await database.db
      .selectFrom('product')
      .innerJoin('brand', 'brand.id', 'product.brand_id')
      .leftJoin('model', 'model.id', 'product.model_id')
      .leftJoin('reference', 'reference.id', 'product.reference_id')
      .select([
        'product.id',
        'brand.slug as brand',
        'model.slug as model',
        'reference.slug as reference',
        'slug_de',
      ])
      .orderBy('product.id')
      .execute()
    expect(rows).toEqual([
      {
        id: '10482',
        brand: 'rolex',
        model: 'submariner',
        reference: '116610ln',
        slug_de: 'rolex-submariner-date-116610ln',
      },
      {
        id: '10483',
        brand: 'omega',
        model: 'speedmaster',
        reference: '311-30-42-30-01-005',
        slug_de: 'omega-speedmaster-professional-311-30-42-30-01-005',
      },
      {
        id: '10484',
        brand: 'cartier',
        model: 'tank',
        reference: 'w1529756',
        slug_de: 'cartier-tank-louis-cartier-w1529756',
      },
      { id: '20102', brand: 'cartier', model: 'love', reference: null, slug_de: 'cartier-armreif-love' },
    ])
  })

  test('the files’ calendar ends a day before now, and the price history with it', async () => {
    const history = await database.db
      .selectFrom('price_history')
      .select(['since', 'price_cents'])
      .where('product_id', '=', '10482')
      .orderBy('since')
      .execute()
    // the newest piece is of 3 November: everything moves by 16 days
    expect(history).toEqual([
      { since: new Date('2026-09-17T09:00:00Z'), price_cents: 10_400_00 },
      { since: now, price_cents: 9_850_00 },
    ])
    const newest = await database.db
      .selectFrom('product')
      .select('listed_at')
      .where('id', '=', '20101')
      .executeTakeFirstOrThrow()
    expect(newest.listed_at).toEqual(new Date('2026-11-19T09:00:00Z'))
  })

  test('the serial number is kept encrypted, found by its hash, shown masked', async () => {
    const row = await database.db
      .selectFrom('product')
      .innerJoin('product_staff', 'product_id', 'id')
      .select(['serial_masked', 'serial_encrypted', 'cost_cents'])
      .where('serial_hash', '=', hashSerial('6a2k-1943', secret))
      .executeTakeFirstOrThrow()
    expect(row.serial_masked).toBe('6A••••••')
    expect(row.cost_cents).toBe(7_300_00)
    expect(Buffer.from(row.serial_encrypted ?? '').includes('6A2K')).toBe(false)
    expect(openSerial(row.serial_encrypted ?? Buffer.alloc(0), secret)).toBe('6A2K1943')
    expect(() => openSerial(row.serial_encrypted ?? Buffer.alloc(0), `${secret}!`)).toThrow()
  })

  test('photos are kept with what a page needs', async () => {
    const photos = await database.db
      .selectFrom('photo')
      .selectAll()
      .where('product_id', '=', '10482')
      .orderBy('position')
      .execute()
    expect(photos.map(({ width, height, role }) => ({ width, height, role }))).toContainEqual({
      width: 960,
      height: 1200,
      role: 'piece',
    })
    const [first] = photos
    expect(first?.placeholder).toMatch(/^data:image\//)
    expect(await findPhoto(openLocalFiles(join(home, 'files')), first?.id ?? '')).toMatchObject({
      width: 960,
    })
  })

  test('coins are fine gold, laid with the jewellery', async () => {
    const coin = await database.db
      .selectFrom('product')
      .select(['metal', 'fine_grams', 'tax_mode'])
      .where('id', '=', '30001')
      .executeTakeFirstOrThrow()
    expect(coin).toEqual({ metal: 'fine-gold', fine_grams: '31.1035', tax_mode: 'investment_gold_25c' })
  })

  test('new stock numbers follow the loaded ones', async () => {
    expect(await query(database.db, { next: int8 })`select nextval('stock_number') as next`).toEqual([
      { next: 30002 },
    ])
  })
})

describe('faults are named with file and piece', () => {
  async function faultsOf(yaml: string): Promise<string> {
    const directory = await mkdtemp(join(home, 'wrong-'))
    await writeFile(join(directory, 'wrong.yaml'), yaml)
    return load(directory).then(
      () => 'no fault',
      (error: Error) => error.message,
    )
  }
  const base = `
- stock: "40001"
  kind: watch
  status: listed
  brand: Rolex
  name: { de: Uhr, en: Watch }
  description: { de: Eine Uhr., en: A watch. }
  price: 1000
  tax: margin_25a
  condition: good
  branch: koeln
  photos: w03
  listedOn: 2026-11-01
  watch: { movement: automatic, caseMaterial: steel }
`
  test.each([
    [
      'a word that is none of the vocabulary',
      base.replace('caseMaterial: steel', 'caseMaterial: wood'),
      'wrong.yaml, piece 40001, watch.caseMaterial',
    ],
    ['a missing translation', base.replace('en: Watch', 'en: ""'), 'piece 40001, name.en'],
    [
      'a field nobody knows',
      base.replace('condition: good', 'condition: good\n  colour: red'),
      'piece 40001: Unrecognized key',
    ],
    [
      'parts of another kind',
      `${base}  bullion: { metal: gold, fineness: 916, fineGrams: 3 }\n`,
      'piece 40001, bullion: does not belong',
    ],
    ['the same number twice', base + base, 'piece 40001: the stock number is already taken'],
    [
      'an unknown branch',
      base.replace('branch: koeln', 'branch: bonn'),
      'piece 40001, branch: there is no branch "bonn"',
    ],
    [
      'an unknown photo',
      base.replace('photos: w03', 'photos: w99'),
      'piece 40001, photos: the manifest has no "w99"',
    ],
    [
      'a name that is a word of the path',
      base.replace('brand: Rolex', 'brand: Ringe'),
      'piece 40001, brand: "Ringe" is a word',
    ],
    [
      'what only the database refuses',
      base.replace('tax: margin_25a', 'tax: investment_gold_25c'),
      'piece 40001: ',
    ],
    ['no YAML', '- {', 'wrong.yaml: '],
    ['no list', 'stock: 1', 'wrong.yaml: expected a list'],
  ])('%s', async (_, yaml, message) => {
    expect(await faultsOf(yaml)).toContain(message)
    const left = await database.db.selectFrom('product').select('id').where('id', '=', '40001').execute()
    expect(left).toEqual([])
  })
})
