import type { Database } from './database/database.ts'
import { int8, query, text } from './database/statement.ts'
import { withLease } from './lease.ts'
import type { Letter } from './mail.ts'
import {
  envelopeOf,
  type LeasedMail,
  leased,
  lease as leaseSeconds,
  type MailSending,
  noteFailure,
  waitingOf,
} from './mail-outbox.ts'
import { noteSent } from './sent-mails.ts'

/** After a mail to staff the next one of its kind waits so long, and brings all that came in between. Minutes. */
const pause = 10
/** Of more than these in one mail nobody reads one; the rest comes with the next. */
const mostInOne = 50

/**
 * Sends mails to staff: the first of a kind at once, what follows within some minutes gathered in one mail, so that
 * whoever sends a thousand messages fills nobody's mailbox. One process does so at a time. Nothing is lost: rows are
 * noted as sent with the mail that told of them; each has the text it would have had by itself.
 * @returns how many mails went out
 */
export async function sendGathered(
  db: Database,
  options: MailSending & { combine: (letters: readonly Letter[]) => Promise<Letter> },
): Promise<number> {
  if ((await dueGroups(db)).length === 0) return 0
  const sent = await withLease(db, 'mails to staff', { seconds: leaseSeconds }, async (lease) => {
    let mails = 0
    for (const group of await dueGroups(db)) {
      if (!(await lease.renew())) return mails
      if (await sendGroup(db, group, options)) mails += 1
    }
    return mails
  })
  return sent ?? 0
}

type Group = { recipient: string; kind: string; first_id: number }

async function dueGroups(db: Database): Promise<Group[]> {
  return query(db, { recipient: text, kind: text, first_id: int8 })`
    select recipient, kind, min(id) as first_id from mail_outbox m
    where care = 'staff' and sent_at is null and given_up_at is null and withdrawn_at is null and next_try_at <= now()
      and (leased_until is null or leased_until <= now())
      and not exists (select from mail_outbox s where s.care = 'staff' and s.recipient = m.recipient
        and s.kind = m.kind and s.sent_at > now() - make_interval(mins => ${pause}))
    group by recipient, kind order by min(id)
  `
}

async function sendGroup(
  db: Database,
  { recipient, kind }: Group,
  options: Parameters<typeof sendGathered>[1],
): Promise<boolean> {
  const mails = await query(db, leased)`
    with due as materialized (
      select id from mail_outbox
      where care = 'staff' and recipient = ${recipient} and kind = ${kind} and sent_at is null and given_up_at is null
        and withdrawn_at is null and next_try_at <= now() and (leased_until is null or leased_until <= now())
      order by id limit ${mostInOne} for update skip locked)
    update mail_outbox m set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
    from due where m.id = due.id
    returning m.id, kind, locale, recipient, payload, message_key, created_at, attempts, care, client,
      extract(epoch from now() - created_at)::float8 / 86400 as age_days
  `
  const written: { mail: LeasedMail; letter: Letter }[] = []
  for (const mail of mails.sort((a, b) => a.id - b.id)) {
    try {
      written.push({ mail, letter: await options.write(waitingOf(mail)) })
    } catch (error) {
      // What cannot be written keeps none of the others back.
      await noteFailure(db, mail, error, options.log)
    }
  }
  const [first] = written
  if (!first) return false
  try {
    const all = written.map(({ letter }) => letter)
    const letter = written.length === 1 ? first.letter : await options.combine(all)
    await options.transport.send(await envelopeOf(first.mail, options), letter)
    await db.transaction().execute(async (transaction) => {
      for (const each of written) await noteSent(transaction, each.mail.id, each.letter)
    })
    return true
  } catch (error) {
    for (const { mail } of written) await noteFailure(db, mail, error, options.log)
    return false
  }
}
