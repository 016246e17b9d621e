/** Tables of a few hundred rows in any shop: an index or a check of all of them takes no time. */
const small = [
  'absence',
  'branch',
  'brand',
  'content_space',
  'job',
  'model',
  'payout_rate',
  'search_column',
  'setting',
]

type Statement = { text: string; table: string | undefined }

/** What would stop traffic, or releases that run beside it, were this migration applied while they serve (docs/migrations.md). */
export function migrationFaults(sql: string, earlier: readonly string[] = []): string[] {
  const contract = /^-- contract: unused since (\d{4}_[a-z0-9_]+)\b/.exec(sql)
  const alone = sql.startsWith('-- no transaction')
  const statements = statementsOf(sql)
  const own = statements.flatMap(
    ({ text }) => /^create table (?:if not exists )?([a-z0-9_]+)/.exec(text)?.[1] ?? [],
  )
  const isOwn = (table: string | undefined) => table !== undefined && own.includes(table)
  const faults: string[] = []
  const say = ({ text }: Statement, fault: string) => faults.push(`${fault}: ${text.slice(0, 80)}`)

  if (sql.startsWith('-- contract:') && !contract)
    faults.push('a contract names what made it possible: -- contract: unused since 0310_name')
  if (contract && !earlier.includes(contract[1] as string))
    faults.push(
      `${contract[1]} is no earlier migration: what is dropped must have been unused in a release before`,
    )
  const changes = statements.filter(({ text, table }) => /^alter table/.test(text) && !isOwn(table))
  for (const statement of statements) {
    const { text, table } = statement
    const old = !isOwn(table)
    const large = old && !small.includes(table ?? '')
    if (alone !== /^create (unique )?index concurrently if not exists /.test(text)) {
      if (alone)
        say(
          statement,
          'outside of a transaction stands nothing but "create index concurrently if not exists"',
        )
      else if (/concurrently/.test(text)) say(statement, 'needs "-- no transaction" as the first line')
    }
    if (
      !contract &&
      old &&
      /^drop (table|view|type|function|sequence|schema)\b|^alter table .*\bdrop (?!default|not null|constraint|expression|identity)/.test(
        text,
      )
    )
      say(statement, 'what the former release may use is dropped by a contract only')
    if (!contract && old && /^alter .*\brename\b/.test(text))
      say(statement, 'the former release does not know the new name')
    if (!contract && old && /\bset not null\b/.test(text))
      say(statement, 'the former release may write nulls')
    if (contract && !/^(drop|alter table .*\b(drop|set not null))\b/.test(text))
      say(statement, 'a contract does nothing else')
    if (old && /^alter table .*\balter (column )?\S+ (set data )?type\b/.test(text))
      say(statement, 'rewrites the table: add a column, fill it, use it, drop the old one')
    for (const added of text.match(
      /\badd (column )?(if not exists )?(?!constraint|check|foreign|unique|primary)[a-z0-9_]+ [^,]+(\([^)]*\)[^,]*)*/g,
    ) ?? []) {
      if (!/^alter table/.test(text) || !old) continue
      if (/\bnot null\b/.test(added) && !/\bdefault\b/.test(added))
        say(statement, 'the former release does not fill it: a default, or null')
      if (
        /\bdefault (gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\(|\bgenerated\b|\bserial\b/.test(
          added,
        ) &&
        large
      )
        say(statement, 'rewrites the table: add it without, fill it, then set the default')
      if (/\b(unique|primary key|references)\b/.test(added) && large)
        say(
          statement,
          'looks at all rows under a lock: an index beside the traffic, "add constraint … not valid"',
        )
    }
    if (
      large &&
      /^alter table .*\badd (constraint \S+ )?(check|foreign key)\b/.test(text) &&
      !/\bnot valid\b/.test(text)
    )
      say(
        statement,
        'looks at all rows under a lock: "not valid", and "validate constraint" in the next file',
      )
    if (
      large &&
      /^alter table .*\badd (constraint \S+ )?(unique|primary key|exclude)\b/.test(text) &&
      !/\busing index\b/.test(text)
    )
      say(statement, 'makes an index under a lock: "create unique index concurrently", then "using index"')
    if (/\bvalidate constraint\b/.test(text) && statements.length > 1)
      say(statement, 'stands in a file of its own, or what was locked before it stays locked')
    if (large && /^create (unique )?index (?!concurrently)/.test(text))
      say(
        statement,
        'nobody writes meanwhile: "create index concurrently if not exists" after "-- no transaction"',
      )
    if (
      /^(lock|truncate|cluster|vacuum|reindex)\b|\bset (un)?logged\b|\battach partition\b/.test(text) &&
      old
    )
      say(statement, 'locks the table for as long as it takes')
    if (/^(update|delete|insert|merge|with)\b/.test(text) && large && changes.length > 0)
      say(
        statement,
        'rows are filled in a file of their own: the tables that this one changes are locked until it ends',
      )
  }
  return faults
}

/** In small letters, without comments and what stands in quotes, one blank between words; bodies of functions are left out. */
function statementsOf(sql: string): Statement[] {
  return sql
    .replaceAll(/\$([a-z_]*)\$[\s\S]*?\$\1\$/gi, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
    .map((text) => ({
      text,
      table:
        /^(?:alter table (?:if exists )?(?:only )?|drop table (?:if exists )?|update (?:only )?|delete from (?:only )?|insert into |merge into |truncate (?:table )?|lock (?:table )?|create table (?:if not exists )?|create (?:unique )?index [^(]*? on (?:only )?)([a-z0-9_]+)/.exec(
          text,
        )?.[1],
    }))
}
