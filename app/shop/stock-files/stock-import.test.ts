import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { headings, importingShop, watch } from '#tests/stock-lists.ts'
import { exportPieces } from './export-pieces.ts'
import type { Mapping } from './mapping.ts'
import { checkImport, claimImport, runImport } from './run-import.ts'
import { discardImport, refusedRows } from './stock-import.ts'

const { database, secret, importing, upload, shown, checkList, claim, bringIn } = importingShop()

const broken: [change: Record<string, string>, column: string, reason: string][] = [
  [{ Lagernummer: '12' }, 'Lagernummer', 'stock-number'],
  [{ Lagernummer: '20001' }, 'Lagernummer', 'twice'],
  [{ Warenart: 'Fahrrad' }, 'Warenart', 'choice'],
  [{ Warenart: '' }, 'Warenart', 'required'],
  [{ Warenart: 'Schmuck', Durchmesser: '', Seriennummer: '4711' }, 'Seriennummer', 'not-of-kind'],
  [{ Marke: '' }, 'Modell', 'needs-brand'],
  [{ Marke: '!!!' }, 'Marke', 'no-address'],
  [{ Modell: 'Ringe' }, 'Modell', 'listing-word'],
  [{ Modell: 'Sea-Dweller' }, 'Referenz', 'reference-of-other-model'],
  [{ VK: 'auf Anfrage' }, 'VK', 'not-a-number'],
  [{ VK: '9450,005' }, 'VK', 'decimals'],
  [{ EK: '-5' }, 'EK', 'range'],
  [{ Ankaufsdatum: '31.02.2026' }, 'Ankaufsdatum', 'date'],
  [{ Besteuerung: 'Anlagegold' }, 'Besteuerung', 'tax-not-of-kind'],
  [{ Baujahr: 'alt' }, 'Baujahr', 'year'],
  [{ Durchmesser: '400' }, 'Durchmesser', 'range'],
  [{ Filiale: 'Bonn' }, 'Filiale', 'choice'],
]

test('200 rows with faults in 17 bring 183 drafts and name exactly these 17', async () => {
  const { db } = database
  const rows = Array.from({ length: 200 }, (_, at) => watch(20_001 + at))
  const places = broken.map((_, at) => 10 + at * 11)
  for (const [at, [change]] of broken.entries())
    rows[places[at] as number] = watch(20_001 + (places[at] as number), change)
  const text = [headings, ...rows].join('\r\n')

  const { id, check, run } = await bringIn(db, text)
  expect(check).toMatchObject({ rows: 200, new: 183, changed: 0, same: 0, faulty: 17 })
  expect(check.faults.map(({ row, column, reason }) => ({ row, column, reason }))).toEqual(
    broken.map(([, column, reason], at) => ({ row: (places[at] as number) + 2, column, reason })),
  )
  expect(check.newNames).toEqual(['Rolex', 'Submariner Date', '16610'])
  expect(run).toEqual(check)
  const pieces = await db.selectFrom('product').selectAll().execute()
  expect(pieces).toHaveLength(183)
  expect(new Set(pieces.map(({ status }) => status))).toEqual(new Set(['draft']))
  expect(pieces[0]).toMatchObject({
    id: '20001',
    price_cents: 945_000,
    tax_mode: 'margin_25a',
    year_from: 2004,
    year_circa: true,
    condition: 'very-good',
    diameter_mm: '40.5',
    branch_id: 'koeln',
    slug_de: 'rolex-submariner-date-16610',
    serial_masked: 'F2••••••',
  })
  const refused = await refusedRows(db, id, importing.member.id, secret)
  const lines = (refused ?? '').trim().split('\r\n')
  expect(lines).toHaveLength(18)
  expect(lines[1]).toContain('Lagernummer: stock-number')
  const changes = await db
    .selectFrom('change_record')
    .select('staff_id')
    .where('part', '=', 'product')
    .execute()
  expect(changes).toHaveLength(183)
  expect(new Set(changes.map(({ staff_id }) => staff_id))).toEqual(new Set([importing.member.id]))

  // The same file again changes nothing, and with one price another, that one piece alone.
  const again = await bringIn(db, text)
  expect(again.run).toMatchObject({ new: 0, changed: 0, same: 183, faulty: 17 })
  const other = await bringIn(db, [headings, watch(20_001, { VK: '9.900' }), watch(20_002)].join('\n'))
  expect(other.check).toMatchObject({ new: 0, changed: 1, same: 1, faulty: 0 })
  expect(
    await db.selectFrom('product').select('price_cents').where('id', '=', '20001').executeTakeFirst(),
  ).toEqual({
    price_cents: 990_000,
  })
})

