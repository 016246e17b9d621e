import { describe, expect, test } from 'vitest'
import { ringSizeOf, ringSizeTable } from './ring-size.ts'

const fractions: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }

function american(size: string): number {
  const fraction = fractions[size.at(-1) ?? ''] ?? 0
  return Number(size.replace(/[¼½¾]/, '')) + fraction
}

/** A = 1, half a letter 0.5; beyond Z the alphabet goes on as Z+1. */
function british(size: string): number {
  if (size.startsWith('Z+')) return 26 + Number(size.slice(2))
  return size.charCodeAt(0) - 64 + (size.endsWith('½') ? 0.5 : 0)
}

describe('ring sizes', () => {
  test('the table holds every size from 44 to 70 once', () => {
    expect(ringSizeTable.map((size) => size.german)).toEqual(
      Array.from({ length: 27 }, (_, index) => 44 + index),
    )
  })

  test.each(ringSizeTable)('$german agrees with the formulas of each system', (size) => {
    expect(size.italian).toBe(size.german - 40)
    expect(size.diameter).toBeCloseTo(size.german / Math.PI, 1)
    // diameter mm = 11.63 + 0.8128·n, to the nearest quarter or the next one
    expect(Math.abs(11.63 + 0.8128 * american(size.american) - size.german / Math.PI)).toBeLessThan(0.16)
    // circumference mm = 36.25 + 1.25·n, ± half a letter
    expect(Math.abs(36.25 + 1.25 * british(size.british) - size.german)).toBeLessThanOrEqual(0.63)
  })

  test('52 is what the shops of four countries call it', () => {
    expect(ringSizeOf(52)).toEqual({ german: 52, italian: 12, diameter: 16.6, american: '6', british: 'L½' })
  })

  test('a half is read as the next whole size', () => {
    expect(ringSizeOf(53.5)?.german).toBe(54)
  })

  test.each([43, 71, 0, Number.NaN])('%d is beyond the table', (size) => {
    expect(ringSizeOf(size)).toBeNull()
  })
})
