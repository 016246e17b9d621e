import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#app/language/locales.ts'
import { wordsOfMessage, writtenTexts } from './texts.ts'
import { listOf, openSpeller, readList, type Speller, wordsOf } from './words.ts'

/** Everything written for people is spelled as the dictionaries say, or its words are listed here. */
const texts = [...writtenTexts()]
let spellers: Record<Locale, Speller>
beforeAll(async () => {
  spellers = { de: await openSpeller('de'), en: await openSpeller('en') }
})
afterAll(() => {
  for (const locale of locales) spellers[locale].close()
})

/** Suggestions take a while: only for the first few. */
const maxSuggestions = 10

describe.each(locales)('spelling in %s', (locale) => {
  // Duty: text-spelling
  test('every word of content, pieces and interface is known', () => {
    const unknown = new Map<string, string>()
    let words = 0
    for (const { where, text } of texts.filter((written) => written.locale === locale)) {
      for (const word of wordsOf(text)) {
        words += 1
        if (!unknown.has(word) && !spellers[locale].accepts(word)) unknown.set(word, where)
      }
    }
    const told = [...unknown].map(([word, where], index) => {
      const better = index < maxSuggestions ? spellers[locale].suggest(word).join(', ') : ''
      return `${word} (${where})${better && `: ${better}?`}`
    })
    expect(words).toBeGreaterThan(10_000)
    expect(told, `mend them, or add them to ${listOf(locale)}`).toEqual([])
  })

  test('quotes, dashes and dots are typeset', () => {
    const wrong = locale === 'de' ? /["”]|“\p{L}| - |\.\.\./u : /["„]| - |\.\.\./u
    const found = texts.filter(({ locale: of, text }) => of === locale && wrong.test(text))
    expect(found.map(({ where, text }) => `${where}: ${text.slice(0, 80)}`)).toEqual([])
  })

  test.each([
    ['de', 'Goldankaufsrechner', true],
    ['de', 'Goldankaufrechnner', false],
    ['de', 'Prüfstein', true],
    ['de', 'Pruefstein', false],
    ['de', 'daß', false],
    ['en', 'jewellery', true],
    ['en', 'jewelry', false],
    ['en', 'appraisel', false],
  ] as const)('the dictionary of %s knows %s: %s', (of, word, known) => {
    if (of === locale) expect(spellers[of].accepts(word)).toBe(known)
  })
})

describe.each([...locales, 'names'] as const)('the list of %s', (name) => {
  const words = readList(name)

  test('is sorted, without repetitions', () => {
    expect(words).toEqual([...new Set(words)].sort((one, other) => one.localeCompare(other, 'de')))
  })

  test('holds nothing that a dictionary knows', () => {
    const languages = name === 'names' ? locales : [name]
    // hunspell gives a compound up after 50 ms: whether it knows such a word depends on the machine's speed.
    const knowsAtOnce = (locale: Locale, word: string) => {
      const since = performance.now()
      return spellers[locale].knows(word) && performance.now() - since < 10
    }
    expect(words.filter((word) => languages.every((locale) => knowsAtOnce(locale, word)))).toEqual([])
  })
})

test('of a message only its words are read', () => {
  expect(
    wordsOf(wordsOfMessage('{count, plural, one {ein Stück von {name}} other {# Stücke}} im <a>Laden</a>')),
  ).toEqual(['ein', 'Stück', 'von', 'Stücke', 'im', 'Laden'])
})

test('words are told from references and addresses', () => {
  const text =
    'Die Ref. 116610LN (585er Gold), hallo@rheingold.example, z. B. der 20-Mark-Schein’s und -zeiger'
  expect(wordsOf(text)).toEqual(['Die', 'Ref', 'Gold', 'z', 'B', 'der', "Mark-Schein's", 'und', 'Zeiger'])
})
