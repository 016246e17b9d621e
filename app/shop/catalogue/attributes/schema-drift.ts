import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { bool, json, nullable, query, type Row, text } from '#app/platform/database/statement.ts'
import type { Attribute } from './attribute.ts'
import type { Column } from './columns.ts'
import { attributes } from './registry.ts'
import { searchTerms } from './search-terms.ts'

const all: readonly Attribute[] = attributes

/**
 * A column as PostgreSQL describes it: `checks` are those of this column alone, `bound` says whether a check binds it to
 * kinds of piece.
 */
const described = {
  name: text,
  type: text,
  needed: bool,
  default: nullable(text),
  checks: json(z.array(z.strictObject({ name: z.string(), check: z.string() }))),
  bound: bool,
}
type Described = Row<typeof described>

/**
 * The statements that bring a migrated database in step with what the attributes declare: columns, their checks, what
 * the search reads and what values are called. None when it is in step.
 * @throws {Error} where a type, a default or “not null” differs: what becomes of the rows is decided by hand
 */
export async function statementsDue(db: Database): Promise<string[]> {
  return db
    .transaction()
    .execute(async (transaction) => [
      ...(await columnsDue(transaction, 'product')),
      ...(await columnsDue(transaction, 'stone')),
      ...(await searchColumnsDue(transaction)),
      ...(await termsDue(transaction)),
    ])
}

type Declared = Column & { attribute: Attribute }

function declaredColumns(table: Column['table']): Declared[] {
  return all.flatMap((attribute) =>
    attribute.source.columns
      .filter((column) => column.table === table && column.from === undefined)
      .map((column) => ({ ...column, attribute })),
  )
}

async function columnsDue(db: Database, table: Column['table']): Promise<string[]> {
  const declared = declaredColumns(table)
  const list = declared.map(({ name, definition }) => `${name} ${definition}`).join(', ')
  // PostgreSQL writes a definition in its own way: both are compared as it writes them.
  await sql`create temp table ${sql.ref(`declared_${table}`)} (${sql.raw(list)}) on commit drop`.execute(db)
  const wanted = await describe(db, `declared_${table}`)
  const there = await describe(db, table)
  return declared.flatMap(({ name, definition, attribute }) => {
    const [want, has] = [wanted.get(name) as Described, there.get(name)]
    const owner = attribute.part !== 'piece' && attribute.part
    const binding =
      owner && table === 'product' && !has?.bound
        ? [`alter table ${table} add constraint ${name}_of_kind check (kind = '${owner}' or ${empty(want)});`]
        : []
    if (!has) return [`alter table ${table} add column ${name} ${definition};`, ...binding]
    for (const key of ['type', 'needed', 'default'] as const) {
      if (has[key] !== want[key])
        throw new Error(`${table}.${name}: ${key} is ${has[key]}, declared is ${want[key]}`)
    }
    const [checks, due] = [has, want].map((each) => each.checks.map(({ check }) => check).sort())
    if (String(checks) === String(due)) return binding
    return [
      ...has.checks.map((each) => `alter table ${table} drop constraint ${each.name};`),
      ...want.checks.map(
        (each) => `alter table ${table} add constraint ${table}_${name}_check ${each.check};`,
      ),
      ...binding,
    ]
  })
}

const empty = ({ name, needed }: Described) => (needed ? `${name} = '{}'` : `${name} is null`)

async function describe(db: Database, table: string): Promise<Map<string, Described>> {
  const rows = await query(db, described)`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as needed,
      pg_get_expr(d.adbin, d.adrelid) as default,
      coalesce((select json_agg(json_build_object('name', k.conname, 'check', pg_get_constraintdef(k.oid)) order by k.conname)
        from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]), '[]') as checks,
      exists (select from pg_constraint k
        join pg_attribute kind on kind.attrelid = a.attrelid and kind.attname = 'kind' and kind.attnum = any (k.conkey)
        where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid) not like '%status%') as bound
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
  `
  return new Map(rows.map((row) => [row.name, row]))
}

type SearchColumn = { name: string; reading: string; field: string | null }

/** The columns that the search reads, and how. */
function searchColumns(): SearchColumn[] {
  return all.flatMap(({ id, source, filter, search }) => {
    const [only] = source.columns.filter(({ table }) => table === 'product')
    const name = search?.column ?? only?.name
    const reading = search?.reading ?? (filter?.values?.some((value) => value.search) ? 'term' : undefined)
    if (name === undefined || reading === undefined) return []
    return [{ name, reading, field: reading === 'term' ? (search?.field ?? id) : null }]
  })
}

async function searchColumnsDue(db: Database): Promise<string[]> {
  const rows: SearchColumn[] = await db.selectFrom('search_column').selectAll().execute()
  const columns = new Set((await describe(db, 'product')).keys())
  const declared = searchColumns()
  const changed = declared.filter(
    (want) =>
      !rows.some(
        ({ name, reading, field }) => name === want.name && reading === want.reading && field === want.field,
      ),
  )
  const gone = rows.filter(({ name }) => !declared.some((want) => want.name === name))
  const statements = [
    ...gone.map(({ name }) => `delete from search_column where name = ${quoted(name)};`),
    ...changed.map(
      ({ name, reading, field }) =>
        `insert into search_column (name, reading, field) values (${[name, reading, field].map(quoted).join(', ')})
  on conflict (name) do update set reading = excluded.reading, field = excluded.field;`,
    ),
  ]
  // A column that is new holds nothing yet.
  const read = gone.length > 0 || changed.some(({ name }) => columns.has(name))
  return read ? [...statements, 'select refresh_search(array(select id from product));'] : statements
}

async function termsDue(db: Database): Promise<string[]> {
  const terms = searchTerms()
  const declared = JSON.stringify(terms.map(([field, value, called]) => ({ field, value, called })))
  const rows = await query(db, { field: text, value: text, called: nullable(text) })`
    select coalesce(d.field, t.field) as field, coalesce(d.value, t.value) as value, d.called
    from json_to_recordset(${declared}::json) as d (field text, value text, called text)
    full join search_term t on t.field = d.field and t.value = d.value
    where t.words is distinct from
      array(select distinct word from search_split(coalesce(d.called, '')) as word order by word)
    order by 1, 2
  `
  return rows.map(
    ({ field, value, called }) =>
      `select put_search_term(${[field, value, called ?? ''].map(quoted).join(', ')});`,
  )
}

const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)
