import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg, { type ClientBase, type QueryResult, type QueryResultRow } from 'pg'
import type { z } from 'zod'
import type { Database } from './database.ts'

// Here and not where pools are opened: some commands have one connection alone, and read their columns by these.

/** `bigint` and `count(*)` come as numbers: ids and cents stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
})

/** A date without time stays the text `YYYY-MM-DD`: as a `Date` it would shift with the time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** One column of a raw statement as data: PostgreSQL's type and the JavaScript value that it is read as. */
export type Column<T> = {
  /** The type's name, as a cast writes it. */
  type: string
  /** Its numbers in `pg_type`: what PostgreSQL may answer. */
  oids: readonly number[]
  is: (value: unknown) => value is T
}

export type Columns = Record<string, Column<unknown>>

/** The row that columns declare. */
export type Row<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

const isText = (value: unknown) => typeof value === 'string'
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

export const bool: Column<boolean> = { type: 'bool', oids: [16], is: (value) => typeof value === 'boolean' }
export const int2: Column<number> = { type: 'int2', oids: [21], is: isInteger }
export const int4: Column<number> = { type: 'int4', oids: [23], is: isInteger }
export const int8: Column<number> = { type: 'int8', oids: [20], is: isInteger }
export const float8: Column<number> = {
  type: 'float8',
  oids: [701],
  is: (value) => typeof value === 'number',
}
export const text: Column<string> = { type: 'text', oids: [25], is: isText }
export const texts: Column<string[]> = {
  type: 'text[]',
  oids: [1009],
  is: (value): value is string[] => Array.isArray(value) && value.every(isText),
}
export const integers: Column<number[]> = {
  type: 'int4[]',
  oids: [1005, 1007],
  is: (value): value is number[] => Array.isArray(value) && value.every(isInteger),
}
export const uuid: Column<string> = { type: 'uuid', oids: [2950], is: isText }
/** `YYYY-MM-DD` */
export const date: Column<string> = { type: 'date', oids: [1082], is: isText }
export const timestamptz: Column<Date> = {
  type: 'timestamptz',
  oids: [1184],
  is: (value) => value instanceof Date,
}
export const bytea: Column<Buffer> = { type: 'bytea', oids: [17], is: (value) => Buffer.isBuffer(value) }

/** Text that is one of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Column<Word> {
  return { ...text, is: (value): value is Word => (words as readonly unknown[]).includes(value) }
}

/** JSON of a shape; `json` and `jsonb` alike. The schema must not change the value: rows are not passed through it. */
export function json<T>(schema: z.ZodType<T>): Column<T> {
  return { type: 'jsonb', oids: [114, 3802], is: (value): value is T => schema.safeParse(value).success }
}

export function nullable<T>(column: Column<T>): Column<T | null> {
  return { ...column, is: (value): value is T | null => value === null || column.is(value) }
}

/** Sees the answers of PostgreSQL and what the statements declare: tests compare them, nobody else observes. */
export const observed: {
  by: null | {
    answer: (answer: QueryResult) => void
    statement: (columns: Columns, rows: readonly object[]) => void
  }
} = { by: null }

/** Every connection shows its answers here. */
export function seen<R extends QueryResultRow>(answer: QueryResult<R>): QueryResult<R> {
  observed.by?.answer(answer)
  return answer
}

/**
 * Runs a raw statement and returns its rows, of the type that its columns declare. Every test that runs it compares
 * the declaration with the columns that PostgreSQL answers and with the rows.
 *
 *     const [order] = await query(db, { id: int8, paid_at: nullable(timestamptz) })`
 *       select id, paid_at from shop_order where number = ${number}`
 *
 * Instead of a template it takes a compiled query as well. On a bare client, values are parameters, no fragments.
 */
export function query<const C extends Columns>(on: Database | ClientBase, columns: C) {
  return async (statement: TemplateStringsArray | CompiledQuery, ...values: unknown[]): Promise<Row<C>[]> => {
    const { rows } = await run<Row<C>>(on, statement, values)
    observed.by?.statement(columns, rows)
    return rows
  }
}

function run<R>(
  on: Database | ClientBase,
  statement: TemplateStringsArray | CompiledQuery,
  values: unknown[],
) {
  if ('getExecutor' in on)
    return 'sql' in statement ? on.executeQuery<R>(statement) : sql<R>(statement, ...values).execute(on)
  const [text, parameters] =
    'sql' in statement
      ? [statement.sql, [...statement.parameters]]
      : [statement.reduce((before, part, number) => `${before}$${number}${part}`), values]
  return on.query<R & QueryResultRow>(text, parameters).then(seen)
}

/** An expression within a typed query, which PostgreSQL casts to the type that it declares; nobody checks it for null. */
export function value<T>({ type }: Column<T>) {
  return (expression: TemplateStringsArray, ...values: unknown[]): RawBuilder<T> =>
    sql<T>`cast(${sql(expression, ...values)} as ${sql.raw(type)})`
}

/** The database's time: the beginning of the transaction. */
export const now = value(timestamptz)`now()`
