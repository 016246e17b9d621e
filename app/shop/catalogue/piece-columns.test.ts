import { expect, test } from 'vitest'
import { atOnce } from '#app/platform/slices.ts'
import { type ListedPiece, PieceColumns } from './piece-columns.ts'

const piece = (id: number, years: { from: number; to: number } | null): ListedPiece => ({
  id,
  kind: 'watch',
  status: 'listed',
  listedAt: 1_700_000_000_000,
  priceCents: id * 100,
  brandId: 0,
  modelId: 0,
  referenceId: 0,
  stones: [],
  row: { year_from: years?.from ?? null, year_to: years?.to ?? null, year_circa: false },
})

/** Every array that the columns consist of, once. */
const bytesOf = (columns: PieceColumns) => {
  const arrays = new Set<ArrayBufferLike>()
  const look = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) arrays.add(value.buffer)
    else if (typeof value === 'object' && value !== null) for (const each of allOf(value)) look(each)
  }
  look(columns)
  return [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0)
}
const allOf = (value: object): unknown[] =>
  value instanceof Map ? [...value.values()] : Object.values(value)

test('a piece takes little of the columns, and the next ones find room without any copy', () => {
  const columns = new PieceColumns()
  atOnce(columns.growing(10_000))
  for (let at = 0; at < 10_000; at++) columns.write(at, piece(1 + at, null))
  expect(bytesOf(columns) / columns.size).toBeLessThan(105)
  const before = [columns.id, columns.price]
  for (let at = 10_000; at < 11_000; at++) columns.write(at, piece(1 + at, null))
  expect([columns.id, columns.price].map((column, at) => column === before[at])).toEqual([true, true])
})

test('figures of one value are one column, those of spans are two, however they grow and change', () => {
  const columns = new PieceColumns()
  columns.write(0, piece(1, { from: 1968, to: 1972 }))
  const beside = new PieceColumns(columns)
  for (let at = 0; at < 1_000; at++) beside.write(at, piece(at + 7, { from: 1900, to: 1900 + (at % 9) }))
  const rows = Array.from({ length: 1_000 }, (_, at) => at)
  atOnce(columns.growing(1_000))
  atOnce(columns.taking(beside, rows, []))()
  const [price, year] = [columns.figures('price'), columns.figures('year')]
  expect(price.last).toBe(price.first)
  expect(year.last).not.toBe(year.first)
  for (const row of [0, 1, 8, 999]) {
    expect(price.first[row]).toBe((row + 7) * 100)
    expect([year.first[row], year.last[row]]).toEqual([1900, 1900 + (row % 9)])
  }
})
