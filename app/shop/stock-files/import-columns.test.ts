import { expect, test } from 'vitest'
import { importingShop } from '#tests/stock-lists.ts'
import { guessColumns } from './mapping.ts'
import { openImport, sampleOf, shopFields } from './stock-import.ts'

const { database, secret, importing, upload, checkList } = importingShop()

test('remembers the mapping of a set of headings', async () => {
  const { db } = database
  const list = 'Kennwort;Firma\nUhr;Rolex\n'
  const first = await upload(db, list)
  expect(first.mapping.columns).toEqual([null, null])
  await checkList(db, first.id, { ...first.mapping, columns: ['kind', 'brand'] }, importing)
  const second = await upload(db, list.replace('Rolex', 'Omega'))
  expect(second.mapping.columns).toEqual(['kind', 'brand'])
  const opened = await openImport(db, second.id, importing.member.id, secret)
  expect(opened && (await sampleOf(opened)).rows).toEqual([{ row: 2, cells: ['Uhr', 'Omega'] }])
})

test('every field is found by its own headings in both languages', async () => {
  const fields = await shopFields(database.db)
  for (const locale of ['de', 'en'] as const) {
    const columns = guessColumns(
      fields.map(({ label }) => label[locale]),
      fields,
    )
    expect(columns).toEqual(fields.map(({ id }) => id))
  }
})

test('cells that were copied in a spreadsheet are a list like a file, also where two headings are the same', async () => {
  const { db } = database
  const { id, mapping } = await upload(
    db,
    '\ufeffNummer\tArt\tVK\tVK\r\n88123\tUhr\t2.500,00\t5\r\n88124\tUhr\tviel\r\n',
  )
  expect(mapping).toMatchObject({ columns: [expect.any(String), 'kind', 'price', null], decimals: 'comma' })
  const check = await checkList(db, id, { ...mapping, otherwise: { tax: '25a' } }, importing)
  if (!check.ok) throw new Error(check.reason)
  expect(check.result).toMatchObject({
    rows: 2,
    faults: expect.arrayContaining([expect.objectContaining({ row: 3, given: 'viel' })]),
  })
})

test('of a list without headings the first row is a piece, too', async () => {
  const { db } = database
  const { id, mapping } = await upload(db, '88125\tUhr\t2.500,00\n88126\tUhr\tviel\n')
  expect(mapping.columns).toEqual([null, null, null])
  const chosen = {
    ...mapping,
    noHeadings: true,
    columns: ['stock', 'kind', 'price'],
    otherwise: { tax: '25a' },
  }
  const check = await checkList(db, id, chosen, importing)
  if (!check.ok) throw new Error(check.reason)
  expect(check.result).toMatchObject({
    rows: 2,
    faults: expect.arrayContaining([expect.objectContaining({ row: 2, column: '(3)', given: 'viel' })]),
  })
  expect(check.result.faults.filter(({ row, column }) => row === 1 && column === '(3)')).toEqual([])
})
