import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Department, PieceKind } from '../types.ts'
import type { Source } from './columns.ts'
import type { Band, FacetValue, Phrase } from './values.ts'

/** A piece as the listing's index reads it, beside the columns of its attributes. */
export type IndexedPiece = {
  kind: PieceKind
  status: 'listed' | 'reserved' | 'sold'
  priceCents: number
  stones: readonly IndexedStone[]
}
export type IndexedStone = {
  stone: string
  cut: string | null
  carat: number | null
  laboratoryGrown: boolean
}

/** From–to in the figures of the path; `null` is an open end. */
type Ends = { from: number | null; to: number | null }

// Functions are written as methods: one list then holds attributes of all kinds of values.

/** How listings are narrowed by an attribute. */
export type Filter<Value> = {
  /** The word in front of the values in a segment of the path; `null` for bare words such as `rings`. */
  slug: Bilingual | null
  /** Its place among the filters that a department offers; lower stands higher. */
  panel: Partial<Record<Department, number>>
  /** How easily a visitor gives it up when nothing is found; lower goes first. */
  givenUp: number
  /**
   * How telling it is in a listing's heading, lower first; `any` says values that have no phrase of their own
   * (`{values}`), `small` makes English labels lower case there.
   */
  heading?: { rank: number; any?: Partial<Bilingual<Phrase>>; small?: true }
  /** The fixed values of a choice, in their order. */
  values?: readonly FacetValue[]
  /** The ids of the values a piece has; the value itself when left out. */
  of?(value: Value, piece: IndexedPiece): string | readonly string[] | null
  range?: RangeFilter<Value>
  /** The value that means the same as a range. */
  ofRange?(range: Ends): string | null
  /** Values stand by how many pieces have them, not in their own order. */
  byCount?: true
  /** Values are the steps of a scale: it is shown as a whole, also where no piece lies on a step. */
  ordinal?: true
  /** The departments in which its values are shown without being asked for. */
  open?: readonly Department[]
  /** A value's word alone would not say what it is of. */
  named?: true
  /** Values are shown with their colour. */
  swatch?: true
  /** Search engines may keep listings of one type of jewellery and one of these values. */
  besideType?: true
}

export type RangeFilter<Value> = {
  /** Bounds and decimals of the path's figures. */
  min: number
  max: number
  decimals: number
  /** What the index holds for 1 of the path. */
  scale?: number
  unit?: string
  /** Ranges that one press chooses, both ends inclusive, lower ones first. */
  bands?: readonly Band[]
  /** The upper end is not part of the range. */
  exclusive?: true
  /** One figure is a range, too: `baujahr-1968`. */
  single?: true
  /** As the heading says it: `{range}`. */
  phrase: Bilingual
  /** A piece may have figures from one to another; the index then keeps both ends. */
  spans?: true
  /** Whole figures of the index; 0 is unknown. */
  of(value: Value, piece: IndexedPiece): number | { from: number; to: number } | null
}

/** What the texts of a piece are made with. */
export type Say = {
  locale: Locale
  kind: PieceKind
  /** Another attribute of the same piece. */
  of<Value>(attribute: Placed & { source: Source<Value> }): Value | null
  /** Words of the language, `{name}` filled in. */
  in(words: Bilingual, values?: Record<string, string | number>): string
  number(value: number, most?: number): string
  /** A figure with its unit: „12,5 mm“. */
  unit(value: number, unit: string, most?: number): string
  /** The label of a value. */
  word(values: readonly FacetValue[], id: string | null): string | null
  date(partial: string): string
}

export type Part = string | null | false | undefined

/** A row of a piece's facts. */
export type Fact<Value> = {
  /** Its place by kind of piece, lower first; other kinds have no such row. */
  place: Partial<Record<PieceKind, number>>
  /** Its place among the few facts that stand before all others, by kind of piece, lower first. */
  first?: Partial<Record<PieceKind, number>>
  /** Papers lie in a group of their own. */
  group?: 'papers'
  /** The attribute's own label when left out. */
  label?: Bilingual
  /** A label that depends on the piece. */
  labelOf?(value: NonNullable<Value>, say: Say): Bilingual
  /** What it says, without what is unknown; left out: the value's label or its words. */
  text?(value: NonNullable<Value>, say: Say): Part | readonly Part[]
  /** As its owner writes it or as it is stamped: nothing is made a capital. */
  asWritten?: true
  /** An essential characteristic (§ 312j BGB): it stands above the order button. */
  essential?: true
}

/** Further terms of the search that a piece has because of an attribute: field, value, what people call it. */
export type Term = readonly [field: string, value: string, search: string]

export type Search = {
  /** The field of the terms when it is not the attribute's id. */
  field?: string
  /**
   * How the column's contents become words: ids of terms, words of a name, words of an attribute, a figure with and
   * without its decimals, a whole figure. Terms when left out, where the values have words for the search.
   */
  reading?: 'term' | 'name' | 'words' | 'figure' | 'whole'
  /** The column that is read when it is not the source's only one. */
  column?: string
  terms?: readonly Term[]
}

/** What stands at a column's field in a form, where the attribute's own label would not do. */
export type FormField = {
  label?: Bilingual
  unit?: string
  help?: Bilingual
  /** The kinds of piece that have it, where a piece's file gives it otherwise. */
  in?: Partial<Record<PieceKind, 'required' | 'optional'>>
}

/** The parts of a piece: what all have, and what each kind has of its own. */
export type PiecePart = 'piece' | PieceKind

type Placed = { part?: PiecePart; key?: string }

/** What is declared of an attribute: one fact of a piece. */
export type Declared<Value> = Placed & {
  id: string
  label: Bilingual
  /** Where ProductDetail holds it: `piece.watch.dial`. Without, it is no part of it. */
  part?: PiecePart
  key?: string
  /** Where a piece's file gives it; the same place when left out. */
  file?: { key?: string; in: Partial<Record<PiecePart, 'required' | 'optional'>> }
  /** Cards of listings show it. */
  card?: true
  filter?: Filter<Value>
  fact?: Fact<Value>
  /** By column; of one with several, each has a label of its own. */
  form?: Readonly<Record<string, FormField>>
  /** Properties of schema.org's Product. */
  jsonLd?(value: NonNullable<Value>, say: Say): Record<string, unknown>
  search?: Search
  /** How texts claim it, word by word: where a known defect overrides it, none may. */
  claim?: Bilingual<RegExp>
  /** Words of the functions above, so that they can be checked. */
  words?: Readonly<Record<string, Bilingual>>
}

export type Attribute<Value = unknown> = Declared<Value> & { source: Source<Value> }

/** Declares an attribute: where its value lies, and everything that is derived from it. */
export function attribute<Value, const Given extends Declared<Value>>(
  source: Source<Value>,
  given: Given & Declared<Value>,
): Given & { source: Source<Value> } {
  return { ...given, source }
}
