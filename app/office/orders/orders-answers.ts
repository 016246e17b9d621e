import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/office/orders.json'
import en from '#app/language/messages/en/office/orders.json'
import { wordsOf } from '#app/language/words.ts'
import { countryName } from '#app/letters/country-name.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { exportOrders, type ListedOrder, listOrders, orderCountries } from '#app/shop/orders/list-orders.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { type FileColumns, listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { stateName } from './looks.ts'
import { packingScreens } from './packing-answers.ts'

/** The words of the file of orders. */
const orderWords = wordsOf<typeof de>({ de, en })

/** An order of the list as JSON. */
export type OrderRow = ReturnType<typeof shownOrder>

const iso = (date: Date | null) => date?.toISOString() ?? null

function shownOrder({ placedAt, acceptedAt, readyAt, payBy, expiresAt, refundDueAt, ...order }: ListedOrder) {
  return {
    ...order,
    placedAt: placedAt.toISOString(),
    acceptedAt: iso(acceptedAt),
    readyAt: iso(readyAt),
    payBy: iso(payBy),
    expiresAt: iso(expiresAt),
    refundDueAt: iso(refundDueAt),
  }
}

export const ordersScreens = {
  ...packingScreens,
  orders: screen({
    permission: 'orders.see',
    load: async (request, { query }) => {
      const { app, member, now } = request
      const asked = readAsked(orderShape, query)
      if (wantsFile(query))
        throw listFile(request, {
          name: 'bestellungen',
          columns: fileColumns(member.locale),
          batches: exportOrders(app.db, asked),
        })
      const [found, countries, { branches }] = await Promise.all([
        listOrders(app.db, asked),
        orderCountries(app.db),
        readSettings(app.db),
      ])
      const list = await withViews(request, 'orders', { ...found, rows: found.rows.map(shownOrder) })
      return {
        ...list,
        now: now.toISOString(),
        known: {
          branch: branches.map(({ id, name }) => ({ value: id, label: name })),
          country: countries
            .filter((code) => code !== '')
            .map((code) => ({ value: code, label: countryName(code, member.locale, '') ?? code })),
        },
      }
    },
  }),
} as const

/** What a spreadsheet is given of each order. */
function fileColumns(locale: Locale): FileColumns<ListedOrder> {
  const t = orderWords(locale)
  const { fileAmount: money, moment } = officeFormats(locale)
  return [
    [t('number'), ({ number }) => number],
    [t('placed'), ({ placedAt }) => moment(placedAt)],
    [t('state'), ({ status, refundDueAt }) => t(`states.${stateName(status, refundDueAt !== null)}`)],
    [t('buyer'), ({ buyer }) => buyer],
    [t('email'), ({ email }) => email],
    [t('country'), (order) => order.country],
    [t('payment'), ({ payment }) => t(`payments.${payment}`)],
    [t('delivery'), ({ delivery }) => t(`deliveries.${delivery}`)],
    [t('pieces'), ({ pieces }) => pieces.join(' ')],
    [t('total'), ({ totalCents }) => money(totalCents)],
    [t('received'), ({ receivedCents }) => money(receivedCents)],
    [t('needs'), ({ needs }) => needs.map((need) => t(`need.${need}`)).join(', ')],
  ]
}
