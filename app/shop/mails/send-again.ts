import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { enqueueCopy } from '#app/shop/mail-kinds.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { isRepeatable } from './mail-areas.ts'

/** Which mail a waiting one repeats, as it went out; null: it is to be written. */
export function copiedMail(payload: unknown): number | null {
  const read = z.object({ copyOf: z.int() }).safeParse(payload)
  return read.success ? read.data.copyOf : null
}

/**
 * - `not-sent`: it has not gone out yet, or nothing of it is kept any more
 * - `not-repeatable`: it opens an account, or told of what was new
 * - `sent-again-meanwhile`: somebody else has just had it sent once more
 */
export type SentAgain =
  | { ok: true; mail: number }
  | { ok: false; reason: 'no-such-mail' | 'not-sent' | 'not-repeatable' | 'sent-again-meanwhile' }

/**
 * Has a mail go out once more just as it did, to the same address, and writes down who wanted it. `seen`: how many times it
 * had been repeated when that was decided: two who press at once send it once.
 */
export async function sendMailAgain(
  db: Database,
  { id, seen }: { id: number; seen: number },
  by: StaffActor,
): Promise<SentAgain> {
  return asStaff(db, by, async (transaction) => {
    const mail = await transaction
      .selectFrom('mail_outbox')
      .select(['kind', 'recipient', 'sent_at', 'html'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) return { ok: false, reason: 'no-such-mail' }
    if (!isRepeatable(mail.kind)) return { ok: false, reason: 'not-repeatable' }
    if (mail.recipient === null || mail.sent_at === null || mail.html === null)
      return { ok: false, reason: 'not-sent' }
    const [earlier] = await query(transaction, { times: int8 })`
      select count(*) as times from mail_outbox where reason like ${`again:${id}:%`}`
    const times = earlier?.times ?? 0
    if (times !== seen) return { ok: false, reason: 'sent-again-meanwhile' }
    const copy = await enqueueCopy(transaction, id, `again:${id}:${times + 1}`)
    if (copy === null) return { ok: false, reason: 'sent-again-meanwhile' }
    await noteStaffAct(transaction, {
      ...{ kind: 'mails', by: by.name },
      about: `mail ${id} sent again as mail ${copy}`,
    })
    return { ok: true, mail: copy }
  })
}
