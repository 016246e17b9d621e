// Ours rather than kysely-codegen (0.20, measured here): 54 unions of checks would become `string`, and 30 columns that
// only the database writes could be written.
import pg from 'pg'
import { bool, nullable, oneOf, query, type Row, text, texts } from './statement.ts'

const described = {
  table: text,
  name: text,
  /** The type's name in pg_type; of the element for an array, of the base for a domain. */
  type: text,
  isArray: bool,
  nullable: bool,
  given: oneOf(['always', 'default', 'never']),
  labels: nullable(texts),
  check: nullable(text),
}
type Column = Row<typeof described>

/**
 * Writes the TypeScript types of a migrated database's tables and views, as text of `tables.ts`.
 * Enumerations and checks of the form `column in ('a', 'b')` become unions.
 */
export async function writeTablesSource(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const rows = await query(client, described)`
      select c.relname::text as table, a.attname::text as name,
             coalesce(base.typname, element.typname, t.typname)::text as type,
             t.typcategory = 'A' as "isArray",
             not (a.attnotnull or t.typnotnull) as nullable,
             case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
                  when a.atthasdef or a.attidentity = 'd' then 'default'
                  else 'never' end as given,
             (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e
               where e.enumtypid = coalesce(element.oid, t.oid)) as labels,
             (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                 and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[.*\\]\\)\\)\\)$') as check
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
        left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
        left join pg_type base on base.oid = t.typbasetype and t.typtype = 'd'
       where c.relnamespace = current_schema()::regnamespace
         and c.relkind in ('r', 'p', 'v', 'm')
         and c.relname <> 'migration'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by c.relname, a.attnum`
    return render(Map.groupBy(rows, (row) => row.table))
  } finally {
    await client.end()
  }
}

function render(tables: Map<string, Column[]>): string {
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.name}: ${columnType(column)}`)
    return `  ${table}: {\n${lines.join('\n')}\n  }`
  })
  const body = bodies.join('\n')
  const used = [...helpers].filter(([name]) => new RegExp(`\\b${name}\\b`).test(body))
  const imports = used.length > 0 ? "import type { ColumnType } from 'kysely'\n" : ''
  const definitions = used.map(([, definition]) => definition).join('\n\n')
  return `// Generated from the migrated database by \`npm run tables\`; not edited by hand.
${imports}${definitions ? `\n${definitions}\n` : ''}
export type DB = {
${body}
}
`
}

const helpers = new Map([
  ['Timestamp', 'type Timestamp = ColumnType<Date, Date | string, Date | string>'],
  [
    'Numeric',
    '/** Exact decimals come as text. */\ntype Numeric = ColumnType<string, string | number, string | number>',
  ],
  [
    'Json',
    '/** Read parsed, to be checked by a schema; written as JSON.stringify(value): an array would become an SQL array. */\ntype Json = ColumnType<unknown, string, string>',
  ],
  [
    'Generated',
    'type Generated<T> =\n  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
  ],
  [
    'Always',
    '/** Only the database writes it. */\ntype Always<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>',
  ],
])

function columnType(column: Column): string {
  const single = valueType(column)
  const plain = column.isArray ? (single.includes(' ') ? `(${single})[]` : `${single}[]`) : single
  const whole = column.nullable ? `${plain} | null` : plain
  if (column.given === 'always') return `Always<${whole}>`
  return column.given === 'default' ? `Generated<${whole}>` : whole
}

function valueType({ type, labels, check, isArray }: Column): string {
  if (labels) return union(labels)
  const allowed =
    check && !isArray ? [...check.matchAll(/'((?:[^']|'')*)'::/g)].map((match) => match[1] ?? '') : []
  if (allowed.length > 0) return union(allowed.map((label) => label.replaceAll("''", "'")))
  return valueTypes[type] ?? 'unknown'
}

const union = (labels: string[]) => labels.map((label) => `'${label.replaceAll("'", "\\'")}'`).join(' | ')

const valueTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Numeric',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  tsvector: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'Timestamp',
  timestamp: 'Timestamp',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
}
