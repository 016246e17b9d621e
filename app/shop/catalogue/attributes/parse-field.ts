import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { type Bilingual, type Locale, locales } from '#app/language/locales.ts'
import type { Input } from './columns.ts'

/** Why what was typed cannot be used. */
export type FieldFault =
  | 'missing'
  | 'not-a-number'
  | 'too-small'
  | 'too-large'
  | 'too-many-decimals'
  | 'not-a-choice'
  | 'not-yes-or-no'
  | 'not-a-date'
  | 'too-long'
  | 'translation-missing'

export type Parsed<Value = unknown> = { ok: true; value: Value } | { ok: false; reason: FieldFault }

/** What is typed for a field: words in both languages by language, all else as one text. */
export type Typed = string | Bilingual

export const longestLine = 300
export const longestText = 10_000

const fault = (reason: FieldFault): Parsed => ({ ok: false, reason })
const fine = (value: unknown): Parsed => ({ ok: true, value })

/**
 * From typed text to a column's value, for forms and files alike. Nothing is `null` (none of several: an empty list).
 * Figures are written with a comma or a point, with or without their unit; values of vocabularies by id or by their label
 * in either language; several are parted by semicolons or lines; dates as 2024-06-30, 30.06.2024 or shorter.
 */
export function parseField(input: Input, typed: Typed, { unit }: { unit?: string | undefined } = {}): Parsed {
  if (input.kind === 'bilingual') return parseBilingual(typed)
  const text = cleanLine(typeof typed === 'string' ? typed : '')
  switch (input.kind) {
    case 'choices':
    case 'texts':
      return parseSeveral(input, typeof typed === 'string' ? typed : '')
    case 'flag':
      return text === '' ? fine(false) : parseYesNo(text)
  }
  if (text === '') return fine(null)
  switch (input.kind) {
    case 'choice':
      return parseChoice(input.values, text)
    case 'figure':
      return parseFigure(input, text, unit)
    case 'yes-no':
      return parseYesNo(text)
    case 'partial-date':
      return parseDate(text)
    case 'text':
      return text.length > longestLine ? fault('too-long') : fine(text)
  }
}

function parseBilingual(typed: Typed): Parsed {
  const given = typeof typed === 'string' ? { de: typed, en: '' } : typed
  const words = { de: cleanText(given.de).trim(), en: cleanText(given.en).trim() }
  const filled = locales.filter((locale) => words[locale] !== '')
  if (filled.length === 0) return fine(null)
  if (filled.length < locales.length) return fault('translation-missing')
  return locales.some((locale) => words[locale].length > longestText) ? fault('too-long') : fine(words)
}

function parseChoice(values: Extract<Input, { kind: 'choice' }>['values'], text: string): Parsed {
  const wanted = text.toLocaleLowerCase('de')
  const found = values.find(({ id, label }) =>
    [id, label.de, label.en].some((each) => each.toLocaleLowerCase('de') === wanted),
  )
  return found ? fine(found.id) : fault('not-a-choice')
}

function parseSeveral(input: Extract<Input, { kind: 'choices' } | { kind: 'texts' }>, typed: string): Parsed {
  const given = typed
    .split(/[;\n]/)
    .map(cleanLine)
    .filter((each) => each !== '')
  const found: string[] = []
  for (const each of given) {
    if (each.length > longestLine) return fault('too-long')
    const value = input.kind === 'texts' ? fine(each) : parseChoice(input.values, each)
    if (!value.ok) return value
    if (!found.includes(value.value as string)) found.push(value.value as string)
  }
  return fine(found)
}

type Figure = Extract<Input, { kind: 'figure' }>

function parseFigure({ decimals, min, max, above }: Figure, text: string, unit: string | undefined): Parsed {
  const bare = unit && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length) : text
  const plain = bare.replace(/[\s\u00a0]/g, '').replace('−', '-')
  const [, whole, rest = ''] = /^([+-]?\d+)(?:[.,](\d+))?$/.exec(plain) ?? []
  if (whole === undefined) return fault('not-a-number')
  if (rest.replace(/0+$/, '').length > decimals) return fault('too-many-decimals')
  const value = Number(`${whole}.${rest || '0'}`)
  if ((min !== undefined && value < min) || (above !== undefined && value <= above)) return fault('too-small')
  return value > (max ?? 999_999) ? fault('too-large') : fine(value)
}

const yes = ['yes', 'ja', 'true', '1', 'x', 'on']
const no = ['no', 'nein', 'false', '0']

function parseYesNo(text: string): Parsed {
  const word = text.toLowerCase()
  if (yes.includes(word)) return fine(true)
  return no.includes(word) ? fine(false) : fault('not-yes-or-no')
}

function parseDate(text: string): Parsed {
  const [, day, month, year] = /^(?:(?:(\d{1,2})\.)?(\d{1,2})[./])?(\d{4})$/.exec(text) ?? []
  const parts = year ? [year, month, day].filter((part) => part !== undefined) : text.split('-')
  const iso = parts.map((part, index) => (index === 0 ? part : part.padStart(2, '0'))).join('-')
  if (!/^(1[5-9]|20)\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(iso)) return fault('not-a-date')
  const [y, m = '01', d = '01'] = iso.split('-')
  const date = new Date(`${y}-${m}-${d}T00:00:00Z`)
  return date.getUTCDate() === Number(d) ? fine(iso) : fault('not-a-date')
}

/** The inverse of `parseField`: a column's value as a form shows it in a language. */
export function typedField(input: Input, value: unknown, locale: Locale): Typed {
  if (input.kind === 'bilingual') {
    const words = value as Bilingual | null
    return { de: words?.de ?? '', en: words?.en ?? '' }
  }
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(input.kind === 'texts' ? '\n' : ';')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (input.kind !== 'figure') return String(value)
  const plain = String(Number(value))
  return locale === 'de' ? plain.replace('.', ',') : plain
}
