import { isNoun, splitCompound } from './search-compounds.ts'
import { type Chunk, decadeOf, genderOf, isSizeWord, isStopWord } from './search-words.ts'

/** More than one part: a figure with punctuation, read as a whole or part by part. */
export type Token = {
  word: string
  parts: string[]
  figure: boolean
  last: boolean
  /** A figure that says how large: `Größe 51`, `36 mm`. */
  size?: boolean
}

/** The words of a query that say something. */
export function tokensOf(chunks: Chunk[]): Token[] {
  const spoken = chunks.flatMap((chunk): Omit<Token, 'last'>[] =>
    /[0-9]/.test(chunk.whole) && chunk.parts.length > 1 && !chunk.parts.some(isPlainWord)
      ? [{ word: chunk.whole, parts: chunk.parts, figure: true }]
      : chunk.parts.map((part) => {
          const word = decadeOf(part) ?? part
          return { word, parts: [word], figure: /[0-9]/.test(word) }
        }),
  )
  const words = spoken.map((token, at) => {
    const gender = genderOf(token.word, spoken[at - 1]?.word)
    return gender === null ? token : { ...token, word: gender, parts: [gender] }
  })
  const all = words.map((token, at) => (isSize(words, at) ? { ...token, size: true } : token))
  const saying = all.filter((token) => !isStopWord(token.word))
  const kept = (saying.length > 0 ? saying : all).filter(
    (token, at, tokens) =>
      // a group of digits may come twice in a reference
      token.figure || tokens.findLastIndex((other) => other.word === token.word) === at,
  )
  const growing = all.at(-1)
  return kept.slice(0, 10).map((token) => ({ ...token, last: token === growing }))
}

/** Joined to figures by hyphens it is no part of a reference: `60er-Jahre-Uhr`, `36-mm-Uhr`. */
function isPlainWord(part: string): boolean {
  return /^[a-z]{2,}$/.test(part) && (isStopWord(part) || isNoun(part) || splitCompound(part) !== null)
}

function isSize(tokens: readonly Omit<Token, 'last'>[], at: number): boolean {
  const word = (place: number) => tokens[place]?.word ?? ''
  if (!/^[0-9]{2,3}(?:mm)?$/.test(word(at))) return false
  return word(at).endsWith('mm') || /^(?:mm|millimet)/.test(word(at + 1)) || isSizeWord(word(at - 1))
}

/** References may be typed in groups: `311.30 42 30` is tried as 31130, 3113042 and 311304230. */
export function codesOf(chunks: Chunk[]): string[] {
  const codes = new Set<string>()
  const words = chunks.map((chunk) => chunk.whole)
  for (let from = 0; from < words.length; from += 1) {
    let code = ''
    for (const word of words.slice(from, from + 6)) {
      code += word
      if (code.length > 40) break
      if (code.length >= 3 && /[0-9]/.test(code)) codes.add(code)
    }
  }
  return [...codes]
}

/** The code that a query is as a whole, when it was typed in groups: `10 454`. */
export function groupedCode(chunks: Chunk[]): string | null {
  const code = chunks.map((chunk) => chunk.whole).join('')
  const inGroups = chunks.length > 1 && chunks.every((chunk) => /[0-9]/.test(chunk.whole))
  return inGroups && code.length <= 40 ? code : null
}

/** `40mm` → `40`, `102ct` → `102`, `750er` → `750`. */
export function withoutUnit(word: string): string {
  return word.replace(/^([0-9]+)(mm|ct|cts)$|^([0-9]{3})er$/, '$1$3')
}

/** Where a long word may be two: `perlen|kette`, `verlobungs|ring`; a linking s belongs to neither. */
export function halvesOf({ word, figure }: Token, shortest = 3): [string, string][] {
  if (figure || word.length < 3 + shortest) return []
  return Array.from({ length: word.length - 2 - shortest }, (_, index) => index + 3).flatMap((at) => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const halves: [string, string][] = [[first, second]]
    if (first.length > 4 && first.endsWith('s')) halves.push([first.slice(0, -1), second])
    return halves
  })
}

const mostInRun = 6

/** Neighbouring words that together hold a digit may be one code typed in groups: `116 610 ln`, `sbgh 269`. */
export function runsOf(tokens: readonly Token[]): { from: number; to: number; code: string }[] {
  const runs = tokens.flatMap((_, from) =>
    tokens.slice(from + 1, from + mostInRun).map((_, more) => {
      const to = from + more + 2
      const code = tokens
        .slice(from, to)
        .map(({ word }) => word)
        .join('')
      return { from, to, code }
    }),
  )
  return runs.filter(({ code }) => /[0-9]/.test(code) && code.length >= 3 && code.length <= 24)
}

/** `gmt master 2` is the GMT-Master II. */
export function romanOf(word: string): string[] {
  const roman = { 2: 'ii', 3: 'iii', 4: 'iv', 5: 'v', 6: 'vi', 7: 'vii', 8: 'viii', 9: 'ix' }[word]
  return roman === undefined ? [] : [roman]
}
