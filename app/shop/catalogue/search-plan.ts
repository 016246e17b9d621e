import type { Database } from '#app/platform/database/database.ts'
import type { KnownWords } from './known-words.ts'
import { isNoun, splitCompound } from './search-compounds.ts'
import { isSoldElsewhere } from './search-elsewhere.ts'
import { isAdjective, isPlainAdjective } from './search-forms.ts'
import { type RangeWish, rangeOf } from './search-ranges.ts'
import { codesOf, groupedCode, halvesOf, type Token, tokensOf } from './search-tokens.ts'
import { guess, lookUp, type Reading } from './search-vocabulary.ts'
import { type Chunk, isStopWord, stateWords } from './search-words.ts'

/** One wish of a query: any of its readings. */
export type Wish = { readings: Reading[] }

export type SearchPlan = {
  /** A piece must fulfil all of them. */
  wishes: Wish[]
  /** Whole references or stock numbers that may have been typed. */
  codes: string[]
  /** The code that the query is as a whole, when it was typed in groups: `10 454`. */
  grouped: string | null
  /** 0 available, 1 reserved, 2 sold; `null` for any. */
  state: 0 | 1 | 2 | null
}

/**
 * How a query is read, one after the other until something is found. `doubtful` also takes beginnings and figures for
 * typing errors, two digits for a year, and what is for both for what is for ladies or gents. `lacking` leaves out what
 * is unknown beside a maker or model: who asks for a Rolex that is not here is shown the others.
 */
export const planReadings = ['plain', 'doubtful', 'lacking'] as const
type PlanReading = (typeof planReadings)[number]

/**
 * Makes sense of a query, word by word. Known words stand for themselves and for the terms behind them, the last
 * one, which may still be growing, also for its continuations. Unknown ones are read as beginnings, as compounds
 * (`diamantring`), and at last as typing errors. What makes no sense at all is left out where a maker, a model or a
 * figure remains, or two words that say what a piece is, or where it is an adjective; else the answer is `null`:
 * nothing can be found, as for a way of reading that has nothing to read otherwise.
 */
export async function planSearch(
  db: Database,
  words: KnownWords,
  chunks: Chunk[],
  { ranges = [], reading = 'plain' }: { ranges?: readonly RangeWish[]; reading?: PlanReading } = {},
): Promise<SearchPlan | null> {
  const doubtful = reading === 'doubtful'
  const spoken = withKind(apartFromFigures(tokensBeside(ranges, chunks), words), ranges)
  if (spoken.length === 0 && ranges.length === 0) return null
  const tokens = reading === 'lacking' ? withoutUnknown(spoken, words) : spoken
  if (tokens === null) return null
  const vocabulary = lookUp(words, tokens)
  const unknown = spoken.filter((token) => words.get(token.word) === undefined)
  if (unknown.some((token) => isSoldElsewhere(token.word))) return null
  const puzzling = tokens.filter(
    (token) =>
      !vocabulary.knows(token) &&
      !isPlainAdjective(token.word) &&
      (doubtful ? !vocabulary.isCompound(token) : !vocabulary.makesSense(token)),
  )
  const guesses = await guess(db, words, puzzling, vocabulary)
  if (guesses === null) return null
  let doubted = [...guesses.values()].some((readings) => readings.length > 0)
  const readingsOf = (token: Token): Reading[] => {
    const readings = [...vocabulary.readings(token), ...(guesses.get(token) ?? [])]
    if (!doubtful) return readings
    if (/^[4-9][0-9]$/.test(token.word) && !token.size) {
      // „Submariner 84“
      doubted = true
      return [...readings, [{ words: [`19${token.word}`], beginnings: [], terms: [] }]]
    }
    const forBoth = vocabulary.forBoth(readings)
    if (forBoth) doubted = true
    return forBoth ?? readings
  }

  const wishes: Wish[] = []
  let state: SearchPlan['state'] = null
  let telling = false
  let nonsense = false
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    const next = tokens[at + 1]
    const named = token.figure ? undefined : stateWords.get(token.word)
    if (named !== undefined) {
      state = named
      continue
    }
    const code = vocabulary.code(at)
    if (code) {
      const asTyped = tokens.slice(at, code.to).map((each) => readingsOf(each)[0])
      const typed = asTyped.every((reading) => reading !== undefined) ? [asTyped.flat()] : []
      wishes.push({ readings: [[code.meaning], ...typed] })
      telling = true
      at = code.to - 1
      continue
    }
    const readings = readingsOf(token)
    const joined = next && vocabulary.joined(token, next)
    if (joined) {
      // „sea master“: as one word, or as the two that were typed.
      const both = readings.flatMap((one) => readingsOf(next).map((other) => [...one, ...other]))
      wishes.push({ readings: [[joined], ...both] })
      telling = true
      at += 1
    } else if (readings.length > 0) {
      wishes.push({ readings })
      telling ||= vocabulary.isTelling(token, readings)
    } else if (!isAdjective(token.word)) nonsense = true
  }
  const attributes = wishes.length
  for (const range of ranges) {
    const meaning = {
      words: [],
      beginnings: [],
      terms: [],
      range: rangeOf(range, (name) => words.get(name)?.terms ?? []),
    }
    wishes.push({ readings: [[meaning]] })
  }
  if (doubtful && !doubted) return null
  if ((nonsense && !telling && attributes < 2) || (wishes.length === 0 && state === null)) return null
  return { wishes, codes: codesOf(chunks), grouped: groupedCode(chunks), state }
}

