import pg from 'pg'
import { bool, int4, nullable, query, text } from '../database/statement.ts'
import { StartFault } from '../start-fault.ts'

/** What an empty database may hold beside nothing: its numbers (`oid`) and the names of its extensions. */
export type Emptiness = {
  routines: ReadonlySet<number>
  domains: ReadonlySet<number>
  extensions: ReadonlySet<string>
}

/**
 * Looks whether a backup can be put into the schema that the account sees: it holds no table, view or sequence, and the
 * account may make some.
 * @throws {StartFault} saying what is in the way
 */
export async function requireEmptyDatabase(client: pg.Client): Promise<Emptiness> {
  const [place] = await query(client, {
    account: text,
    schema: nullable(text),
    may: nullable(bool),
    things: int4,
  })`
    select current_user::text as account, current_schema()::text as schema,
      has_schema_privilege(current_schema()::text, 'create') as may,
      (select count(*)::int4 from pg_class where relnamespace = to_regnamespace(current_schema()::text)
        and relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')) as things`
  if (!place?.schema)
    throw new StartFault('The account of DATABASE_URL sees no schema to make tables in; nothing was changed.')
  const { account, schema, may, things } = place
  if (things > 0)
    throw new StartFault('The database of DATABASE_URL is not empty. Make an empty one; nothing was changed.')
  if (!may)
    throw new StartFault(
      `The account ${account} may make no tables in the schema ${schema}; nothing was changed. Let it, as the owner of the database: grant create on schema ${pg.escapeIdentifier(schema)} to ${pg.escapeIdentifier(account)};`,
    )
  return whatIsThere(client)
}

async function whatIsThere(client: pg.Client): Promise<Emptiness> {
  const routines = await query(client, { oid: int4 })`
    select oid::int4 as oid from pg_proc where pronamespace = current_schema()::regnamespace`
  const domains = await query(client, { oid: int4 })`
    select oid::int4 as oid from pg_type where typnamespace = current_schema()::regnamespace and typtype = 'd'`
  const extensions = await query(client, { name: text })`select extname::text as name from pg_extension`
  return {
    routines: new Set(routines.map(({ oid }) => oid)),
    domains: new Set(domains.map(({ oid }) => oid)),
    extensions: new Set(extensions.map(({ name }) => name)),
  }
}

/**
 * Takes away, in one transaction, what a restore that failed has made since `before`; what was there stays. Tables go before
 * the sequences that count their rows, which cannot be dropped alone.
 */
export async function emptyAgain(client: pg.Client, before: Emptiness): Promise<void> {
  await client.query('begin')
  const drops = await query(client, { kind: text, name: text, oid: int4 })`
    select kind, name, oid from (
      select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind,
        oid::regclass::text as name, oid::int4 as oid, case relkind when 'S' then 2 else 1 end as turn from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
      union all
      select 'routine', oid::regprocedure::text, oid::int4, 3 from pg_proc
        where pronamespace = current_schema()::regnamespace
      union all
      select 'domain', oid::regtype::text, oid::int4, 4 from pg_type
        where typnamespace = current_schema()::regnamespace and typtype = 'd'
      union all
      select 'extension', quote_ident(extname), oid::int4, 5 from pg_extension
    ) made
    where kind = 'extension' or not exists (select from pg_depend d
      where d.objid::int4 = made.oid and d.deptype = 'e'
        and d.classid = case kind when 'routine' then 'pg_proc'::regclass when 'domain' then 'pg_type'::regclass
          else 'pg_class'::regclass end)
    order by turn`
  const known = { routine: before.routines, domain: before.domains } as Record<string, ReadonlySet<number>>
  for (const { kind, name, oid } of drops)
    if (kind === 'extension' ? !before.extensions.has(name) : !known[kind]?.has(oid))
      await client.query(`drop ${kind} if exists ${name} cascade`)
  await client.query('commit')
}
