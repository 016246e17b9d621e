// hunspell itself, compiled: what reads its dictionaries in JavaScript cannot form German compounds by their rules.

import { readFileSync } from 'node:fs'
import de from 'dictionary-de'
import en from 'dictionary-en-gb'
import { createHunspellFromStrings } from 'hunspell-wasm'
import type { Locale } from '#app/language/locales.ts'

const dictionaries = { de, en }

/** Words that no dictionary has, one a line: of one language, and names that are the same in both. */
export const listOf = (name: Locale | 'names') => `tests/spelling/words.${name}.txt`

export const readList = (name: Locale | 'names'): string[] =>
  readFileSync(listOf(name), 'utf8').split('\n').filter(Boolean)

export type Speller = {
  /** Whether the dictionary itself knows a word. */
  knows(word: string): boolean
  /** Whether a word, or every part of it between hyphens, is in the dictionary or in the project's lists. */
  accepts(word: string): boolean
  suggest(word: string): string[]
  close(): void
}

export async function openSpeller(locale: Locale): Promise<Speller> {
  const { aff, dic } = dictionaries[locale]
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const hunspell = await createHunspellFromStrings(text(aff), text(dic))
  const listed = new Set([...readList(locale), ...readList('names')])
  const known = new Map<string, boolean>()
  const knows = (word: string) => {
    let answer = known.get(word)
    if (answer === undefined) {
      answer = hunspell.testSpelling(word)
      known.set(word, answer)
    }
    return answer
  }
  const whole = (word: string) =>
    word.length < 2 || listed.has(word) || listed.has(lowerFirst(word)) || knows(word)
  const accepts = (word: string) => whole(word) || (word.includes('-') && word.split('-').every(whole))
  return {
    knows,
    accepts: (word) => accepts(word) || accepts(word.replace(/'s$/, '')),
    suggest: (word) => hunspell.getSpellingSuggestions(word).slice(0, 3),
    close: () => hunspell.dispose(),
  }
}

const lowerFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

/** No words: addresses and anchors, and whatever has a digit in it (references, fineness, calibres). */
const notWords =
  /\S+@\S+|https?:\/\/\S+|(?:[\w-]+\.)+(?:example|de|com|org)\b(?:\/\S*)?|#\S+|\S*\p{N}[\p{L}\p{N}/._]*/gu

/** The words of a text, with hyphens and apostrophes inside them. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll('\u00ad', '')
      .replaceAll('’', "'")
      // „Zifferblatt und -zeiger“: the noun that the hyphen stands for is written with a capital.
      .replace(/(?<=^|\s)-(\p{Ll})/gu, (_, letter: string) => letter.toUpperCase())
      .replace(notWords, ' ')
      .match(/\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]*)*/gu) ?? []
  )
}
