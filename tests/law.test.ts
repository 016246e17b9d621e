import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/law.md says where each duty lives and what proves it: both must be there. */
const rows = readFileSync('docs/law.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (duty|text) \|/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` › “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }))

test('every duty has a place and a proof', () => {
  expect(rows.length).toBeGreaterThan(35)
  const bare = rows.filter(
    ([, place = '', proof = '']) => filesIn(place).length === 0 || testsIn(proof).length === 0,
  )
  expect(bare.map(([duty]) => duty)).toEqual([])
})

test('every file that is named is there', () => {
  const files = rows.flatMap(([, place = '', proof = '']) => [...filesIn(place), ...filesIn(proof)])
  expect([...new Set(files)].filter((file) => !existsSync(file))).toEqual([])
})

test('every test that is named is there', () => {
  const gone = rows
    .flatMap(([, , proof = '']) => testsIn(proof))
    .filter(({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name))
  expect(gone).toEqual([])
})

const read = (file: string) => readFileSync(file, 'utf8')
/** Everything that the demo shop says of its own accord. */
const said = globSync(['db/demo/**/*.yaml', 'app/language/messages/**/*.json']).sort()

test.each([
  ['imprint', [/§\s36\sVSBG/, /section\s36\sVSBG/]],
  ['battery-notice', [/unentgeltlich in unseren Filialen/, /free of charge/]],
  [
    'cancellation',
    [/Schwankungen auf dem Finanzmarkt abhängt, berufen wir uns nicht/, /we do not rely on the exclusion/],
  ],
])('%s says in both languages what it has to', (story, words) => {
  const text = read(`db/demo/stories/${story}.yaml`)
  expect(words.filter((each) => !each.test(text))).toEqual([])
})

test('nothing leads to the closed dispute platform, and nothing is called green', () => {
  expect(said.length).toBeGreaterThan(80)
  const green =
    /nachhaltig|umweltfreundlich|umweltschonend|klimaneutral|sustainab|eco-friendly|climate.neutral/i
  const wrong = said.filter(
    (file) => /ec\.europa\.eu\/consumers\/odr/.test(read(file)) || green.test(read(file)),
  )
  expect(wrong).toEqual([])
})
