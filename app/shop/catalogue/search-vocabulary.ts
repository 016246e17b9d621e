import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { KnownWord, KnownWords } from './known-words.ts'
import { correctCompound, isAnyStone, isNoun, splitCompound, stoneWords } from './search-compounds.ts'
import { isMisspeltElsewhere } from './search-elsewhere.ts'
import { otherForms } from './search-forms.ts'
import type { Range } from './search-ranges.ts'
import { corrections, errorsBetween, restsOf } from './search-spelling.ts'
import { halvesOf, romanOf, runsOf, type Token, withoutUnit } from './search-tokens.ts'

/** What a typed word may stand for: any of these words, of words that begin so, of terms of the vocabulary. */
export type Meaning = {
  words: string[]
  beginnings: string[]
  terms: string[]
  /** Terms that it names half: what is of steel and gold comes after what is of gold. */
  loosely?: string[]
  /** It says what a piece is at all: a watch „am Milanaisearmband“ is no bracelet. */
  noun?: boolean
  /** A size: never a part of a name or of a reference. */
  size?: boolean
  /** Instead of all others: figures from one to another. */
  range?: Range
}

/** All of its meanings at once: `diamantring` is a diamond and a ring. */
export type Reading = Meaning[]

const shortestEnding = 4

type Vocabulary = {
  /** Whether it is a word of its own, as it was typed. */
  knows(token: Token): boolean
  /** Whether it can be read without guessing. */
  makesSense(token: Token): boolean
  /** Whether all of it is parts of the vocabulary. */
  isCompound(token: Token): boolean
  readings(token: Token): Reading[]
  /** The one word that two neighbours form, if there is one. */
  joined(token: Token, next: Token): Meaning | undefined
  /** The longest code that begins at a place and was typed in groups, if there is one; `to`: behind its last. */
  code(from: number): { to: number; meaning: Meaning } | undefined
  /** Whether a token with these readings speaks of a maker, a name or a figure, not only of an attribute. */
  isTelling(token: Token, readings: Reading[]): boolean
  /** The same wish where pieces for both are asked for, too; `null` where it says nothing of ladies or gents. */
  forBoth(readings: Reading[]): Reading[] | null
}

/** What is of two metals, and the words that name one of them. */
const twoMetals = { both: ['stahlgold', 'stahlgoldband'], one: ['stahl', 'steel', 'gold'] }

/** Whom a piece is for: asked in every search for `forBoth`. */
const genders = { one: ['ladies', 'gents'], both: 'unisex' }

/**
 * What is known of a query's words: of them and their other forms, of neighbours joined, of the parts they may be made
 * of, of what the last may become and of names that end in them.
 */
