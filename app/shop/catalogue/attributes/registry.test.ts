import { describe, expect, test } from 'vitest'
import { departments } from '../types.ts'
import type { Attribute } from './attribute.ts'
import { attributes } from './registry.ts'
import { valueTable } from './values.ts'

const all: readonly Attribute[] = attributes
const doubled = (given: readonly (string | number | undefined)[]) => {
  const said = given.filter((each) => each !== undefined)
  return said.filter((each, at) => said.indexOf(each) !== at)
}

describe('every attribute', () => {
  test('has an id, a place in a piece, columns and a word in the path of its own', () => {
    expect(doubled(all.map(({ id }) => id))).toEqual([])
    expect(doubled(all.map(({ part, key }) => part && `${part} ${key}`))).toEqual([])
    expect(
      doubled(all.flatMap(({ source }) => source.columns.map(({ table, name }) => `${table} ${name}`))),
    ).toEqual([])
    for (const locale of ['de', 'en'] as const)
      expect(doubled(all.map(({ filter }) => filter?.slug?.[locale]))).toEqual([])
  })

  test('stands in one place of every order it is in', () => {
    for (const department of departments)
      expect(doubled(all.map(({ filter }) => filter?.panel[department]))).toEqual([])
    for (const kind of ['watch', 'jewellery', 'bullion'] as const)
      expect(
        doubled(all.map(({ fact }) => (fact?.group === undefined ? fact?.place[kind] : undefined))),
      ).toEqual([])
    expect(doubled(all.map(({ filter }) => filter?.givenUp))).toEqual([])
    expect(doubled(all.map(({ filter }) => filter?.heading?.rank))).toEqual([])
  })

  test('has values whose ids and words in the path are told apart', () => {
    for (const { id, filter } of all) {
      const values = filter?.values ?? []
      expect(doubled(values.map((value) => value.id)), id).toEqual([])
      for (const locale of ['de', 'en'] as const)
        expect(doubled(values.map(({ slug }) => slug[locale])), id).toEqual([])
    }
  })
})

describe('a table of values', () => {
  test('is read by its columns', () => {
    expect(
      valueTable(`
        id  | slug | de  | en  | search  | de after | en before | en after name | de one
        red | rot  | Rot | Red | rot red | in Rot   | red       | in red        |
        tan |      | Tan | Tan |         |          |           |               | ein Tan
      `),
    ).toEqual([
      {
        id: 'red',
        slug: { de: 'rot', en: 'red' },
        label: { de: 'Rot', en: 'Red' },
        search: 'rot red',
        phrase: { de: { after: 'in Rot' }, en: { before: 'red', afterName: 'in red' } },
      },
      { id: 'tan', slug: { de: 'tan', en: 'tan' }, label: { de: 'Tan', en: 'Tan' }, one: { de: 'ein Tan' } },
    ])
  })

  test.each([
    ['id | de | en\n red | Rot', /A line with 2 cells/],
    ['id | de | en\n red | Rot |', /without id or label/],
    ['id | de | en | fr after\n red | Rot | Red | rouge', /Nobody knows the column/],
    ['id | de | en | colour\n red | Rot | Red | x', /Nobody knows the column/],
  ])('%j is refused', (text, message) => {
    expect(() => valueTable(text)).toThrow(message)
  })
})
