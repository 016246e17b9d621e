import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrationFaults } from './migration-rules.ts'

/** Migrations that releases beside them bear (docs/migrations.md); those before were applied with the shop stopped. */
const first = 300
const folder = resolve(import.meta.dirname, '../db/migrations')
const all = readdirSync(folder).toSorted()
const names = all.map((file) => file.replace('.sql', ''))
const held = all.filter((file) => Number(file.slice(0, 4)) >= first)

test.each(held)('%s can be applied while the former release serves', (file) => {
  const earlier = names.slice(0, all.indexOf(file))
  expect(migrationFaults(readFileSync(join(folder, file), 'utf8'), earlier)).toEqual([])
})

describe('refused is', () => {
  test.each<[sql: string, fault: RegExp]>([
    ['alter table product drop column weight;', /dropped by a contract/],
    ['alter table product\n  add column a int,\n  drop column weight;', /dropped by a contract/],
    ['drop table stock_alert;', /dropped by a contract/],
    ['alter table product rename column weight to mass;', /does not know the new name/],
    ['alter table product rename to piece;', /does not know the new name/],
    ['alter table product alter column weight set not null;', /may write nulls/],
    ['alter table product alter column weight type bigint;', /rewrites the table/],
    ['ALTER TABLE product ALTER weight SET DATA TYPE bigint;', /rewrites the table/],
    ['alter table product add column mass int not null;', /does not fill it/],
    ['alter table branch add column place text not null;', /does not fill it/],
    ['alter table product add column key uuid default gen_random_uuid();', /rewrites the table/],
    ['alter table product add column a int generated always as (b * 2) stored;', /rewrites the table/],
    ['alter table product add column a int references branch (id);', /looks at all rows/],
    ['alter table product add column a int unique;', /looks at all rows/],
    ['alter table product add constraint light check (weight < 10);', /looks at all rows/],
    ['alter table product add foreign key (branch) references branch (id);', /looks at all rows/],
    ['alter table product add constraint once unique (weight);', /makes an index under a lock/],
    [
      'alter table product add constraint light check (a < 10) not valid;\nalter table product validate constraint light;',
      /file of its own/,
    ],
    ['create index product_by_weight on product (weight);', /nobody writes meanwhile/],
    ['create unique index product_by_weight on product using btree (weight);', /nobody writes meanwhile/],
    ['create index concurrently if not exists a on product (weight);', /needs "-- no transaction"/],
    ['-- no transaction\nupdate product set weight = 1;', /outside of a transaction/],
    ['-- no transaction\ncreate index concurrently a on product (weight);', /outside of a transaction/],
    ['lock table product;', /locks the table/],
    ['truncate product;', /locks the table/],
    ['alter table product add column mass int;\nupdate product set mass = weight;', /in a file of their own/],
    ['-- contract: nobody needs it\nalter table product drop column weight;', /names what made it possible/],
    ['-- contract: unused since 0310_mass\nalter table product drop column weight;', /no earlier migration/],
    ['-- contract: unused since 0300_mass\nalter table product add column weight int;', /does nothing else/],
  ])('%s', (sql, fault) => {
    expect(migrationFaults(sql, ['0300_mass']).join('\n')).toMatch(fault)
  })
})

describe('borne is', () => {
  test.each([
    '-- drop table product;\ncreate table weighing (id int primary key, weight int not null);\ncreate index weighing_by on weighing (weight);\ninsert into weighing values (1, 2);',
    "alter table product add column mass int, add column note text not null default 'drop table x;';",
    'alter table product add column mass int not null default 0;',
    'alter table product add constraint light check (weight < 10) not valid;',
    'alter table product validate constraint light;',
    '-- no transaction\ncreate index concurrently if not exists product_by_weight on product (weight);',
    'update product set mass = weight where mass is null;',
    'alter table product alter column mass set default 0;',
    'create function f() returns trigger language plpgsql as $$ begin drop table product; end $$;',
    'create trigger t after insert on product for each row execute function f();',
    '-- contract: unused since 0300_mass\nalter table product drop column weight;\ndrop table stock_alert;',
  ])('%s', (sql) => {
    expect(migrationFaults(sql, ['0300_mass'])).toEqual([])
  })
})
