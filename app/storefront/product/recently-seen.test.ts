import { describe, expect, test } from 'vitest'
import { forgetSeen, readSeen, rememberSeen, type SeenPiece } from './recently-seen.ts'

function storage(initial?: string) {
  const kept = new Map<string, string>(initial === undefined ? [] : [['recently-seen', initial]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const piece = (id: string): SeenPiece => ({
  id,
  brand: 'Rolex',
  names: ['Submariner', 'Submariner'],
  hrefs: [`/de/produkte/x/${id}`, `/en/products/x/${id}`],
  photo: '0123456789abcdef0123456789abcdef',
})

describe('recently seen', () => {
  test('the last one comes first, each once, eight at most', () => {
    const browser = storage()
    for (const id of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '3']) rememberSeen(browser, piece(id))
    expect(readSeen(browser).map((each) => each.id)).toEqual(['3', '9', '8', '7', '6', '5', '4', '2'])
    forgetSeen(browser)
    expect(readSeen(browser)).toEqual([])
  })

  test.each([
    'not json',
    'null',
    '{"id":"1"}',
    '[null, 5, "x"]',
    JSON.stringify([{ ...piece('1'), hrefs: ['javascript:alert(1)', '/en'] }]),
    JSON.stringify([{ ...piece('1'), photo: '../../etc' }]),
    JSON.stringify([{ ...piece('1'), names: ['one'] }]),
  ])('what is not our own writing is left out: %s', (text) => {
    expect(readSeen(storage(text))).toEqual([])
  })

  test('an address of another site is left out', () => {
    const foreign = { ...piece('1'), hrefs: ['//evil.example', '//evil.example'] }
    expect(readSeen(storage(JSON.stringify([foreign])))).toEqual([])
  })

  test('storage that refuses is as good as none', () => {
    const refusing = {
      getItem: () => {
        throw new Error('refused')
      },
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(readSeen(refusing)).toEqual([])
    expect(() => rememberSeen(refusing, piece('1'))).not.toThrow()
  })
})
