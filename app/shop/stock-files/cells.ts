import type { Bilingual, Locale } from '#app/language/locales.ts'
import { slugify } from '#app/shop/catalogue/slug.ts'
import type { PieceYears } from '#app/shop/catalogue/types.ts'

/** Which sign parts decimals: `1.234,50` or `1,234.50`. */
export type Decimals = 'comma' | 'point'

/** How the cells of a file are written. */
export type Writing = { decimals: Decimals; locale: Locale }

/** Why a cell cannot be used; `values` fill the words of the reason. */
export type CellFault = { ok: false; reason: CellFaultReason; values?: Record<string, string> }
export type CellFaultReason =
  | 'not-a-number'
  | 'not-whole'
  | 'decimals'
  | 'range'
  | 'above'
  | 'choice'
  | 'choices'
  | 'yes-no'
  | 'date'
  | 'partial-date'
  | 'year'
  | 'too-long'
  | 'stock-number'
export type Cell<Value> = { ok: true; value: Value } | CellFault
export type ReadCell<Value> = (text: string, writing: Writing) => Cell<Value>

const good = <Value>(value: Value): Cell<Value> => ({ ok: true, value })
const fault = (reason: CellFaultReason, values?: Record<string, string>): CellFault =>
  values ? { ok: false, reason, values } : { ok: false, reason }

const written = (value: number, { decimals }: Pick<Writing, 'decimals'>) =>
  decimals === 'comma' ? String(value).replace('.', ',') : String(value)

