import type { App } from '#app/app-context.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { findOrder, pagesOfLines } from '#app/shop/checkout/order.ts'
import { orderAddress, successAddress } from '#app/shop/checkout/order-address.ts'
import { lookAtPayment, paymentStage, startPayment } from '#app/shop/checkout/payment-page.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView, TransferInstructions } from '#app/shop/checkout/types.ts'
import { branchAddress } from '#app/shop/settings/branch-address.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'

/**
 * What there is to be said right after ordering. `starting`: the visitor is on the way to the payment page;
 * `checking`: back from it, and it has not told us yet; `unpaid` and `cancelled`: it takes money still.
 */
export type Stage =
  | 'received'
  | 'paid'
  | 'starting'
  | 'unpaid'
  | 'checking'
  | 'pending'
  | 'cancelled'
  | 'unavailable'
  | 'ended'

export type SuccessView = NonNullable<Awaited<ReturnType<typeof afterOrdering>>>

/** Looks at the provider's side that one order may cause: far more than a page that asks now and then needs. */
const looks = { most: 40, minutes: 10 }

/** What the success page shows of an order; asks the payment provider where that has news. `null`: no such order. */
export async function afterOrdering(app: App, token: string, errand: string | null) {
  const found = await findOrder(app.db, token)
  if (!found) return null
  const { order, stage, payAt } = await stageOf(app, found, errand)
  const settings = await currentSettings(app.db)
  const transfer = transferInstructions(order, settings.bank)
  const { token: _, id: __, ...shown } = order
  const pages = await pagesOfLines(app.db, order)
  return {
    stage,
    order: shown,
    withoutPage: order.lines.map(({ piece }) => piece).filter((piece) => !pages.has(piece)),
    branches: settings.branches.map(branchAddress),
    transfer: transfer && withoutCode(transfer),
    /** The payment page, while the visitor is to be sent there. */
    payAt,
    links: {
      here: successAddress(order),
      pay: successAddress(order, 'start'),
      order: orderAddress('', order),
      invoice: order.invoiceNumber && `${app.env.API_URL}/orders/${token}/${order.invoiceNumber}.pdf`,
    },
  }
}

type Staged = { order: OrderView; stage: Stage; payAt: string | null }

async function stageOf(app: App, found: OrderView, errand: string | null): Promise<Staged> {
  const settled = settledStage(found)
  if (settled) return { order: found, stage: settled, payAt: null }
  if (errand === 'start') {
    const start = await startPayment(app.payment, found.token)
    if (start.ok) return { order: found, stage: 'starting', payAt: start.url }
    if (start.reason === 'provider-unavailable') return { order: found, stage: 'unavailable', payAt: null }
  }
  // The provider knows before its notice reaches us.
  const asking = await countUse(app.db, [{ key: `payment-look:${found.id}`, limit: looks }])
  if (asking.ok) await lookAtPayment(app.payment, found.id)
  const order = (await findOrder(app.db, found.token)) ?? found
  const stage = settledStage(order) ?? (await openStage(app, order, errand))
  return { order, stage, payAt: null }
}

/** `null` while an online payment is still to come. */
function settledStage(order: OrderView): Stage | null {
  switch (order.status) {
    case 'expired':
    case 'cancelled':
    case 'conflict_refunded':
      return 'ended'
    case 'awaiting_payment':
      return order.payment === 'online' ? null : 'received'
    default:
      return 'paid'
  }
}

async function openStage(app: App, order: OrderView, errand: string | null): Promise<Stage> {
  const stage = await paymentStage(app.db, order.id)
  if (stage === 'pending') return 'pending'
  if (stage === 'closed' || errand === 'done') return 'checking'
  return errand === 'cancelled' ? 'cancelled' : 'unpaid'
}

function withoutCode({ code: _, ...rest }: TransferInstructions) {
  return rest
}
