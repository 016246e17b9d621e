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
 * What is proposed until the bookkeeper says otherwise, with the names that the charts give: Wareneingang, Verbindlichkeiten
 * and Forderungen aus Lieferungen und Leistungen ohne Kontokorrent, Umsatzerlöse nach §§ 25 und 25a UStG 19 % USt and ohne
 * USt, Erlöse 19 % USt, Steuerfreie Umsätze § 4 Nr. 1a UStG, Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG.
 * Numbers and names were looked up in what publishers and accounting software say of the charts (Haufe on § 25a and on
 * supplies within the EU, buchungssatz.de, lists of SKR03 and SKR04), not in DATEV's own sheets of a year; that 8191, 8400,
 * 4136 and 4400 reckon their VAT themselves follows from the rate in their names. Haufe would have goods under § 25a on an
 * account of the shop's own beside 3200 or 5200, which the charts do not name. Null: the charts have no one account for it.
 */
const ofCharts: Record<DatevSettings['chart'], Record<DatevAccount, string | null>> = {
  SKR03: {
    ...{ goods: '3200', payables: '1610', receivables: '1410', marginTaxed: '8191', marginUntaxed: '8193' },
    ...{ domestic: '8400', export: '8120', intraCommunity: '8125' },
    ...{ gold: null, distance: null, melting: null, byHand: null },
  },
  SKR04: {
    ...{ goods: '5200', payables: '3310', receivables: '1210', marginTaxed: '4136', marginUntaxed: '4138' },
    ...{ domestic: '4400', export: '4120', intraCommunity: '4125' },
    ...{ gold: null, distance: null, melting: null, byHand: null },
  },
}

/** The number of an account; null: it is not set, and the chart has none for this. */
export const accountOf = ({ chart, accounts: own }: DatevSettings, name: DatevAccount): string | null =>
  own[name] ?? ofCharts[chart][name]
