import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/database.ts'
import { takeFaults } from '#tests/declared-columns.ts'
import {
  bool,
  bytea,
  type Columns,
  date,
  float8,
  int2,
  int4,
  int8,
  json,
  nullable,
  oneOf,
  query,
  text,
  texts,
  timestamptz,
  uuid,
  value,
} from './statement.ts'

const database = testDatabase()

test('every type is declared as PostgreSQL answers it and read as it is declared', async () => {
  const id = '0b1c6f0e-5f0a-4c39-9d53-0a3a1f2f4c11'
  const rows = await query(database.db, {
    bool,
    int2,
    int4,
    int8,
    float8,
    text,
    texts,
    uuid,
    date,
    timestamptz,
    bytea,
    word: oneOf(['one', 'two']),
    json: json(z.object({ a: z.array(z.number()) })),
    jsonb: json(z.literal('x')),
    none: nullable(text),
  })`
    select true as bool, 1::int2 as int2, 2 as int4, 3::int8 as int8, 0.5::float8 as float8,
      ${'a'}::text as text, array['a', 'b'] as texts, ${id}::uuid as uuid, '2026-11-22'::date as date,
      '2026-11-22T10:00:00Z'::timestamptz as timestamptz, '\\x01'::bytea as bytea, 'two' as word,
      '{"a":[1]}'::json as json, '"x"'::jsonb as jsonb, null as none`
  expect(rows).toEqual([
    {
      bool: true,
      int2: 1,
      int4: 2,
      int8: 3,
      float8: 0.5,
      text: 'a',
      texts: ['a', 'b'],
      uuid: id,
      date: '2026-11-22',
      timestamptz: new Date('2026-11-22T10:00:00Z'),
      bytea: Buffer.from([1]),
      word: 'two',
      json: { a: [1] },
      jsonb: 'x',
      none: null,
    },
  ])
})

test('a query that is already compiled declares its columns as well', async () => {
  const compiled = CompiledQuery.raw('select $1::int as n', [7])
  expect(await query(database.db, { n: int4 })(compiled)).toEqual([{ n: 7 }])
  await query(database.db, { n: text })(compiled)
  expect(takeFaults()).toHaveLength(2)
})

test('a value within a typed query has the type that it declares', async () => {
  const [row] = await database.db
    .selectNoFrom([value(int8)`1 + ${1}::numeric`.as('n'), value(text)`${5}::int`.as('t')])
    .execute()
  expect(row).toEqual({ n: 2, t: '5' })
})

describe('a wrong declaration is a fault of the test that runs it:', () => {
  const wrong: [string, Columns, ReturnType<typeof sql>, string[]][] = [
    [
      'the type',
      { n: text },
      sql`select null::int as n where false`,
      ['n is declared text, PostgreSQL answers int4'],
    ],
    ['a column too many', { n: int4, m: int4 }, sql`select 1 as n where false`, ['m is not answered']],
    ['a column too few', { n: int4 }, sql`select 1 as n, 2 as m`, ['m is not declared']],
    ['two columns of one name', { n: int4 }, sql`select 1 as n, 2 as n`, ['two columns of one name']],
    ['null', { n: int4 }, sql`select 1 as n union all select null`, ['n is null']],
    ['a word that is none of them', { w: oneOf(['a']) }, sql`select 'b' as w`, ['w is "b"']],
    [
      'JSON of another shape',
      { j: json(z.object({ a: z.string() })) },
      sql`select '{"a":1}'::jsonb as j`,
      ['j is {"a":1}'],
    ],
  ]
  test.each(wrong)('%s', async (_, columns, statement, faults) => {
    await query(database.db, columns)`${statement}`
    const found = takeFaults()
    expect(found).toHaveLength(faults.length)
    for (const [index, fault] of faults.entries()) expect(found[index]).toContain(fault)
  })

  test('also when the rows are read within a transaction', async () => {
    await database.db.transaction().execute((transaction) => query(transaction, { n: text })`select 1 as n`)
    expect(takeFaults()).toHaveLength(2)
  })
})