test('finds a piece again by its number in the former list, and gives new ones a number', async () => {
  const { db } = database
  const list = (price: string) =>
    `Interne Nr,Category,Brand,Model name,Price,Tax\nU-77/A,Watch,Omega,Speedmaster,"${price}",margin scheme\n`
  const first = await bringIn(db, list('4,500.00'))
  expect(first.run).toMatchObject({ new: 1, faulty: 0 })
  const second = await bringIn(db, list('4,400.00'))
  expect(second.run).toMatchObject({ new: 0, changed: 1 })
  const found = await db
    .selectFrom('product')
    .innerJoin('product_staff', 'product_id', 'id')
    .select(['id', 'price_cents', 'name'])
    .where('own_number', '=', 'U-77/A')
    .execute()
  expect(found).toMatchObject([{ price_cents: 440_000, name: { de: 'Speedmaster', en: 'Speedmaster' } }])
  expect(Number(found[0]?.id)).toBeGreaterThan(20_200)
})

test('leaves alone what is sold, what others changed since the check, and prices of whoever may not set them', async () => {
  const { db } = database
  const text = [headings, watch(20_003, { VK: '1' }), watch(20_004, { VK: '1' })].join('\n')
  await db.updateTable('product').set({ status: 'withdrawn' }).where('id', '=', '20003').execute()
  const { id, mapping } = await upload(db, text)
  const check = await checkList(db, id, mapping, importing)
  expect(check).toMatchObject({
    result: { changed: 1, faulty: 1, faults: [{ row: 2, reason: 'not-on-stock' }] },
  })
  await asStaff(db, importing.member, (transaction) =>
    transaction.updateTable('product').set({ price_cents: 5_000 }).where('id', '=', '20004').execute(),
  )
  await claim(db, id)
  const run = await runImport(db, id, importing)
  expect(run).toMatchObject({
    result: { changed: 0, faulty: 2, faults: [{}, { row: 3, reason: 'changed-meanwhile' }] },
  })

  const priced = await upload(db, [headings, watch(20_005, { VK: '2' })].join('\n'))
  const refused = await checkList(db, priced.id, priced.mapping, { ...importing, mayPrice: false })
  expect(refused).toMatchObject({ result: { faults: [{ column: 'VK', reason: 'price-not-allowed' }] } })
})

