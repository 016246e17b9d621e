import { sql } from 'kysely'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { acceptWithdrawal } from '#app/shop/checkout/accept-withdrawal.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { type BookOrder, type BookPiece, end, refundWithdrawn, sum } from './books.ts'
import { type Business, disagree } from './shop.ts'

/** Buyers may withdraw for so many days after the goods came. */
const withdrawalDays = 14
/** A last day that is no working day moves to the next one: over Christmas and New Year by so many at most. */
const longestPause = 5

/** A buyer withdraws from all or some of what they bought; late, staff decide. */
export async function withdraw(business: Business): Promise<string | null> {
  const { db, shop, books, settings, staff, random, oneOf } = business
  const order = oneOf(
    books.orders.filter(
      ({ status, lines, counter }) =>
        counter === null &&
        [
          'paid',
          'preparing',
          'shipped',
          'delivered',
          'completed',
          'refunded',
          'withdrawal_requested',
        ].includes(status) &&
        lines.some(({ state }) => state === 'kept'),
    ),
  )
  if (!order) return null
  const kept = order.lines.filter(({ state }) => state === 'kept')
  const some = kept.filter(() => random() < 0.5)
  const meant = some.length === 0 || random() < 0.4 ? kept : some
  const pieces = meant.map(({ piece }) => piece)
  const declared = await declareWithdrawal(
    db,
    {
      name: 'Clara Beispiel',
      contract: order.number,
      email: 'clara@beispiel.example',
      comment: '',
      submission: crypto.randomUUID(),
      order: order.token,
      pieces: meant === kept && order.lines.length === kept.length ? [] : pieces,
    },
    'de',
    settings,
    { payment: shop },
  )
  const shown = (await findOrderById(db, order.id))?.lines ?? []
  const tookEffect = pieces.every((piece) =>
    shown.some((line) => line.piece === piece && line.withdrawnAt !== null),
  )
  const days = order.deliveredOn === null ? 0 : books.day - order.deliveredOn
  if (!tookEffect && days <= withdrawalDays) disagree('a withdrawal in time did not take effect', order)
  if (tookEffect && days > withdrawalDays + longestPause)
    disagree('a late withdrawal took effect by itself', order)
  if (!tookEffect) {
    const accepted = await acceptWithdrawal(
      shop,
      declared.number,
      { order: order.number, pieces },
      settings,
      { by: staff, rule: {} },
    )
    if (!accepted.ok) disagree(`a withdrawal cannot be accepted: ${accepted.reason}`, order)
  }
  for (const line of meant) line.state = 'withdrawn'
  order.status = 'withdrawal_requested'
  return `${order.number}: withdrawn from ${pieces.join(', ')}`
}

/** A buyer withdraws from an order that is not paid: it is cancelled, the whole of it. */
export async function withdrawUnpaid(business: Business): Promise<string | null> {
  const { db, shop, books, settings, oneOf } = business
  const order = oneOf(books.orders.filter(({ status, pending }) => status === 'awaiting_payment' && !pending))
  if (!order) return null
  const said = {
    name: 'Clara Beispiel',
    contract: order.number,
    email: 'clara@beispiel.example',
    comment: '',
  }
  const declaration = { ...said, submission: crypto.randomUUID(), order: order.token, pieces: [] }
  await declareWithdrawal(db, declaration, 'de', settings, { payment: shop })
  end(books, order, 'cancelled')
  return `${order.number}: withdrawn from before it was paid`
}

