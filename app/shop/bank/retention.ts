import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { retentionAt } from '#app/shop/people/retention-terms.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/**
 * Erases who paid and who was paid from lines of the bank, once they are kept as long as vouchers (§ 147 AO). Days,
 * amounts and what each was booked for stay, and so does what tells a line that is read again. Returns how many were
 * emptied.
 */
export async function eraseBankLines(
  db: Database,
  { settings, now }: { settings: Pick<Settings, 'buying' | 'mails'>; now: Date },
): Promise<number> {
  const { vouchers } = retentionAt({ settings, now })
  const { numAffectedRows } = await sql`
    update bank_line set name = '', iban = null, purpose = '', end_to_end = null,
      aside_reason = case when aside_reason is null then null else '–––' end
    where (name <> '' or iban is not null or purpose <> '' or end_to_end is not null)
      and extract(year from ${now}::timestamptz at time zone 'Europe/Berlin') > extract(year from booked_on) + ${vouchers}::int
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
