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
  'sort=-name',
  'sort=records',
  'sort=-records',
  'sort=-at&kind=enquiry',
])('many people are the same page by page: %s', async (address) => {
  const ask = async (page: number) => {
    const asked = readAsked(personList, new URLSearchParams(`${address}&page=${page}`))
    return listPeople(database.db, asked, { kinds: recordKinds })
  }
  const { total } = await ask(1)
  expect(total).toBe(1680 - 240 + 120)
  const pages: { key: string; name: string | null; at: Date; records: number }[] = []
  for (let page = 1; (page - 1) * 50 < total; page += 1) pages.push(...(await ask(page)).rows)
  expect(new Set(pages.map(({ key }) => key)).size).toBe(total)
  expect(pages.filter(({ records }) => records === 2)).toHaveLength(120)
  const direction = address === 'sort=at' || address === 'sort=records' ? 1 : -1
  const sorted = pages.toSorted((a, b) => {
    const [one, other] =
      address === 'sort=-name'
        ? [a.name?.toLowerCase() ?? '', b.name?.toLowerCase() ?? '']
        : address.endsWith('records')
          ? [a.records, b.records]
          : [a.at.getTime(), b.at.getTime()]
    if (one !== other) return one < other ? -direction : direction
    return a.key < b.key ? -1 : 1
  })
  expect(pages.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key))
})
