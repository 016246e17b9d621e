import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { counterMeans } from './counter-sale.ts'

const columns = {
  number: text,
  invoice: nullable(text),
  at: timestamptz,
  by: text,
  means: oneOf(counterMeans),
  reference: text,
  cents: int4,
  buyer: text,
  pieces: int4,
  cancelled: bool,
}

const moved = { at: timestamptz, number: text, means: text, cents: int4, reference: text }

export type DayClose = Awaited<ReturnType<typeof dayClose>>

/**
 * What a branch sold on a German day, `YYYY-MM-DD`, with what else went through its till: money of orders that were
 * collected, money that went back, cash that was paid out for purchases. Amounts in cents. `unplaced`: what was paid in a
 * branch for orders that are sent, less than nothing where it went back. Nobody wrote down in which branch, so that every
 * one's close has it, and no other sum counts it.
 */
export async function dayClose(db: Database, { branchId, day }: { branchId: string; day: string }) {
  const sales = await query(db, columns)`
    select o.number, i.number as invoice, s.sold_at as at, s.sold_by as by, s.means, s.reference, s.total_cents as cents,
      o.invoice_address ->> 'name' as buyer, o.status = 'cancelled' as cancelled,
      (select count(*)::int from order_line l where l.order_id = o.id) as pieces
    from counter_sale s join shop_order o on o.id = s.order_id
      left join invoice i on i.order_id = o.id and i.kind = 'invoice'
    where s.branch_id = ${branchId} and s.sold_on = ${day} order by s.sold_at
  `
  const collected = await query(db, moved)`
    select m.at, o.number, m.channel as means, m.amount_cents as cents, m.reference
    from money m join shop_order o on o.id = m.order_id
    where m.channel in ('in-branch', 'cash', 'card') and o.sale_channel = 'online' and m.direction = 'in' and m.corrects is null and m.corrected_at is null
      and o.delivery ->> 'branchId' = ${branchId} and (m.at at time zone 'Europe/Berlin')::date = ${day}::date order by m.at
  `
  const paidBack = await query(db, moved)`
    select m.at, o.number, m.channel as means, m.amount_cents as cents, coalesce(r.sent_reference, m.reference) as reference
    from money m join shop_order o on o.id = m.order_id left join refund r on m.reference = 'refund:' || r.id
    where m.channel in ('cash', 'card', 'in-branch') and m.direction = 'out' and m.corrects is null
      and m.corrected_at is null and o.delivery ->> 'branchId' = ${branchId}
      and (m.at at time zone 'Europe/Berlin')::date = ${day}::date order by m.at
  `
  const unplaced = await query(db, moved)`
    select m.at, o.number, m.channel as means, case m.direction when 'in' then 1 else -1 end * m.amount_cents as cents,
      coalesce(r.sent_reference, m.reference) as reference
    from money m join shop_order o on o.id = m.order_id left join refund r on m.reference = 'refund:' || r.id
    where m.channel = 'in-branch' and m.corrects is null and m.corrected_at is null
      and o.delivery ->> 'branchId' is null and (m.at at time zone 'Europe/Berlin')::date = ${day}::date order by m.at
  `
  const bought = await query(db, moved)`
    select paid_at as at, number, means, total_cents as cents, reference from purchase
    where branch_id = ${branchId} and means = 'cash' and cancelled_at is null
      and (paid_at at time zone 'Europe/Berlin')::date = ${day}::date order by paid_at
  `
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, { cents }) => all + cents, 0)
  const soldFor = (means: (typeof counterMeans)[number]) => sum(sales.filter((sale) => sale.means === means))
  return {
    sales,
    collected,
    paidBack,
    unplaced,
    bought,
    sums: {
      cash: soldFor('cash'),
      card: soldFor('card'),
      transfer: soldFor('bank-transfer'),
      sold: sum(sales),
      collected: sum(collected),
      paidBack: sum(paidBack),
      unplaced: sum(unplaced),
      bought: sum(bought),
      /** What the cash of these came to; collected orders of earlier releases do not say whether it was cash. */
      cashFlow:
        soldFor('cash') +
        sum(collected.filter(({ means }) => means === 'cash')) -
        sum(paidBack.filter(({ means }) => means === 'cash')) -
        sum(bought),
    },
    till: tillNumbers(
      sales.filter(({ means }) => means !== 'bank-transfer').map(({ reference }) => reference),
    ),
  }
}

/** Gaps longer than this are no gaps but another row of numbers. */
const longestGap = 50

/**
 * What the numbers of a till's receipts say of a day: which were given twice, and which lie between the first and the
 * last without a sale here. The till may have sold what we do not keep: a gap is a question, no fault.
 */
export function tillNumbers(references: readonly string[]): { twice: string[]; missing: string[] } {
  const seen = new Map<string, number>()
  for (const each of references.map((text) => text.toUpperCase())) seen.set(each, (seen.get(each) ?? 0) + 1)
  const rows = new Map<string, { digits: number; numbers: Set<number> }>()
  for (const reference of seen.keys()) {
    const [, prefix = '', number = ''] = /^(.*?)(\d{1,12})$/.exec(reference) ?? []
    if (number === '') continue
    const row = rows.get(prefix) ?? { digits: 0, numbers: new Set<number>() }
    row.numbers.add(Number(number))
    row.digits = number.startsWith('0') ? Math.max(row.digits, number.length) : row.digits
    rows.set(prefix, row)
  }
  const missing = [...rows].flatMap(([prefix, { digits, numbers }]) => {
    const sorted = [...numbers].sort((a, b) => a - b)
    return sorted.slice(1).flatMap((number, index) => {
      const before = sorted[index] ?? number
      if (number - before > longestGap) return []
      return Array.from(
        { length: number - before - 1 },
        (_, step) => `${prefix}${String(before + 1 + step).padStart(digits, '0')}`,
      )
    })
  })
  return { twice: [...seen].flatMap(([number, times]) => (times > 1 ? [number] : [])), missing }
}
