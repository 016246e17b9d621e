import { addressLines } from '#app/letters/address-lines.ts'
import { type AddressFormatName, addressFormatNames } from '#app/letters/label-formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { orderVersion } from '#app/shop/checkout/order-version.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { mostPacked } from '#app/shop/orders/pack-orders.ts'
import { placesOf } from '#app/shop/orders/piece-places.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { screen } from '../answer.ts'
import { pdfAnswer, sheetsOfOrder } from './order-documents.ts'

const isToPack = ({ status, delivery }: OrderView) =>
  delivery.kind === 'courier' && (status === 'paid' || status === 'preparing')

/** Orders as an address names them, those that there are. */
async function ordersOf(db: Database, given: string | null): Promise<OrderView[]> {
  const numbers = [...new Set((given ?? '').split(',').map((each) => each.trim().toUpperCase()))]
  const found = await Promise.all(
    numbers
      .filter((each) => each !== '')
      .slice(0, mostPacked)
      .map((number) => findOrderByNumber(db, number)),
  )
  return found.filter((order) => order !== null)
}

/** Delivery note, invoice and test sheets of each in one file; what is a gift goes without its price. */
async function papersOf(db: Database, orders: readonly OrderView[], now: Date): Promise<Response> {
  const { packingPdf } = await import('#app/letters/documents/write-packing.tsx')
  const parcels = await Promise.all(
    orders.map(async (order) => {
      const invoice = order.giftWrap
        ? undefined
        : (await findInvoices(db, order.id)).findLast(({ kind }) => kind === 'invoice')
      return { order, invoice: invoice ?? null, sheets: await sheetsOfOrder(db, order) }
    }),
  )
  return pdfAnswer('packen.pdf', await packingPdf(parcels, { settings: await readSettings(db), now }))
}

/** Where each parcel goes, to be stuck on it. Lines for abroad end with the country, as carriers read it. */
async function addressesOf(
  db: Database,
  orders: readonly OrderView[],
  format: AddressFormatName,
): Promise<Response> {
  const { addressLabelsPdf } = await import('#app/letters/documents/write-address-labels.tsx')
  const { company, site } = await readSettings(db)
  const labels = orders.flatMap(({ number, delivery }) =>
    delivery.kind === 'courier'
      ? [{ order: number, lines: addressLines(delivery.address, { from: company.country }) }]
      : [],
  )
  const sender = `${company.street}, ${company.postalCode} ${company.city}`
  const title = orders.map(({ number }) => number).join(', ')
  return pdfAnswer(
    'adressen.pdf',
    await addressLabelsPdf(labels, { format, sender, shopName: site.name, title }),
  )
}

export const packingScreens = {
  /**
   * Several orders that are packed in one go: `?orders=RG-…,RG-…`, with `paper=all` their papers as one PDF, with
   * `paper=addresses` their addresses (`format`: the sheet unless it says otherwise).
   */
  'pack-orders': screen({
    permission: 'orders.change',
    load: async ({ app, member: { locale }, now }, { query }) => {
      const orders = await ordersOf(app.db, query.get('orders'))
      const parcels = orders.filter(isToPack)
      if (query.get('paper') === 'all') {
        if (parcels.length === 0) throw new Response(null, { status: 404 })
        throw await papersOf(app.db, parcels, now)
      }
      if (query.get('paper') === 'addresses') {
        if (parcels.length === 0) throw new Response(null, { status: 404 })
        const format = addressFormatNames.find((each) => each === query.get('format')) ?? 'a4-24'
        throw await addressesOf(app.db, parcels, format)
      }
      const { country: from } = (await readSettings(app.db)).company
      const places = await placesOf(
        app.db,
        parcels.flatMap(({ lines }) => lines.map(({ piece }) => piece)),
      )
      return {
        most: mostPacked,
        apiUrl: app.env.API_URL,
        /** What was chosen and is not to be packed: states as they are. */
        others: orders
          .filter((order) => !isToPack(order))
          .map(({ number, status, delivery }) => ({ number, status, delivery: delivery.kind })),
        parcels: await Promise.all(
          parcels.map(async (order) => ({
            number: order.number,
            seen: (await orderVersion(app.db, order.id)) ?? '',
            status: order.status,
            locale: order.locale,
            address: addressLines(
              order.delivery.kind === 'courier' ? order.delivery.address : order.invoiceAddress,
              { from },
            ),
            phone: order.contact.phone,
            method: order.shipping.method,
            giftWrap: order.giftWrap,
            note: order.note,
            goodsCents: order.goodsCents,
            invoice: order.giftWrap ? null : order.invoiceNumber,
            pieces: order.lines
              .filter(({ releasedAt }) => releasedAt === null)
              .map((line) => ({
                id: line.piece,
                name: pieceName(line, locale),
                photo: line.photoId,
                place: places.get(line.piece) ?? null,
                defect: line.deviations.find(({ kind }) => kind === 'known-defect')?.text[locale] ?? null,
              })),
          })),
        ),
      }
    },
  }),
} as const
