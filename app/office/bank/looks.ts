import { formatNumber } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { LineState } from '#app/shop/bank/line-shape.ts'

export const stateLooks: Readonly<Record<LineState, string>> = {
  open: 'state state-warn',
  booked: 'state state-good',
  aside: 'state state-quiet',
}

/** An amount as banks write it, always to the cent; `cents` below 0: out. */
export const toTheCent = (cents: number, locale: Locale): string =>
  formatNumber(cents / 100, locale, { style: 'currency', currency: 'EUR' })
