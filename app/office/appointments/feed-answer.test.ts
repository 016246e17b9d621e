import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { endCalendarFeed, makeCalendarFeed } from '#app/shop/appointments/feed.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { feedAnswer } from './feed-answer.ts'

const shop = buyingShop()
const at = new Date('2026-11-27T10:00:00Z')

async function memberOf(role: 'sales' | 'editor') {
  return shop.db
    .insertInto('staff_member')
    .values({ name: role, email: `${crypto.randomUUID()}@staff.example`, role })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}
const ask = (file: string) =>
  feedAnswer(
    { db: shop.db, env: { SITE_URL: 'https://rheingold.example' }, now: () => at } as unknown as App,
    file,
  )

test('a link shows what its owner receives, and nobody’s; it ends when it is replaced, ended, or they leave', async () => {
  const { db } = shop
  const [mine, other] = [await memberOf('sales'), await memberOf('sales')]
  const names = ['Clara Beispiel', 'Erna Muster', 'Otto Probe']
  for (const [index, staff_id] of [mine.id, other.id, null].entries())
    await db
      .insertInto('appointment')
      .values({
        ...{ kind: 'other', branch_id: 'koeln', seat: index + 1, name: names[index] ?? '', staff_id },
        ...{ starts_at: at, ends_at: new Date(at.getTime() + 1_800_000) },
      })
      .execute()
  const first = await asStaff(db, mine, (transaction) => makeCalendarFeed(transaction, mine.id))
  const answer = await ask(`${first}.ics`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  expect(names.map((name) => text.includes(`SUMMARY:${name}`))).toEqual([true, false, true])
  const second = await makeCalendarFeed(db, mine.id)
  expect((await ask(`${first}.ics`)).status).toBe(404)
  expect((await ask(`${second}.ics`)).status).toBe(200)
  await db.updateTable('staff_member').set({ role: 'editor' }).where('id', '=', mine.id).execute()
  expect((await ask(`${second}.ics`)).status).toBe(404)
  await db.updateTable('staff_member').set({ role: 'sales' }).where('id', '=', mine.id).execute()
  await endCalendarFeed(db, mine.id)
  for (const file of [`${second}.ics`, 'x.ics', '', '../etc']) expect((await ask(file)).status).toBe(404)
})
