import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { suites } from './faults/suites.ts'

const document = readFileSync('docs/faults.md', 'utf8')
/** The rows of the table of suites: those with four cells. */
const rows = [...document.matchAll(/^\| `([a-z]+)` \| [^|]+ \| [^|]+ \| ([\d,]+), ([\d,]+) \|$/gm)]

test('docs/faults.md has a row for every suite of `npm run faults`, and for no other, with its sizes', () => {
  const number = (text = '') => Number(text.replaceAll(',', ''))
  const told = rows.map(([, name = '', runs, full]) => [name, number(runs), number(full)])
  expect(told).toEqual(Object.entries(suites).map(([name, { runs, full }]) => [name, runs, full]))
})
