import type { Database } from '#app/platform/database/database.ts'
import { bool, int2, nullable, query, type Row, text, texts } from '#app/platform/database/statement.ts'
import { corrections, restsOf } from './search-spelling.ts'
import { type Chunk, isStopWord, stateWords } from './search-words.ts'

/** What a typed word may stand for: any of these words, of words that begin so, of terms of the vocabulary. */
export type Meaning = {
  words: string[]
  beginnings: string[]
  terms: string[]
  /** So many words begin so that the index is no help: „s“ is half of all pieces. */
  vague?: boolean
}

/** All of its meanings at once: `diamantring` is a diamond and a ring. */
export type Reading = Meaning[]

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

/** Kinds: 1 maker or model, 2 name, 3 attribute, 4 reference. */
const knownWord = { word: text, kind: int2, terms: texts }
type KnownWord = Row<typeof knownWord>

/** More than one part: a figure with punctuation, read as a whole or part by part. */
type Token = { word: string; parts: string[]; figure: boolean; last: boolean }

/**
 * Makes sense of a query, word by word. Known words stand for themselves and for the terms behind them, the last
 * one, which may still be growing, also for its continuations. Unknown ones are read as beginnings, as compounds (`diamantring`), and
 * at last as typing errors. What makes no sense at all is left out where a maker, a name or a figure remains;
 * else the answer is `null`: nothing can be found.
 * @param doubtful also takes beginnings and figures for typing errors; `null` when there is nothing to doubt
 */
export async function planSearch(
  db: Database,
  chunks: Chunk[],
  { doubtful = false } = {},
): Promise<SearchPlan | null> {
  const tokens = tokensOf(chunks)
  if (tokens.length === 0) return null
  const vocabulary = await lookUp(db, tokens)
  const puzzling = tokens.filter(
    (token) => !vocabulary.knows(token) && (doubtful || !vocabulary.makesSense(token)),
  )
  const guesses = await guess(db, puzzling, vocabulary)
  if (doubtful && ![...guesses.values()].some((readings) => readings.length > 0)) return null
  const readingsOf = (token: Token) => [...vocabulary.readings(token), ...(guesses.get(token) ?? [])]

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
  if ((nonsense && !telling) || (wishes.length === 0 && state === null)) return null
  return { wishes, codes: codesOf(chunks), grouped: groupedCode(chunks), state }
}

