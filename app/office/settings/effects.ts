import { renderSVG } from 'uqr'
import { printedIban } from '#app/language/iban.ts'
import { judgeCashAndIdentification } from '#app/shop/buying/cash-and-identification.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { deadlines } from '#app/shop/checkout/accept-order.ts'
import { shippingRates } from '#app/shop/checkout/quote.ts'
import { isTaxedAtDestination } from '#app/shop/checkout/tax-treatment.ts'
import { epcCode } from '#app/shop/checkout/transfer.ts'
import { endOfWorkingDay } from '#app/shop/checkout/working-days.ts'
import { type CashRule, ruleOn } from '#app/shop/settings/buying-settings.ts'
import { type DatevAccount, datevAccounts } from '#app/shop/settings/datev-accounts.ts'
import { accountOf } from '#app/shop/settings/datev-settings.ts'
import { hoursOn } from '#app/shop/settings/opening-hours.ts'
import type { Branch, Setting, SettingKey, Settings } from '#app/shop/settings/settings.ts'
import { exceptionsOf, vacationOn } from '#app/shop/settings/vacation.ts'

/** What customers, or the shop's own records, will see of a setting; worked out by the rules that the shop itself uses. */
export type Effect =
  | {
      kind: 'vacation'
      state: 'off' | 'coming' | 'now' | 'over'
      from: string | null
      to: string | null
      banner: { de: string; en: string }
      shutsBranches: boolean
    }
  | { kind: 'sell'; shown: boolean }
  | {
      kind: 'branch'
      /** The next fortnight. `label`: why the day differs. */
      days: { date: string; times: [string, string][]; label: { de: string; en: string } | null }[]
    }
  | {
      kind: 'shipping'
      baskets: number[]
      /** Cents for each basket; null: not sent there at that value. */
      zones: { label: { de: string; en: string }; prices: (number | null)[] }[]
    }
  | { kind: 'bank'; holder: string; iban: string; bic: string; bank: string; code: string }
  | { kind: 'retention'; rules: { from: string; ends: Ending[] }[] }
  | { kind: 'lines'; about: 'site' | 'contact' | 'company' | 'orders' | 'tax' | 'datev'; lines: Line[] }
  | {
      kind: 'buying'
      rules: { from: string; ends: Ending[] }[]
      /** Until when what a seller is sent today holds or may wait. */
      offers: { what: 'estimate' | 'offer' | 'waiting'; day: string }[]
      /** Cash for metal and for goods under the rule that holds, from today, and those that follow; the same samples each. */
      cash: { from: string; verdicts: CashSample[] }[]
    }

/** Something that is said, and what: a text as it is, a day, or the number of an account. */
export type Line =
  | { label: LineLabel; account?: undefined; text: string; day?: true }
  | { account: DatevAccount; text: string; day?: undefined }

export type LineLabel =
  | ('title' | 'description' | 'descriptionEn' | 'call' | 'hours' | 'hoursEn' | 'write' | 'imprint')
  | (
      | 'represented'
      | 'register'
      | 'vatId'
      | 'order'
      | 'invoice'
      | 'reminder'
      | 'payBy'
      | 'lapse'
      | 'collection'
    )
  | ('atHome' | 'atDestination' | 'datevNumbers')

/** The day from which something that ended on a day is deleted. */
export type Ending = { what: RetainedThing; day: string }

type CashSample = { cents: number; of: 'metals' | 'goods'; verdict: 'basic' | 'complete' | 'banned' }

export type RetainedThing =
  | 'contact'
  | 'identity'
  | 'receipt'
  | 'serial'
  | 'order-mail'
  | 'alert-mail'
  | 'staff-mail'
  | 'file-mail'

/** Baskets whose delivery is shown, in cents. */
const baskets = [50_000, 500_000, 2_000_000]

const daysShown = 14

/** The effect of a setting as it would be stored; null for those without one. */
export function effectOfSetting<Key extends SettingKey>(
  key: Key,
  value: Setting<Key>,
  now: Date,
): Effect | null {
  const of = effects[key] as ((value: Setting<Key>, today: string, now: Date) => Effect) | undefined
  return of?.(value, germanDay(now), now) ?? null
}

