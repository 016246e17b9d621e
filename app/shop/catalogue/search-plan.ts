import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  allowedErrors,
  type Chunk,
  errorsBetween,
  errorsToBeginning,
  isStopWord,
  restsOf,
  stateWords,
} from './search-words.ts'

/** What a typed word may stand for: any of these words, of words that begin so, of terms of the vocabulary. */
export type Meaning = { words: string[]; beginnings: string[]; terms: string[] }

/** One wish of a query: any of the readings, each of which wants all of its meanings. */
export type Wish = { readings: Meaning[][] }

export type SearchPlan = {
  /** A piece must fulfil all of them. */
  wishes: Wish[]
  /** Whole references or stock numbers that may have been typed. */
  codes: string[]
  /** 0 available, 1 reserved, 2 sold; `null` for any. */
  state: 0 | 1 | 2 | null
}

/** Kinds: 1 maker or model, 2 name, 3 attribute, 4 reference. */
type KnownWord = { word: string; kind: number; terms: string[] }

/** `parts` of more than one word are a figure with punctuation, read as a whole or part by part. */
type Token = { word: string; parts: string[]; figure: boolean; last: boolean }

/**
 * Makes sense of a query, word by word. Known words stand for themselves and for the terms behind them, the
 * last one also for its continuations. Unknown ones are read as beginnings, as compounds (`diamantring`), and
 * at last as typing errors. What makes no sense at all is left out where a maker, a name or a figure remains;
 * else the answer is `null`: nothing can be found.
 * @param typing whether the last word may still be growing
 * @param doubtful also takes beginnings and figures for typing errors; whole known words never
 */
export async function planSearch(
  db: Database,
  chunks: Chunk[],
  { typing = true, doubtful = false } = {},
): Promise<SearchPlan | null> {
  const tokens = tokensOf(chunks, typing)
  if (tokens.length === 0) return null
  const vocabulary = await lookUp(db, tokens)
  const puzzling = tokens.filter((token) => (doubtful ? !vocabulary.knows(token) : !vocabulary.makesSense(token)))
  const guesses = puzzling.length > 0 ? await guess(db, puzzling, vocabulary) : new Map<Token, Meaning[][]>()

  const wishes: Wish[] = []
  let state: SearchPlan['state'] = null
  let telling = false
  let nonsense = false
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    const next = tokens[at + 1]
    const named = vocabulary.state(token)
    if (named !== undefined) {
      state = named
      continue
    }
    const readings = [...vocabulary.readings(token), ...(guesses.get(token) ?? [])]
    telling ||= token.figure || readings.some((reading) => reading.some((meaning) => vocabulary.isTelling(meaning)))
    const joined = next && vocabulary.joined(token, next)
    if (joined) {
      // „sea master“: as one word, or as the two that were typed.
      const ofNext = [...vocabulary.readings(next), ...(guesses.get(next) ?? [])]
      const both = readings.flatMap((one) => ofNext.map((other) => [...one, ...other]))
      wishes.push({ readings: [[joined], ...both] })
      telling = true
      at += 1
    } else if (readings.length > 0) wishes.push({ readings })
    else nonsense = true
  }
  if ((nonsense && !telling) || (wishes.length === 0 && state === null)) return null
  return { wishes, codes: codesOf(chunks), state }
}

function tokensOf(chunks: Chunk[], typing: boolean): Token[] {
  const all = chunks.flatMap((chunk): Omit<Token, 'last'>[] =>
    /[0-9]/.test(chunk.whole) && chunk.parts.length > 1
      ? [{ word: chunk.whole, parts: chunk.parts, figure: true }]
      : chunk.parts.map((word) => ({ word, parts: [word], figure: /[0-9]/.test(word) })),
  )
  const saying = all.filter((token) => !isStopWord(token.word))
  const kept = saying.length > 0 ? saying : all
  const growing = typing ? all.at(-1) : undefined
  return kept.slice(0, 10).map((token) => ({ ...token, last: token === growing }))
}

