import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { announceReady } from '#app/shop/checkout/order-ready.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import type { OrderRequest, PlacedOrder } from '#app/shop/checkout/types.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { holdAtCounter } from '#app/shop/counter/counter-hold.ts'
import { counterSaleSchema, sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { addOrderNote } from '#app/shop/orders/order-notes.ts'
import { done, type MadeUpDay } from './day.ts'
import { type MadeUpPerson, people } from './people.ts'

const carrier = { carrier: 'DHL', url: null }

/** Orders in every state that staff meet, each by the steps that lead there. Returns how many. */
export async function playOrders(day: MadeUpDay): Promise<number> {
  const shop = orderSteps(day)
  await shop.ordered(people.clara, 1)
  await shop.ordered(people.otto, 1, { payment: 'in-branch', delivery: day.collection })
  const partly = await shop.ordered(people.emil, 1)
  await shop.paid(partly, { cents: partly.cents - 5_000 })

  for (const [buyer, count] of [
    [people.frieda, 1],
    [people.max, 2],
  ] as const)
    await shop.paid(await shop.ordered(buyer, count))
  const noted = await shop.ordered(people.paula, 1, {
    giftWrap: true,
    note: 'Bitte als Geschenk, ohne Rechnung im Paket.',
  })
  await shop.paid(noted)
  await shop.step(noted, { event: 'prepare' })
  done(
    await addOrderNote(
      day.db,
      { orderId: noted.id, text: 'Rechnung nur per Mail, im Paket die Grußkarte.' },
      day.member,
    ),
  )
  const waiting = await shop.ordered(people.clara, 1, { delivery: day.collection })
  await shop.paid(waiting)
  await shop.step(waiting, { event: 'prepare' })
  done(await announceReady(day.db, waiting.id, day.settings, shop.by))

  await shop.sent(await shop.ordered(people.ada, 1))
  await shop.delivered(await shop.ordered(people.james, 1, { locale: 'en' }))
  // More than was asked for: what is too much is to be sent back.
  const surplus = await shop.ordered(people.max, 1)
  await shop.paid(surplus, { cents: surplus.cents + 2_000 })

  const declared = await shop.delivered(await shop.ordered(people.otto, 2))
  await shop.withdrawn(declared, people.otto, declared.pieces.slice(0, 1))
  const back = await shop.delivered(await shop.ordered(people.frieda, 1))
  await shop.withdrawn(back, people.frieda, [])
  await shop.step(back, { event: 'receive-return' })
  const worn = await shop.delivered(await shop.ordered(people.emil, 1))
  await shop.withdrawn(worn, people.emil, [])
  for (const event of ['receive-return', 'inspect'] as const) await shop.step(worn, { event })
  await shop.step(worn, {
    event: 'refund',
    deductionCents: 2_500,
    reason: 'Ein neuer Kratzer am Verschluss, der auf den Fotos vom Versand fehlt.',
  })

  const sold = [
    await shop.soldAtCounter(people.paula, 'card', 'B-1042'),
    await shop.soldAtCounter(people.max, 'cash', 'B-1043'),
  ]
  return shop.count() + sold.length
}

type Ordered = PlacedOrder & { pieces: string[]; cents: number }

function orderSteps(day: MadeUpDay) {
  const { db, settings, member } = day
  const by: OrderActor = staffNamed(member.name)
  let orders = 0
  async function step(order: Ordered, given: StaffStep): Promise<void> {
    done(await takeOrderStep(db, order.id, given, settings, by))
  }
  async function paid(order: Ordered, { cents = order.cents } = {}): Promise<void> {
    const money = { orderId: order.id, channel: 'bank-transfer', amountCents: cents } as const
    done(await settlePayment(db, { ...money, reference: `Auszug, ${order.number}` }, settings, by))
  }
  async function sent(order: Ordered): Promise<Ordered> {
    await paid(order)
    await step(order, { event: 'prepare' })
    const code = `0034043${String(order.id).padStart(13, '0')}`
    await step(order, { event: 'ship', tracking: { ...carrier, code } })
    return order
  }
  return {
    by,
    step,
    paid,
    sent,
    count: () => orders,
    /** As the checkout does it: what it comes to and what has to be agreed to expressly is the shop's word. */
    async ordered(buyer: MadeUpPerson, count: number, changes: Partial<OrderRequest> = {}): Promise<Ordered> {
      const pieces = day.pieces(count)
      const taking = { holder: `demo-${pieces[0]}`, client: null, settings, online: false }
      let request: OrderRequest = {
        submission: crypto.randomUUID(),
        locale: 'de',
        pieces,
        seenTotalCents: 0,
        contact: { email: buyer.email, phone: buyer.phone },
        invoiceAddress: buyer.address,
        delivery: { kind: 'courier', address: buyer.address },
        payment: 'bank-transfer',
        giftWrap: false,
        note: '',
        consents: [],
        ...changes,
      }
      for (;;) {
        const result = await placeOrder(db, request, taking)
        if (result.ok) {
          orders += 1
          return { ...result.order, pieces, cents: request.seenTotalCents }
        }
        if (result.reason === 'total-changed') request = { ...request, seenTotalCents: result.totalCents }
        else if (result.reason === 'consent-missing' && request.consents.length === 0)
          request = { ...request, consents: result.deviations.map(deviationKey) }
        else throw new Error(`an order of the demo was refused: ${result.reason}`)
      }
    },
    async delivered(order: Ordered): Promise<Ordered> {
      await sent(order)
      await step(order, { event: 'deliver' })
      return order
    },
    async withdrawn(order: Ordered, buyer: MadeUpPerson, pieces: string[]): Promise<void> {
      await declareWithdrawal(
        db,
        {
          ...{ name: buyer.name, contract: order.number, email: buyer.email },
          ...{ comment: '', submission: crypto.randomUUID(), order: order.token, pieces },
        },
        'de',
        settings,
      )
    },
    async soldAtCounter(buyer: MadeUpPerson, means: 'card' | 'cash', receipt: string): Promise<void> {
      const sale = crypto.randomUUID()
      const [piece = ''] = day.pieces(1)
      const { name, street, postalCode, city, country } = buyer.address
      done(await holdAtCounter(db, { sale, piece }))
      const row = await db
        .selectFrom('product')
        .select('price_cents')
        .where('id', '=', piece)
        .executeTakeFirstOrThrow()
      const priceCents = row.price_cents ?? 0
      const asked = {
        ...{ sale, branchId: day.branch, locale: 'de', means, reference: receipt, consents: [] as string[] },
        lines: [{ piece, priceCents, seenCents: priceCents }],
        buyer: { name, company: '', street, postalCode, city, country },
        ...{ email: buyer.email, phone: buyer.phone ?? '', repeatConfirmed: false, identity: null },
      }
      const counter = { by: member.name, secret: day.secret, settings }
      const sell = (consents: string[]) =>
        sellAtCounter(db, counterSaleSchema.parse({ ...asked, consents }), counter)
      let result = await sell([])
      if (!result.ok && result.reason === 'consent-missing')
        result = await sell(result.deviations.map(deviationKey))
      done(result)
    },
  }
}