const effects: { [Key in SettingKey]?: (value: Setting<Key>, today: string, now: Date) => Effect } = {
  vacation: (vacation, today) => ({
    kind: 'vacation',
    state: vacationOn(vacation, today),
    from: vacation.from,
    to: vacation.to,
    banner: vacation.message,
    shutsBranches: vacation.closed,
  }),
  sell: ({ active }) => ({ kind: 'sell', shown: active }),
  shipping: (shipping) => ({
    kind: 'shipping',
    baskets,
    zones: shipping.zones.map((zone) => ({
      label: zone.label,
      prices: baskets.map((priceCents) => {
        const piece = { priceCents, protectedSpecies: false }
        return shippingRates({ ...shipping, zones: [zone] }, piece)[0]?.priceCents ?? null
      }),
    })),
  }),
  bank: ({ holder, iban, bic, bank }) => {
    const code = epcCode({ holder, iban, bic, amountCents: 500_000, reference: 'RG-2026-00042' })
    const svg = renderSVG(code, {
      ecc: 'M',
      maxVersion: 13,
      border: 4,
      whiteColor: '#fff',
      blackColor: '#000',
    })
    return {
      kind: 'bank',
      holder,
      iban: printedIban(iban),
      bic,
      bank,
      code: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    }
  },
  buying: ({ retention, cash, estimateDays, offerDays, waitingDays }, today) => {
    return {
      kind: 'buying',
      offers: [
        { what: 'estimate', day: daysLater(today, estimateDays) },
        { what: 'offer', day: daysLater(today, offerDays) },
        { what: 'waiting', day: daysLater(today, waitingDays) },
      ],
      cash: fromToday(cash, today).map((from) => ({
        from,
        verdicts: cashSamples.map((sample) => ({
          ...sample,
          verdict: cashVerdict(sample, ruleOn(cash, from)),
        })),
      })),
      rules: fromToday(retention, today).map((from) => {
        const rule = ruleOn(retention, from)
        return {
          from,
          ends: [
            { what: 'contact', day: daysLater(from, rule.contactDays) },
            { what: 'identity', day: afterYears(from, rule.identityYears) },
            { what: 'receipt', day: afterYears(from, rule.receiptYears) },
            { what: 'serial', day: afterYears(from, rule.serialYears) },
          ],
        }
      }),
    }
  },
  mails: ({ retention, alertDays, staffDays, fileDays }, today) => ({
    kind: 'retention',
    rules: fromToday(retention, today).map((from) => ({
      from,
      ends: [
        { what: 'order-mail', day: afterYears(from, ruleOn(retention, from).orderYears) },
        { what: 'alert-mail', day: daysLater(from, alertDays) },
        { what: 'staff-mail', day: daysLater(from, staffDays) },
        { what: 'file-mail', day: daysLater(from, fileDays) },
      ],
    })),
  }),
  site: ({ name, separator, description }) => ({
    kind: 'lines',
    about: 'site',
    lines: [
      { label: 'title', text: `Rolex Submariner 126610LN ${separator} ${name}` },
      { label: 'description', text: description.de },
      { label: 'descriptionEn', text: description.en },
    ],
  }),
  contact: ({ phone, hoursText, email, messaging }) => ({
    kind: 'lines',
    about: 'contact',
    lines: [
      { label: 'call', text: phone },
      { label: 'hours', text: hoursText.de },
      { label: 'hoursEn', text: hoursText.en },
      { label: 'write', text: `${email}, ${messaging}` },
    ],
  }),
  company: ({ name, street, postalCode, city, country, director, register, vatId }) => ({
    kind: 'lines',
    about: 'company',
    lines: [
      { label: 'imprint', text: `${name}, ${street}, ${postalCode} ${city}, ${country}` },
      { label: 'represented', text: director },
      { label: 'register', text: register },
      { label: 'vatId', text: vatId },
    ],
  }),
  orders: (orders, today, now) => {
    const transfer = deadlines('bank-transfer', now, orders)
    const collected = deadlines('in-branch', now, orders)
    const day = (date: Date | null) => ({ text: date === null ? today : germanDay(date), day: true as const })
    const year = today.slice(0, 4)
    return {
      kind: 'lines',
      about: 'orders',
      lines: [
        { label: 'order', text: `${orders.orderPrefix}-${year}-00042` },
        { label: 'invoice', text: `${orders.invoicePrefix}-${year}-00042` },
        { label: 'reminder', ...day(endOfWorkingDay(now, orders.transferReminder)) },
        { label: 'payBy', ...day(transfer.payBy) },
        { label: 'lapse', ...day(transfer.expiresAt) },
        { label: 'collection', ...day(collected.expiresAt) },
      ],
    }
  },
  datev: (datev) => ({
    kind: 'lines',
    about: 'datev',
    lines: [
      {
        label: 'datevNumbers',
        text: [datev.consultant, datev.client].map((each) => each ?? '–').join(' / '),
      },
      ...datevAccounts.map((account) => ({ account, text: accountOf(datev, account) ?? '–' })),
    ],
  }),
  tax: (tax, today) => ({
    kind: 'lines',
    about: 'tax',
    lines: dates(
      [today, tax.oneStopSince, tax.thresholdPassedOn].filter((day) => day !== null && day >= today),
    ).map((day) => ({
      label: isTaxedAtDestination({ ...tax, thisYearCents: 0, lastYearCents: 0 }, 0, day)
        ? 'atDestination'
        : 'atHome',
      text: day,
      day: true,
    })),
  }),
}

const dates = (days: readonly (string | null)[]) =>
  [...new Set(days.filter((day) => day !== null))].toSorted()

/** Today, and the days from which other rules hold. */
const fromToday = (rules: readonly { from: string }[], today: string) =>
  dates([today, ...rules.map(({ from }) => from).filter((from) => from > today)])

/** Payments in cash that are shown, in cents. */
const cashSamples = [
  { cents: 250_000, of: 'metals' },
  { cents: 250_000, of: 'goods' },
  { cents: 500_000, of: 'goods' },
  { cents: 1_000_000, of: 'goods' },
] as const

function cashVerdict({ cents, of }: Pick<CashSample, 'cents' | 'of'>, rule: CashRule): CashSample['verdict'] {
  const deal = { total: cents, metals: of === 'metals' ? cents : 0 }
  const linked = { total: 0, metals: 0 }
  const { allowed, needs } = judgeCashAndIdentification({ means: 'cash', deal, linked }, rule)
  return allowed ? needs : 'banned'
}

/** The first day after so many full years that follow the year of a day. */
const afterYears = (day: string, years: number) => `${Number(day.slice(0, 4)) + years + 1}-01-01`

/** A branch's next days as customers find them, the shop's vacation among them. */
export function effectOfBranch(
  branch: Pick<Branch, 'hours' | 'holidays'>,
  { vacation }: Pick<Settings, 'vacation'>,
  now: Date,
): Effect {
  const exceptions = exceptionsOf(branch, vacation)
  const today = germanDay(now)
  return {
    kind: 'branch',
    days: Array.from({ length: daysShown }, (_, index) => {
      const date = daysLater(today, index)
      const exception = exceptions.find((each) => each.date === date)
      return { date, times: hoursOn(date, branch.hours, exceptions), label: exception?.label ?? null }
    }),
  }
}
