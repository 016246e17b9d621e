import { type RawBuilder, sql } from 'kysely'
import { dateFormat, formatNumber } from '#app/language/formats.ts'
import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Columns } from '#app/platform/database/statement.ts'
import type { PieceKind } from '../types.ts'
import type { Attribute, PiecePart, Say } from './attribute.ts'
import type { Row } from './columns.ts'
import { attributes, type CardFacts, type FactsOf } from './registry.ts'

const all: readonly Attribute[] = attributes

/** What the select list of some attributes answers. */
export function answersOf(of: readonly Attribute[]): Columns {
  const columns = of.flatMap(({ source }) => source.columns.filter(({ table }) => table === 'product'))
  return Object.fromEntries(columns.map(({ name, answer }) => [name, answer]))
}

/** The columns of some attributes as a select list over product p, brand b, model m and reference r. */
export function selectList(of: readonly Attribute[]): RawBuilder<unknown> {
  const columns = of.flatMap(({ source }) => source.columns.filter(({ table }) => table === 'product'))
  return sql.join(
    columns.map(({ name, from, decimal }) => {
      const read = sql.ref(from ?? `p.${name}`)
      return sql`${decimal ? sql`${read}::float8` : read} as ${sql.ref(name)}`
    }),
  )
}

const inPart = (part: PiecePart) => all.filter((each) => each.part === part && each.key !== undefined)
export const shownAttributes = all.filter((each) => each.part !== undefined)
export const cardAttributes = all.filter((each) => each.card)

/**
 * What a known defect may say otherwise: facts that only the page itself states. What pieces are found and compared by
 * is changed instead.
 */
export const overridable = shownAttributes.filter(({ fact, filter, card }) => fact && !filter && !card)

/** `overrides` of a row: the attributes of which a known defect says otherwise are unknown, wherever they are read. */
function read(of: readonly Attribute[], row: Row): Record<string, unknown> {
  const overridden = Array.isArray(row.overrides) ? row.overrides : []
  return Object.fromEntries(
    of.map(({ id, key = '', source }) => {
      const value = source.read(row)
      return [key, overridden.includes(id) ? (Array.isArray(value) ? [] : null) : value]
    }),
  )
}

/** The facts of one part of a piece, from a row with the select list of `shownAttributes` and `overrides`. */
export function readFacts<Where extends PiecePart>(part: Where, row: Row): FactsOf<Where> {
  return read(inPart(part), row) as FactsOf<Where>
}

/** The facts that cards show, from a row with the select list of `cardAttributes`. */
export function readCardFacts(row: Row): CardFacts {
  return read(cardAttributes, row) as CardFacts
}

/** The attributes that a part of a piece's file gives, by their keys there. */
export function filedAttributes(
  part: PiecePart,
): { key: string; required: boolean; source: Attribute['source'] }[] {
  return shownAttributes.flatMap((each) => {
    const { key = each.key ?? '', in: places } = each.file ?? { in: { [each.part as PiecePart]: 'optional' } }
    const place = places[part]
    return place ? [{ key, required: place === 'required', source: each.source }] : []
  })
}

/** A piece's parts, as ProductDetail holds them. */
type Parts = { kind: PieceKind } & { [Kind in PieceKind]: object | null }

/** The value of an attribute of a piece; `null` where pieces of its kind have none. */
function factOf(
  piece: Parts,
  { part, key = '' }: Pick<Attribute, 'part' | 'key'>,
): NonNullable<unknown> | null {
  if (part === undefined) return null
  return ((part === 'piece' ? piece : piece[part]) as Record<string, unknown> | null)?.[key] ?? null
}

/** What the texts of a piece are made with, in one language. */
export function sayOf(piece: Parts, locale: Locale): Say {
  const number = (value: number, most = 1) => formatNumber(value, locale, { maximumFractionDigits: most })
  return {
    locale,
    kind: piece.kind,
    of: (attribute) => factOf(piece, attribute) as never,
    in: (words, values = {}) =>
      words[locale].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    number,
    unit: (value, unit, most) => `${number(value, most)}\u00a0${unit}`,
    word: (values, id) => (id === null ? null : (values.find((each) => each.id === id)?.label[locale] ?? id)),
    date: (partial) => partialDate(partial, locale),
  }
}

export type FactRow = { attribute: Attribute; label: string; text: string }

/** What is known of a piece, row by row in the order in which an expert reads it (docs/trade.md 1). */
export function factRows(piece: Parts, locale: Locale): FactRow[] {
  const say = sayOf(piece, locale)
  const placed = all.flatMap((attribute) => {
    const place = attribute.fact?.place[piece.kind]
    return place === undefined ? [] : [{ attribute, place }]
  })
  return placed
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ attribute }): FactRow[] => {
      const value = factOf(piece, attribute)
      const { fact } = attribute
      if (value === null || !fact) return []
      const parts = fact.text ? fact.text(value, say) : plainText(attribute, value, say)
      const text = (Array.isArray(parts) ? parts : [parts]).filter(Boolean).join(', ')
      if (text === '') return []
      const label = fact.labelOf?.(value, say) ?? fact.label ?? attribute.label
      return [{ attribute, label: label[locale], text: fact.asWritten ? text : begin(text) }]
    })
}

/** Words as they are, the labels of a vocabulary, the language's own of bilingual words. */
function plainText({ filter }: Attribute, value: unknown, say: Say): string | null {
  if (Array.isArray(value))
    return value.map((each) => plainText({ filter } as Attribute, each, say)).join(', ')
  if (typeof value === 'object') return (value as Bilingual)[say.locale]
  return filter?.values ? say.word(filter.values, String(value)) : String(value)
}

/** A value stands alone beside its label, so it begins with a capital; an abbreviation (“ca.”) stays as it is. */
export function begin(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{L}*\.)/u, (letter) => letter.toUpperCase())
}

/** What the attributes say of a piece in the words of schema.org's Product. */
export function pieceJsonLd(piece: Parts, locale: Locale): Record<string, unknown> {
  const say = sayOf(piece, locale)
  return Object.assign(
    {},
    ...all.map((attribute) => {
      const value = attribute.jsonLd && factOf(piece, attribute)
      return value === null || value === undefined ? {} : attribute.jsonLd?.(value, say)
    }),
  )
}

/** 2024, 2024-06 or 2024-06-30 as a date in words, as exact as it is known. */
export function partialDate(text: string, locale: Locale): string {
  const [year = '', month, day] = text.split('-')
  if (month === undefined) return year
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)))
  const exact = day !== undefined && ({ day: 'numeric' } as const)
  return dateFormat(locale, { year: 'numeric', month: 'long', ...exact, timeZone: 'UTC' }).format(date)
}
