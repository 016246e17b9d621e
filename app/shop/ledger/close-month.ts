import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { date, nullable, query, text } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { type LedgerFormat, ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { continueLedger } from '#app/shop/buying/ledger-outstanding.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { lastDayOf, monthsLater, wholeTime } from './ledger-question.ts'
import { type LedgerSums, ledgerSums } from './ledger-sums.ts'

/** A closed month, `2026-10`, with its figures as they were. The first one counts whatever came before as well. */
export type ClosedMonth = LedgerSums & {
  month: string
  isFirst: boolean
  digest: string
  by: string
  at: Date
}

/** Closed months, the newest first. */
export async function closedMonths(db: Database): Promise<ClosedMonth[]> {
  const rows = await db
    .selectFrom('ledger_closing')
    .select(['month', 'from_day', 'pieces', 'purchase_cents', 'exits', 'proceeds_cents', 'margin_cents'])
    .select([
      'tax_cents',
      'destination_net_cents',
      'destination_tax_cents',
      'digest',
      'closed_by',
      'closed_at',
    ])
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => ({
    month: row.month.slice(0, 7),
    isFirst: row.from_day === null,
    pieces: row.pieces,
    purchaseCents: row.purchase_cents,
    exits: row.exits,
    proceedsCents: row.proceeds_cents,
    marginCents: row.margin_cents,
    taxCents: row.tax_cents,
    destinationNetCents: row.destination_net_cents,
    destinationTaxCents: row.destination_tax_cents,
    digest: row.digest,
    by: row.closed_by,
    at: row.closed_at,
  }))
}

/** The ledger of a closed month as it was exported when it was closed; null: it is not closed. */
export async function closedCsv(db: Database, month: string, format: LedgerFormat): Promise<string | null> {
  const row = await db
    .selectFrom('ledger_closing')
    .select(['content_rfc', 'content_german'])
    .where('month', '=', `${month}-01`)
    .executeTakeFirst()
  return row ? (format === 'german' ? row.content_german : row.content_rfc) : null
}

/** What would be closed next. */
export type NextClosing = LedgerSums & {
  month: string
  /** null: from the beginning of the ledger on. */
  from: string | null
  /** Of the month as it is now: whoever closes it names what they saw. */
  version: string
}

export type ClosingRefusal =
  /** Nothing is in the ledger. */
  { reason: 'nothing' } | { reason: 'still-runs'; month: string }

/**
 * The month that is closed next, and what would stand in it. The first closing is of the month before this one, with all
 * that was before: nobody closes years of a stock that was brought in month by month.
 */
export async function nextClosing(
  db: Database,
  now: Date,
): Promise<({ ok: true } & NextClosing) | ({ ok: false } & ClosingRefusal)> {
  const [known] = await query(db, { last: nullable(date), first: nullable(date) })`
    select (select max(month) from ledger_closing) as last, (select min(booked_on) from ledger) as first
  `
  if (!known?.first && !known?.last) return { ok: false, reason: 'nothing' }
  const running = germanDay(now).slice(0, 7)
  const month = known.last ? monthsLater(known.last, 1) : monthsLater(running, -1)
  if (month >= running) return { ok: false, reason: 'still-runs', month }
  const from = known.last ? `${month}-01` : null
  const [sums, version] = await Promise.all([
    ledgerSums(db, wholeTime(from, lastDayOf(month))),
    versionOf(db, { from, to: lastDayOf(month) }),
  ])
  return { ok: true, month, from, version, ...sums }
}

/** Of what stands in a time: another one where a row was added, or learned what was paid for its piece. */
async function versionOf(db: Database, { from, to }: { from: string | null; to: string }): Promise<string> {
  const isWithin = (day: RawBuilder<unknown>) =>
    sql`(${from}::date is null or ${day} >= ${from}::date) and ${day} <= ${to}::date`
  const [row] = await query(db, { version: text })`
    select concat_ws(' ', count(*), sum(hashtextextended(concat_ws('|', number, acquired_on, purchase_cents), 0)),
      (select concat_ws(' ', count(*), max(id)) from ledger_exit where ${isWithin(sql`booked_on`)})) as version
    from ledger where (${isWithin(sql`booked_on`)}) or (${isWithin(sql`cost_booked_on`)})
  `
  return createHash('sha256')
    .update(row?.version ?? '')
    .digest('hex')
}

export type MonthClosed =
  | { ok: true; month: string }
  | ({ ok: false } & ClosingRefusal)
  /** Another month is next by now, or something was booked in it: what it is now. */
  | { ok: false; reason: 'changed-meanwhile'; now: NextClosing }
  /** The ledger does not agree with the documents: a sentence each. */
  | { ok: false; reason: 'disagrees'; faults: string[] }
  /** So much has happened that is not in the ledger yet. */
  | { ok: false; reason: 'outstanding'; count: number }

/**
 * Closes the next month as it was seen, for good. From then on whatever would count in it counts in the first month that
 * is open; nothing that is written at the same time slips in.
 */
export async function closeMonth(
  db: Database,
  member: StaffActor,
  { month, seen, now }: { month: string; seen: string; now: Date },
): Promise<MonthClosed> {
  const count = await continueLedger(db)
  if (count > 0) return { ok: false, reason: 'outstanding', count }
  return asStaff(db, member, async (transaction): Promise<MonthClosed> => {
    // First the lock of those who complete the ledger, then whoever writes it without.
    await sql`select pg_advisory_xact_lock(hashtext('ledger'))`.execute(transaction)
    await sql`lock table ledger, ledger_exit in share row exclusive mode`.execute(transaction)
    const drawn = await nextClosing(transaction, now)
    if (!drawn.ok) return drawn
    const { ok: _, ...next } = drawn
    if (next.month !== month || next.version !== seen)
      return { ok: false, reason: 'changed-meanwhile', now: next }
    const faults = faultsOf(await checkLedger(transaction))
    if (faults.length > 0) return { ok: false, reason: 'disagrees', faults }
    const range = { from: next.from ?? '0001-01-01', to: lastDayOf(month) }
    const rfc = await ledgerCsv(transaction, { ...range, format: 'rfc' })
    const german = await ledgerCsv(transaction, { ...range, format: 'german' })
    await transaction
      .insertInto('ledger_closing')
      .values({
        month: `${month}-01`,
        from_day: next.from,
        pieces: next.pieces,
        purchase_cents: next.purchaseCents,
        exits: next.exits,
        proceeds_cents: next.proceedsCents,
        margin_cents: next.marginCents,
        tax_cents: next.taxCents,
        destination_net_cents: next.destinationNetCents,
        destination_tax_cents: next.destinationTaxCents,
        content_rfc: rfc,
        content_german: german,
        digest: createHash('sha256').update(rfc).digest('hex'),
        closed_by: member.name,
      })
      .execute()
    return { ok: true, month }
  })
}
