import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int8, json, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { checkLedger, faultsOf, type LedgerCheck } from './ledger-check.ts'
import { continueLedger, newestRows } from './ledger-outstanding.ts'

/** A check as it was made at some time; `isCurrent`: nothing that it reads was added since. */
export type CheckedLedger = LedgerCheck & { at: Date; isCurrent: boolean }

const beside = z.object({ ledgerCents: z.int(), documentCents: z.int() })
const found: z.ZodType<LedgerCheck> = z.object({
  ledgerCents: z.int(),
  invoiceCents: z.int(),
  withoutOrderCents: z.int(),
  taxCents: z.int(),
  vat: z.object({ domestic: beside, destination: beside }),
  differences: z.array(z.object({ order: z.string(), ledgerCents: z.int(), invoiceCents: z.int() })),
  vatDifferences: z.array(beside.extend({ order: z.string(), of: z.enum(['domestic', 'destination']) })),
  marginDifferences: z.array(
    z.object({
      order: z.string().nullable(),
      piece: z.string(),
      of: z.enum(['margin', 'vat']),
      ledgerCents: z.int(),
      dueCents: z.int(),
    }),
  ),
  missing: z.array(z.string()),
  gaps: z.array(z.int()),
})

/** A ledger of so many rows and exits is compared anew at each look. */
const few = 5_000

/**
 * The whole ledger beside the documents for whoever only looks: as it was compared last where nothing happened since, or
 * where comparing it would be waited for; `keepLedgerChecked` does it then. A row whose transaction ends after a later
 * one's may be seen only with the next. Closing a month never asks here.
 */
export async function checkedAtLook(db: Database): Promise<CheckedLedger> {
  const known = await lastCheck(db)
  return known && (known.check.isCurrent || known.size > few) ? known.check : checkAnew(db)
}

/** Compares it now, as it is at one moment, and keeps what was found. */
export async function checkAnew(db: Database): Promise<CheckedLedger> {
  const { at, marks, check } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const [row] = await query(transaction, { at: timestamptz, marks: text })`
        select now() as at, ${newestRows} as marks`
      if (!row) throw new Error('the database tells no time')
      return { ...row, check: await checkLedger(transaction) }
    })
  await db
    .insertInto('ledger_checked')
    .values({ checked_at: at, marks, found: JSON.stringify(check) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          checked_at: ref('excluded.checked_at'),
          marks: ref('excluded.marks'),
          found: ref('excluded.found'),
        }))
        // Whoever began later has seen more.
        .where('ledger_checked.checked_at', '<', at),
    )
    .execute()
  return { ...check, at, isCurrent: true }
}

/**
 * Compares the ledger anew where something happened since, and once a day whatever happened. An order that is paid in
 * between looks amiss until it is in the ledger, so that what is found is looked at once more. Returns how often it did.
 */
export async function keepLedgerChecked(db: Database): Promise<number> {
  const known = await lastCheck(db)
  if (known?.check.isCurrent && known.isOfToday) return 0
  await continueLedger(db)
  if (faultsOf(await checkAnew(db)).length === 0) return 1
  await continueLedger(db)
  await checkAnew(db)
  return 2
}

async function lastCheck(
  db: Database,
): Promise<{ check: CheckedLedger; isOfToday: boolean; size: number } | null> {
  const [row] = await query(db, {
    ...{ at: timestamptz, isCurrent: bool, isOfToday: bool, size: int8 },
    found: json(found),
  })`
    select checked_at as at, marks = ${newestRows} as "isCurrent", checked_at > now() - interval '1 day' as "isOfToday",
      (select greatest((select max(number) from ledger), (select max(id) from ledger_exit), 0))::int8 as size, found
    from ledger_checked
  `
  if (!row) return null
  const { size, isOfToday, found: check, at, isCurrent } = row
  return { size, isOfToday, check: { ...check, at, isCurrent } }
}
