import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { insertMails, type MailCause, type OutgoingMail } from '#app/shop/mail-kinds.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type InvoiceContent, invoiceContent } from './invoice.ts'
import { findOrderById } from './order.ts'
import { byShop, type OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import type { PaymentMethod, SaleChannel } from './types.ts'
import { endOfWorkingDay } from './working-days.ts'

type Deadlines = { payBy: Date | null; expiresAt: Date }

/** Until when an unpaid order is kept, and when its money is due. */
export function deadlines(
  payment: PaymentMethod,
  now: Date,
  { transferDue, transferLapse, collectionLapse }: Settings['orders'],
): Deadlines {
  switch (payment) {
    case 'bank-transfer':
      return { payBy: endOfWorkingDay(now, transferDue), expiresAt: endOfWorkingDay(now, transferLapse) }
    case 'in-branch':
    case 'cash':
    case 'card':
      return { payBy: null, expiresAt: endOfWorkingDay(now, collectionLapse) }
    case 'online':
      return { payBy: null, expiresAt: new Date(now.getTime() + onlineMinutes * 60_000) }
  }
}

/** How long an order waits for the payment provider's page, minutes; the page itself closes earlier. */
const onlineMinutes = 60

/**
 * Accepts an order: from now on there is a contract. Issues the invoice under the next number and writes the
 * confirmation, in one statement inside the caller's transaction. `wait` says how long an unpaid order waits for its
 * money; null for a paid one. `revivedBy` is the money that brought a lapsed order back, `told` how mails about it go.
 */
export async function acceptOrder(
  db: Database,
  order: { id: number; locale: 'de' | 'en'; email: string; saleChannel?: SaleChannel },
  content: InvoiceContent,
  {
    orders,
    now,
    wait,
    revivedBy = null,
    told = null,
  }: {
    orders: Settings['orders']
    now: Date
    wait: Deadlines | null
    revivedBy?: number | null
    told?: MailCause | null
  },
): Promise<void> {
  const confirmation: OutgoingMail = {
    reason: `order:${order.id}:confirmation${revivedBy === null ? '' : `:revived:${revivedBy}`}`,
    // Nobody withdraws from what was bought in the shop: its mail brings the invoice alone.
    kind: order.saleChannel === 'branch' ? 'branch-sale' : 'confirmation',
    locale: order.locale,
    recipient: order.email,
    payload: { order: order.id },
  }
  await sql`
    with accepted as (
      update shop_order set accepted_at = now(), pay_by = ${wait?.payBy ?? null}, expires_at = ${wait?.expiresAt ?? null}
      where id = ${order.id}
    ), next as (${nextNumberInSeries('invoice', now)}
    ), issued as (
      insert into invoice (number, order_id, kind, content)
      select ${orders.invoicePrefix} || '-' || next.number, ${order.id}, 'invoice', ${JSON.stringify(content)}::jsonb from next
    )
    ${insertMails([confirmation], told)}
  `.execute(db)
}

export type AcceptResult = { ok: true } | { ok: false; reason: 'no-such-order' | 'not-possible' }

/** Staff accept an order where the shop wants to look at each piece before. */
export async function acceptByStaff(
  db: Database,
  orderId: number,
  { orders, company }: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor = byShop,
): Promise<AcceptResult> {
  return together(db, async (transaction): Promise<AcceptResult> => {
    const now = await lockOrder(transaction, orderId, by)
    const order = now && (await findOrderById(transaction, orderId))
    if (!now || !order) return { ok: false, reason: 'no-such-order' }
    if (order.status !== 'awaiting_payment' || order.acceptedAt !== null || order.payment === 'online') {
      return { ok: false, reason: 'not-possible' }
    }
    const wait = deadlines(order.payment, now, orders)
    await acceptOrder(transaction, { ...order, email: order.contact.email }, invoiceContent(order, company), {
      orders,
      now,
      wait,
    })
    return { ok: true }
  })
}
