import { expect, test } from 'vitest'
import { pastedCells } from './pasted-cells.ts'

test.each<[string, string, string[][]]>([
  ['one cell', '1.290,00 €', [['1.290,00 €']]],
  ['one cell of Excel, which ends its rows', '1290\r\n', [['1290']]],
  ['a column', '1\r\n2\r\n3\r\n', [['1'], ['2'], ['3']]],
  ['an empty cell at the end of a column', '1\n\n', [['1'], ['']]],
  [
    'a block',
    '1\tKöln\r\n2\tDüsseldorf',
    [
      ['1', 'Köln'],
      ['2', 'Düsseldorf'],
    ],
  ],
  ['rows of unequal length', '1\n2\t3\t4\n\t5', [['1'], ['2', '3', '4'], ['', '5']]],
  [
    'line breaks, tabs and doubled quotes within quotes',
    '"a\r\n""b""\tc"\t2\n3',
    [['a\n"b"\tc', '2'], ['3']],
  ],
  ['an empty quoted cell', '""\t1', [['', '1']]],
  ['the sign of inches, and quotes that nobody closes', '5" Rand\t"Mond\n2', [['5" Rand', '"Mond'], ['2']]],
  ['words after a closing quote', '"Mond" neu\t1', [['"Mond" neu', '1']]],
  ['a mark of its encoding', '\ufeff1\t2', [['1', '2']]],
  ['lines of an old Mac', '1\r2', [['1'], ['2']]],
  ['commas and semicolons, which part nothing', '1,5;2', [['1,5;2']]],
  ['nothing', '', [['']]],
])('%s', (_, text, cells) => {
  expect(pastedCells(text)).toEqual(cells)
})

test('a large block is read at once', () => {
  const line = Array.from({ length: 10 }, (_, at) => `"${at} ""x"" \n y"`).join('\t')
  const begun = performance.now()
  const rows = pastedCells(Array.from({ length: 20_000 }, () => line).join('\r\n'))
  expect(rows).toHaveLength(20_000)
  expect(pastedCells(`"${'x"" '.repeat(100_000)}`)).toHaveLength(1)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
