import { formatPrice, timeZone } from '#app/language/formats.ts'
import type { sentMails, unsentMails, withdrawnMails } from '#app/platform/mail-outbox.ts'
import type { moneyEntries } from '#app/shop/checkout/correct-money.ts'
import type { StaffHold } from '#app/shop/checkout/hold.ts'
import type { OrderActor } from '#app/shop/checkout/order-actor.ts'
import { orderAddress } from '#app/shop/checkout/order-address.ts'
import type { OrderMoment } from '#app/shop/checkout/order-history.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import type { DueRefund, OrderRefund } from '#app/shop/checkout/refund.ts'
import { nextStaffTasks, type StaffOrder, type StaffTask } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { openWithdrawals } from '#app/shop/checkout/withdrawal.ts'

export const euros = (cents: number) => formatPrice(cents, 'en')

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
export const time = (date: Date | null) => (date ? clock.format(date) : '–')

/** Columns as wide as their widest cell; the last one is free. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

export function orderList(orders: readonly StaffOrder[]): string[] {
  if (orders.length === 0) return ['No order waits.']
  const rows = orders.map((order) => [
    order.number,
    time(order.placedAt),
    order.status,
    euros(order.totalCents),
    order.buyer,
    order.pieces.join(', '),
    nextStep(order),
  ])
  return table([['order', 'placed', 'state', 'total', 'buyer', 'pieces', 'what waits'], ...rows])
}

/** What staff do next, as they would type it. */
function nextStep(order: StaffOrder): string {
  if (order.status === 'awaiting_payment' && order.payment === 'online') {
    return `the payment provider, until ${time(order.expiresAt)}`
  }
  const missing = order.totalCents - order.receivedCents
  const hasLeft = order.status === 'shipped' || order.status === 'delivered'
  const owed = hasLeft && missing > 0 ? [`money ${euros(missing)} is missing`] : []
  const tasks = nextStaffTasks(order).map((task) => {
    if (task !== 'count-money') return words[task]
    const open = euros(order.totalCents - order.receivedCents)
    return `money ${open}${order.payment === 'in-branch' ? ' in the branch' : ''}, lapses ${time(order.expiresAt)}`
  })
  return [...owed, ...tasks].join(', then ') || '–'
}

const words = {
  accept: 'accept',
  'announce-ready': 'ready',
  prepare: 'prepare',
  ship: 'ship',
  'hand-over': 'hand-over',
  deliver: 'deliver',
  complete: 'completes by itself when the time to withdraw is over',
  'receive-return': 'returned, or no-return',
  inspect: 'inspected',
  refund: 'refund',
} satisfies Record<Exclude<StaffTask, 'count-money'>, string>

export function orderLines({
  order,
  history,
  refunds,
  entries,
  siteUrl,
}: {
  order: OrderView
  history: OrderMoment[]
  refunds: OrderRefund[]
  entries: Awaited<ReturnType<typeof moneyEntries>>
  siteUrl: string
}): string[] {
  const { delivery, tracking } = order
  const address = delivery.kind === 'courier' ? delivery.address : null
  return [
    `${order.number}  ${order.status}  ${order.locale}`,
    orderAddress(siteUrl, order),
    '',
    ...order.lines.map((line) =>
      [
        `  ${line.piece}  ${pieceName(line, 'en')}  ${euros(line.priceCents)}  ${line.taxMode}`,
        line.withdrawnAt && `withdrawn ${time(line.withdrawnAt)}`,
        line.releasedAt && `no longer this order's since ${time(line.releasedAt)}`,
        line.refundedCents > 0 && `${euros(line.refundedCents)} refunded`,
      ]
        .filter(Boolean)
        .join('  '),
    ),
    `  goods ${euros(order.goodsCents)}, shipping ${euros(order.shippingCents)}, total ${euros(order.totalCents)}`,
    '',
    ...table([
      ['received', `${euros(order.receivedCents)} by ${order.payment}`],
      ['paid back', euros(order.refundedCents)],
      ['invoice', order.invoiceNumber ?? '–'],
      ['buyer', `${order.invoiceAddress.name}, ${order.contact.email}, ${order.contact.phone ?? 'no phone'}`],
      [
        'delivery',
        address
          ? [
              address.name,
              address.company,
              address.street,
              address.extra,
              `${address.postalCode} ${address.city}`,
              address.country,
            ]
              .filter(Boolean)
              .join(', ')
          : `collection: ${delivery.kind === 'collection' ? delivery.branchId : ''}`,
      ],
      ...(tracking ? [['tracking', `${tracking.carrier} ${tracking.code} ${tracking.url ?? ''}`]] : []),
      ...(order.giftWrap ? [['gift', 'wrapped, no price in the box']] : []),
      ...(order.note === '' ? [] : [['note', order.note.replaceAll('\n', ' / ')]]),
    ]),
    '',
    ...history.map((moment) => `  ${time(moment.at)}  ${happened(moment)}${named(moment.by)}`),
    ...entries
      .filter(({ corrects }) => corrects === null)
      .map(
        ({ id, direction, channel, reference, amount_cents, corrected_at }) =>
          `  entry ${id}: ${euros(amount_cents)} ${direction} by ${channel}, "${reference}"${corrected_at ? `, taken back ${time(corrected_at)}` : ''}`,
      ),
    ...refunds.map(
      ({ id, reason, channel, amountCents, doneAt }) =>
        `  refund ${id}: ${euros(amountCents)} by ${channel} (${reason}), ${doneAt ? `done ${time(doneAt)}` : 'to be done'}`,
    ),
  ]
}

