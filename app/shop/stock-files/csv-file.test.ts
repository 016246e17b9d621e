import { describe, expect, test } from 'vitest'
import { type Decimals, guessDecimals, partialDate, plainFigure, years } from './cells.ts'
import { csvLimits, csvLine, openCsv } from './csv-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(given: Uint8Array) {
  const { headings, separator, rows } = await openCsv(given)
  const all: [number, ...string[]][] = []
  for await (const { row, cells } of rows) all.push([row, ...cells])
  return { headings, separator, rows: all }
}

const utf16 = (text: string, mark = '\ufeff') => Buffer.from(`${mark}${text}`, 'utf16le')

describe('encodings and separators', () => {
  const text = 'Größe;Preis €\r\n54;"1;5"\r\n'
  const windows = Uint8Array.from([...text].map((sign) => (sign === '€' ? 0x80 : sign.charCodeAt(0))))
  test.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with its mark', bytes(`\ufeff${text}`)],
    ['UTF-16', utf16(text)],
    ['UTF-16 without its mark', utf16(text, '')],
    ['UTF-16, other end first', utf16(text).swap16()],
    ['Windows-1252', windows],
    ['named by Excel', bytes(`sep=;\r\n${text}`)],
  ])('%s', async (_, given) => {
    const found = await read(given)
    expect(found.headings).toEqual(['Größe', 'Preis €'])
    expect(found.rows.map(([, ...cells]) => cells)).toEqual([['54', '1;5']])
  })
  test.each([',', '\t'] as const)('%j', async (separator) => {
    const found = await read(bytes(`${['a', 'b', 'c'].join(separator)}\n1${separator}2;3${separator}4`))
    expect(found).toEqual({ headings: ['a', 'b', 'c'], separator, rows: [[2, '1', '2;3', '4']] })
  })
  test('rows are counted as spreadsheets count them', async () => {
    const found = await read(bytes('a;b\n\n1;"x\ny"\n;\n2;z'))
    expect(found.rows).toEqual([
      [3, '1', 'x\ny'],
      [5, '2', 'z'],
    ])
  })
})

describe('cells that were copied in a spreadsheet', () => {
  test.each<[string, string, string[], [number, ...string[]][]]>([
    [
      'line breaks and doubled quotes within quotes',
      'Titel\tText\r\n"Uhr ""Mond"""\t"zwei\r\nZeilen"\r\n',
      ['Titel', 'Text'],
      [[2, 'Uhr "Mond"', 'zwei\nZeilen']],
    ],
    ['an empty line at the end', 'a\tb\n1\t2\n\n', ['a', 'b'], [[2, '1', '2']]],
    [
      'rows of unequal length',
      'a\tb\n1\n1\t2\t3\n',
      ['a', 'b'],
      [
        [2, '1'],
        [3, '1', '2', '3'],
      ],
    ],
    ['the mark of its encoding', '\ufeffa\tb\n1\t2', ['a', 'b'], [[2, '1', '2']]],
    [
      'one column',
      'Nummer\r\n10482\r\n10483\r\n',
      ['Nummer'],
      [
        [2, '10482'],
        [3, '10483'],
      ],
    ],
    ['the same heading twice', 'a\ta\n1\t2', ['a', 'a'], [[2, '1', '2']]],
    [
      'more commas than tabs',
      'Preis, netto, EUR\tArt\n5\tUhr',
      ['Preis, netto, EUR', 'Art'],
      [[2, '5', 'Uhr']],
    ],
    ['no heading above the first column', '\tPreis\n1\t5', ['', 'Preis'], [[2, '1', '5']]],
    ['an empty row above', '\t\t\na\tb;c\n1\t2', ['a', 'b;c'], [[3, '1', '2']]],
  ])('%s', async (_, text, headings, rows) => {
    expect(await read(bytes(text))).toMatchObject({ headings, rows })
  })
})

describe('hostile files', () => {
  test.each([
    ['too-large', new Uint8Array(csvLimits.bytes + 1)],
    ['workbook', bytes('PK\u0003\u0004')],
    ['empty', bytes('')],
    ['empty', bytes('\n\n;;;\n')],
    ['row-too-long', bytes('x;'.repeat(1_000_000))],
    ['too-many-columns', bytes(`${'x;'.repeat(400)}\n1`)],
    ['row-too-long', bytes(`a;b\n${'y'.repeat(5_000_000)};2\n`)],
    ['too-many-rows', bytes(`a\n${'1\n'.repeat(csvLimits.rows + 1)}`)],
    ['quote-not-closed', bytes('a;b\n1;"2\n3;4\n')],
  ])('%s', async (reason, given) => {
    await expect(read(given)).rejects.toMatchObject({ name: 'CsvFault', reason })
  })
  test('quotes within words, noughts, controls and formulas lose nothing else', async () => {
    const found = await read(bytes('a;b;c\n5"6;\0x\u0007\u202e;\'=SUM(A1)\n'))
    expect(found.rows).toEqual([[2, '5"6', 'x', '=SUM(A1)']])
  })
})

test('no cell that is written is a formula, and all come back as they were', async () => {
  const cells = ['=1+1', '+49 221', '-x', '@a', '-3,5', 'a;b', 'a"b', 'two\nlines', '']
  const line = csvLine(cells)
  expect(line).toBe('\'=1+1;\'+49 221;\'-x;\'@a;-3,5;"a;b";"a""b";"two\nlines";\r\n')
  expect((await read(bytes(`${csvLine(cells.map((_, at) => `h${at}`))}${line}`))).rows[0]?.slice(1)).toEqual(
    cells,
  )
})

test.each<[string, Decimals, string | null]>([
  ['1.234,50', 'comma', '1234.50'],
  ['1,234.50', 'comma', '1234.50'],
  ['1.234', 'comma', '1234'],
  ['1.234', 'point', '1.234'],
  ['1,234', 'point', '1234'],
  ['40.5', 'comma', '40.5'],
  ['40,5 mm', 'point', '40.5'],
  ['9.450,- €', 'comma', '9450'],
  ["12'500.00", 'point', '12500.00'],
  ['1.234.567', 'comma', '1234567'],
  ['1.23.4', 'comma', null],
  ['1e5', 'comma', null],
  ['zwölf', 'comma', null],
])('%s, decimals after a %s: %s', (text, decimals, plain) => {
  expect(plainFigure(text, decimals)).toBe(plain)
})

test('a file says itself how it writes decimals', () => {
  expect(guessDecimals(['40.5', '1.234', 'x'], 'comma')).toBe('point')
  expect(guessDecimals(['40,5'], 'point')).toBe('comma')
  expect(guessDecimals(['1.234'], 'comma')).toBe('comma')
})

test('dates and years as people write them', () => {
  const writing = { decimals: 'comma', locale: 'de' } as const
  const dates = ['2024', '06/2024', '2024-6', '3.2.2024', '2024-02-30'].map((text) =>
    partialDate(text, writing),
  )
  expect(dates.map((cell) => (cell.ok ? cell.value : null))).toEqual([
    '2024',
    '2024-06',
    '2024-06',
    '2024-02-03',
    null,
  ])
  const found = ['1968', 'ca. 1968–1972', '1960er', '1972-1968'].map((text) => years(text, writing))
  expect(found.map((cell) => (cell.ok ? cell.value : null))).toEqual([
    { from: 1968, to: 1968, circa: false },
    { from: 1968, to: 1972, circa: true },
    { from: 1960, to: 1969, circa: false },
    null,
  ])
})
