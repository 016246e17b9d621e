import { describe, expect, test } from 'vitest'
import type { Attribute } from './attribute.ts'
import type { Input } from './columns.ts'
import { columnFields } from './form-fields.ts'
import { parseField, type Typed, typedField } from './parse-field.ts'
import { attributes } from './registry.ts'
import { valueTable } from './values.ts'

const all: readonly Attribute[] = attributes

/** Nobody types them: they lie in other tables, follow from others, or are sealed. */
const elsewhere = ['brand', 'model', 'reference', 'serial']

describe('every attribute that a piece has', () => {
  test('has a field for each of its columns', () => {
    const missing = all
      .filter(({ id, part, key }) => part !== undefined && key !== undefined && !elsewhere.includes(id))
      .flatMap(({ source }) => source.columns.map(({ name }) => name))
      .filter((name) => !columnFields.some((field) => field.name === name))
    expect(missing).toEqual([])
    expect(columnFields.filter(({ attribute }) => elsewhere.includes(attribute))).toEqual([])
  })

  test('has a label of its own for each field, and names no column that is not its own', () => {
    for (const locale of ['de', 'en'] as const) {
      const byKind = (kind: string) => columnFields.filter(({ kinds }) => (kinds as string[]).includes(kind))
      for (const kind of ['watch', 'jewellery', 'bullion']) {
        const labels = byKind(kind).map(({ label }) => label[locale])
        expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
      }
    }
    for (const { id, form, source } of all)
      for (const name of Object.keys(form ?? {}))
        expect(
          source.columns.map((column) => column.name),
          id,
        ).toContain(name)
  })

  test('is asked for where its kind has it', () => {
    const of = (name: string) => columnFields.find((field) => field.name === name)
    expect(of('movement')).toMatchObject({ kinds: ['watch'], requiredOf: ['watch'] })
    expect(of('metal')).toMatchObject({
      kinds: ['jewellery', 'bullion'],
      requiredOf: ['jewellery', 'bullion'],
    })
    expect(of('condition')).toMatchObject({ kinds: ['watch', 'jewellery', 'bullion'] })
    expect(of('ring_size_mm')?.kinds).toEqual(['jewellery'])
    expect(of('diameter_mm')).toMatchObject({
      unit: 'mm',
      input: { kind: 'figure', decimals: 1, min: 5, max: 99.9 },
    })
  })
})

const values = valueTable(`
  id    | slug  | de   | en
  steel | stahl | Stahl | Steel
  gold  | gold  | Gold | Gold
`)
const choice: Input = { kind: 'choice', values }
const choices: Input = { kind: 'choices', values }
const mm: Input = { kind: 'figure', decimals: 1, min: 5, max: 99.9 }
const grams: Input = { kind: 'figure', decimals: 4, above: 0 }
const both: Input = { kind: 'bilingual' }
const date: Input = { kind: 'partial-date' }

describe('what is typed', () => {
  test.each<[Input, Typed, unknown]>([
    [choice, 'steel', 'steel'],
    [choice, ' STAHL ', 'steel'],
    [choice, 'Steel', 'steel'],
    [choice, '', null],
    [choices, 'gold; Stahl\ngold', ['gold', 'steel']],
    [choices, '', []],
    [mm, '36,5', 36.5],
    [mm, '36.5 mm', 36.5],
    [mm, '36,50', 36.5],
    [mm, '', null],
    [grams, '0,0001', 0.0001],
    [{ kind: 'figure', decimals: 1, min: -999, max: 999 }, '−3,5', -3.5],
    [{ kind: 'texts' }, '750;\n  18K ', ['750', '18K']],
    [{ kind: 'yes-no' }, 'ja', true],
    [{ kind: 'yes-no' }, 'no', false],
    [{ kind: 'yes-no' }, '', null],
    [{ kind: 'flag' }, '', false],
    [both, { de: ' Gut ', en: 'Good' }, { de: 'Gut', en: 'Good' }],
    [both, { de: ' ', en: '' }, null],
    [date, '2024', '2024'],
    [date, '06/2024', '2024-06'],
    [date, '3.6.2024', '2024-06-03'],
    [date, '2024-06-30', '2024-06-30'],
    [{ kind: 'text' }, ' Kal.  3135 ', 'Kal. 3135'],
  ])('%j: %j is %j, and is written so that it reads the same', (input, typed, value) => {
    expect(parseField(input, typed, { unit: 'mm' })).toEqual({ ok: true, value })
    for (const locale of ['de', 'en'] as const)
      expect(parseField(input, typedField(input, value, locale))).toEqual({ ok: true, value })
  })

  test.each<[Input, Typed, string]>([
    [choice, 'tin', 'not-a-choice'],
    [choices, 'gold;tin', 'not-a-choice'],
    [mm, 'viel', 'not-a-number'],
    [mm, '1.234,5', 'not-a-number'],
    [mm, '4,9', 'too-small'],
    [mm, '100', 'too-large'],
    [mm, '36,55', 'too-many-decimals'],
    [grams, '0', 'too-small'],
    [grams, '1000000', 'too-large'],
    [{ kind: 'yes-no' }, 'vielleicht', 'not-yes-or-no'],
    [both, { de: 'Gut', en: '' }, 'translation-missing'],
    [date, '2024-13', 'not-a-date'],
    [date, '31.02.2024', 'not-a-date'],
    [date, 'gestern', 'not-a-date'],
    [{ kind: 'text' }, 'x'.repeat(301), 'too-long'],
  ])('%j: %j cannot be used: %s', (input, typed, reason) => {
    expect(parseField(input, typed)).toEqual({ ok: false, reason })
  })
})
