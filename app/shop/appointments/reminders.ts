import { type Database, together } from '#app/platform/database/database.ts'
import { eraseMailsOfAppointment } from '../mail-retention.ts'
import type { Settings } from '../settings/settings.ts'
import { readAppointments } from './appointment.ts'
import { tellVisitor } from './appointment-mails.ts'
import { keptDays } from './kept-days.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Reminds whoever comes a day before, at the time at which they come. Who made or moved their appointment within that day
 * knows it. Returns how many were reminded.
 */
export async function remindOfAppointments(db: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() + day)
  const due = (await readAppointments(db, { from: now, until }, now)).filter(
    ({ state, startsAt, remindedAt, movedAt, madeAt }) =>
      state === 'ahead' &&
      remindedAt === null &&
      startsAt.getTime() > now.getTime() + 2 * hour &&
      (movedAt ?? madeAt).getTime() < startsAt.getTime() - day,
  )
  let reminded = 0
  for (const appointment of due) {
    reminded += await together(db, async (transaction) => {
      const taken = await transaction
        .updateTable('appointment')
        .set({ reminded_at: now })
        .where('id', '=', appointment.id)
        .where('sequence', '=', appointment.sequence)
        .where('reminded_at', 'is', null)
        .where('cancelled_at', 'is', null)
        .executeTakeFirst()
      if (taken.numUpdatedRows === 0n) return 0
      await tellVisitor(transaction, appointment, 'appointment-reminder', {})
      return 1
    })
  }
  return reminded
}

/**
 * Forgets who came, or would have, as many days after as contact data of requests that led to nothing are kept; those of
 * sellers are part of their request. Returns how many.
 */
export async function forgetAppointments(
  db: Database,
  { settings, now }: { settings: Pick<Settings, 'buying'>; now: Date },
): Promise<number> {
  const over = await db
    .selectFrom('appointment')
    .select('id')
    .where('forgotten_at', 'is', null)
    .where('request_id', 'is', null)
    .where('ends_at', '<', new Date(now.getTime() - keptDays(settings, now) * day))
    .limit(100)
    .execute()
  for (const { id } of over) await forgetAppointment(db, id, now)
  return over.length
}

/** Forgets at once who came, or would have: who they are, what they wanted and what was noted, and the mails about it. */
export async function forgetAppointment(db: Database, id: number, now: Date): Promise<void> {
  await together(db, async (transaction) => {
    await eraseMailsOfAppointment(transaction, id)
    const nothing = { name: null, email: null, phone: null, about: null, note: null, token: null }
    await transaction
      .updateTable('appointment')
      .set({ ...nothing, video_link: null, cancel_reason: null, forced_because: null, forgotten_at: now })
      .where('id', '=', id)
      .where('forgotten_at', 'is', null)
      .execute()
  })
}