/** The figure of a text, its digits as a decimal number with a point; null for what is none. */
export function plainFigure(text: string, decimals: Decimals): string | null {
  const bare = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(?:€|eur|euro|mm|grams?|gramm|g|bar|atm|ct|‰|s\/tag|s\/d)\.?$|^(?:€|eur)/gi, '')
    .replace(/[\s'’]/g, '')
    .replace(/[.,](?:-+|–)$/, '')
  if (!/^[+-]?\d[\d.,]*$/.test(bare)) return null
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  if (last < 0) return bare
  const sign = bare[last] as ',' | '.'
  const other = sign === ',' ? '.' : ','
  const isDecimal = sign === (decimals === 'comma' ? ',' : '.')
  const groups = (each: string) => (each === '.' ? /^[+-]?\d{1,3}(\.\d{3})+$/ : /^[+-]?\d{1,3}(,\d{3})+$/)
  const head = bare.slice(0, last)
  const tail = bare.slice(last + 1)
  if (!/^\d+$/.test(tail)) return null
  // One sign before three digits is what the file's writing says; everything else says itself what it is.
  if (!head.includes(sign) && !head.includes(other)) {
    return !isDecimal && groups(sign).test(bare) ? bare.replace(sign, '') : `${head}.${tail}`
  }
  if (head.includes(other)) return groups(other).test(head) ? `${head.replaceAll(other, '')}.${tail}` : null
  return groups(sign).test(bare) ? bare.replaceAll(sign, '') : null
}

/** Which way a file writes figures, by those cells that can be read in one way alone. */
export function guessDecimals(cells: Iterable<string>, otherwise: Decimals): Decimals {
  let votes = 0
  for (const cell of cells) {
    const [, sign] = /^[^\d]{0,5}\d[\d.,' ]*([.,])(?:\d{1,2}|\d{4,})\D{0,6}$/.exec(cell) ?? []
    if (sign) votes += sign === ',' ? 1 : -1
  }
  return votes === 0 ? otherwise : votes > 0 ? 'comma' : 'point'
}

type Limits = { min: number; max: number } | { above: number }

/** A figure with at most so many decimals. */
export function figure(limits: Limits, most: number): ReadCell<number> {
  return (text, writing) => {
    const plain = plainFigure(text, writing.decimals)
    if (plain === null) return fault('not-a-number', { example: written(most > 0 ? 38.5 : 38, writing) })
    const decimals = plain.split('.')[1]?.replace(/0+$/, '') ?? ''
    if (decimals.length > most)
      return most === 0 ? fault('not-whole') : fault('decimals', { most: String(most) })
    const value = Number(plain)
    if ('above' in limits) {
      if (value <= limits.above) return fault('above', { above: written(limits.above, writing) })
    } else if (value < limits.min || value > limits.max)
      return fault('range', { min: written(limits.min, writing), max: written(limits.max, writing) })
    return good(value)
  }
}

/** An amount in euros, as whole cents. */
export function euros({ min, max }: { min: number; max: number }): ReadCell<number> {
  const read = figure({ min: min / 100, max: max / 100 }, 2)
  return (text, writing) => {
    const found = read(text, writing)
    return found.ok ? good(Math.round(found.value * 100)) : found
  }
}

/** A value of a vocabulary, and what else people write for it. */
export type Choice = { id: string; label: Bilingual; also?: readonly string[] }

export function choiceOf(choices: readonly Choice[], text: string): string | null {
  const wanted = slugify(text)
  const names = ({ id, label, also = [] }: Choice) => [id, label.de, label.en, ...also].map(slugify)
  const exact = choices.find((each) => each.label.de === text || each.label.en === text)
  return (exact ?? choices.find((each) => names(each).includes(wanted)))?.id ?? null
}

const listOf = (choices: readonly Choice[], locale: Locale) =>
  choices.map(({ label }) => label[locale]).join(', ')

export function oneOf(choices: readonly Choice[]): ReadCell<string> {
  return (text, { locale }) => {
    const id = choiceOf(choices, text)
    return id === null ? fault('choice', { choices: listOf(choices, locale) }) : good(id)
  }
}

/** Several values, between commas, semicolons or strokes. */
export function someOf(choices: readonly Choice[]): ReadCell<string[]> {
  return (text, { locale }) => {
    const ids = partsOf(text).map((part) => choiceOf(choices, part))
    if (ids.includes(null)) return fault('choices', { choices: listOf(choices, locale) })
    return good([...new Set(ids as string[])])
  }
}

const partsOf = (text: string) =>
  text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const several: ReadCell<string[]> = (text) => good(partsOf(text))

export function words(longest: number): ReadCell<string> {
  return (text) => (text.length > longest ? fault('too-long', { most: String(longest) }) : good(text))
}

const yes = new Set(['ja', 'j', 'yes', 'y', 'x', '1', 'wahr', 'true'])
const no = new Set(['nein', 'n', 'no', '0', 'falsch', 'false'])

export const yesNo: ReadCell<boolean> = (text) => {
  const word = text.toLowerCase()
  return yes.has(word) ? good(true) : no.has(word) ? good(false) : fault('yes-no')
}

/** A date as exact as it is known: 2024, 06/2024, 2024-06, 30.06.2024, 2024-06-30. */
export const partialDate: ReadCell<string> = (text) => {
  const found = dateParts(text)
  return found ? good(found.filter((part) => part !== null).join('-')) : fault('partial-date')
}

/** A day. */
export const day: ReadCell<string> = (text) => {
  const found = dateParts(text)
  return found?.[2] ? good(found.join('-')) : fault('date')
}

function dateParts(text: string): [string, string | null, string | null] | null {
  const two = (digits: string | undefined) => (digits === undefined ? null : digits.padStart(2, '0'))
  const international = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ]00:00(?::00)?)?$/.exec(text)
  const local = /^(?:(\d{1,2})[./])?(\d{1,2})[./](\d{4})$/.exec(text)
  const [year, month, date] = international
    ? [international[1], two(international[2]), two(international[3])]
    : local
      ? [local[3], two(local[2]), two(local[1])]
      : []
  if (!year || Number(year) < 1500 || Number(year) > 2099) return null
  if (month && (Number(month) < 1 || Number(month) > 12)) return null
  const days = new Date(Date.UTC(Number(year), Number(month ?? 1), 0)).getUTCDate()
  if (date && (Number(date) < 1 || Number(date) > days)) return null
  return [year, month ?? null, date ?? null]
}

/** `1968`, `1968–1972`, `ca. 1968`, `1960er`. */
export const years: ReadCell<PieceYears> = (text) => {
  const [, about, first, decade, last] =
    /^(ca?\.?|circa|um|about|around|~)?\s*(\d{4})(er|s)?(?:\s*(?:[-–/]|bis|to)\s*(\d{4}))?(?:er|s)?\s*(?:\(ca\.\))?$/i.exec(
      text,
    ) ?? []
  const from = Number(first)
  const to = last ? Number(last) : decade ? from + 9 : from
  if (!first || from < 1500 || to > 2100 || from > to) return fault('year')
  return good({ from, to, circa: about !== undefined })
}

/** The stock number of a piece: 4 to 8 digits. */
export const stockNumber: ReadCell<string> = (text) =>
  /^[1-9]\d{3,7}$/.test(text) ? good(text) : fault('stock-number')