export function lookUp(words: KnownWords, tokens: Token[]): Vocabulary {
  const wanted = new Set<string>([...genders.one, genders.both, ...twoMetals.both, ...stoneWords])
  const want = (word: string) => {
    wanted.add(word)
    for (const form of otherForms(word)) wanted.add(form)
  }
  const compounds = new Map<Token, string[]>()
  for (const [at, token] of tokens.entries()) {
    for (const word of [token.word, ...token.parts, withoutUnit(token.word)]) want(word)
    const next = tokens[at + 1]
    if (next) wanted.add(token.word + next.word)
    // Halves are taken as they are: with their other forms too many words would be two.
    for (const [first, second] of halvesOf(token)) wanted.add(first).add(second)
    const parts = token.figure ? null : splitCompound(token.word)
    if (parts) {
      compounds.set(token, parts)
      for (const part of parts) want(part)
    }
  }
  const runs = runsOf(tokens)
  for (const { code } of runs) wanted.add(code)
  const known = new Map<string, KnownWord>()
  for (const word of wanted) {
    const row = words.get(word)
    if (row) known.set(word, row)
  }
  const last = tokens.at(-1)?.last ? (tokens.at(-1) as Token).word : null
  const continuations = last === null ? [] : words.continuationsOf(last)
  const begun = new Set(
    runs.flatMap(({ to, code }) =>
      last !== null && to === tokens.length && words.beginsReference(code) ? [code] : [],
    ),
  )
  const endsIn = ({ word, figure }: Token) =>
    figure || word.length < shortestEnding ? [] : words.endingIn(word)
  const termsOf = (words: readonly string[]) => union(...words.map((word) => known.get(word)?.terms ?? []))

  const stones = () => termsOf(stoneWords).filter((term) => !diamonds().includes(term))
  const diamonds = () => termsOf(stoneWords.slice(0, 1))

  const asWord = (word: string): Meaning | undefined => {
    const own = known.get(word)
    // A maker's name has no plural; the plural of an unknown word may be a model's.
    const others =
      own?.kind === 1
        ? []
        : otherForms(word).flatMap((form) => {
            const row = known.get(form)
            return row && row.kind !== 4 && (!own || row.kind !== 1) ? [row] : []
          })
    const rows = own ? [own, ...others] : others
    if (rows.length === 0)
      return isAnyStone(word)
        ? { words: [], beginnings: [], terms: stones(), loosely: diamonds() }
        : undefined
    const terms = union(...rows.map((row) => row.terms))
    const loosely = twoMetals.one.includes(word) ? termsOf(twoMetals.both) : []
    return {
      words: rows.map((row) => row.word),
      beginnings: [],
      terms: terms.filter((term) => !loosely.includes(term)),
      loosely: terms.filter((term) => loosely.includes(term)),
      noun: isNoun(word) && terms.length > 0,
    }
  }

  const plainReading = (token: Token): Meaning | undefined => {
    if (token.size) return { words: [withoutUnit(token.word)], beginnings: [], terms: [], size: true }
    const meaning: Meaning = asWord(token.word) ?? { words: [], beginnings: [], terms: [] }
    const attribute = meaning.terms.length > 0
    if (!attribute) meaning.words = union(meaning.words, endsIn(token))
    if (token.last && (continuations.length > 0 || token.figure)) {
      meaning.beginnings = [token.word]
      // „armband“ is bracelets already: that watches are „Armbanduhren“ says nothing about them.
      if (!attribute) meaning.terms = union(meaning.terms, ...continuations.map((row) => row.terms))
    }
    if (token.figure) {
      // Stock numbers are too many to be in the vocabulary; with a = they stand beside the pieces' words.
      meaning.words = union(meaning.words, [token.word, `=${token.word}`], romanOf(token.word))
      if (token.word.length >= 3) meaning.beginnings = [token.word]
      if (token.last && /^[0-9]{4,}$/.test(token.word)) meaning.beginnings.push(`=${token.word}`)
      const bare = withoutUnit(token.word)
      if (bare !== token.word && meaning.terms.length === 0) meaning.words.push(bare)
    }
    return meaning.words.length + meaning.beginnings.length + meaning.terms.length > 0 ? meaning : undefined
  }

  const readingsOf = (token: Token): Reading[] => {
    const plain = plainReading(token)
    const readings: Reading[] = plain ? [[plain]] : []
    if (token.parts.length > 1) {
      readings.push(token.parts.map((part) => asWord(part) ?? { words: [part], beginnings: [], terms: [] }))
    }
    // A word that stands for something already is no compound: „gelbgold“ is not yellow and gold.
    const own = known.get(token.word)
    if (own?.kind === 1 || (own?.terms.length ?? 0) > 0) return readings
    const compound = compounds.get(token)?.map(asWord)
    if (compound?.every((part) => part !== undefined)) return [...readings, compound as Reading]
    for (const [first, second] of halvesOf(token)) {
      const [one, two] = [asWord(first), asWord(second)]
      if (one && two) readings.push([one, two])
    }
    return readings
  }

  return {
    knows: (token) => known.has(token.word),
    makesSense: (token) => token.figure || readingsOf(token).length > 0,
    isCompound: (token) => compounds.has(token),
    readings: readingsOf,
    joined(token, next) {
      const word = token.word + next.word
      return token.figure || next.figure || !known.has(word) ? undefined : asWord(word)
    },
    code(from) {
      const fitting = runs.filter((run) => {
        const stock =
          /^[0-9]{5,7}$/.test(run.code) && tokens.slice(run.from, run.to).every(({ figure }) => figure)
        return run.from === from && (known.get(run.code)?.kind === 4 || begun.has(run.code) || stock)
      })
      const run = fitting.toSorted((a, b) => b.to - a.to)[0]
      if (!run) return undefined
      const beginnings = begun.has(run.code) ? [run.code] : []
      return { to: run.to, meaning: { words: [run.code, `=${run.code}`], beginnings, terms: [] } }
    },
    isTelling(token, readings) {
      if (token.figure) return true
      // „watch“ stands in names, too, and says no more for it.
      const tells = (word: string) => {
        const row = words.get(word)
        return row !== undefined && row.kind !== 3 && (row.kind === 1 || row.terms.length === 0)
      }
      if (readings.flat().some((meaning) => meaning.words.some(tells))) return true
      return token.last && !known.has(token.word) && continuations.some((row) => row.kind !== 3)
    },
    forBoth(readings) {
      const forOne = termsOf(genders.one)
      const asks = ({ terms }: Meaning) => terms.some((term) => forOne.includes(term))
      if (!readings.flat().some(asks)) return null
      return readings.map((reading) =>
        reading.map((meaning) =>
          asks(meaning) ? { ...meaning, terms: union(meaning.terms, termsOf([genders.both])) } : meaning,
        ),
      )
    },
  }
}