test('in two windows a list is mapped, imported and put away as it was seen', async () => {
  const { db } = database
  // Headings of its own: their mapping is remembered.
  const { id, mapping } = await upload(db, [`${headings};Regal`, watch(20_090)].join('\n'))
  const without = (column: string): Mapping => ({
    ...mapping,
    columns: mapping.columns.map((each) => (each === column ? null : each)),
  })
  const check = (wanted: Mapping, from: Mapping) => checkImport(db, id, { mapping: wanted, from }, importing)
  expect(await check(without('price'), mapping)).toMatchObject({ ok: true })
  const seen = await shown(db, id)
  expect(await check(without('cost'), mapping)).toEqual({
    ...{ ok: false, reason: 'changed-meanwhile', now: without('price') },
  })
  expect((await shown(db, id)).mapping).toEqual(without('price'))
  // At the same time: one of them is told.
  const both = await Promise.all([
    check(without('cost'), without('price')),
    check(without('condition'), without('price')),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual(expect.objectContaining({ reason: 'changed-meanwhile' }))
  // What would come of it now, nobody saw here.
  const by = importing.member
  expect(await claimImport(db, id, by.id, seen)).toEqual({ ok: false, reason: 'checked-anew' })
  await asStaff(db, by, (transaction) =>
    transaction.updateTable('product').set({ price_cents: 5_100 }).where('id', '=', '20004').execute(),
  )
  const before = await shown(db, id)
  expect(await check(before.mapping, before.mapping)).toMatchObject({ ok: true })
  expect(await claimImport(db, id, by.id, before)).toEqual({ ok: false, reason: 'checked-anew' })
  expect(await claim(db, id)).toEqual({ ok: true })
  expect(await discardImport(db, id, by)).toEqual({ ok: false, reason: 'running' })
  expect(await runImport(db, id, importing)).toMatchObject({ ok: true })
  expect(await discardImport(db, id, by)).toEqual({ ok: false, reason: 'imported' })
  expect(await shown(db, id)).toMatchObject({ state: 'done' })
})

test.each(['de', 'en'] as const)(
  'what is exported in %s and imported again changes nothing',
  async (locale) => {
    const { db } = database
    let text = ''
    for await (const part of exportPieces(db, {}, { locale, withCost: true })) text += part
    expect(text).not.toContain('F2000577')
    const rows = await db.selectFrom('product').select('id').where('status', '<>', 'withdrawn').execute()
    const { id, mapping } = await upload(db, text)
    expect(await checkList(db, id, mapping, { ...importing, locale })).toMatchObject({
      result: { same: rows.length, new: 0, changed: 0, faults: [{ reason: 'not-on-stock' }] },
    })
    let without = ''
    for await (const part of exportPieces(db, { ids: ['20005'] }, { locale, withCost: false }))
      without += part
    expect(without.trim().split('\r\n')).toHaveLength(2)
    expect(without).not.toMatch(/Einkaufspreis|Cost|7000/)
  },
)

test('waits for a sale that is under way, and leaves alone what it sold', async () => {
  const { db } = database
  await bringIn(db, [headings, watch(28_101)].join('\n'))
  const { id, mapping } = await upload(db, [headings, watch(28_101, { Name: 'Anders' })].join('\n'))
  expect(await checkList(db, id, mapping, importing)).toMatchObject({ ok: true, result: { changed: 1 } })
  expect(await claim(db, id)).toEqual({ ok: true })
  let run: ReturnType<typeof runImport> | undefined
  await db.transaction().execute(async (sale) => {
    await sql`select from product where id = '28101' for update`.execute(sale)
    run = runImport(db, id, importing)
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          )
        return rows.length
      })
      .toBeGreaterThan(0)
    await sale.updateTable('product').set({ status: 'withdrawn' }).where('id', '=', '28101').execute()
  })
  expect(await run).toMatchObject({ ok: true, result: { changed: 0, faulty: 1 } })
})

test('a text that claims what the known defect of its piece overrides is not taken', async () => {
  const { db } = database
  await bringIn(db, [headings, watch(60_021), watch(60_022)].join('\n'))
  await db
    .insertInto('product_defect')
    .values({
      product_id: '60021',
      text: '{"de":"Nicht mehr wasserdicht.","en":"No longer water-resistant."}',
      overrides: ['water-resistance'],
    })
    .execute()
  const said = { Beschreibung: 'Wasserdicht bis 30 bar' }
  const list = [headings, watch(60_021, said), watch(60_022, said)].join('\n')
  const { check } = await bringIn(db, list)
  expect(check).toMatchObject({
    changed: 1,
    faulty: 1,
    faults: [{ column: 'Beschreibung', reason: 'denied-by-defect' }],
  })
})

test('what was paid stays as the ledger has it, and the rest of the row with it', async () => {
  const { db } = database
  await bringIn(db, [headings, watch(60_001), watch(60_002)].join('\n'))
  await db.updateTable('product_staff').set({ ledger_number: 7 }).where('product_id', '=', '60001').execute()
  const list = [headings, watch(60_001, { EK: '1,00' }), watch(60_002, { EK: '6.900' })].join('\n')
  const { check, run } = await bringIn(db, list)
  expect(check).toMatchObject({ changed: 1, faulty: 1, faults: [{ column: 'EK', reason: 'in-ledger' }] })
  expect(run).toEqual(check)
  const costs = await db
    .selectFrom('product_staff')
    .select(['product_id', 'cost_cents'])
    .where('product_id', 'in', ['60001', '60002'])
    .orderBy('product_id')
    .execute()
  expect(costs.map(({ cost_cents }) => cost_cents)).toEqual([700_000, 690_000])
  // The same figure once more is no change.
  const same = await bringIn(db, [headings, watch(60_001)].join('\n'))
  expect(same.check).toMatchObject({ same: 1, faulty: 0 })
})

test('a row that cannot be taken keeps its number for the next', async () => {
  const { db } = database
  const rows = [watch(60_011, { VK: 'viel' }), watch(60_011), watch(60_011)]
  const { check } = await bringIn(db, [headings, ...rows].join('\n'))
  expect(check).toMatchObject({ new: 1, faulty: 2 })
  expect(check.faults.map(({ row, reason, values }) => [row, reason, values?.row])).toEqual([
    [2, 'not-a-number', undefined],
    [4, 'twice', '3'],
  ])
})
