import { sql } from 'kysely'
import { action } from '#app/api/webhooks/stripe.ts'
import type { Database } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { type OnlinePayment, startPayment } from '#app/shop/checkout/payment-page.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, claraBeispiel, orderRequest, placed } from './checkout.ts'
import { type FakeStripe, type StripeEvent, startFakeStripe } from './fakes/stripe.ts'
import { contextOf } from './requests.ts'

/** A shop that is paid through the fake provider, whose notices are handed to the route one by one. */
export async function openPaymentShop(db: Database, { firstPiece }: { firstPiece: number }) {
  const stripe: FakeStripe = await startFakeStripe()
  const shop: OnlinePayment = {
    db,
    payments: await openStripe(stripe),
    siteUrl: 'http://shop.test',
    log: createLog('silent'),
  }
  let piece = firstPiece

  async function ordered() {
    const own = String(piece++)
    await addRings(db, [own])
    const asked = (totalCents: number) =>
      orderRequest([own], totalCents, {
        payment: 'online',
        delivery: { kind: 'courier', address: claraBeispiel },
      })
    // What delivery costs is a setting of the shop's.
    const settings = await readSettings(db)
    const told = await placeOrder(db, asked(0), {
      holder: `holder-${own}`,
      client: null,
      online: true,
      settings,
    })
    if (told.ok || told.reason !== 'total-changed')
      throw new Error('an order of nothing was not told its total')
    return { ...(await placed(db, asked(told.totalCents), { settings })), piece: own }
  }

  return {
    stripe,
    shop,
    ordered,
    /** An order whose buyer has been sent to the page. */
    async started() {
      const order = await ordered()
      const start = await startPayment(shop, order.token)
      if (!start.ok) throw new Error(start.reason)
      return { ...order, session: start.url.split('/').at(-1) as string }
    },
    /** Posts a notice that the provider has signed; answers its status. */
    async tell(event: Pick<StripeEvent, 'type' | 'data'> | object) {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', created: 1, ...event })
      const request = new Request('http://shop.test/api/webhooks/stripe', {
        method: 'POST',
        headers: { 'stripe-signature': stripe.sign(body) },
        body,
      })
      return (await action({ request, context: contextOf({ payment: shop }) })).status
    },
    /** Lets time go by for payment pages alone. */
    async waitSeconds(seconds: number) {
      await sql`update online_payment set look_at = look_at - make_interval(secs => ${seconds})`.execute(db)
    },
  }
}
