import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

const day = 86_400_000

/** What leaves a mail whose purpose is over. One that still waited goes to nobody any more. */
const erased = sql`
  recipient = null, client = null, payload = '{}', subject = null, html = null, plain = null, attachments = '{}',
  last_error = null, leased_until = null, erased_at = now(),
  given_up_at = case when sent_at is null then coalesce(given_up_at, now()) end`

/** Erases the mails of alerts that ended, by their tokens, in the transaction that ends them. */
export async function eraseMailsOfAlerts(db: Database, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await sql`
    update mail_outbox set ${erased}
    where (kind in ('alert-confirm', 'alert-arrivals') or kind in ('alert-piece-confirm', 'alert-piece'))
      and payload ->> 'token' = any(${tokens}::text[])
      and erased_at is null
  `.execute(db)
}

/** Erases the mails about a sell request that is forgotten, those to staff among them. */
export async function eraseMailsOfRequest(db: Database, request: number): Promise<void> {
  await sql`
    update mail_outbox set ${erased}
    where payload ? 'sell' and payload ->> 'sell' = ${String(request)} and erased_at is null
  `.execute(db)
}

/** Erases the mails about reservations that are forgotten. */
export async function eraseMailsOfReservations(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update mail_outbox set ${erased}
    where payload ? 'reservation' and payload ->> 'reservation' = any(${ids.map(String)}::text[]) and erased_at is null
  `.execute(db)
}

/** Erases the mails about an appointment whose visitor is forgotten, those to staff among them. */
export async function eraseMailsOfAppointment(db: Database, appointment: number): Promise<void> {
  await sql`
    update mail_outbox set ${erased}
    where payload ? 'appointment' and not payload ? 'sell' and payload ->> 'appointment' = ${String(appointment)}
      and erased_at is null
  `.execute(db)
}

/** Erases the mails about an order, and about withdrawals from it, once nothing keeps them. */
export async function eraseMailsOfOrder(db: Database, order: number): Promise<void> {
  await sql`
    update mail_outbox set ${erased}
    where erased_at is null and (payload ? 'order' and payload ->> 'order' = ${String(order)}
      or payload ? 'withdrawal' and payload ->> 'withdrawal' in (
        select id::text from withdrawal where order_id = ${order}))
  `.execute(db)
}

/** Erases the mails that tell where an order was to go in between. */
export async function eraseMailsOfAddresses(db: Database, order: number): Promise<void> {
  await sql`
    update mail_outbox set ${erased}
    where erased_at is null and payload ? 'order' and payload ->> 'order' = ${String(order)} and kind = 'address-changed'
  `.execute(db)
}

/** Erases the mails about a declaration of withdrawal that no order fits. */
export async function eraseMailsOfWithdrawal(db: Database, withdrawal: number): Promise<void> {
  await sql`
    update mail_outbox set ${erased}
    where payload ? 'withdrawal' and payload ->> 'withdrawal' = ${String(withdrawal)} and erased_at is null
  `.execute(db)
}

/**
 * Erases mails whose time is over by the settings: to staff, of alerts, about orders. What still waits to be sent is
 * left. Returns how many.
 */
export async function eraseOldMails(
  db: Database,
  { settings, now }: { settings: Pick<Settings, 'mails'>; now: Date },
): Promise<number> {
  const { retention, alertDays, staffDays } = settings.mails
  const rules = retention.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const before = (days: number) => new Date(now.getTime() - days * day)
  const ended = sql`(sent_at is not null or given_up_at is not null or withdrawn_at is not null)`
  const over = sql`greatest(sent_at, given_up_at, withdrawn_at)`
  let count = 0
  const erase = async (which: ReturnType<typeof sql>) => {
    const done =
      await sql`update mail_outbox set ${erased} where erased_at is null and ${ended} and ${which}`.execute(
        db,
      )
    count += Number(done.numAffectedRows ?? 0)
  }
  await erase(sql`kind like 'staff-%' and ${over} < ${before(staffDays)}`)
  await erase(sql`kind in ('alert-confirm', 'alert-arrivals', 'alert-piece-confirm', 'alert-piece')
    and ${over} < ${before(alertDays)}`)
  for (const [index, { from, orderYears }] of rules.entries()) {
    const written = sql`(created_at at time zone 'Europe/Berlin')`
    // Mails about a sell request end with it.
    await erase(sql`kind not like 'sell-%'
      and ${written}::date >= ${index === 0 ? '0001-01-01' : from}::date
      and ${written}::date < ${rules[index + 1]?.from ?? '9999-12-31'}::date
      and extract(year from ${now}::timestamptz at time zone 'Europe/Berlin')
        > extract(year from ${written}) + ${orderYears}::int`)
  }
  return count
}

/** Removes mails that lie as files, once they have lain there for so long. Returns how many. */
export async function removeOldMailFiles(
  directory: string,
  { settings, now }: { settings: Pick<Settings, 'mails'>; now: Date },
): Promise<number> {
  const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  let removed = 0
  for (const name of names.filter((each) => /\.eml(\.new)?$/.test(each))) {
    const found = await stat(join(directory, name)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!found || found.mtimeMs > now.getTime() - settings.mails.fileDays * day) continue
    await rm(join(directory, name), { force: true })
    removed += 1
  }
  return removed
}
