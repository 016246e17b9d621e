import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloads } from '#tests/hostile-texts.ts'
import { cleanLine, cleanText, cleanTexts, onOneLine } from './clean-text.ts'

test.each([
  ['Ring\r\nmit Stein\rund\nKette', 'Ring\nmit Stein\nund\nKette', 'Ring mit Stein und Kette'],
  ['  a\tb  ', '  a\tb  ', 'a b'],
  ['a\0b\u0007c\u0085d\u007f', 'abcd', 'a b c d'],
  ['a\ud800b\udc00', 'a\ufffdb\ufffd', 'a\ufffdb\ufffd'],
  ['100\u202e000 €\u2066', '100000 €', '100000 €'],
  ['Cla\u200fra \u200eBei\u061cspiel\u206a', 'Clara Beispiel', 'Clara Beispiel'],
  // Joiners belong to how Persian, Hindi and families of emoji are written.
  [
    'می\u200cخواهم क्\u200dष 👩\u200d👧',
    'می\u200cخواهم क्\u200dष 👩\u200d👧',
    'می\u200cخواهم क्\u200dष 👩\u200d👧',
  ],
  ['12\u202fg und 3\u00a0mm', '12\u202fg und 3\u00a0mm', '12 g und 3 mm'],
  ['𝒳 👩‍👩‍👧 é ß שלום', '𝒳 👩‍👩‍👧 é ß שלום', '𝒳 👩‍👩‍👧 é ß שלום'],
  ['\0\u202e\n', '\n', ''],
])('%j is cleaned', (given, text, line) => {
  expect(cleanText(given)).toBe(text)
  expect(cleanLine(given)).toBe(line)
})

test('whatever is sent, what stays can be kept by a database, and is clean already', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...payloads))
  fc.assert(
    fc.property(text, (given) => {
      const [words, line] = [cleanText(given), cleanLine(given)]
      for (const clean of [words, line]) {
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toMatch(
          /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufffe\uffff]|(?![\n\t])\p{Cc}/u,
        )
        expect(clean.length).toBeLessThanOrEqual(given.length)
      }
      expect(line).not.toMatch(/[\n\t]|\s\s|^\s|\s$/)
      expect([cleanText(words), cleanLine(line), onOneLine(line)]).toEqual([words, line, line])
    }),
  )
})

test('every text of a file is cleaned, and nothing else of it is changed', () => {
  const at = new Date(0)
  const file = {
    '\u202ename': ['Er\u202ena', { city: 'Köln\u200f', since: at }],
    grams: 12.4,
    none: null,
    yes: true,
  }
  expect(cleanTexts(file)).toEqual({
    '\u202ename': ['Erna', { city: 'Köln', since: at }],
    grams: 12.4,
    none: null,
    yes: true,
  })
})
