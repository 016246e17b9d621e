import { expect, test } from 'vitest'
import { readRanges } from './search-ranges.ts'

const diameter = (from: number, to: number) => ({ of: 'diameter', from, to, exact: null })
const year = (from: number, to: number, exact: number | null = null) => ({ of: 'year', from, to, exact })

test.each([
  ['Uhr bis 36mm', 'Uhr', diameter(10, 36)],
  ['über 40 mm', '', diameter(41, 99)],
  ['watch between 37 and 39 mm', 'watch', diameter(37, 39)],
  ['Uhr 39-37 mm', 'Uhr', diameter(37, 39)],
  ['watch 38mm or smaller', 'watch', diameter(10, 38)],
  ['Rolex vor 1985', 'Rolex', year(1700, 1984)],
  ['watch from 1968', 'watch', year(1968, 2100, 1968)],
  ['Omega 1995 bis 2005', 'Omega', year(1995, 2005)],
])('%s has a range', (query, rest, range) => {
  expect(readRanges(query)).toEqual({ rest, ranges: [range] })
})

test.each(['Datejust 36', '36 mm', 'Uhr 1968', '2531.80.00', 'Rolex aus 1984', 'bis 36', 'SBGH269'])(
  '%s has none',
  (query) => {
    expect(readRanges(query)).toEqual({ rest: query, ranges: [] })
  },
)
