import { cancelUnpaid } from '#app/shop/checkout/cancel-unpaid.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { reconcilePayments } from '#app/shop/checkout/payment-page.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { openPaymentShop } from '../../payment-shop.ts'
import type { Attack, AttackedShop } from './attack.ts'

/** What no page of ours can have cost. */
const amounts = [
  0,
  -1,
  -124_900,
  0.5,
  1e20,
  2_147_483_648,
  '124900',
  null,
  {},
  [1],
  true,
  124_899,
  12_490_000,
]
const currencies = ['usd', 'xyz', '', null, 7, {}]

/** Whatever anybody posts to the shop itself; none of it is signed by the provider. */
async function postUnsigned(shop: AttackedShop): Promise<string[]> {
  const wrong: string[] = []
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '{"type":"checkout.session.completed"}',
    '\0',
    'x'.repeat(300_000),
  ]) {
    for (const signature of [
      '',
      't=1,v1=00',
      `t=${'9'.repeat(400)},v1=é`.normalize('NFD').replace(/[^\x20-\x7e]/g, ''),
    ]) {
      const answer = await fetch(`${shop.url}/api/webhooks/stripe`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
      await answer.arrayBuffer()
      if (answer.status < 400 || answer.status >= 500)
        wrong.push(`an unsigned notice was answered ${answer.status}: ${body.slice(0, 40)}`)
    }
  }
  return wrong
}

/**
 * The attacked shop has no provider that could sign for it: notices that are signed, and lost ones, meet a second
 * process of the same shop, on its database, with a provider of its own.
 */
export const attack: Attack = {
  name: 'payments',
  title: 'Notices and pages of the payment provider that cannot be, and cancelling while money is on its way',
  async run(shop) {
    const wrong = await postUnsigned(shop)
    const taken = await shop.db
      .selectFrom('product')
      .select('id')
      .where('id', '>=', '98000000')
      .executeTakeFirst()
    const till = await openPaymentShop(shop.db, {
      firstPiece: 98_000_001 + (taken ? Math.floor(Math.random() * 900_000) : 0),
    })
    const statusOf = async (id: number) => (await findOrderById(shop.db, id))?.status
    try {
      const settings = await readSettings(shop.db)
      const order = await till.started()
      await till.stripe.pay(order.session)
      const session = till.stripe.sessions.get(order.session)
      for (const change of [
        ...amounts.map((amount_total) => ({ amount_total })),
        ...currencies.map((currency) => ({ currency })),
      ]) {
        const status = await till
          .tell({ type: 'checkout.session.completed', data: { object: { ...session, ...change } } })
          .catch((error: Error) => error.message)
        if (typeof status !== 'number' || status >= 500)
          wrong.push(`a notice of ${JSON.stringify(change)}: ${status}`)
        if ((await statusOf(order.id)) !== 'awaiting_payment') {
          wrong.push(`a notice of ${JSON.stringify(change)} made an order ${await statusOf(order.id)}`)
          break
        }
      }
      // The provider itself says so, where it is asked; the honest order beside it is paid within a minute.
      const [odd, honest] = [await till.started(), await till.started()]
      await till.stripe.pay(odd.session)
      await till.stripe.pay(honest.session)
      Object.assign(till.stripe.sessions.get(odd.session) ?? {}, { currency: 'usd' })
      await till.waitSeconds(48)
      await reconcilePayments(till.shop)
      if ((await statusOf(odd.id)) !== 'awaiting_payment')
        wrong.push('a payment in another currency was counted')
      if ((await statusOf(honest.id)) !== 'paid') wrong.push('a lost notice was not found within a minute')
      // Money that is on its way when the buyer changes their mind.
      for (const delayed of [true, false]) {
        const changing = await till.started()
        const [, cancelled] = await Promise.all([
          till.stripe.pay(changing.session, { delayed }),
          cancelUnpaid(till.shop, changing.id, settings),
        ])
        const status = await statusOf(changing.id)
        const isPaid = till.stripe.sessions.get(changing.session)?.status === 'complete'
        if (isPaid && (cancelled.ok || status === 'cancelled'))
          wrong.push('an order was cancelled whose money is on its way')
        if (!isPaid && !cancelled.ok)
          wrong.push(`an unpaid order could not be cancelled: ${cancelled.reason}`)
      }
    } finally {
      await till.stripe.stop()
    }
    const health = await fetch(`${shop.url}/health`)
    if (health.status !== 200) wrong.push(`the shop does not feel well: ${health.status}`)
    return wrong
  },
}
