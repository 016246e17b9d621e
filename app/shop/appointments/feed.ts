import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import { may } from '../staff/permissions.ts'
import { newToken, tokenHash } from '../staff/tokens.ts'

/** Makes the link by which a calendar program reads what somebody receives; a former one ends. Returns its token, once. */
export async function makeCalendarFeed(db: Database, staffId: number): Promise<string> {
  const token = newToken()
  await together(db, async (transaction) => {
    await endCalendarFeed(transaction, staffId)
    await transaction
      .insertInto('calendar_feed')
      .values({ token_hash: tokenHash(token), staff_id: staffId })
      .execute()
  })
  return token
}

/** Nothing more is read by somebody's link. Twice is once. */
export async function endCalendarFeed(db: Database, staffId: number): Promise<void> {
  await db
    .updateTable('calendar_feed')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Since when somebody has a link; null: they have none. */
export async function calendarFeedOf(db: Database, staffId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('made_at')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.made_at ?? null
}

/** Whose link it is, as long as they may see the calendar. */
export async function ownerOfFeed(
  db: Database,
  token: string,
): Promise<{ id: number; locale: Locale } | null> {
  const row = await db
    .selectFrom('calendar_feed as f')
    .innerJoin('staff_member as s', 's.id', 'f.staff_id')
    .select(['s.id', 's.locale', 's.role'])
    .where('f.token_hash', '=', tokenHash(token))
    .where('f.ended_at', 'is', null)
    .where('s.disabled_at', 'is', null)
    .executeTakeFirst()
  return row && may(row.role, 'appointments.see') ? { id: row.id, locale: row.locale } : null
}
