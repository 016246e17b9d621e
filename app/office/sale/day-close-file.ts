import type { Locale } from '#app/language/locales.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import type { DayClose } from '#app/shop/counter/day-close.ts'

const heads = {
  de: ['Art', 'Tag', 'Vorgang', 'Rechnung', 'Zahlweg', 'Beleg der Kasse', 'Betrag EUR', 'Storniert', 'Durch'],
  en: ['Kind', 'Day', 'Number', 'Invoice', 'Paid by', 'Till receipt', 'Amount EUR', 'Cancelled', 'By'],
} as const

const words = {
  de: {
    sale: 'Verkauf',
    collected: 'Zahlung für Bestellung',
    paidBack: 'Rückzahlung',
    unplaced: 'In einer Filiale, ohne Angabe in welcher',
    bought: 'Ankauf bar',
    counter: 'Gegenbuchung',
    yes: 'ja',
    means: { cash: 'bar', card: 'Karte', 'bank-transfer': 'Überweisung', 'in-branch': 'in der Filiale' },
  },
  en: {
    sale: 'Sale',
    collected: 'Payment for an order',
    paidBack: 'Refund',
    unplaced: 'In a branch, not said in which',
    bought: 'Purchase in cash',
    counter: 'Counter-entry',
    yes: 'yes',
    means: { cash: 'cash', card: 'card', 'bank-transfer': 'bank transfer', 'in-branch': 'in the branch' },
  },
} as const

/** Whole cents as a spreadsheet of the language reads them, without losing one. */
function euros(cents: number, locale: Locale): string {
  const text = `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return `${cents < 0 ? '-' : ''}${locale === 'de' ? text.replace('.', ',') : text}`
}

/** The close of a day as rows of a file for the bookkeeper; what went out is less than nothing. */
export function dayCloseRows(
  { sales, collected, paidBack, unplaced, bought }: DayClose,
  locale: Locale,
): string[][] {
  const said = words[locale]
  const means = (word: string) => said.means[word as keyof typeof said.means] ?? word
  type Moved = DayClose['bought'][number]
  const moved = (kind: string, sign: 1 | -1) => (row: Moved) => [
    row.isCounter ? `${said.counter}: ${kind}` : kind,
    germanDay(row.at),
    row.number,
    '',
    means(row.means),
    row.reference,
    euros(sign * row.cents, locale),
    '',
    '',
  ]
  return [
    [...heads[locale]],
    ...sales.map((sale) => [
      said.sale,
      germanDay(sale.at),
      sale.number,
      sale.invoice ?? '',
      means(sale.means),
      sale.reference,
      euros(sale.cents, locale),
      sale.cancelled ? said.yes : '',
      sale.by,
    ]),
    ...collected.map(moved(said.collected, 1)),
    ...paidBack.map(moved(said.paidBack, -1)),
    ...unplaced.map(moved(said.unplaced, 1)),
    ...bought.map(moved(said.bought, -1)),
  ]
}
