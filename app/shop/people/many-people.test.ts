import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { testDatabase } from '#tests/database.ts'
import { listPeople } from './list-people.ts'
import { personList } from './person-list.ts'
import { recordKinds } from './record-kinds.ts'

const database = testDatabase()

beforeAll(async () => {
  const { db } = database
  // Three to each moment, so that many are equal; every seventh is in a file, two to each, the newest of them among the oldest.
  await sql`
    insert into contact_message (name, email, subject, message, locale, submission, received_at)
    select 'Person ' || n, 'person' || n || '@beispiel.example', 'question', 'Hallo', 'de', gen_random_uuid(), timestamptz '2026-01-01' + n / 3 * interval '1 hour'
    from generate_series(1, 1680) n`.execute(db)
  // Who asks for news says no name.
  await sql`
    insert into stock_alert (token, email, locale, path, created_at, confirmed_at, matched_until)
    select md5(n::text), 'ohne' || n || '@beispiel.example', 'de', '/en/watches', timestamptz '2026-01-01' + n * interval '1 day',
      timestamptz '2026-01-01', now()
    from generate_series(1, 70) n`.execute(db)
  const { id: staff } = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta-people@staff.example', role: 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into person (note) select '' from generate_series(1, 120)`.execute(db)
  await sql`
    insert into person_link (person_id, kind, ref, staff_id)
    select p.id, 'enquiry', m.id, ${staff}
    from (select id, row_number() over (order by id) as place from contact_message where id % 7 = 0) m
      join (select id, row_number() over (order by id) as place from person) p on p.place in (m.place, m.place - 120)`.execute(
    db,
  )
})

test.each([
  '',
  'sort=at',
  'sort=-at',
  'sort=name',
  'sort=-name',
  'q=beispiel&sort=name',
  'q=beispiel&sort=-name',
  'q=beispiel&sort=-records',
  'sort=records',
  'sort=-records',
  'sort=-at&kind=enquiry',
])('many people are the same page by page: %s', async (address) => {
  const ask = async (page: number) => {
    const asked = readAsked(personList, new URLSearchParams(`${address}&page=${page}`))
    return listPeople(database.db, asked, { kinds: recordKinds })
  }
  const { total } = await ask(1)
  expect(total).toBe(1680 - 240 + 120 + (address.endsWith('kind=enquiry') ? 0 : 70))
  const pages: { key: string; name: string | null; at: Date; records: number }[] = []
  for (let page = 1; (page - 1) * 50 < total; page += 1) pages.push(...(await ask(page)).rows)
  expect(new Set(pages.map(({ key }) => key)).size).toBe(total)
  expect(pages.filter(({ records }) => records === 2)).toHaveLength(120)
  const direction = /sort=(at|name|records)/.test(address) ? 1 : -1
  // Files stand before records, and those by kind and number.
  const placeOf = (key: string) => {
    const [kind = '', ref] = key.split('.')
    return ref === undefined ? ['', Number(key)] : [kind, Number(ref)]
  }
  // Who has no name comes last either way.
  const last = direction > 0 ? '\uffff' : ''
  const sorted = pages.toSorted((a, b) => {
    const [one, other] = address.endsWith('name')
      ? [a.name?.toLowerCase() ?? last, b.name?.toLowerCase() ?? last]
      : address.endsWith('records')
        ? [a.records, b.records]
        : [a.at.getTime(), b.at.getTime()]
    if (one !== other) return one < other ? -direction : direction
    const [[kind, ref], [otherKind, otherRef]] = [placeOf(a.key), placeOf(b.key)] as [
      [string, number],
      [string, number],
    ]
    return kind === otherKind ? ref - otherRef : kind < otherKind ? -1 : 1
  })
  expect(pages.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key))
})
