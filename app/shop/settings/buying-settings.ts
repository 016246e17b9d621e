import { z } from 'zod'

const cents = z.number().int().min(0).max(2_000_000_000)
const days = z.number().int().min(1).max(4_000)
const day = z.iso.date()

/**
 * Rules for paying sellers in cash, from a day on. A deal of `completeFromCents` and more, together with the same
 * seller's linked deals, needs a complete identification record; from `bannedFromCents` on cash is forbidden.
 */
const cashRule = z.object({
  from: day,
  completeFromCents: z.object({ metals: cents, goods: cents }),
  bannedFromCents: cents.nullable(),
  /** Deals of one seller within so many days count as one. */
  linkedDays: days,
})
export type CashRule = z.infer<typeof cashRule>

/** How long personal data are kept, from a day on. A new rule holds for what ends after that day. */
const retentionRule = z.object({
  from: day,
  /** Contact data of requests that led to no purchase, days after their end. */
  contactDays: days,
  /** Identification records, full years after the year of the deal (money laundering: five). */
  identityYears: z.number().int().min(1).max(30),
  /** Names on purchase receipts, full years after the year of the deal (fiscal records: eight). */
  receiptYears: z.number().int().min(1).max(30),
  /** Serial numbers of pieces that left us, full years after the year of the deal. */
  serialYears: z.number().int().min(1).max(30),
})
export type RetentionRule = z.infer<typeof retentionRule>

const leastAboveMost = (field: string) => ({
  error: 'the least is not below the most',
  path: [field],
  params: { reason: 'least-above-most' },
})

const perMille = z.number().int().min(1).max(1_000)
/** Cents per troy ounce: a price outside of them, or that differs from the last by more, needs a second word. */
const priceLimits = z
  .object({ changePerMille: perMille, leastCents: cents.min(1), mostCents: cents })
  .refine(({ leastCents, mostCents }) => leastCents < mostCents, leastAboveMost('leastCents'))

/** What metal prices and payout rates are taken without a second word, from a day on. */
const priceRule = z.object({
  from: day,
  gold: priceLimits,
  silver: priceLimits,
  platinum: priceLimits,
  palladium: priceLimits,
  rates: z
    .object({ changePerMille: perMille, leastPerMille: perMille, mostPerMille: perMille })
    .refine(
      ({ leastPerMille, mostPerMille }) => leastPerMille < mostPerMille,
      leastAboveMost('leastPerMille'),
    ),
})
export type PriceRule = z.infer<typeof priceRule>

/** The rule of the latest `from` that `date` (YYYY-MM-DD) has reached; the first one for earlier days. */
export function ruleOn<Rule extends { from: string }>(rules: readonly Rule[], date: string): Rule {
  const sorted = rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const rule = sorted.findLast(({ from }) => from <= date) ?? sorted[0]
  if (!rule) throw new Error('there is no rule')
  return rule
}

/** Ascending by day and not twice the same. */
export const dated = <Rule extends z.ZodType<{ from: string }>>(rule: Rule) =>
  z
    .array(rule)
    .min(1)
    .refine((rules) => new Set(rules.map(({ from }) => from)).size === rules.length, {
      error: 'each rule needs a day of its own',
      params: { reason: 'day-twice' },
    })

const prefix = z.string().regex(/^[A-Z]{1,6}$/)

/** How the shop buys from the public. */
export const buyingSchema = z.object({
  /** In front of the numbers of requests and purchase receipts: AN-2026-00042, AB-2026-00042. */
  requestPrefix: prefix.default('AN'),
  receiptPrefix: prefix.default('AB'),
  /** Days an estimate and a final offer hold, and days a question, an accepted estimate or a visit may wait. */
  estimateDays: days.default(7),
  offerDays: days.default(3),
  waitingDays: days.default(21),
  appointments: z
    .object({
      minutes: z.number().int().min(10).max(180),
      /** Sellers and viewers a branch receives at a time. */
      seats: z.number().int().min(1).max(20),
      /** The earliest visit is so many hours away, the latest so many days. */
      leadHours: z.number().int().min(0).max(240),
      horizonDays: z.number().int().min(1).max(90),
      /** Whether pieces are shown by video, too. */
      video: z.boolean().default(false),
      /** Working days in which a piece is brought to another branch to be seen; null: it is seen where it lies. */
      bringDays: z.number().int().min(0).max(30).nullable().default(null),
      /** Branches that receive otherwise. */
      branches: z
        .array(
          z.object({
            branchId: z.string().min(1),
            minutes: z.number().int().min(10).max(180),
            seats: z.number().int().min(1).max(20),
          }),
        )
        .default([]),
    })
    .default({
      ...{ minutes: 30, seats: 1, leadHours: 3, horizonDays: 21 },
      ...{ video: false, bringDays: null, branches: [] },
    }),
  /** What a parcel to us may hold, by how it is sent; beyond the last, people come to a branch. */
  shipment: z
    .object({
      limits: z
        .array(z.object({ upToCents: cents, method: z.enum(['insured-parcel', 'value-courier']) }))
        .min(1),
    })
    .default({
      limits: [
        { upToCents: 50_000, method: 'insured-parcel' },
        { upToCents: 2_500_000, method: 'value-courier' },
      ],
    }),
  cash: dated(cashRule).default([
    {
      from: '2020-01-01',
      completeFromCents: { metals: 200_000, goods: 1_000_000 },
      bannedFromCents: null,
      linkedDays: 365,
    },
    // Regulation (EU) 2024/1624.
    {
      from: '2027-07-10',
      completeFromCents: { metals: 300_000, goods: 300_000 },
      bannedFromCents: 1_000_000,
      linkedDays: 365,
    },
  ]),
  retention: dated(retentionRule).default([
    { from: '2020-01-01', contactDays: 90, identityYears: 5, receiptYears: 8, serialYears: 8 },
  ]),
  prices: dated(priceRule).default([
    {
      from: '2020-01-01',
      gold: { changePerMille: 50, leastCents: 150_000, mostCents: 1_000_000 },
      silver: { changePerMille: 50, leastCents: 1_000, mostCents: 20_000 },
      platinum: { changePerMille: 50, leastCents: 40_000, mostCents: 500_000 },
      palladium: { changePerMille: 50, leastCents: 40_000, mostCents: 500_000 },
      rates: { changePerMille: 50, leastPerMille: 500, mostPerMille: 990 },
    },
  ]),
  /** Hours after which photos of a form that was never sent are forgotten. */
  uploadHours: z.number().int().min(1).max(240).default(24),
})
export type BuyingSettings = z.infer<typeof buyingSchema>
