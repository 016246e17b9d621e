import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { int4, int8, nullable, query, text, texts } from '../database/statement.ts'
import { StartFault } from '../start-fault.ts'

/** What the copies of a database are, beside the rows. `applied`: the number of its newest migration. */
export const copiedTables = z.object({
  applied: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      object: z.string(),
    }),
  ),
  sequences: z.array(
    z.object({
      name: z.string(),
      // Releases before December 2026 wrote text.
      last: z
        .union([
          z.int(),
          z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        ])
        .nullable(),
    }),
  ),
})
export type CopiedTables = z.infer<typeof copiedTables>

/**
 * Looks whether the account may read everything that a backup copies. What it may not read PostgreSQL does not always
 * refuse: where a sequence stands is then null, as if it had never been used, and the numbers of a restored shop would begin
 * anew.
 * @throws {StartFault} naming what it may not read, and the statement that lets it
 */
export async function requireReadable(client: pg.Client): Promise<void> {
  const [place] = await query(client, { account: text, schema: nullable(text) })`
    select current_user::text as account, current_schema()::text as schema`
  if (!place?.schema)
    throw new StartFault('The account of the database sees no schema: there is nothing to back up.')
  const closed = await query(client, { name: text, kind: text })`
    select c.relname::text as name, c.relkind::text as kind from pg_class c
    where c.relnamespace = current_schema()::regnamespace and case c.relkind
      when 'r' then not has_table_privilege(c.oid, 'select')
      when 'S' then not has_sequence_privilege(c.oid, 'select')
      else false end
    order by 1`
  if (closed.length === 0) return
  const { account, schema } = place
  const named = closed.slice(0, 5).map(({ name }) => name)
  const kinds = { r: 'tables', S: 'sequences' }
  const grants = Object.entries(kinds)
    .filter(([kind]) => closed.some((each) => each.kind === kind))
    .map(
      ([, all]) =>
        `grant select on all ${all} in schema ${pg.escapeIdentifier(schema)} to ${pg.escapeIdentifier(account)};`,
    )
  throw new StartFault(
    `The account ${account} may not read ${named.join(', ')}${closed.length > named.length ? ` and ${closed.length - named.length} more` : ''}: the backup would not be whole. Let it, as the owner of the database: ${grants.join(' ')}`,
  )
}

/**
 * Copies every table of the shop in PostgreSQL's text format (COPY), all as they were at one moment, which needs no more
 * rights than the shop has. `client` is in a transaction that is repeatable read, and may read everything
 * (`requireReadable`).
 */
export async function copyTables(
  client: pg.Client,
  keep: (table: string, bytes: Readable) => Promise<string>,
): Promise<CopiedTables> {
  const tables: CopiedTables['tables'] = []
  for (const { name, columns } of await tablesOf(client)) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const copying = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`))
    const object = await keep(name, copying)
    tables.push({ name, columns, rows: copying.rowCount, object })
  }
  const sequences = await query(client, { name: text, last: nullable(int8) })`
    select sequencename::text as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by 1`
  const [newest] = await query(client, { applied: int4 })`
    select coalesce(max(number), 0)::int4 as applied from migration`
  // Whoever restores it reads it so; nobody can look into it before, for it is sealed.
  return copiedTables.parse({ applied: newest?.applied ?? 0, tables, sequences })
}

/** What is worked out of other columns is not copied. */
function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  return query(client, { name: text, columns: texts })`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by 1`
}

/**
 * Puts copies into a database whose tables the same migrations have made, in one transaction: all or nothing. Rules
 * between tables are taken away meanwhile and, when they come back, compared with every row.
 * @throws {StartFault} when the tables are others, or hold fewer rows than were copied
 */
export async function putTables(
  client: pg.Client,
  copied: CopiedTables,
  open: (object: string) => Promise<Readable>,
): Promise<void> {
  await client.query('begin')
  try {
    const there = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
    const other = copied.tables.find(({ name, columns }) =>
      columns.some((c) => !there.get(name)?.includes(c)),
    )
    if (other || there.size !== copied.tables.length)
      throw new StartFault(
        `The backup holds other tables than this release${other ? ` (${other.name})` : ''}. Restore it with the release that made it.`,
      )
    const rules = await query(client, { owner: text, name: text, rule: text })`
      select conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as rule
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`
    const named = (name: string) => pg.escapeIdentifier(name)
    for (const { owner, name } of rules)
      await client.query(`alter table ${owner} drop constraint ${named(name)}`)
    for (const name of there.keys()) await client.query(`alter table ${named(name)} disable trigger user`)
    await client.query(`truncate ${[...there.keys()].map(named).join(', ')}`)
    for (const { name, columns, rows, object } of copied.tables) {
      // Before the copy is begun: where it cannot be opened, the connection would wait for its bytes for ever.
      const bytes = await open(object)
      const arriving = client.query(
        copyFrom(`copy ${named(name)} (${columns.map(named).join(', ')}) from stdin`),
      )
      await pipeline(bytes, arriving)
      if (arriving.rowCount !== rows)
        throw new StartFault(`The backup is damaged: ${name} holds ${arriving.rowCount} rows, not ${rows}.`)
    }
    for (const name of there.keys()) await client.query(`alter table ${named(name)} enable trigger user`)
    for (const { owner, name, rule } of rules)
      await client.query(`alter table ${owner} add constraint ${named(name)} ${rule}`)
    for (const { name, last } of copied.sequences)
      if (last !== null) await client.query('select setval($1, $2)', [named(name), last])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
