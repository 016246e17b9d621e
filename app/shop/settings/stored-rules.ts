import type { z } from 'zod'
import type { BuyingSettings } from './buying-settings.ts'
import type { mailsSchema } from './mail-settings.ts'
import { isPlaceholder } from './placeholder.ts'
import type { SettingFault } from './setting-faults.ts'
import type { Shipping } from './trade-settings.ts'

type Add = (path: (string | number)[], reason: SettingFault) => void
type Context = { addIssue: (issue: { code: 'custom'; path: (string | number)[]; params: object }) => void }

/** A rule over a whole value, as Zod's `superRefine` takes it. */
const ruled =
  <Value>(rule: (value: Value, add: Add) => void) =>
  (value: Value, { addIssue }: Context) =>
    rule(value, (path, reason) => addIssue({ code: 'custom', path, params: { reason } }))

/** Each limit above the one before: the first that suffices holds, so that one below it would never be reached. */
function mustRise(limits: readonly { upToCents: number }[], path: (string | number)[], add: Add): void {
  for (const [index, { upToCents }] of limits.entries()) {
    const before = limits[index - 1]
    if (before && upToCents <= before.upToCents) add([...path, index, 'upToCents'], 'not-rising')
  }
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Germany's postal codes have five digits; of other countries there are too many forms to tell a slip. */
export const addressRule = ruled<{ country: string; postalCode: string }>(({ country, postalCode }, add) => {
  if (country === 'DE' && !/^\d{5}$/.test(postalCode) && !isPlaceholder(postalCode))
    add(['postalCode'], 'not-five-digits')
})

export const shippingRule = ruled<Shipping>(({ zones }, add) => {
  for (const [index, { id, countries, rates }] of zones.entries()) {
    if (zones.findIndex((zone) => zone.id === id) < index) add(['zones', index, 'id'], 'id-taken')
    for (const [at, country] of countries.entries())
      if (regions.of(country) === undefined) add(['zones', index, 'countries', at], 'no-country')
    mustRise(rates, ['zones', index, 'rates'], add)
    for (const [at, { days }] of rates.entries())
      if (days[1] < days[0]) add(['zones', index, 'rates', at, 'days', 1], 'ends-before-begin')
  }
})

/** Records of identification, five years (§ 8 (4) GwG); vouchers, eight (§ 147 (3) AO); letters, six (§ 257 (4) HGB). */
const leastYears = { identityYears: 5, receiptYears: 8, orderYears: 6 }

export const buyingRule = ruled<BuyingSettings>(({ retention, shipment, appointments }, add) => {
  for (const [index, { branchId }] of appointments.branches.entries())
    if (appointments.branches.findIndex((each) => each.branchId === branchId) < index)
      add(['appointments', 'branches', index, 'branchId'], 'id-taken')
  mustRise(shipment.limits, ['shipment', 'limits'], add)
  for (const [index, rule] of retention.entries())
    for (const name of ['identityYears', 'receiptYears'] as const)
      if (rule[name] < leastYears[name]) add(['retention', index, name], 'below-law')
})

export const mailsRule = ruled<z.infer<typeof mailsSchema>>(({ retention }, add) => {
  for (const [index, { orderYears }] of retention.entries())
    if (orderYears < leastYears.orderYears) add(['retention', index, 'orderYears'], 'below-law')
})
