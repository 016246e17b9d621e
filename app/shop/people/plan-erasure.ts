import { createHash } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int8, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { readRecords } from './person-records.ts'
import { type RecordKind, type RecordRef, recordKinds } from './record-kinds.ts'
import { retentionAt } from './retention-terms.ts'

/**
 * Why something is kept although somebody wants it gone (Art. 17 (3) GDPR):
 * - `open-order`, `open-deal`: the contract is still being dealt with
 * - `open-appointment`, `open-reservation`: they are still expected
 * - `invoice`: vouchers, eight years (§ 147 AO, § 14b UStG)
 * - `booking`: money that moved without an invoice, as long as vouchers
 * - `letter`: letters of business about a contract that is kept, six years (§ 257 HGB)
 * - `purchase`: the record of what we bought (§ 25a (6) UStG, § 147 AO)
 * - `identity`: identification under the money laundering act (§ 8 GwG)
 * - `withdrawal`: declarations of withdrawal, as letters of business
 */
export type Duty =
  | 'open-order'
  | 'open-deal'
  | 'open-appointment'
  | 'open-reservation'
  | 'invoice'
  | 'booking'
  | 'letter'
  | 'purchase'
  | 'identity'
  | 'withdrawal'

/** What of a record is erased or kept by itself. */
export type ErasedPart =
  /** Name, addresses, mails: all that names its person. */
  | 'all'
  /** What no duty is about: telephone, notes of the buyer, files of labels, reasons of discounts. */
  | 'extras'
  /** The receipt of what we bought, with the name on it. */
  | 'receipt'
  /** The record of who they showed themselves to be. */
  | 'identification'

/** What becomes of a part of a record. `keepUntil`: the last day, `2034-12-31`; null: as long as it is open. */
export type PlannedErasure = RecordRef & { number: string; part: ErasedPart } & (
    | { stays: null }
    | { stays: Duty; keepUntil: string | null }
  )

export type ErasurePlan = {
  items: PlannedErasure[]
  /** Says what was planned: whoever presses names it, and what is another plan by then is not carried out. */
  fingerprint: string
}

type Terms = { settings: Pick<Settings, 'buying' | 'mails'>; now: Date }

/** What goes and what stays if the records of somebody are erased now, and until when. Changes nothing. */
export async function planErasure(
  db: Database,
  refs: readonly RecordRef[],
  terms: Terms,
): Promise<ErasurePlan> {
  const records = await readRecords(db, refs)
  const numbers = new Map(records.map(({ kind, ref, number }) => [`${kind} ${ref}`, number]))
  const of = (kind: RecordKind) => records.filter((each) => each.kind === kind).map(({ ref }) => ref)
  const [orders, requests, withdrawals, visits] = await Promise.all([
    ordersPlanned(db, of('order'), terms),
    requestsPlanned(db, of('sell-request'), terms),
    withdrawalsPlanned(db, of('withdrawal'), terms),
    visitsPlanned(db, { appointments: of('appointment'), reservations: of('reservation') }, terms),
  ])
  const keepsOrder = orders.find((each) => each.stays !== null)
  const enquiries = await enquiriesPlanned(db, of('enquiry'), {
    ...terms,
    keepsOrder: keepsOrder !== undefined,
  })
  const alerts = of('alert').map((ref) => ({ kind: 'alert', ref, part: 'all', stays: null }) as const)
  const items = [...orders, ...requests, ...withdrawals, ...visits, ...enquiries, ...alerts]
    .map((each) => ({ ...each, number: numbers.get(`${each.kind} ${each.ref}`) ?? String(each.ref) }))
    .sort((a, b) => recordKinds.indexOf(a.kind) - recordKinds.indexOf(b.kind) || a.ref - b.ref)
  const fingerprint = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 22)
  return { items, fingerprint }
}

type Unnumbered = RecordRef & { part: ErasedPart } & (
    | { stays: null }
    | { stays: Duty; keepUntil: string | null }
  )

const orderOver = ['completed', 'refunded', 'expired', 'cancelled', 'conflict_refunded']

async function ordersPlanned(db: Database, ids: readonly number[], terms: Terms): Promise<Unnumbered[]> {
  if (ids.length === 0) return []
  const rows = await query(db, {
    ...{ id: int8, status: text, invoicedAt: nullable(timestamptz), movedAt: nullable(timestamptz) },
    ...{ open: bool, checkedAt: nullable(timestamptz) },
  })`
    select o.id, o.status, (select max(issued_at) from invoice i where i.order_id = o.id) as "invoicedAt",
      (select max(at) from money m where m.order_id = o.id) as "movedAt",
      exists (select from refund f where f.order_id = o.id and f.done_at is null and f.withdrawn_at is null) as open,
      (select max(i.checked_at) from identification i where i.order_id = o.id and i.erased_at is null) as "checkedAt"
    from shop_order o where o.id = any(${[...ids]}::bigint[])
  `
  return rows.flatMap(({ id: ref, status, invoicedAt, movedAt, open, checkedAt }): Unnumbered[] => {
    const record = { kind: 'order', ref } as const
    if (open || !orderOver.includes(status))
      return [{ ...record, part: 'all', stays: 'open-order', keepUntil: null }]
    const { vouchers: years, identities } = retentionAt(terms)
    // Of a sale at the counter for much cash.
    const identified =
      checkedAt === null
        ? []
        : [keptUntil({ ...record, part: 'identification' }, 'identity', checkedAt, identities)]
    const kept =
      invoicedAt !== null
        ? ({ stays: 'invoice', keepUntil: endOfTerm(invoicedAt, years) } as const)
        : movedAt !== null
          ? ({ stays: 'booking', keepUntil: endOfTerm(movedAt, years) } as const)
          : null
    if (kept === null || isOver(kept.keepUntil, terms.now))
      return [{ ...record, part: 'all', stays: null }, ...identified]
    return [{ ...record, part: 'all', ...kept }, { ...record, part: 'extras', stays: null }, ...identified]
  })
}

