import type { FieldDef, QueryResult } from 'pg'
import pg from 'pg'
import { type Columns, observed } from '#app/platform/database/statement.ts'

const found: string[] = []

/** What was wrong with the statements that ran since it was last asked. */
export function takeFaults(): string[] {
  return found.splice(0)
}

/** Compares what statements declare with what PostgreSQL answers, from now on. */
export function compareDeclaredColumns(): void {
  const fields = new WeakMap<readonly object[], FieldDef[]>()
  observed.by = {
    answer: (answer: QueryResult) => fields.set(answer.rows, answer.fields),
    statement: (columns, rows) => found.push(...faultsOf(columns, rows, fields.get(rows))),
  }
}

function faultsOf(columns: Columns, rows: readonly object[], fields: FieldDef[] | undefined): string[] {
  const names = Object.keys(columns)
  const told = `{ ${names.join(', ')} }`
  if (!fields) return [`${told}: its columns were not seen`]
  const faults: string[] = []
  for (const { name, dataTypeID } of fields) {
    const column = columns[name]
    if (!column) faults.push(`${told}: column ${name} is not declared`)
    else if (!column.oids.includes(dataTypeID))
      faults.push(
        `${told}: column ${name} is declared ${column.type}, PostgreSQL answers ${typeName(dataTypeID)}`,
      )
  }
  const answered = fields.map((field) => field.name)
  for (const name of names) {
    const column = columns[name]
    if (!answered.includes(name)) faults.push(`${told}: column ${name} is not answered`)
    const wrong = rows.find((row) => !column?.is((row as Record<string, unknown>)[name]))
    if (wrong)
      faults.push(`${told}: column ${name} is ${JSON.stringify((wrong as Record<string, unknown>)[name])}`)
  }
  if (new Set(answered).size < answered.length) faults.push(`${told}: two columns of one name`)
  return faults
}

const typeName = (oid: number) =>
  Object.entries(pg.types.builtins)
    .find(([, number]) => number === oid)?.[0]
    .toLowerCase() ?? `type ${oid}`