const others = { buyer: 'the buyer', shop: 'the shop', provider: 'the payment provider' }

/** Who did it, as it follows what was done; nothing where nobody knows. */
function named(by: OrderActor | null): string {
  return by === null ? '' : ` by ${by.who === 'staff' ? by.name : others[by.who]}`
}

function happened(moment: OrderMoment): string {
  switch (moment.kind) {
    case 'step':
      return moment.event
    case 'money-in':
      return `${euros(moment.cents)} in`
    case 'money-out':
      return `${euros(moment.cents)} out`
    case 'cancelled':
      return `reason of the cancellation (${moment.reason})`
    case 'taken-back':
      return `${moment.pieces.join(', ')} taken back for ${euros(moment.cents)} (${moment.reason})`
    case 'deduction':
      return `${euros(moment.cents)} kept back (${moment.reason})`
    case 'tracking':
      return `tracking ${moment.after.carrier} ${moment.after.code} instead of ${moment.before.carrier} ${moment.before.code}`
    case 'address':
      return 'delivery address changed'
    case 'return-label':
      return `label for the return sent: ${[moment.carrier, moment.code, moment.file && `file (${moment.file})`].filter(Boolean).join(' ')}`
    case 'received':
      return `goods received on ${moment.on}`
    case 'money-corrected':
      return `entry of ${euros(moment.cents)} taken back (${moment.reason})`
    case 'withdrawal':
      return `declaration of withdrawal ${moment.number}: ${
        moment.answer
          ? `${moment.answer}${named(moment.answeredBy)}, declared`
          : 'waits for an answer, declared'
      }`
    default:
      return moment.kind
  }
}

export function declarationLines(declared: Awaited<ReturnType<typeof openWithdrawals>>): string[] {
  if (declared.length === 0) return ['No declaration of withdrawal waits.']
  const rows = declared.map((row) => [
    String(row.id),
    time(row.received_at),
    row.name,
    row.email,
    row.order_number ? `${row.order_number} (${row.order_status})` : 'no order matches',
    [row.contract, row.pieces.join(', '), row.comment.replaceAll('\n', ' / ')].filter(Boolean).join(' · '),
  ])
  return table([['declaration', 'received', 'name', 'e-mail', 'order', 'what it says'], ...rows])
}

export function refundLines(refunds: readonly DueRefund[]): string[] {
  if (refunds.length === 0) return ['No money is to be sent back.']
  const rows = refunds.map((row) => [
    String(row.id),
    row.orderNumber,
    euros(row.amountCents),
    row.channel === 'online' ? 'by the provider, by itself' : row.channel,
    row.reason,
    `until ${time(row.dueAt)}${row.lastError ? `, failed: ${row.lastError}` : ''}`,
  ])
  return table([['refund', 'order', 'amount', 'how', 'why', 'when'], ...rows])
}

export function holdLines(holds: readonly StaffHold[]): string[] {
  if (holds.length === 0) return ['Nobody is at the checkout.']
  const rows = holds.map(({ piece, since, until }) => [piece, time(since), time(until)])
  return table([['piece held', 'since', 'until'], ...rows])
}

export function mailLines(
  unsent: Awaited<ReturnType<typeof unsentMails>>,
  all: {
    sent: Awaited<ReturnType<typeof sentMails>>
    withdrawn: Awaited<ReturnType<typeof withdrawnMails>>
  } | null,
): string[] {
  const waiting = unsent.map((mail) => [
    String(mail.id),
    mail.kind,
    mail.recipient,
    mail.given_up_at
      ? `given up ${time(mail.given_up_at)}`
      : mail.attempts === 0
        ? `waits until ${time(mail.next_try_at)}`
        : `tried ${mail.attempts} times, next ${time(mail.next_try_at)}`,
    mail.last_error ?? '',
  ])
  const withdrawn = (all?.withdrawn ?? []).map((mail) => [
    String(mail.id),
    mail.kind,
    mail.recipient,
    `withdrawn ${time(mail.withdrawn_at)}`,
    'taken back before it was sent',
  ])
  const gone = (all?.sent ?? []).map((mail) => [
    String(mail.id),
    mail.kind,
    mail.recipient,
    `sent ${time(mail.sent_at)}`,
    [mail.subject, ...mail.attachments].join(' · '),
  ])
  if (waiting.length + withdrawn.length + gone.length === 0) return ['Every mail was sent.']
  return table([['mail', 'kind', 'to', 'state', 'what'], ...waiting, ...withdrawn, ...gone])
}
