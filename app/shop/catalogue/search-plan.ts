import type { Database } from '#app/platform/database/database.ts'
import type { KnownWords } from './known-words.ts'
import { isSoldElsewhere } from './search-elsewhere.ts'
import { codesOf, groupedCode, type Token, tokensOf } from './search-tokens.ts'
import { guess, lookUp, type Reading } from './search-vocabulary.ts'
import { type Chunk, stateWords } from './search-words.ts'

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
 * Makes sense of a query, word by word. Known words stand for themselves and for the terms behind them, the last
 * one, which may still be growing, also for its continuations. Unknown ones are read as beginnings, as compounds
 * (`diamantring`), and at last as typing errors. What makes no sense at all is left out where a maker, a name or a
 * figure remains; else the answer is `null`: nothing can be found.
 * @param doubtful also takes beginnings and figures for typing errors, and what is for both for what is for ladies or
 * gents; `null` when there is nothing to doubt
 */
export async function planSearch(
  db: Database,
  words: KnownWords,
  chunks: Chunk[],
  { doubtful = false } = {},
): Promise<SearchPlan | null> {
  const tokens = tokensOf(chunks)
  if (tokens.length === 0) return null
  const vocabulary = lookUp(words, tokens)
  if (tokens.some((token) => !vocabulary.knows(token) && isSoldElsewhere(token.word))) return null
  const puzzling = tokens.filter(
    (token) =>
      !vocabulary.knows(token) && (doubtful ? !vocabulary.isCompound(token) : !vocabulary.makesSense(token)),
  )
  const guesses = await guess(db, words, puzzling, vocabulary)
  let doubted = [...guesses.values()].some((readings) => readings.length > 0)
  const readingsOf = (token: Token): Reading[] => {
    const readings = [...vocabulary.readings(token), ...(guesses.get(token) ?? [])]
    const forBoth = doubtful ? vocabulary.forBoth(readings) : null
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
    } else nonsense = true
  }
  if (doubtful && !doubted) return null
  if ((nonsense && !telling) || (wishes.length === 0 && state === null)) return null
  return { wishes, codes: codesOf(chunks), grouped: groupedCode(chunks), state }
}
