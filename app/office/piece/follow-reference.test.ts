import { expect, test } from 'vitest'
import { followReference } from './follow-reference.ts'

const follow = (
  held: Record<string, string>,
  facts: Record<string, string>,
  texts: Record<string, string>,
  stored: Record<string, string> = {},
) => followReference(held, { facts, textAt: (key) => texts[key] ?? '', stored })

test('a first reference fills what is empty, and leaves what was typed', () => {
  const { put, held, replaced } = follow({}, { dial: 'black', case: 'steel' }, { case: 'titanium' })
  expect(put).toEqual({ dial: 'black' })
  expect(held).toEqual({ dial: 'black' })
  expect(replaced).toBe(0)
})

test('a corrected one replaces what the former filled in, and takes back what it does not say', () => {
  const former = { dial: 'black', calibre: '3135', bezel: 'ceramic' }
  const texts = { ...former, bezel: 'steel' }
  const { put, held, replaced, removed } = follow(former, { dial: 'green' }, texts)
  expect(put).toEqual({ dial: 'green', calibre: '' })
  expect(held).toEqual({ dial: 'green' })
  expect([replaced, removed]).toEqual([1, 1])
})

test('what was saved is replaced as well, but stays where the new one says nothing, also while it is being typed', () => {
  const former = { dial: 'black', calibre: '3135' }
  const between = follow(former, {}, former, former)
  expect(between).toEqual({ put: {}, held: former, replaced: 0, removed: 0 })
  const { put, held } = follow(between.held, { dial: 'green' }, former, former)
  expect(put).toEqual({ dial: 'green' })
  expect(held).toEqual({ dial: 'green', calibre: '3135' })
})

test('the same reference again changes nothing, and knows what it says', () => {
  const facts = { dial: 'black', case: 'steel' }
  const { put, held } = follow({}, facts, { dial: 'black', case: 'gold' })
  expect(put).toEqual({})
  expect(held).toEqual({ dial: 'black' })
})

test('what somebody emptied is filled by another reference, not by none', () => {
  expect(follow({ dial: 'black' }, { dial: 'green' }, {}).put).toEqual({ dial: 'green' })
  expect(follow({ dial: 'black' }, {}, {}).put).toEqual({})
})