function tokensOf(chunks: Chunk[]): Token[] {
  const all = chunks.flatMap((chunk): Omit<Token, 'last'>[] =>
    /[0-9]/.test(chunk.whole) && chunk.parts.length > 1
      ? [{ word: chunk.whole, parts: chunk.parts, figure: true }]
      : chunk.parts.map((word) => ({ word, parts: [word], figure: /[0-9]/.test(word) })),
  )
  const saying = all.filter((token) => !isStopWord(token.word))
  const kept = (saying.length > 0 ? saying : all).filter(
    (token, at, tokens) => tokens.findLastIndex((other) => other.word === token.word) === at,
  )
  const growing = all.at(-1)
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

function groupedCode(chunks: Chunk[]): string | null {
  const code = chunks.map((chunk) => chunk.whole).join('')
  const inGroups = chunks.length > 1 && chunks.every((chunk) => /[0-9]/.test(chunk.whole))
  return inGroups && code.length <= 40 ? code : null
}

const maxContinuations = 200
const manyContinuations = 100

type Vocabulary = {
  /** Whether it is a word of its own, as it was typed. */
  knows(token: Token): boolean
  /** Whether it can be read without guessing. */
  makesSense(token: Token): boolean
  readings(token: Token): Reading[]
  /** The one word that two neighbours form, if there is one. */
  joined(token: Token, next: Token): Meaning | undefined
  /** Whether a token with these readings speaks of a maker, a name or a figure, not only of an attribute. */
  isTelling(token: Token, readings: Reading[]): boolean
  learn(words: Iterable<KnownWord>): void
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
  const rows = await query(db, { ...knownWord, continues: bool })`
    select word, kind, terms, false as continues from search_word where word = any (${[...wanted]}::text[])
    union all
    (select word, kind, terms, true from search_word
      where word > ${last} and word < ${last} || '~' order by kind, word limit ${maxContinuations})
  `
  const known = new Map(rows.filter((row) => !row.continues).map((row) => [row.word, row]))
  const continuations = rows.filter((row) => row.continues)
  const kinds = new Map(rows.map((row) => [row.word, row.kind]))

  const asWord = (word: string): Meaning | undefined => {
    const found = known.get(word)
    return found && { words: [word], beginnings: [], terms: found.terms }
  }

  const plainReading = (token: Token): Meaning | undefined => {
    const meaning = asWord(token.word) ?? { words: [], beginnings: [], terms: [] }
    if (token.last && (continuations.length > 0 || token.figure)) {
      meaning.beginnings = [token.word]
      meaning.terms = union(meaning.terms, ...continuations.map((row) => row.terms))
      meaning.vague = token.word.length < 3 && continuations.length >= manyContinuations
    }
    if (token.figure) {
      // Stock numbers are too many to be in the vocabulary; with a = they stand beside the pieces' words.
      meaning.words = union(meaning.words, [token.word, `=${token.word}`])
      if (token.word.length >= 3) meaning.beginnings = [token.word]
      if (token.last && /^[0-9]{4,}$/.test(token.word)) meaning.beginnings.push(`=${token.word}`)
      const bare = withoutUnit(token.word)
      if (bare !== token.word && meaning.terms.length === 0) meaning.words.push(bare)
    }
    return meaning.words.length + meaning.beginnings.length > 0 ? meaning : undefined
  }

  const readingsOf = (token: Token): Reading[] => {
    const plain = plainReading(token)
    const readings: Reading[] = plain ? [[plain]] : []
    if (token.parts.length > 1) {
      readings.push(token.parts.map((part) => asWord(part) ?? { words: [part], beginnings: [], terms: [] }))
    }
    // A word that stands for something already is no compound: „gelbgold“ is not yellow and gold.
    if (![1, 3].includes(known.get(token.word)?.kind ?? 0)) {
      for (const [first, second] of halvesOf(token)) {
        const [one, two] = [asWord(first), asWord(second)]
        if (one && two) readings.push([one, two])
      }
    }
    return readings
  }

  return {
    knows: (token) => known.has(token.word),
    makesSense: (token) => token.figure || readingsOf(token).length > 0,
    readings: readingsOf,
    joined: (token, next) => (token.figure || next.figure ? undefined : asWord(token.word + next.word)),
    isTelling: (token, readings) =>
      token.figure ||
      (token.last && continuations.some((row) => row.kind !== 3)) ||
      readings.flat().some(({ words }) => words.some((word) => (kinds.get(word) ?? 3) !== 3)),
    learn(words) {
      for (const row of words) kinds.set(row.word, row.kind)
    },
  }
}

/** Up to two more round trips, for words that are not known: beginnings, compounds that go on, typing errors. */
async function guess(
  db: Database,
  puzzling: Token[],
  vocabulary: Vocabulary,
): Promise<Map<Token, Reading[]>> {
  const guesses = new Map<Token, Reading[]>()
  if (puzzling.length === 0) return guesses
  const beginnings = new Set(
    puzzling.flatMap((token) => [
      ...(token.word.length >= 3 && !token.last ? [token.word] : []),
      ...(token.last ? halvesOf(token, 2).flat() : []),
    ]),
  )
  const rests = new Set(puzzling.flatMap((token) => restsOf(token.word)))
  const rows = await query(db, { ...knownWord, beginning: nullable(text) })`
    select w.word, w.kind, w.terms, typed as beginning
    from unnest(${[...beginnings]}::text[]) as typed, lateral (
      select * from search_word where word >= typed and word < typed || '~' order by kind, word limit ${maxContinuations}
    ) as w
    union all
    select word, kind, terms, null from search_word
    where word in (select word from search_misspelling where rest = any (${[...rests]}::text[]) limit 2000)
  `
  vocabulary.learn(rows)
  const begun = (typed: string) => rows.filter((row) => row.beginning === typed)
  const likely = rows.filter((row) => row.beginning === null)

  const corrected = new Map<Token, Token[]>()
  for (const token of puzzling) {
    const readings = token.last ? goingOn(token, begun) : startingSo(token, begun)
    if (readings.length > 0) guesses.set(token, readings)
    else {
      const words = corrections(token, likely)
      corrected.set(
        token,
        words.map((word) => ({ ...token, word, parts: [word], last: false })),
      )
    }
  }
  const rightWords = [...corrected.values()].flat()
  if (rightWords.length > 0) {
    const right = await lookUp(db, rightWords)
    for (const [token, words] of corrected)
      guesses.set(
        token,
        words.flatMap((word) => right.readings(word)),
      )
  }
  return guesses
}

/** `subm date`: a word in the middle may be a beginning, too. */
function startingSo(token: Token, begun: (typed: string) => KnownWord[]): Reading[] {
  const rows = begun(token.word)
  if (rows.length === 0) return []
  return [[{ words: [], beginnings: [token.word], terms: union(...rows.map((row) => row.terms)) }]]
}

/** `diamantri`: a whole word, and the beginning of another. */
function goingOn(token: Token, begun: (typed: string) => KnownWord[]): Reading[] {
  return halvesOf(token, 2).flatMap(([first, second]) => {
    const whole = begun(first).find((row) => row.word === first)
    const rest = begun(second)
    if (!whole || rest.length === 0) return []
    const ends = { words: [], beginnings: [second], terms: union(...rest.map((row) => row.terms)) }
    return [[{ words: [first], beginnings: [], terms: whole.terms }, ends]]
  })
}

/** `40mm` → `40`, `102ct` → `102`. */
function withoutUnit(word: string): string {
  return word.replace(/^([0-9]+)(mm|ct|cts)$/, '$1')
}

/** Where a long word may be two: `perlen|kette`, `verlobungs|ring`; a linking s belongs to neither. */
function halvesOf({ word, figure }: Token, shortest = 3): [string, string][] {
  if (figure || word.length < 3 + shortest) return []
  return Array.from({ length: word.length - 2 - shortest }, (_, index) => index + 3).flatMap((at) => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const halves: [string, string][] = [[first, second]]
    if (first.length > 4 && first.endsWith('s')) halves.push([first.slice(0, -1), second])
    return halves
  })
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())]
}
