import { z } from 'zod'
import type { Bilingual } from '#app/language/locales.ts'
import {
  type Column as Answer,
  bool,
  float8,
  int2,
  json,
  nullable,
  text as plainText,
  texts as plainTexts,
} from '#app/platform/database/statement.ts'
import type { FacetValue } from './values.ts'

/** How a column is filled in: what a form offers, and what may be typed. */
export type Input =
  | { kind: 'choice'; values: readonly FacetValue[] }
  | { kind: 'choices'; values: readonly FacetValue[] }
  | { kind: 'figure'; decimals: number; min?: number; max?: number; above?: number }
  | { kind: 'texts' }
  | { kind: 'text' | 'bilingual' | 'yes-no' | 'flag' | 'partial-date' }

/** A column as the database must have it; a test compares. */
export type Column = {
  table: 'product' | 'stone'
  name: string
  /** Type, default and check, as `create table` takes them. */
  definition: string
  /** What a statement that reads it answers. */
  answer: Answer<unknown>
  /** Exact decimals: read as a float. */
  decimal?: true
  /** Missing only of what lies in other tables. */
  input?: Input
  /** Of another table, by the aliases of the catalogue's reads: b brand, m model, r reference. */
  from?: string
}

/** A row of the database, by its columns' names. */
export type Row = Readonly<Record<string, unknown>>

/** Where a value lies, how it is read and written, and what a piece's file may say of it. */
export type Source<Value> = {
  columns: readonly Column[]
  read(row: Row): Value
  /** The columns of a value; of none those of an unknown one. */
  write(value: Value | null | undefined): Record<string, unknown>
  schema: z.ZodType<NonNullable<Value>>
}

const column = (name: string, definition: string, answer: Answer<unknown>, input: Input): Column => ({
  table: 'product',
  name,
  definition,
  answer,
  input,
})

function single<Value>(
  { table = 'product', ...given }: Omit<Column, 'table'> & { table?: Column['table'] },
  schema: z.ZodType<NonNullable<Value>>,
  { write = (value: NonNullable<Value>): unknown => value, unknown = null as unknown } = {},
): Source<Value> {
  return {
    columns: [{ table, ...given }],
    read: (row) => row[given.name] as Value,
    write: (value) => ({ [given.name]: value === null || value === undefined ? unknown : write(value) }),
    schema,
  }
}

const quoted = (values: readonly FacetValue[]) => values.map(({ id }) => `'${id}'`).join(', ')
const idsOf = (values: readonly FacetValue[]) => z.enum(values.map(({ id }) => id) as [string, ...string[]])

/** One id of a vocabulary. */
export function oneOf(
  name: string,
  values: readonly FacetValue[],
  { table = 'product', ...rest }: { table?: Column['table']; required?: true } = {},
): Source<string | null> {
  const needed = rest.required ? ' not null' : ''
  return single(
    {
      table,
      name,
      definition: `text${needed} check (${name} in (${quoted(values)}))`,
      answer: nullable(plainText),
      input: { kind: 'choice', values },
    },
    idsOf(values),
  )
}

/** Several ids of a vocabulary. */
export function someOf(name: string, values: readonly FacetValue[]): Source<string[]> {
  const definition = `text[] not null default '{}' check (${name} <@ array[${quoted(values)}])`
  return single(column(name, definition, plainTexts, { kind: 'choices', values }), z.array(idsOf(values)), {
    unknown: [],
  })
}

type Limits = { min: number; max: number } | { above: number }

const within = (name: string, limits: Limits) =>
  'above' in limits ? `${name} > ${limits.above}` : `${name} between ${limits.min} and ${limits.max}`
const limited = (schema: z.ZodNumber, limits: Limits) =>
  'above' in limits ? schema.gt(limits.above) : schema.min(limits.min).max(limits.max)

const decimalsOf = (type: string) => Number(/(\d+)\)$/.exec(type)?.[1])

/** A figure with decimals, e.g. `numeric(4, 1)`. */
export function figure(
  name: string,
  type: `numeric(${number}, ${number})`,
  limits: Limits,
): Source<number | null> {
  return single(
    {
      name,
      definition: `${type} check (${within(name, limits)})`,
      answer: nullable(float8),
      decimal: true,
      input: { kind: 'figure', decimals: decimalsOf(type), ...limits },
    },
    limited(z.number(), limits),
  )
}

