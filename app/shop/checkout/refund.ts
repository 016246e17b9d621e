import { type Database, together } from '#app/platform/database/database.ts'
import { int4, now, query } from '#app/platform/database/statement.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { branchOfMoney } from './money-branch.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { refundDue } from './refund-due.ts'
import type { OrderView, PaymentMethod } from './types.ts'

export type Channel = PaymentMethod
export type RefundReason = 'conflict' | 'surplus' | 'cancellation' | 'withdrawal' | 'taken-back'

/**
 * Plans to send back an amount of what arrived for an order, from its latest payments first and never more than a
 * payment had. What came through the provider goes back by itself; what came otherwise waits for staff.
 * Returns the amount planned, cents.
 */
export async function planRefund(
  db: Database,
  { orderId, amountCents, reason }: { orderId: number; amountCents: number; reason: RefundReason },
): Promise<number> {
  if (amountCents <= 0) return 0
  const dueAt = await refundDue(db, { orderId, reason })
  const rows = await query(db, { amount_cents: int4 })`
    with payment as (
      select m.id, m.channel, m.reference, m.amount_cents - coalesce((select sum(r.amount_cents) from refund r
        where r.order_id = m.order_id and r.channel = m.channel and r.payment_reference = m.reference
          and r.withdrawn_at is null), 0) as remaining
      from money m where m.order_id = ${orderId} and m.direction = 'in' and m.corrects is null and m.corrected_at is null
    ), share as (
      select *, least(remaining, ${amountCents} - coalesce(sum(remaining) over later, 0)) as part
      from payment where remaining > 0
      window later as (order by id desc rows between unbounded preceding and 1 preceding)
    )
    insert into refund (order_id, reason, channel, payment_reference, amount_cents, due_at)
    select ${orderId}, ${reason}, channel, reference, part, ${dueAt} from share where part > 0 order by id desc
    returning amount_cents
  `
  return rows.reduce((sum, row) => sum + row.amount_cents, 0)
}

/**
 * Plans to send back what the pieces cost that came back, less what is kept of it, as far as that is not planned yet and
 * there is money for it: it was promised, whatever became of the payment that it was to be sent back from.
 * Returns the amount planned, cents.
 */
export async function planReturned(
  db: Database,
  { id, saleChannel }: Pick<OrderView, 'id' | 'saleChannel'>,
): Promise<number> {
  const [row] = await query(db, { amount_cents: int4 })`
    select (l.goods + case when l.all_withdrawn then o.shipping_cents else 0 end
      - (select coalesce(sum((detail ->> 'cents')::int), 0) from order_entry where order_id = o.id and kind = 'deduction')
      - (select coalesce(sum(amount_cents), 0) from refund where order_id = o.id and withdrawn_at is null
        and reason in ('withdrawal', 'taken-back')))::int as amount_cents
    from shop_order o, lateral (select sum(refunded_cents) as goods,
      bool_and(withdrawn_at is not null and refunded_cents > 0) as all_withdrawn from order_line where order_id = o.id) l
    where o.id = ${id}
  `
  const reason = saleChannel === 'branch' ? 'taken-back' : 'withdrawal'
  return planRefund(db, { orderId: id, amountCents: row?.amount_cents ?? 0, reason })
}

/** A refund that staff must transfer or hand out, or that the provider does not take. */
export type DueRefund = Awaited<ReturnType<typeof dueRefunds>>[number]

/** Refunds that are not done, oldest first: for the office. */
export async function dueRefunds(db: Database) {
  return db
    .selectFrom('refund as r')
    .innerJoin('shop_order as o', 'o.id', 'r.order_id')
    .select([
      'r.id',
      'r.order_id as orderId',
      'o.number as orderNumber',
      'r.reason',
      'r.channel',
      'r.amount_cents as amountCents',
      'r.due_at as dueAt',
      'r.planned_at as plannedAt',
      'r.last_error as lastError',
    ])
    .where('r.done_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('r.id')
    .execute()
}

/** Whether staff have to see to it: the provider sends back its own payments by itself, unless it has refused. */
export function isForStaff({ channel, lastError }: Pick<DueRefund, 'channel' | 'lastError'>): boolean {
  return channel !== 'online' || lastError !== null
}

/** What goes back, or went, of an order's money; `doneAt` is null until it is sent. */
export type OrderRefund = Awaited<ReturnType<typeof refundsOf>>[number]

export async function refundsOf(db: Database, orderId: number) {
  return db
    .selectFrom('refund')
    .select([
      'id',
      'reason',
      'channel',
      'amount_cents as amountCents',
      'due_at as dueAt',
      'done_at as doneAt',
    ])
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Records that a refund was made, under the bank's, the till's or the provider's own number. Recording it again
 * changes nothing. Tells the buyer, after some minutes if told so. `branchId`: the branch that paid it out, unless that is
 * where the order was sold or collected.
 */
export async function recordRefund(
  db: Database,
  { refund, reference }: { refund: number; reference: string },
  by: OrderActor = byShop,
  { mailDelayMinutes = 0, branchId = null }: { mailDelayMinutes?: number; branchId?: string | null } = {},
): Promise<{ ok: true; repeated: boolean; order: string } | { ok: false; reason: 'no-such-refund' }> {
  return together(db, async (transaction) => {
    const row = await transaction
      .updateTable('refund as r')
      .from('shop_order as o')
      .whereRef('o.id', '=', 'r.order_id')
      .where('r.id', '=', refund)
      .where('r.withdrawn_at', 'is', null)
      .set(({ fn, val }) => ({
        done_at: fn.coalesce('r.done_at', now),
        sent_reference: fn.coalesce('r.sent_reference', val(reference)),
      }))
      .returning(['r.order_id', 'r.channel', 'r.amount_cents', 'o.number', 'o.locale', 'o.email'])
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'no-such-refund' }
    const written = await transaction
      .insertInto('money')
      .values({
        order_id: row.order_id,
        direction: 'out',
        channel: row.channel,
        // Of our own making: staff may give two refunds the same number.
        reference: `refund:${refund}`,
        amount_cents: row.amount_cents,
        branch_id: await branchOfMoney(transaction, {
          ...{ orderId: row.order_id, channel: row.channel, said: branchId },
        }),
        ...actorRow(by),
      })
      .onConflict((conflict) =>
        conflict.columns(['channel', 'direction', 'reference']).where('corrected_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!written) return { ok: true, repeated: true, order: row.number }
    const mail = {
      reason: `refund:${refund}:sent:${written.id}`,
      kind: 'refund-sent',
      locale: row.locale,
      recipient: row.email,
      payload: { order: row.order_id, amountCents: row.amount_cents },
    } as const
    await enqueueMails(transaction, [mail], { cause: `money:${written.id}`, waitMinutes: mailDelayMinutes })
    return { ok: true, repeated: false, order: row.number }
  })
}
