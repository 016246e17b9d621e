import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { int8, query } from '#app/platform/database/statement.ts'
import { readAsked, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { testDatabase } from '#tests/database.ts'
import { mostRowsRead } from '#tests/rows-read.ts'
import { listMails } from './list-mails.ts'
import { mailList } from './mail-list.ts'

const database = testDatabase()
const many = 2_330
const asked = (address: string) => readAsked(mailList, new URLSearchParams(address))

beforeAll(async () => {
  // Many to each of few, written large and small, some erased, some not sent.
  await sql`
    insert into mail_outbox (reason, kind, locale, recipient, created_at, sent_at, erased_at)
    select 'test:' || n, (array['acknowledgement', 'confirmation', 'sell-received', 'staff-order'])[1 + n % 4], 'de',
      case when n % 11 > 0 then (array['Anna', 'anna', 'Bernd', 'clara', 'DIETER', 'elif', 'Zoe'])[1 + n % 7] || '@beispiel.example' end,
      now() - n * interval '1 minute', case when n % 13 > 0 or n % 11 = 0 then now() end, case when n % 11 = 0 then now() end
    from generate_series(1, ${many}::int) n
  `.execute(database.db)
  await sql`vacuum analyze mail_outbox`.execute(database.db)
})

const kept = sql`m.erased_at is null`
const orders: [address: string, where: RawBuilder<unknown>, order: RawBuilder<unknown>][] = [
  ['', kept, sql`m.id desc`],
  ['sort=at', kept, sql`m.id`],
  ['sort=-at', kept, sql`m.id desc`],
  ['sort=recipient', kept, sql`lower(m.recipient) nulls last, m.id desc`],
  ['sort=-recipient', kept, sql`lower(m.recipient) desc nulls last, m.id desc`],
  ['sort=kind', kept, sql`m.kind nulls last, m.id desc`],
  ['sort=-kind', kept, sql`m.kind desc nulls last, m.id desc`],
  // Of many and of few, alone and beside a filter.
  ['q=BEISPIEL.ex', kept, sql`m.id desc`],
  ['q=beispiel&sort=-kind', kept, sql`m.kind desc nulls last, m.id desc`],
  [
    'q=beispiel&state=sent&sort=recipient',
    sql`${kept} and m.sent_at is not null`,
    sql`lower(m.recipient), m.id desc`,
  ],
  ['q=anna&sort=at', sql`${kept} and m.recipient ilike 'anna%'`, sql`m.id`],
  ['q=anna&to=staff', sql`${kept} and m.recipient ilike 'anna%' and m.kind = 'staff-order'`, sql`m.id desc`],
  ['state=erased,sent,waiting&sort=recipient', sql`true`, sql`lower(m.recipient) nulls last, m.id desc`],
  [
    'state=erased,sent,waiting&sort=-recipient',
    sql`true`,
    sql`lower(m.recipient) desc nulls last, m.id desc`,
  ],
]

describe('a list of many mails', () => {
  test.each(orders)('is the same from either end: %s', async (address, where, order) => {
    const { db } = database
    const all = await query(db, { id: int8 })`select m.id from mail_outbox m where ${where} order by ${order}`
    const last = Math.ceil(all.length / rowsOfPage)
    for (const page of [1, 20, 21, 22, 23, 24, 30, last - 1, last, last + 1]) {
      const { rows, total } = await listMails(db, asked(`${address}&page=${page}`), { role: 'owner' })
      expect([page, total]).toEqual([page, all.length])
      expect([page, ...rows.map(({ id }) => id)]).toEqual([
        page,
        ...all.slice((page - 1) * rowsOfPage, page * rowsOfPage).map(({ id }) => id),
      ])
    }
  })

  test('counts its views whatever is asked of it', async () => {
    const { db } = database
    for (const address of ['', 'state=failed', 'page=40', 'sort=kind&page=46', 'q=anna']) {
      const { counts } = await listMails(db, asked(address), { role: 'owner' })
      for (const [view, shown] of Object.entries(mailList.views))
        expect([address, view, counts[view as keyof typeof counts]]).toEqual([
          address,
          view,
          (await listMails(db, asked(shown), { role: 'owner' })).total,
        ])
    }
  })

  test.each(['sort=recipient', 'sort=-recipient', 'sort=kind', 'sort=-kind'])(
    'is read in its order from an index, on whatever page: %s',
    async (address) => {
      const { db } = database
      const last = Math.ceil((many - Math.floor(many / 11)) / rowsOfPage)
      const sorted = await db.transaction().execute(async (transaction) => {
        // So few are read and sorted faster: what can be asked is whether an index has the order, at least up to equals.
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(transaction)
        const look = async (some: typeof db) => {
          for (const page of [1, Math.ceil(last / 2), last])
            await listMails(some, asked(`${address}&page=${page}`), { role: 'owner' })
        }
        return mostRowsRead(transaction, look, { of: /order by/, named: /^Sort$/ })
      })
      expect(sorted).toHaveLength(3)
      // Those that are shown are sorted, and no others.
      expect(Math.max(...sorted)).toBeLessThanOrEqual(rowsOfPage)
    },
  )
})
