import { describe, expect, test } from 'vitest'
import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { readWishes, withWish, writeWishes } from './wishes.ts'

function storage(stored: string | null = null) {
  let value = stored
  return {
    getItem: () => value,
    setItem: (_: string, text: string) => {
      value = text
    },
    removeItem: () => {
      value = null
    },
  }
}

describe('wishes in the browser', () => {
  test('are read as they were written, and an empty list leaves nothing behind', () => {
    const own = storage()
    writeWishes(own, ['10362', '10361'])
    expect(readWishes(own)).toEqual(['10362', '10361'])
    writeWishes(own, [])
    expect(own.getItem()).toBeNull()
  })

  test('what something else wrote there is left out', () => {
    expect(readWishes(storage('["10361"]'))).toEqual([])
    expect(readWishes(storage('10361.<script>.10362'))).toEqual(['10361', '10362'])
  })

  test('are each there once, the newest first, and go back to where they were', () => {
    expect(withWish(['10361'], '10362')).toEqual(['10362', '10361'])
    expect(withWish(['10361', '10362'], '10362')).toEqual(['10361', '10362'])
    expect(withWish(['10361', '10363'], '10362', 1)).toEqual(['10361', '10362', '10363'])
  })

  test('are so many at most', () => {
    const full = Array.from({ length: wishesLimit }, (_, at) => String(20_000 + at))
    expect(withWish(full, '10361')).toBeNull()
    expect(withWish(full, '20003')).toEqual(full)
  })
})
