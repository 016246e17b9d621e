import { z } from 'zod'
import { isRecord } from '#app/content/raw.ts'
import { cleanText, onOneLine } from '#app/language/clean-text.ts'
import type { Field, FieldKind, Fields, TextFormat } from './fields.ts'

/**
 * Zod schemas over the delivered, language-flattened JSON, derived from the declarations of blocks. They check shape and
 * bounds and normalise what the content service writes in several ways; links, pictures, rich text and nested
 * blocks are made of their output by parse-blocks, which knows the reader's language.
 */
export function fieldsSchema(fields: Fields): z.ZodType<Record<string, unknown>> {
  let schema = schemas.get(fields)
  if (!schema) {
    schema = z.object(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    )
    schemas.set(fields, schema)
  }
  return schema
}

export type FieldChange = { field: string; reason: string }

/**
 * The values with what is too much cut off and without those that no field can be made of, unless they are required.
 * For pages: visitors see all that is right, where a block with a fault is left out whole.
 */
export function fitFields(
  fields: Fields,
  raw: Record<string, unknown>,
): { fitting: Record<string, unknown>; changes: FieldChange[] } {
  const fitting = { ...raw }
  const changes: FieldChange[] = []
  for (const [name, field] of Object.entries(fields)) {
    const parsed = fieldSchema(field).safeParse(raw[name])
    if (parsed.success) continue
    const cut = cutToFit(field, raw[name])
    if (fieldSchema(field).safeParse(cut).success) fitting[name] = cut
    else if (!field.required) fitting[name] = undefined
    else continue
    changes.push({
      field: name,
      reason: parsed.error.issues
        .map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`)
        .join('; '),
    })
  }
  return { fitting, changes }
}

const lists: readonly FieldKind[] = ['blocks', 'parts', 'assets', 'stories']

/** A block's values with its lists cut to what they may hold: what is beyond is lost, and not the block with all of it. */
export function cutLists(
  fields: Fields,
  raw: Record<string, unknown>,
): { fitting: Record<string, unknown>; changes: FieldChange[] } {
  const fitting = { ...raw }
  const changes: FieldChange[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = raw[name]
    if (!Array.isArray(value) || !lists.includes(field.kind)) continue
    const cut = cutToFit(field, value) as unknown[]
    if (cut.length === value.length) continue
    fitting[name] = cut
    changes.push({ field: name, reason: `${name}: ${tooMany(cut.length)}` })
  }
  return { fitting, changes }
}

const tooMany = (most: number) => `may hold ${most} entries at most`

/** As many entries, or characters, as a field may hold; other values as they are. */
function cutToFit(field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 'max' in field ? (field.max ?? mostEntries) : mostEntries)
  if (typeof value !== 'string' || (field.kind !== 'text' && field.kind !== 'multiline')) return value
  const most = field.maxLength ?? mostCharacters
  const tidy = cleanText(value).trim()
  if (tidy.length <= most) return tidy
  const beginning = tidy.slice(0, most - 1)
  // At the end of a word, unless that costs much.
  const end = beginning.search(/\s\S*$/)
  return `${beginning.slice(0, end > most * 0.8 ? end : undefined).toWellFormed()}…`
}

const schemas = new WeakMap<Fields, z.ZodType<Record<string, unknown>>>()

/** “title: is required; columns: must be one of 2, 3, 4” */
export function reasons(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}

const formats: Record<TextFormat, { pattern: RegExp; says: string }> = {
  slug: {
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    says: 'may hold lower-case letters, digits and single hyphens only',
  },
  date: {
    pattern: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    says: 'must be a date such as 2026-11-20',
  },
  email: { pattern: /^[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+$/, says: 'must be an e-mail address' },
  icon: {
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/,
    says: 'must name a set and an icon, such as lucide:watch',
  },
  phone: { pattern: /^\+?\d[\d\s()./-]{2,28}$/, says: 'must be a telephone number' },
}

/** Where a field does not say how much it may hold. */
const [mostCharacters, mostEntries] = [2_000, 100]

/** Empty values of the content service: `''`, `null`, absent. */
const nothing = (value: unknown) => value === undefined || value === null || value === ''

const schemaOfFields = new WeakMap<Field, z.ZodType>()

function fieldSchema(field: Field): z.ZodType {
  const schema = schemaOfFields.get(field) ?? makeFieldSchema(field)
  schemaOfFields.set(field, schema)
  return schema
}

function makeFieldSchema(field: Field): z.ZodType {
  const base = kinds[field.kind](field as never)
  if (!field.required) return base
  return z
    .unknown()
    .refine((value) => !nothing(value), { error: 'is required', abort: true })
    .pipe(base)
}

type Of<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

const asset = z.looseObject({ filename: z.string().nullish() }, { error: 'must be a picture' })

const storyReference = z.union([z.string().max(300), z.looseObject({ uuid: z.string() })], {
  error: 'must refer to a story',
})

const kinds: { [Kind in FieldKind]: (field: Of<Kind>) => z.ZodType } = {
  text: (field) => words(field, onOneLine, field.format),
  multiline: (field) => words(field, (text) => text),
  'rich-text': () => {
    const error = 'must be a rich text document'
    return orEmpty(z.looseObject({ type: z.literal('doc', { error }) }, { error }).optional())
  },
  link: () => orEmpty(z.looseObject({}, { error: 'must be a link' }).optional()),
  asset: () => orEmpty(z.union([z.string(), asset], { error: 'must be a picture' }).optional()),
  assets: (field) => list(asset, field),
  blocks: (field) => list(z.unknown(), field),
  parts: (field) => list(z.unknown(), field),
  story: () => orEmpty(storyReference.optional()),
  stories: (field) => list(storyReference, field),
  option: (field) => {
    const choices = Object.keys(field.options) as [string, ...string[]]
    const choice = z.enum(choices, { error: `must be one of ${choices.join(', ')}` })
    return z.preprocess(
      (value) => (nothing(value) ? field.default : typeof value === 'number' ? String(value) : value),
      choice,
    )
  },
  number: (field) => {
    const number = z
      .number({ error: 'must be a number' })
      .min(field.min, `must be at least ${field.min}`)
      .max(field.max, `must be at most ${field.max}`)
    // A key that is absent never reaches an optional schema, so a field with a default must not be one.
    return z.preprocess(
      (value) => (nothing(value) ? field.default : typeof value === 'string' ? Number(value) : value),
      field.default === undefined ? number.optional() : number,
    )
  },
  boolean: () =>
    z.preprocess((value) => (nothing(value) ? false : value), z.boolean({ error: 'must be yes or no' })),
}

/** Empty becomes `undefined` before the schema sees it. */
function orEmpty(schema: z.ZodType): z.ZodType {
  return z.preprocess((value) => (nothing(value) ? undefined : value), schema)
}

function words(
  field: { maxLength?: number; required?: boolean },
  tidy: (text: string) => string,
  format?: TextFormat,
): z.ZodType {
  const max = field.maxLength ?? mostCharacters
  const fits = (text: string) => text === '' || !format || formats[format].pattern.test(text)
  return orEmpty(
    z
      .string({ error: 'must be text' })
      .transform((text) => {
        const tidied = tidy(cleanText(text)).trim()
        // The content service delivers dates as `2026-11-20 00:00`.
        return format === 'date' ? tidied.slice(0, 10) : tidied
      })
      .pipe(
        z
          .string()
          .max(max, `may have ${max} characters at most`)
          .refine(fits, { error: format ? formats[format].says : 'is not valid' })
          .refine((text) => text !== '' || !field.required, { error: 'is required' }),
      )
      .transform((text) => (text === '' ? undefined : text))
      .optional(),
  )
}

function list(item: z.ZodType, field: { required?: boolean; min?: number; max?: number }): z.ZodType {
  const least = field.min ?? (field.required ? 1 : 0)
  const most = field.max ?? mostEntries
  return z.preprocess(
    (value) => (nothing(value) ? [] : value),
    z.array(item, { error: 'must be a list' }).min(least, 'is required').max(most, tooMany(most)),
  )
}

/** Whether the delivered value is a block or part at all: an object that says what it is. */
export function isComponent(value: unknown): value is Record<string, unknown> & { component: string } {
  return isRecord(value) && typeof value.component === 'string'
}
