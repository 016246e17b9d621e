import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { payloads } from '#tests/hostile-texts.ts'
import { setText } from './set-text.ts'
import { outlines, type Typefaces, typefaces, widthOf } from './typeface.ts'

let faces: Typefaces
beforeAll(async () => {
  faces = await typefaces()
})

const width = 568
const title = (text: string, maxLines = 3) =>
  setText(text, { face: faces.display, width, sizes: [64, 52, 40], maxLines: () => maxLines })
const words = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ')

describe('a title', () => {
  test('stays on one line in the largest size where it fits', () => {
    expect(title('Datejust 36')).toEqual({ lines: ['Datejust 36'], size: 64 })
  })

  test('is broken between words and behind hyphens of words, never within a reference', () => {
    const set = title('Referenz 49555-52-131-BK6A, Jaeger-LeCoultre Reverso')
    expect(words(set.lines).replace('Jaeger- LeCoultre', 'Jaeger-LeCoultre')).toBe(
      'Referenz 49555-52-131-BK6A, Jaeger-LeCoultre Reverso',
    )
    expect(set.lines.some((line) => line.endsWith('49555-'))).toBe(false)
  })

  test('is set smaller where a German word is longer than a line', () => {
    const set = title('Weißgoldbrillantverlobungsring')
    expect(set.lines).toEqual(['Weißgoldbrillantverlobungsring'])
    expect(set.size).toBeLessThan(64)
  })

  test('that no size can hold is cut with an ellipsis, and its longest word is broken', () => {
    const set = title('Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle '.repeat(4))
    expect(set).toMatchObject({ size: 40 })
    expect(set.lines).toHaveLength(3)
    expect(set.lines[0]).toMatch(/-$/)
    expect(set.lines[2]).toMatch(/…$/)
  })

  test('fits its place, whatever it says', () => {
    const anything = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.constantFrom(...payloads))
    fc.assert(
      fc.property(anything, (text) => {
        const { lines, size } = title(text)
        expect(lines.length).toBeLessThanOrEqual(3)
        for (const line of lines)
          expect(widthOf(line, { face: faces.display, size })).toBeLessThanOrEqual(width)
      }),
      { numRuns: 60 },
    )
  })
})

test('letters of every typeface become outlines, and what no typeface has is left out', () => {
  const style = { face: faces.display, size: 40 }
  const paths = (text: string) => outlines(text, style, [0, 0]).match(/<path /g)?.length ?? 0
  expect(paths('Aé€Łσж')).toBe(6)
  expect(paths('A\u202f漢')).toBe(1)
})
