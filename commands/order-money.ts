import { StartFault } from '#app/platform/start-fault.ts'
import { correctMoney } from '#app/shop/checkout/correct-money.ts'
import { countMoney } from '#app/shop/checkout/count-money.ts'
import { isInBranch } from '#app/shop/checkout/money-branch.ts'
import type { OrderActor } from '#app/shop/checkout/order-actor.ts'
import type { OnlinePayment } from '#app/shop/checkout/payment-page.ts'
import type { OrderView, PaymentMethod } from '#app/shop/checkout/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { changed, notClosed, pageLeft, uncorrectable } from './order-refusals.ts'
import { euros } from './order-report.ts'
import type { OrderWish } from './order-words.ts'

/** Who gives the command, and by what rules of the shop. */
type Staff = {
  by: OrderActor
  settings: Settings
  /** Opened by what asks the provider; the running shop logs what it says. */
  payment: () => Promise<OnlinePayment>
}

/**
 * In which branch money was taken or paid out; null: it lies in no till.
 * @throws {StartFault} where it has to be said, or is none of ours
 */
export function branchOf(
  { number, delivery }: Pick<OrderView, 'number' | 'delivery'>,
  channel: PaymentMethod,
  said: string | null,
  { branches }: Pick<Settings, 'branches'>,
): string | null {
  if (!isInBranch(channel)) return null
  const branch = said ?? (delivery.kind === 'collection' ? delivery.branchId : null)
  if (branches.some(({ id }) => id === branch)) return branch
  const ids = branches.map(({ id }) => id).join(', ')
  throw new StartFault(
    branch === null
      ? `${number} is sent: say in which branch its money is, --branch with one of ${ids}.`
      : `There is no branch ${branch}: --branch is one of ${ids}.`,
  )
}

/** Counts money and says what came of it. @throws {StartFault} with the reason for a refusal */
export async function countReported(
  order: OrderView,
  money: Extract<OrderWish, { do: 'money' }>,
  { by, settings, payment }: Staff,
): Promise<string[]> {
  const branchId = branchOf(order, money.channel ?? order.payment, money.branch, settings)
  const rule = { whilePending: money.isConfirmed, unasked: money.isConfirmed }
  const counted = await countMoney(await payment(), order, { ...money, branchId }, settings, { by, rule })
  const amount = euros(money.cents)
  if (counted.ok) {
    const told = toldLater(order.number, { settings })
    const said = {
      'made-good': `${amount} counted: ${euros(counted.openCents)} still open.`,
      paid: `${amount} counted: the order is paid. ${told}`,
      part: `${amount} counted: ${euros(counted.openCents)} still open. ${told}`,
      revived: `${amount} counted: the order had lapsed, its pieces were free, it is valid again. ${told}`,
      'sent-back': `${amount} counted, and goes back: see "npm run order -- refunds". ${told}`,
      known: 'That payment was counted already; nothing was changed.',
    }[counted.outcome]
    const isPartOnline = counted.outcome === 'part' && order.payment === 'online'
    return [said, ...pageLeft(counted.page), ...(isPartOnline ? [wholeSumAsked] : [])]
  }
  switch (counted.reason) {
    case 'paid-online':
      throw new StartFault(
        `${order.number} is paid through the payment provider, which reports by itself. If money came another way, say how: --channel bank|branch`,
      )
    case 'counted-for-another':
      throw new StartFault(
        `"${money.reference}" was counted for ${counted.order} already. Give this payment a reference of its own.`,
      )
    case 'more-than-open':
      throw new StartFault(
        `${amount} is more than is open (${euros(counted.openCents)}). If so much did arrive, say --surplus: what is too much is sent back.`,
      )
    case 'no-such-order':
      throw new StartFault(`There is no order ${order.number}.`)
    case 'changed-meanwhile':
      throw new StartFault(changed(order.number))
    default:
      throw new StartFault(notClosed(order.number, counted, 'money'))
  }
}

const wholeSumAsked =
  'The rest may come the same way; its payment page asks for the whole sum, and what is too much goes back.'

/** Takes an entry of money back. @throws {StartFault} with the reason for a refusal */
export async function correctEntry(
  wish: Extract<OrderWish, { do: 'correct' }>,
  { settings, by, payment }: Staff,
): Promise<{ order: string; said: string[] }> {
  const result = await correctMoney(await payment(), wish, settings, by)
  if (!result.ok) throw new StartFault(uncorrectable(wish.entry, result))
  const told = result.told
    ? 'The buyer had been told, and is told of the correction.'
    : 'The buyer had not been told; mails that waited are taken back.'
  const what = result.direction === 'in' ? 'payment' : 'refund'
  const next = result.direction === 'out' ? ' It is to be sent: see "npm run order -- refunds".' : ''
  const said = [
    `The ${what} of ${euros(result.amountCents)} is taken back; ${result.order} is ${result.status}.${next} ${told}`,
    ...(result.isPaidOnline ? ['The buyer has paid online in this moment, which counts.'] : []),
  ]
  return { order: result.order, said }
}

/** When the buyer learns of it, and how that is sooner. */
export function toldLater(order: string, { settings }: Pick<Staff, 'settings'>): string {
  const minutes = settings.orders.mailDelayMinutes
  return minutes === 0
    ? 'The buyer is told.'
    : `The buyer is told in ${minutes} minutes; at once: npm run order -- mails send ${order}`
}