/** What was withdrawn from comes back, or may be kept; it is looked at, and paid back. */
export async function takeBack(business: Business): Promise<string | null> {
  const { db, books, settings, staff, random, below, oneOf } = business
  const order = oneOf(
    books.orders.filter(({ status }) =>
      ['withdrawal_requested', 'return_received', 'inspected'].includes(status),
    ),
  )
  if (!order) return null
  const back = order.lines.filter(({ state }) => state === 'withdrawn')
  const pieces = back.map(({ piece }) => books.pieces.get(piece) as BookPiece)
  const step = async (given: StaffStep) => {
    const result = await takeOrderStep(db, order.id, given, settings, staff)
    if (!result.ok) disagree(`cannot ${given.event}: ${result.reason}`, order)
    order.status = result.status
  }
  if (order.status === 'withdrawal_requested') {
    const isWaived = random() < 0.25
    const hasLeft = order.deliveredOn !== null || (await wasShipped(business, order))
    await step({ event: isWaived ? 'waive-return' : 'receive-return' })
    for (const piece of pieces) {
      piece.status = isWaived ? 'intake' : 'returned'
      piece.keptAway = isWaived && hasLeft
    }
    return `${order.number}: ${isWaived ? 'may keep' : 'came back'}`
  }
  if (order.status === 'return_received') {
    await step({ event: 'inspect' })
    for (const piece of pieces) piece.status = 'intake'
    return `${order.number}: inspected`
  }
  const goods = sum(back.map(({ chargedCents }) => chargedCents))
  const deductionCents = random() < 0.5 ? 0 : 1 + below(Math.ceil(goods / 5))
  const refused = await takeOrderStep(
    db,
    order.id,
    { event: 'refund', deductionCents: goods + 1, reason: 'zu viel' },
    settings,
    staff,
  )
  if (refused.ok) disagree('more was deducted than the goods cost', order)
  await step({
    event: 'refund',
    deductionCents,
    ...(deductionCents > 0 ? { reason: 'Kratzer am Gehäuse' } : {}),
  })
  refundWithdrawn(order, deductionCents)
  return `${order.number}: paid back less ${deductionCents}`
}

async function wasShipped({ db }: Business, { id }: BookOrder): Promise<boolean> {
  const row = await db
    .selectFrom('order_status_change')
    .select('id')
    .where('order_id', '=', id)
    .where('event', '=', 'ship')
    .executeTakeFirst()
  return row !== undefined
}

/** A piece that came back goes on sale again, often at another price. */
export async function relist(business: Business): Promise<string | null> {
  const { db, books, random, below, oneOf } = business
  const piece = oneOf([...books.pieces.values()].filter(({ status }) => status === 'intake'))
  if (!piece) return null
  const priceCents = random() < 0.6 ? 20_000 + below(700_000) : null
  if (piece.keptAway) {
    const refused = await relistPiece(db, piece.id, { priceCents, by: 'Berta Kasse' })
    if (refused.ok || refused.reason !== 'not-sent-back')
      disagree(`${piece.id} is put on sale while its buyer has it`)
  }
  const result = await relistPiece(db, piece.id, { priceCents, by: 'Berta Kasse', here: piece.keptAway })
  if (!result.ok) disagree(`${piece.id} cannot be put on sale: ${JSON.stringify(result)}`)
  piece.listedCents = priceCents ?? piece.listedCents
  piece.status = 'listed'
  piece.keptAway = false
  return `${piece.id}: on sale again for ${piece.listedCents}`
}

/** Somebody changes the price of a piece on sale. */
export async function reprice({ db, books, below, oneOf }: Business): Promise<string | null> {
  const piece = oneOf([...books.pieces.values()].filter(({ status }) => status === 'listed'))
  if (!piece) return null
  piece.listedCents = 20_000 + below(700_000)
  await sql`update product set price_cents = ${piece.listedCents} where id = ${piece.id}`.execute(db)
  return `${piece.id}: now ${piece.listedCents}`
}

/** A receipt is found in a drawer: what a piece had cost is known at last. */
export async function learnCost({ db, books, below, oneOf }: Business): Promise<string | null> {
  const piece = oneOf(
    [...books.pieces.values()].filter(({ costCents, status }) => costCents === null && status !== 'draft'),
  )
  if (!piece) return null
  piece.costCents = 5_000 + below(piece.listedCents)
  await sql`
    insert into product_staff (product_id, cost_cents) values (${piece.id}, ${piece.costCents})
    on conflict (product_id) do update set cost_cents = excluded.cost_cents`.execute(db)
  return `${piece.id}: had cost ${piece.costCents}`
}