/** References may be typed in groups: `311.30 42 30` is tried as 31130, 3113042 and 311304230. */
function codesOf(chunks: Chunk[]): string[] {
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

function empty(): Meaning {
  return { words: [], beginnings: [], terms: [] }
}

type Vocabulary = {
  knows(token: Token): boolean
  makesSense(token: Token): boolean
  /** The availability that a word names. */
  state(token: Token): 0 | 1 | 2 | undefined
  readings(token: Token): Meaning[][]
  /** The one word that two neighbours form, if there is one. */
  joined(token: Token, next: Token): Meaning | undefined
  isTelling(meaning: Meaning): boolean
  learn(words: KnownWord[]): void
}

/** One round trip: every word of the query, its neighbours joined, its halves, and what the last may become. */
async function lookUp(db: Database, tokens: Token[]): Promise<Vocabulary> {
  const wanted = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    for (const word of [token.word, ...token.parts, withoutUnit(token.word)]) wanted.add(word)
    const next = tokens[at + 1]
    if (next) wanted.add(token.word + next.word)
    for (const [first, second] of halvesOf(token)) wanted.add(first).add(second)
  }
  const last = tokens.at(-1)?.last ? (tokens.at(-1) as Token).word : null
  const { rows } = await sql<KnownWord & { continues: boolean }>`
    select word, kind, terms, false as continues from search_word where word = any (${[...wanted]}::text[])
    union all
    (select word, kind, terms, true from search_word
      where word > ${last} and word < ${last} || '~' order by kind, word limit ${maxContinuations})
  `.execute(db)
  const known = new Map(rows.filter((row) => !row.continues).map((row) => [row.word, row]))
  const continuations = rows.filter((row) => row.continues)
  const kinds = new Map(rows.map((row) => [row.word, row.kind]))

  const asWord = (word: string): Meaning | undefined => {
    const found = known.get(word)
    return found && { words: [word], beginnings: [], terms: found.terms }
  }

  return {
    knows: (token) => known.has(token.word),
    makesSense: (token) => token.figure || known.has(token.word) || (token.last && continuations.length > 0),
    state: (token) => (token.figure ? undefined : stateWords.get(token.word)),
    readings(token) {
      const readings: Meaning[][] = []
      const meaning = asWord(token.word) ?? empty()
      if (token.last) {
        meaning.beginnings.push(token.word)
        meaning.terms = union(meaning.terms, ...continuations.map((row) => row.terms))
      }
      if (token.figure) {
        // Not only in the vocabulary: stock numbers are too many to be learnt.
        meaning.words = union(meaning.words, [token.word])
        if (token.word.length >= 3) meaning.beginnings = union(meaning.beginnings, [token.word])
        const bare = withoutUnit(token.word)
        if (bare !== token.word && meaning.terms.length === 0) meaning.words.push(bare)
      }
      if (meaning.terms.length > 0 || known.has(token.word) || token.figure || continuations.length > 0) {
        if (meaning.words.length + meaning.beginnings.length + meaning.terms.length > 0) readings.push([meaning])
      }
      if (token.parts.length > 1) {
        readings.push(token.parts.map((part) => asWord(part) ?? { ...empty(), words: [part] }))
      }
      if (known.get(token.word)?.kind !== 1) {
        for (const [first, second] of halvesOf(token)) {
          const [one, two] = [asWord(first), asWord(second)]
          if (one && two) readings.push([one, two])
        }
      }
      return readings
    },
    joined: (token, next) => (token.figure || next.figure ? undefined : asWord(token.word + next.word)),
    isTelling: ({ words, beginnings }) =>
      [...words, ...beginnings].some((word) => (kinds.get(word) ?? 3) !== 3 || /[0-9]/.test(word)) ||
      (beginnings.length > 0 && continuations.some((row) => row.kind !== 3)),
    learn(words) {
      for (const row of words) kinds.set(row.word, row.kind)
    },
  }
}

const maxContinuations = 200
/** Beyond these a guess says nothing any more. */
const maxGuesses = 6

/** The second round trip, for words that are not known. */
async function guess(db: Database, tokens: Token[], vocabulary: Vocabulary): Promise<Map<Token, Meaning[][]>> {
  const words = tokens.map((token) => token.word).filter((word) => word.length >= 3)
  const rests = new Set(tokens.flatMap((token) => restsOf(token.word)))
  const { rows } = await sql<KnownWord & { beginning: string | null }>`
    select w.word, w.kind, w.terms, typed as beginning
    from unnest(${words}::text[]) as typed, lateral (
      select * from search_word where word > typed and word < typed || '~' order by kind, word limit ${maxContinuations}
    ) as w
    union all
    select word, kind, terms, null from search_word
    where word in (select word from search_misspelling where rest = any (${[...rests]}::text[]) limit 2000)
  `.execute(db)
  vocabulary.learn(rows)
  const likely = rows.filter((row) => row.beginning === null)
  return new Map(
    tokens.map((token) => {
      const begun = rows.filter((row) => row.beginning === token.word)
      if (begun.length > 0 && !token.last) {
        const terms = union(...begun.map((row) => row.terms))
        return [token, [[{ words: [], beginnings: [token.word], terms }]]]
      }
      if (vocabulary.readings(token).length > 0 && vocabulary.makesSense(token) === false) return [token, []]
      return [token, corrections(token, likely)]
    }),
  )
}

/** The known words with the fewest typing errors. */
function corrections(token: Token, candidates: KnownWord[]): Meaning[][] {
  const most = allowedErrors(token.word)
  if (most === 0) return []
  const rated = candidates.flatMap((row) => {
    const errors = errorsBetween(token.word, row.word, most)
    const begun = token.last ? errorsToBeginning(token.word, row.word, most) : Number.POSITIVE_INFINITY
    const fewest = Math.min(errors, begun + 0.5)
    const guessed = fewest > 0 && fewest !== 0.5 && Number.isFinite(fewest)
    // Two errors in six letters leave little: at least the beginning must be right.
    const daring = fewest >= 2 && token.word.length <= 6 && token.word[0] !== row.word[0]
    return guessed && !daring ? [{ row, errors: fewest }] : []
  })
  const fewest = Math.min(...rated.map((guess) => guess.errors))
  const best = rated
    .filter((guess) => guess.errors === fewest)
    .sort((a, b) => a.row.kind - b.row.kind)
    .slice(0, maxGuesses)
    .map((guess) => guess.row)
  if (best.length === 0) return []
  return [[{ words: best.map((row) => row.word), beginnings: [], terms: union(...best.map((row) => row.terms)) }]]
}

/** `40mm` → `40`, `102ct` → `102`. */
function withoutUnit(word: string): string {
  return word.replace(/^([0-9]+)(mm|ct|cts)$/, '$1')
}

/** Where a long word may be two: `perlen|kette`, `verlobungs|ring`; a linking s belongs to neither. */
function halvesOf({ word, figure }: Token): [string, string][] {
  if (figure || word.length < 6) return []
  return Array.from({ length: word.length - 5 }, (_, index) => index + 3).flatMap((at) => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const halves: [string, string][] = [[first, second]]
    if (first.length > 4 && first.endsWith('s')) halves.push([first.slice(0, -1), second])
    return halves
  })
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())]
}
