import { countryName } from '#app/letters/country-name.ts'
import { taxNote } from '#app/letters/tax-words.ts'
import { proofsOf, provedRules } from '#app/shop/checkout/export-proof.ts'
import { orderAddress } from '#app/shop/checkout/order-address.ts'
import { receivedAt } from '#app/shop/checkout/order-history.ts'
import { orderVersion } from '#app/shop/checkout/order-version.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { nextStaffTasks } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView, PostalAddress } from '#app/shop/checkout/types.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import { openWithdrawalsOf } from '#app/shop/orders/open-withdrawals.ts'
import { orderActsNow } from '#app/shop/orders/order-actions.ts'
import { orderStory } from '#app/shop/orders/order-timeline.ts'
import { placesOf } from '#app/shop/orders/piece-places.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { screen } from '../answer.ts'
import type { Told } from '../today/today-answers.ts'
import { moneyActions } from './money-answers.ts'
import { documentOf, haveTestSheets } from './order-documents.ts'
import { orderOf } from './order-of.ts'
import { stepActions } from './step-answers.ts'

/** An address as it is written on a parcel, line by line. */
const linesOf = (address: PostalAddress, locale: 'de' | 'en') =>
  [
    address.company,
    address.name,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    countryName(address.country, locale),
  ].flatMap((line) => (line ? [line] : []))

/** What of an order stands still: what was ordered, by whom, and on which terms. */
function termsOf(order: OrderView, locale: 'de' | 'en', places: ReadonlyMap<string, string>) {
  const { delivery, shipping, vatId } = order
  return {
    buyer: {
      name: order.invoiceAddress.name,
      email: order.contact.email,
      phone: order.contact.phone,
      locale: order.locale,
      invoice: linesOf(order.invoiceAddress, locale),
    },
    delivery: {
      kind: delivery.kind,
      address: delivery.kind === 'courier' ? linesOf(delivery.address, locale) : null,
      /** As its form shows it, the country in words. */
      parts:
        delivery.kind === 'courier'
          ? { ...delivery.address, country: countryName(delivery.address.country, locale, '') }
          : null,
      branch: delivery.kind === 'collection' ? delivery.branchId : null,
      method: shipping.method,
      days: shipping.days,
      dutiesByBuyer: shipping.dutiesByBuyer,
    },
    vatId: vatId && { id: vatId.id, outcome: vatId.outcome, checkedAt: vatId.checkedAt },
    pieces: order.lines.map((line) => ({
      id: line.piece,
      name: pieceName(line, locale),
      reference: line.reference,
      photo: line.photoId,
      place: places.get(line.piece) ?? null,
      priceCents: line.priceCents,
      tax: taxNote(line, locale),
      consents: line.deviations.map(({ kind, text, version }) => ({
        ...{ kind, text: text[order.locale], version },
      })),
      withdrawnAt: line.withdrawnAt,
      releasedAt: line.releasedAt,
      refundedCents: line.refundedCents,
    })),
  }
}

export const orderScreens = {
  order: screen({
    permission: 'orders.see',
    load: async (request, { params, query }) => {
      const { app, member, now } = request
      const { db } = app
      const order = await orderOf(request, params.number)
      const document = await documentOf(request, order, query)
      if (document) throw document
      const [seen, story, settings, places, withdrawals, proofs] = await Promise.all([
        orderVersion(db, order.id),
        orderStory(db, order.id),
        readSettings(db),
        placesOf(
          db,
          order.lines.map(({ piece }) => piece),
        ),
        openWithdrawalsOf(db, order.id),
        proofsOf(db, order.number),
      ])
      const received = receivedAt(story.history)
      // Bought in the shop there is no right to withdraw.
      const until = received && order.saleChannel === 'online' ? endOfWithdrawal(received) : null
      const { branches, orders } = settings
      const known = {
        now,
        seen: seen ?? '',
        number: order.number,
        status: order.status,
        placedAt: order.placedAt,
        acceptedAt: order.acceptedAt,
        readyAt: order.readyAt,
        payBy: order.payBy,
        expiresAt: order.expiresAt,
        payment: order.payment,
        goodsCents: order.goodsCents,
        shippingCents: order.shippingCents,
        totalCents: order.totalCents,
        vatCents: order.vatCents,
        receivedCents: order.receivedCents,
        refundedCents: order.refundedCents,
        giftWrap: order.giftWrap,
        note: order.note,
        tracking: order.tracking,
        counter: order.counter,
        ...termsOf(order, member.locale, places),
        branch: branches.find(
          ({ id }) => order.delivery.kind === 'collection' && id === order.delivery.branchId,
        )?.name,
        branches: branches.map(({ id, name }) => ({ id, name })),
        tasks: nextStaffTasks({ ...order, delivery: order.delivery.kind }),
        acts: orderActsNow(order, { now, withdrawableUntil: until }),
        received,
        withdrawableUntil: until,
        withdrawals,
        moments: story.moments,
        money: story.money,
        mails: story.mails,
        refunds: story.refunds,
        page: story.page,
        documents: story.documents.map(({ number, kind, issuedAt, cancels, content }) => ({
          ...{ number, kind, issuedAt, cancels, totalCents: content.totalCents },
        })),
        proofs: proofs.map(({ id, document, file_name, by, at }) => ({
          id,
          document,
          file: file_name,
          by,
          at,
        })),
        hasTestSheets: await haveTestSheets(app.db, order),
        needsProof: order.lines.some(({ tax }) => (provedRules as readonly string[]).includes(tax.rule)),
        mailDelayMinutes: orders.mailDelayMinutes,
        apiUrl: app.env.API_URL,
        buyersPage: orderAddress(app.env.SITE_URL, order),
      }
      return JSON.parse(JSON.stringify(known)) as Told<typeof known>
    },
  }),
} as const

export const orderActions = { ...stepActions, ...moneyActions } as const
