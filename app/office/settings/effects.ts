import { renderSVG } from 'uqr'
import type { App } from '#app/app-context.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { shippingRates } from '#app/shop/checkout/quote.ts'
import { epcCode } from '#app/shop/checkout/transfer.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import { hoursOn } from '#app/shop/settings/opening-hours.ts'
import {
  type Branch,
  readSettings,
  type Setting,
  type SettingKey,
  type Settings,
} from '#app/shop/settings/settings.ts'
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
  | { kind: 'retention'; today: string; ends: { what: RetainedThing; day: string }[] }

export type RetainedThing =
  | 'contact'
  | 'identity'
  | 'receipt'
  | 'serial'
  | 'order-mail'
  | 'alert-mail'
  | 'staff-mail'

/** Baskets whose delivery is shown, in cents. */
const baskets = [50_000, 500_000, 2_000_000]

const daysShown = 14

/** The effect of a setting as it would be stored; null for those without one. */
export function effectOfSetting<Key extends SettingKey>(
  key: Key,
  value: Setting<Key>,
  now: Date,
): Effect | null {
  const of = effects[key] as ((value: Setting<Key>, today: string) => Effect) | undefined
  return of?.(value, germanDay(now)) ?? null
}

const effects: { [Key in SettingKey]?: (value: Setting<Key>, today: string) => Effect } = {
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
      iban: iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
      bic,
      bank,
      code: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    }
  },
  buying: ({ retention }, today) => {
    const rule = ruleOn(retention, today)
    return {
      kind: 'retention',
      today,
      ends: [
        { what: 'contact', day: daysLater(today, rule.contactDays) },
        { what: 'identity', day: afterYears(today, rule.identityYears) },
        { what: 'receipt', day: afterYears(today, rule.receiptYears) },
        { what: 'serial', day: afterYears(today, rule.serialYears) },
      ],
    }
  },
  mails: ({ retention, alertDays, staffDays }, today) => ({
    kind: 'retention',
    today,
    ends: [
      { what: 'order-mail', day: afterYears(today, ruleOn(retention, today).orderYears) },
      { what: 'alert-mail', day: daysLater(today, alertDays) },
      { what: 'staff-mail', day: daysLater(today, staffDays) },
    ],
  }),
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

/** The same for what is stored, for a form that was just opened. */
export async function effectOfStoredBranch({ db }: App, branch: Branch, now: Date): Promise<Effect> {
  return effectOfBranch(branch, await readSettings(db), now)
}