/** A whole figure. */
export function whole(name: string, limits: Limits): Source<number | null> {
  return single(
    column(name, `smallint check (${within(name, limits)})`, nullable(int2), {
      kind: 'figure',
      decimals: 0,
      ...limits,
    }),
    limited(z.int(), limits),
  )
}

/** A number of a maker or a laboratory, or a name: YAML reads `5513` as a figure. */
const written = z
  .union([z.string(), z.int()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1))

/** Plain words. */
export function text(name: string): Source<string | null> {
  return single(column(name, `text check (${name} <> '')`, nullable(plainText), { kind: 'text' }), written)
}

/** Several plain words. */
export function texts(name: string): Source<string[]> {
  const definition = `text[] not null default '{}' check (array_position(${name}, null) is null)`
  return single(column(name, definition, plainTexts, { kind: 'texts' }), z.array(written), { unknown: [] })
}

const inBoth = z.strictObject({ de: z.string().trim().min(1), en: z.string().trim().min(1) })

/** Words in both languages. */
export function bilingual(name: string): Source<Bilingual | null> {
  return single(column(name, 'bilingual', nullable(json(inBoth)), { kind: 'bilingual' }), inBoth, {
    write: (value) => JSON.stringify(value),
  })
}

/** Yes, no or unknown. */
export function yesNo(name: string): Source<boolean | null> {
  return single(column(name, 'boolean', nullable(bool), { kind: 'yes-no' }), z.boolean())
}

/** Yes or no. */
export function flag(name: string): Source<boolean> {
  return single(column(name, 'boolean not null default false', bool, { kind: 'flag' }), z.boolean(), {
    unknown: false,
  })
}

/** A date as exact as it is known: 2024, 2024-06, 2024-06-30. */
export function partialDate(name: string): Source<string | null> {
  const schema = z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'expected 2024, 2024-06 or 2024-06-30'))
  return single(column(name, 'partial_date', nullable(plainText), { kind: 'partial-date' }), schema)
}

/** The same source of a piece that has it for certain: shown pieces always do. */
export function certain<Value>(source: Source<Value | null>): Source<Value> {
  return source as unknown as Source<Value>
}

/** Several columns that make one value, each under its name. `join` makes the value of what was read. */
export function together<Parts extends Record<string, Source<unknown>>, Value>(
  parts: Parts,
  schema: z.ZodType<NonNullable<Value>>,
  join: (read: { [Name in keyof Parts]: ReturnType<Parts[Name]['read']> }) => Value,
): Source<Value> {
  const entries = Object.entries(parts)
  return {
    columns: entries.flatMap(([, part]) => part.columns),
    read: (row) => join(Object.fromEntries(entries.map(([name, part]) => [name, part.read(row)])) as never),
    write: (value) =>
      Object.assign(
        {},
        ...entries.map(([name, part]) => part.write((value as Row | null | undefined)?.[name])),
      ),
    schema,
  }
}

/** What lies in a joined table: a name and its slug or number. */
export function joined<Name extends string>(
  alias: 'b' | 'm' | 'r',
  name: Name,
): Source<({ [Key in Name]: string } & { slug: string }) | null> {
  const columns = [name, 'slug'].map(
    (each): Column => ({
      table: 'product',
      name: `${alias}_${each}`,
      definition: '',
      answer: nullable(plainText),
      from: `${alias}.${each}`,
    }),
  )
  return {
    columns,
    read: (row) => {
      const [called, slug] = [row[`${alias}_${name}`], row[`${alias}_slug`]]
      return typeof called === 'string' && typeof slug === 'string'
        ? ({ [name]: called, slug } as { [Key in Name]: string } & { slug: string })
        : null
    },
    write: () => ({}),
    schema: z.never(),
  }
}

/** Nothing of its own: it follows from the piece's stones, its state or its price. */
export function derived(columns: readonly Column[] = []): Source<null> {
  return { columns, read: () => null, write: () => ({}), schema: z.never() }
}