async function requestsPlanned(db: Database, ids: readonly number[], terms: Terms): Promise<Unnumbered[]> {
  if (ids.length === 0) return []
  const rows = await query(db, {
    ...{ id: int8, status: text, here: bool },
    ...{ receiptAt: nullable(timestamptz), checkedAt: nullable(timestamptz) },
  })`
    select r.id, r.status, r.here_since is not null as here,
      greatest(
        (select max(b.paid_at) from purchase b where b.request_id = r.id and b.seller_erased_at is null),
        (select max(p.made_at) from purchase_receipt p where p.request_id = r.id and p.seller_erased_at is null)
      ) as "receiptAt",
      (select max(i.checked_at) from identification i where i.request_id = r.id and i.erased_at is null) as "checkedAt"
    from sell_request r where r.id = any(${[...ids]}::bigint[])
  `
  const over = ['declined', 'returned', 'expired', 'cancelled']
  return rows.flatMap(({ id: ref, status, here, ...row }): Unnumbered[] => {
    const record = { kind: 'sell-request', ref } as const
    const isOpen = status !== 'stocked' && (here || !over.includes(status))
    if (isOpen) return [{ ...record, part: 'all', stays: 'open-deal', keepUntil: null }]
    const { receipts, identities } = retentionAt(terms)
    return [
      { ...record, part: 'all', stays: null },
      // One that was written and never paid is kept as long.
      ...(row.receiptAt !== null
        ? [keptUntil({ ...record, part: 'receipt' }, 'purchase', row.receiptAt, receipts)]
        : []),
      ...(row.checkedAt !== null
        ? [keptUntil({ ...record, part: 'identification' }, 'identity', row.checkedAt, identities)]
        : []),
    ]
  })
}

const keptUntil = (
  of: RecordRef & { part: ErasedPart },
  stays: Duty,
  from: Date,
  years: number,
): Unnumbered => ({ ...of, stays, keepUntil: endOfTerm(from, years) })

async function withdrawalsPlanned(db: Database, ids: readonly number[], terms: Terms): Promise<Unnumbered[]> {
  if (ids.length === 0) return []
  const rows = await query(db, { id: int8, receivedAt: timestamptz })`
    select id, received_at as "receivedAt" from withdrawal where id = any(${[...ids]}::bigint[])`
  return rows.map(({ id: ref, receivedAt }): Unnumbered => {
    const keepUntil = endOfTerm(receivedAt, retentionAt(terms).letters)
    const record = { kind: 'withdrawal', ref, part: 'all' } as const
    return isOver(keepUntil, terms.now)
      ? { ...record, stays: null }
      : { ...record, stays: 'withdrawal', keepUntil }
  })
}

/** Who is expected, or has a piece kept, is known until that is over. */
async function visitsPlanned(
  db: Database,
  { appointments, reservations }: { appointments: readonly number[]; reservations: readonly number[] },
  { now }: Terms,
): Promise<Unnumbered[]> {
  const rows = await query(db, { kind: oneOf(['appointment', 'reservation']), ref: int8, open: bool })`
    select 'appointment' as kind, id as ref,
      coalesce(came_at, missed_at, cancelled_at) is null and ends_at > ${now} as open
    from appointment where id = any(${[...appointments]}::bigint[])
    union all
    select 'reservation', id, ended_at is null and until > ${now}
    from reservation where id = any(${[...reservations]}::bigint[])
  `
  return rows.map(({ open, ...record }): Unnumbered => {
    const whole = { ...record, part: 'all' } as const
    return open ? { ...whole, stays: `open-${record.kind}`, keepUntil: null } : { ...whole, stays: null }
  })
}

async function enquiriesPlanned(
  db: Database,
  ids: readonly number[],
  { keepsOrder, ...terms }: Terms & { keepsOrder: boolean },
): Promise<Unnumbered[]> {
  if (ids.length === 0) return []
  const rows = await query(db, { id: int8, subject: text, receivedAt: timestamptz })`
    select id, subject, received_at as "receivedAt"
    from contact_message where id = any(${[...ids]}::bigint[])`
  return rows.map(({ id: ref, subject, receivedAt }): Unnumbered => {
    const record = { kind: 'enquiry', ref, part: 'all' } as const
    const keepUntil = endOfTerm(receivedAt, retentionAt(terms).letters)
    const isLetter = subject === 'order' && keepsOrder && !isOver(keepUntil, terms.now)
    return isLetter ? { ...record, stays: 'letter', keepUntil } : { ...record, stays: null }
  })
}

/** The last day of so many full years after the year of a moment, in Germany. */
function endOfTerm(from: Date, years: number): string {
  const year = Number(germanDay(from).slice(0, 4))
  return `${year + years}-12-31`
}

/** Whether a term's last day has passed, in Germany. */
const isOver = (keepUntil: string, now: Date): boolean => keepUntil < germanDay(now)