/**
 * For words that are not known: beginnings, compounds that go on; at last typing errors, by one round trip.
 * @returns `null` where one is likelier a maker that is not here, misspelt
 */
export async function guess(
  db: Database,
  known: KnownWords,
  puzzling: Token[],
  vocabulary: Vocabulary,
): Promise<Map<Token, Reading[]> | null> {
  const guesses = new Map<Token, Reading[]>()
  if (puzzling.length === 0) return guesses
  const corrected = new Map<Token, Token[][]>()
  const misspelt: Token[] = []
  for (const token of puzzling) {
    const begins = token.last ? goingOn : startingSo
    // A compound whose parts are all known goes on to nothing else: it may be misspelt.
    const readings = vocabulary.isCompound(token) ? [] : begins(token, known)
    if (readings.length > 0) guesses.set(token, readings)
    else misspelt.push(token)
  }
  const likely = await wordsLike(db, known, misspelt)
  for (const token of misspelt) {
    const right = rightWordsFor(token, likely)
    const isKnown = (word: string) => known.get(word) !== undefined
    const nearest = right.map((parts) => parts.map(({ word }) => word).join(''))
    if (!token.figure && isMisspeltElsewhere(token.word, nearest, isKnown)) return null
    corrected.set(token, right)
  }
  const rightWords = [...corrected.values()].flat(2)
  if (rightWords.length > 0) {
    const right = lookUp(known, rightWords)
    for (const [token, choices] of corrected)
      guesses.set(
        token,
        choices.flatMap((parts) =>
          parts.length === 1
            ? right.readings(parts[0] as Token)
            : [parts.flatMap((part) => right.readings(part)[0] ?? [])],
        ),
      )
  }
  return guesses
}

/** Known words that share a rest with one of those typed: the likely ones among thousands. */
async function wordsLike(db: Database, known: KnownWords, typed: Token[]): Promise<KnownWord[]> {
  const rests = new Set(typed.flatMap((token) => restsOf(token.word)))
  if (rests.size === 0) return []
  const rows = await query(db, { word: text })`
    select distinct word from search_misspelling where rest = any (${[...rests]}::text[]) order by word limit 2000`
  return rows.flatMap(({ word }) => known.get(word) ?? [])
}

/** The words, or the parts of compounds, with the fewest typing errors. */
function rightWordsFor(token: Token, likely: KnownWord[]): Token[][] {
  const words = corrections(token, likely)
  const compounds = token.figure ? [] : correctCompound(token.word)
  const inWords = words[0] === undefined ? Number.POSITIVE_INFINITY : errorsBetween(token.word, words[0], 2)
  const inCompounds = compounds[0]?.errors ?? Number.POSITIVE_INFINITY
  const right = (word: string): Token => ({ ...token, word, parts: [word], last: false })
  return [
    // What begins like a word that goes on has no number of errors; a compound is whole.
    ...(inWords <= inCompounds ? words.map((word) => [right(word)]) : []),
    ...(inCompounds <= inWords ? compounds.map(({ parts }) => parts.map(right)) : []),
  ]
}

/** `subm date`: a word in the middle may be a beginning, too. */
function startingSo(token: Token, known: KnownWords): Reading[] {
  const rows = token.word.length < 3 ? [] : known.beginningWith(token.word)
  if (rows.length === 0) return []
  return [[{ words: [], beginnings: [token.word], terms: union(...rows.map((row) => row.terms)) }]]
}

/** `diamantri`: a whole word, and the beginning of another. */
function goingOn(token: Token, known: KnownWords): Reading[] {
  return halvesOf(token, 2).flatMap(([first, second]) => {
    const whole = known.get(first)
    const rest = whole ? known.beginningWith(second) : []
    if (!whole || rest.length === 0) return []
    const ends = { words: [], beginnings: [second], terms: union(...rest.map((row) => row.terms)) }
    return [[{ words: [first], beginnings: [], terms: whole.terms }, ends]]
  })
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())]
}
