import { sql } from 'kysely'
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

const moved = {
  ...{ at: timestamptz, number: text, means: text, cents: int4, reference: text },
  /** It takes back what was booked before, maybe on another day; its amount is less than nothing. */
  isCounter: bool,
}

export type DayClose = Awaited<ReturnType<typeof dayClose>>

/** Entries of money with the till's number of each; a counter-entry bears that of what it takes back. */
const entries = sql`money m join shop_order o on o.id = m.order_id left join money c on c.id = m.corrects
  left join refund r on 'refund:' || r.id = coalesce(c.reference, m.reference)
  left join counter_sale s on s.order_id = o.id`
const entryColumns = sql`m.at, o.number, m.channel as means,
  coalesce(r.sent_reference, c.reference, m.reference) as reference, m.corrects is not null as "isCounter"`

/**
 * What a branch sold on a German day, `YYYY-MM-DD`, with what else went through its till: money that was taken for orders,
 * money that went back, cash that was paid out for purchases. Amounts in cents. What is taken back later stays on its day,
 * and its counter-entry stands on the day of taking back. `unplaced`: what was paid in a branch for orders that are sent,
 * less than nothing where it went back, of which nobody wrote down the branch; every one's close has it, and no other sum
 * counts it.
 */
export async function dayClose(db: Database, { branchId, day }: { branchId: string; day: string }) {
  const ofDay = sql`(m.at at time zone 'Europe/Berlin')::date = ${day}::date`
  const sales = await query(db, columns)`
    select o.number, i.number as invoice, s.sold_at as at, s.sold_by as by, s.means, s.reference, s.total_cents as cents,
      o.invoice_address ->> 'name' as buyer, o.status = 'cancelled' as cancelled,
      (select count(*)::int from order_line l where l.order_id = o.id) as pieces
    from counter_sale s join shop_order o on o.id = s.order_id
      left join invoice i on i.order_id = o.id and i.kind = 'invoice'
    where s.branch_id = ${branchId} and s.sold_on = ${day} order by s.sold_at
  `
  // The money with which a sale was made stands with the sale.
  const collected = await query(db, moved)`
    select ${entryColumns}, m.amount_cents as cents from ${entries}
    where m.branch_id = ${branchId} and m.direction = 'in' and ${ofDay}
      and (s.order_id is null or m.id <> (select min(id) from money f where f.order_id = o.id and f.direction = 'in'))
    order by m.at, m.id
  `
  const paidBack = await query(db, moved)`
    select ${entryColumns}, m.amount_cents as cents from ${entries}
    where m.branch_id = ${branchId} and m.direction = 'out' and ${ofDay} order by m.at, m.id
  `
  const unplaced = await query(db, moved)`
    select ${entryColumns}, case m.direction when 'in' then 1 else -1 end * m.amount_cents as cents from ${entries}
    where m.branch_id is null and m.channel in ('in-branch', 'cash', 'card') and ${ofDay} order by m.at, m.id
  `
  const bought = await query(db, moved)`
    select paid_at as at, number, means, total_cents as cents, reference, false as "isCounter" from purchase
    where branch_id = ${branchId} and means = 'cash' and (paid_at at time zone 'Europe/Berlin')::date = ${day}::date
    union all
    select t.cancelled_at, t.number, p.means, -p.total_cents, p.number, true
    from purchase_cancellation t join purchase p on p.id = t.purchase_id
    where p.branch_id = ${branchId} and p.means = 'cash' and (t.cancelled_at at time zone 'Europe/Berlin')::date = ${day}::date
    order by 1, 2
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

/** Numbers of a longer gap are not written out one by one. */
const longestGap = 50

/**
 * What the numbers of a till's receipts say of a day: which were given twice, and which lie between the first and the
 * last without a sale here, `missing` one by one and `ranges` from the first to the last of them. The till may have sold what
 * we do not keep: a gap is a question, no fault. `unread`: receipts that end in no number, so that nothing is known of gaps.
 */
export function tillNumbers(references: readonly string[]): {
  twice: string[]
  missing: string[]
  ranges: { from: string; to: string; count: number }[]
  unread: string[]
} {
  const seen = new Map<string, number>()
  for (const each of references.map((text) => text.toUpperCase())) seen.set(each, (seen.get(each) ?? 0) + 1)
  const rows = new Map<string, { digits: number; numbers: Set<number> }>()
  const unread: string[] = []
  for (const reference of seen.keys()) {
    const [, prefix = '', number = ''] = /^(.*?)(\d{1,12})$/.exec(reference) ?? []
    if (number === '') {
      unread.push(reference)
      continue
    }
    const row = rows.get(prefix) ?? { digits: 0, numbers: new Set<number>() }
    row.numbers.add(Number(number))
    row.digits = number.startsWith('0') ? Math.max(row.digits, number.length) : row.digits
    rows.set(prefix, row)
  }
  const gaps = [...rows].flatMap(([prefix, { digits, numbers }]) => {
    const sorted = [...numbers].sort((a, b) => a - b)
    const called = (number: number) => `${prefix}${String(number).padStart(digits, '0')}`
    return sorted.slice(1).flatMap((next, index) => {
      const first = (sorted[index] ?? next) + 1
      return next > first ? [{ first, count: next - first, called }] : []
    })
  })
  return {
    twice: [...seen].flatMap(([number, times]) => (times > 1 ? [number] : [])),
    missing: gaps
      .filter(({ count }) => count < longestGap)
      .flatMap(({ first, count, called }) =>
        Array.from({ length: count }, (_, step) => called(first + step)),
      ),
    ranges: gaps
      .filter(({ count }) => count >= longestGap)
      .map(({ first, count, called }) => ({ from: called(first), to: called(first + count - 1), count })),
    unread,
  }
}
