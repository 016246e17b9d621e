import type { Database } from '#app/platform/database/database.ts'
import { int2, query, type Row, text, texts } from '#app/platform/database/statement.ts'
import { startingWith } from './sorted-words.ts'

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
  private readonly words: string[]
  /** Words of names, last letter first, with themselves. */
  private readonly backwards: string[]

  constructor(rows: readonly KnownWord[]) {
    this.byWord = new Map(rows.map((row) => [row.word, row]))
    this.words = rows.map(({ word }) => word).sort()
    this.backwards = rows.flatMap(({ word, kind }) => (kind === name ? [reversed(word)] : [])).sort()
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

export async function readKnownWords(db: Database): Promise<KnownWords> {
  return new KnownWords(await query(db, knownWord)`select word, kind, terms from search_word`)
}

/** Known words hold only letters without accents, and digits. */
function reversed(word: string): string {
  return [...word].reverse().join('')
}
