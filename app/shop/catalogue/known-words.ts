import type { Database } from '#app/platform/database/database.ts'
import { int2, query, type Row, text, texts } from '#app/platform/database/statement.ts'
import { atATime, inSlices, type Pause } from '#app/platform/slices.ts'
import { sortedWords, startingWith } from './sorted-words.ts'

/** Kinds: 1 maker or model, 2 name, 3 attribute, 4 reference. */
const knownWord = { word: text, kind: int2, terms: texts }
export type KnownWord = Row<typeof knownWord>

const reference = 4
const name = 2
/** Of words that begin alike, those of makers come first. */
const maxContinuations = 200
/** Names that end in a word: `Saphirohrhänger` is asked for as `Ohrhänger`. */
const maxEndings = 30

/** Every word that a piece may be found by, but stock numbers. It is never changed: new words make another. */
export class KnownWords {
  private readonly byWord: ReadonlyMap<string, KnownWord>
  private readonly words: readonly string[]
  /** Words of names, last letter first, with themselves. */
  private readonly backwards: readonly string[]

  private constructor(
    byWord: ReadonlyMap<string, KnownWord>,
    words: readonly string[],
    backwards: readonly string[],
  ) {
    this.byWord = byWord
    this.words = words
    this.backwards = backwards
  }

  /** Takes them in a slice at a time: a million pieces have ten thousand words. */
  static *of(rows: readonly KnownWord[]): Generator<number, KnownWords> {
    const { moved } = atATime
    const slice = Math.max(1, moved >>> 3)
    const byWord = new Map<string, KnownWord>()
    const backwards: string[] = []
    for (const row of rows) {
      byWord.set(row.word, row)
      if (row.kind === name) backwards.push(reversed(row.word))
      if (byWord.size % slice === 0) yield slice
    }
    const words = yield* sortedWords([...byWord.keys()])
    return new KnownWords(byWord, words, yield* sortedWords(backwards))
  }

  get(word: string): KnownWord | undefined {
    return this.byWord.get(word)
  }

  /** Words that begin so, the word itself among them: makers and models first. */
  beginningWith(start: string): KnownWord[] {
    return startingWith(this.words, start)
      .flatMap((word) => this.byWord.get(word) ?? [])
      .sort((a, b) => a.kind - b.kind)
      .slice(0, maxContinuations)
  }

  /** What a word may still become. */
  continuationsOf(start: string): KnownWord[] {
    const rows = startingWith(this.words, start).flatMap((word) =>
      word === start ? [] : (this.byWord.get(word) ?? []),
    )
    return rows.sort((a, b) => a.kind - b.kind).slice(0, maxContinuations)
  }

  /** Whether a longer reference begins so. */
  beginsReference(start: string): boolean {
    return startingWith(this.words, start).some(
      (word) => word !== start && this.byWord.get(word)?.kind === reference,
    )
  }

  /** Words of names that end so. */
  endingIn(end: string): string[] {
    const start = reversed(end)
    return startingWith(this.backwards, start)
      .filter((word) => word !== start)
      .slice(0, maxEndings)
      .map(reversed)
  }
}

/**
 * All of them, some at a time, for one answer of ten thousand keeps everybody waiting while it is taken apart. What is
 * written meanwhile is told as a change to whoever asks what has changed since they began.
 */
export async function readKnownWords(db: Database, pause?: Pause): Promise<KnownWords> {
  const rows: KnownWord[] = []
  const atOnce = Math.max(1, atATime.moved >>> 3)
  for (let more = true; more; ) {
    const after = rows.at(-1)?.word ?? ''
    const some = await query(db, knownWord)`
      select word, kind, terms from search_word where word > ${after} order by word limit ${atOnce}`
    rows.push(...some)
    more = some.length === atOnce
  }
  return inSlices(KnownWords.of(rows), pause)
}

/** Known words hold only letters without accents, and digits. */
function reversed(word: string): string {
  return [...word].reverse().join('')
}
