import type { Database } from '#app/platform/database/database.ts'
import { nullable, query, timestamptz } from '#app/platform/database/statement.ts'
import type { RefundReason } from './refund.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'
import { berlin, endOfDay, endOfWorkingDay } from './working-days.ts'

/** “Without undue delay”, where the law names no days, is so many working days with us. */
const promptDays = 3

/**
 * Until when money goes back after a declaration of withdrawal: the end of the 14th day after it came (§ 355 (3), § 357 (1)
 * BGB). It may be kept until the goods are here (§ 357 (4) BGB): what comes back later than that is paid for on that day.
 */
export function withdrawalRefundDue(declaredAt: Date, goodsBackAt: Date | null): Date {
  const end = endOfWithdrawal(declaredAt)
  const back = goodsBackAt && endOfDay(berlin.format(goodsBackAt).slice(0, 10))
  return back && back > end ? back : end
}

/**
 * Until when a refund that is planned now has to leave. Of a withdrawal the first declaration counts that is not paid back
 * yet; whatever else goes back has no ground to stay with us any longer, and goes without undue delay.
 */
export async function refundDue(
  db: Database,
  { orderId, reason }: { orderId: number; reason: RefundReason },
): Promise<Date> {
  const [row] = await query(db, {
    now: timestamptz,
    declaredAt: nullable(timestamptz),
    backAt: nullable(timestamptz),
  })`
    with settled as (
      select coalesce(max(at), '-infinity') as at from order_status_change where order_id = ${orderId} and event = 'refund'
    )
    select now() as now,
      (select min(w.received_at) from withdrawal_answer a join withdrawal w on w.id = a.withdrawal_id
        where a.order_id = ${orderId} and a.outcome = 'accepted' and a.at > settled.at) as "declaredAt",
      (select max(c.at) from order_status_change c
        where c.order_id = ${orderId} and c.event = 'receive-return' and c.at > settled.at) as "backAt"
    from settled
  `
  if (!row) throw new Error('a moment is one row')
  return reason === 'withdrawal' && row.declaredAt
    ? withdrawalRefundDue(row.declaredAt, row.backAt)
    : endOfWorkingDay(row.now, promptDays)
}