/** Beside a range, words that say nothing are not asked for even where there are no others: „Durchmesser bis 28 mm“. */
function tokensBeside(ranges: readonly RangeWish[], chunks: Chunk[]): Token[] {
  const tokens = tokensOf(chunks)
  return ranges.length > 0 ? tokens.filter(({ word }) => !isStopWord(word)) : tokens
}

/** `datejust36` is two words, unless a reference begins so. */
function apartFromFigures(tokens: Token[], words: KnownWords): Token[] {
  return tokens.flatMap((token) => {
    const [, word, figure] = /^([a-z]{3,})([0-9]{1,4}(?:mm)?)$/.exec(token.word) ?? []
    if (word === undefined || figure === undefined) return [token]
    if (words.get(token.word) || words.beginsReference(token.word)) return [token]
    const isWord = (each: string) => (words.get(each)?.kind ?? reference) !== reference
    if (!isWord(word) && !halvesOf({ ...token, word, figure: false }).some((two) => two.every(isWord)))
      return [token]
    const size = figure.endsWith('mm')
    return [
      { ...token, word, parts: [word], figure: false, last: false },
      { ...token, word: figure, parts: [figure], ...(size && { size }) },
    ]
  })
}

/** The kind of known words that are parts of references. */
const reference = 4

/** Only watches have a diameter: „bis 36 mm“ asks for one where no other kind is named. */
function withKind(tokens: Token[], ranges: readonly RangeWish[]): Token[] {
  if (!ranges.some(({ of }) => of === 'diameter')) return tokens
  if (tokens.some(({ word }) => isNoun(splitCompound(word)?.at(-1) ?? word))) return tokens
  return [...tokens, { word: 'uhr', parts: ['uhr'], figure: false, last: false }]
}

/** `null` where nothing is unknown, or no maker or model remains. */
function withoutUnknown(tokens: Token[], words: KnownWords): Token[] | null {
  const isKnown = ({ word, figure }: Token) =>
    words.get(word) !== undefined || stateWords.has(word) || (!figure && splitCompound(word) !== null)
  const unknown = tokens.filter((token) => !isKnown(token) && !token.size)
  const names = unknown.filter(({ word, figure }) => !figure || word.length >= 4)
  if (names.length === 0) return null
  // „Black Bay 58“: without the name the figure says nothing.
  const kept = tokens.filter((token) => !unknown.includes(token) && (token.size || !token.figure))
  return kept.some(({ word }) => words.get(word)?.kind === maker) ? kept : null
}

/** The kind of known words that are makers and models. */
const maker = 1
