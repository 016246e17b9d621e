import { type RawBuilder, sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, nullable, query, uuid } from '#app/platform/database/statement.ts'
import { forgetLabelFile } from '#app/shop/label-file.ts'
import { eraseMailsOfAppointment, eraseMailsOfRequest } from '#app/shop/mail-retention.ts'
import type { RetentionRule } from '#app/shop/settings/buying-settings.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { forgetPhotos } from './sell-request-photos.ts'

/**
 * Erases sellers' personal data once the rule of its day no longer wants it kept: contact data and photos of requests that
 * led to nothing, identification records and restricted notes, sellers' names on receipts, serial numbers of pieces that left. The records
 * themselves stay. Returns how many were emptied. What else is erased in time stands beside it in `server/jobs.ts`.
 */
export async function eraseSellersData(
  db: Database,
  { settings, now }: { settings: Pick<Settings, 'buying'>; now: Date },
): Promise<number> {
  const rules = settings.buying.retention.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  let erased = 0
  for (const [index, rule] of rules.entries()) {
    const reign = {
      from: index === 0 ? '0001-01-01' : rule.from,
      until: rules[index + 1]?.from ?? '9999-12-31',
    }
    erased += await forgetContacts(db, { rule, reign, now })
    erased += await eraseRecords(db, { rule, reign, now })
  }
  return erased
}

type Term = { rule: RetentionRule; reign: { from: string; until: string }; now: Date }

/** Whether a moment's day, in Germany, lies in a rule's reign. */
function within(moment: RawBuilder<unknown>, { from, until }: Term['reign']) {
  return sql`(${moment} at time zone 'Europe/Berlin')::date >= ${from}::date
    and (${moment} at time zone 'Europe/Berlin')::date < ${until}::date`
}

/** Whether so many full years have gone by after the year of a moment. */
function yearsOver(moment: RawBuilder<unknown>, years: number, now: Date) {
  return sql`extract(year from ${now}::timestamptz at time zone 'Europe/Berlin')
    > extract(year from ${moment} at time zone 'Europe/Berlin') + ${years}::int`
}

async function forgetContacts(db: Database, { rule, reign, now }: Term): Promise<number> {
  const ended = sql`(select max(at) from sell_status_change c where c.request_id = r.id)`
  const rows = await query(db, { id: int8 })`
    select r.id from sell_request r
    where r.forgotten_at is null and (
      (r.status in ('declined', 'returned', 'expired', 'cancelled') and r.here_since is null
        and ${within(ended, reign)} and ${ended} + make_interval(days => ${rule.contactDays}) <= ${now})
      or (r.status = 'stocked' and ${within(ended, reign)} and ${yearsOver(ended, rule.receiptYears, now)}))
    limit 100
  `
  for (const { id } of rows) await forgetSellRequest(db, id)
  return rows.length
}

/**
 * Forgets who offered something, at once: contact, messages, what was noted of their visits, photos (`eraseNotedFiles`),
 * mails. The story of states and offers stays.
 */
export async function forgetSellRequest(db: Database, id: number): Promise<void> {
  await together(db, async (transaction) => {
    const [row] = await query(transaction, { folder: nullable(uuid) })`
      select folder from sell_request where id = ${id} and forgotten_at is null for update`
    if (!row) return
    await eraseMailsOfRequest(transaction, id)
    const visits = await transaction
      .selectFrom('appointment')
      .select('id')
      .where('request_id', '=', id)
      .execute()
    for (const visit of visits) await eraseMailsOfAppointment(transaction, visit.id)
    await forgetLabelFile(transaction, { request: id })
    if (row.folder !== null) await forgetPhotos(transaction, row.folder)
    await sql`update sell_message set text = '' where request_id = ${id}`.execute(transaction)
    await sql`
      update appointment set name = null, email = null, phone = null, about = null, note = null, token = null,
        cancel_reason = null, forced_because = null, forgotten_at = now()
      where request_id = ${id}
    `.execute(transaction)
    await sql`
      delete from sell_serial where request_id = ${id} and not exists (select from purchase where request_id = ${id})
    `.execute(transaction)
    await sql`
      update sell_request set name = null, email = null, phone = null, address = null, client = null, folder = null,
        label = null, parcel_in = null, parcel_out = null, forgotten_at = now(),
        details = jsonb_set(details, '{description}', '""')
      where id = ${id}
    `.execute(transaction)
  })
}

async function eraseRecords(db: Database, { rule, reign, now }: Term): Promise<number> {
  const checked = sql`checked_at`
  const noted = sql`at`
  const paid = sql`paid_at`
  // Receipts nobody was paid for; those of a purchase are emptied with it.
  const made = sql`made_at`
  const bought = sql`b.paid_at`
  const results = await Promise.all([
    sql`
      update identification set sealed = null, person_hash = null, document_hash = null, address_hash = null,
        erased_at = now()
      where erased_at is null and ${within(checked, reign)} and ${yearsOver(checked, rule.identityYears, now)}
    `.execute(db),
    sql`
      update compliance_note set text = '', report_reference = null, erased_at = now()
      where erased_at is null and ${within(noted, reign)} and ${yearsOver(noted, rule.identityYears, now)}
    `.execute(db),
    sql`
      update purchase set seller_sealed = null, seller_erased_at = now()
      where seller_erased_at is null and ${within(paid, reign)} and ${yearsOver(paid, rule.receiptYears, now)}
    `.execute(db),
    sql`
      update purchase_receipt set seller_sealed = null, seller_erased_at = now()
      where seller_erased_at is null and ${within(made, reign)} and ${yearsOver(made, rule.receiptYears, now)}
    `.execute(db),
    sql`
      delete from sell_serial s using purchase b
      where s.request_id = b.request_id and ${within(bought, reign)} and ${yearsOver(bought, rule.serialYears, now)}
    `.execute(db),
    sql`
      update product_staff s set serial_encrypted = null, serial_hash = null
      from ledger l join purchase b on b.id = l.purchase_id join product p on p.id = l.product_id
      where s.product_id = p.id and s.serial_encrypted is not null and p.status in ('sold', 'withdrawn', 'melted')
        and ${within(bought, reign)} and ${yearsOver(bought, rule.serialYears, now)}
    `.execute(db),
  ])
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}
