import { z } from 'zod'
import { type DatevAccount, datevAccounts } from './datev-accounts.ts'

const account = z
  .string()
  .regex(/^\d{4}$/)
  .nullable()
  .default(null)

const accounts = z.object(
  Object.fromEntries(datevAccounts.map((name) => [name, account])) as Record<DatevAccount, typeof account>,
)

/** How the ledger is handed to whoever keeps the books with DATEV; they say the numbers. */
export const datevSchema = z.object({
  /** Numbers of the adviser and of the client. */
  consultant: z
    .string()
    .regex(/^[1-9]\d{3,6}$/)
    .nullable()
    .default(null),
  client: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .nullable()
    .default(null),
  chart: z.enum(['SKR03', 'SKR04']).default('SKR03'),
  /** Month with which the business year begins. */
  yearBegins: z.number().int().min(1).max(12).default(1),
  /** Null: as the chart has it, where it has one for this. */
  accounts: accounts.default(accounts.parse({})),
})
export type DatevSettings = z.infer<typeof datevSchema>

/**
 * What is proposed until a tax adviser says otherwise; where each number comes from is in docs/decisions/datev-accounts.md.
 * `goods`: watches and jewellery, an account of the shop's own for purchases under § 25a UStG; `otherGoods`: what the margin
 * scheme does not cover (bullion, scrap). Null: the charts have no one account for it.
 */
const ofCharts: Record<DatevSettings['chart'], Record<DatevAccount, string | null>> = {
  SKR03: {
    ...{ goods: '3220', otherGoods: '3200', payables: '1610', receivables: '1410' },
    ...{ marginTaxed: '8191', marginUntaxed: '8193' },
    ...{ domestic: '8400', export: '8120', intraCommunity: '8125' },
    ...{ gold: null, distance: null, melting: null, byHand: null },
  },
  SKR04: {
    ...{ goods: '5220', otherGoods: '5200', payables: '3310', receivables: '1210' },
    ...{ marginTaxed: '4136', marginUntaxed: '4138' },
    ...{ domestic: '4400', export: '4120', intraCommunity: '4125' },
    ...{ gold: null, distance: null, melting: null, byHand: null },
  },
}

/** The number of an account; null: it is not set, and the chart has none for this. */
export const accountOf = ({ chart, accounts: own }: DatevSettings, name: DatevAccount): string | null =>
  own[name] ?? ofCharts[chart][name]
