import { expect, test } from 'vitest'
import { derivedOnce } from './derived-once.ts'

test('what is worked out of an object is kept with it, for the same other arguments', () => {
  let made = 0
  const described = derivedOnce((piece: { name: string }, locale: string, branch?: object) => {
    made += 1
    return { text: `${locale} ${piece.name}`, branch }
  })
  const [one, other, branch] = [{ name: 'ring' }, { name: 'ring' }, {}]
  expect(described(one, 'de')).toBe(described(one, 'de'))
  expect(described(one, 'de').text).toBe('de ring')
  expect(described(one, 'en').text).toBe('en ring')
  expect(described(one, 'de', branch).branch).toBe(branch)
  expect(described(other, 'de')).not.toBe(described(one, 'de'))
  expect(made).toBe(4)
})

test('arguments without end do not fill the memory', () => {
  let made = 0
  const square = derivedOnce((_: object, number: number) => {
    made += 1
    return number ** 2
  })
  const piece = {}
  for (let number = 0; number < 100; number += 1) expect(square(piece, number)).toBe(number ** 2)
  expect(square(piece, 99)).toBe(99 ** 2)
  expect(made).toBe(100)
  expect(square(piece, 0)).toBe(0)
  expect(made).toBe(101)
})
