import { z } from 'zod'
import type { StoredValuation } from './types.ts'
import { metals, rateNames } from './valuables.ts'
import type { LineFault } from './valuation.ts'

/** Shapes of what sell requests keep as JSON, for the statement that reads it. */

const span = z.object({ low: z.number(), high: z.number() })

export const storedValuation: z.ZodType<StoredValuation> = z.object({
  prices: z.partialRecord(
    z.enum(metals),
    z.object({ centsPerOunce: z.number(), at: z.string(), source: z.string() }),
  ),
  rates: z.partialRecord(z.enum(rateNames), z.number()),
  at: z.string(),
  lines: z.array(
    z.object({
      item: z.string(),
      amount: z.string(),
      value: z.discriminatedUnion('ok', [
        z.object({
          ok: z.literal(true),
          metal: z.enum(metals),
          rate: z.enum(rateNames),
          perMille: z.number(),
          fine: span,
          cents: span,
        }),
        z.object({
          ok: z.literal(false),
          reason: z.custom<LineFault>((reason) => typeof reason === 'string'),
        }),
      ]),
    }),
  ),
  total: span,
  valued: z.number(),
})

export const sellerAddress = z.object({
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
})

export const parcel = z.object({ carrier: z.string(), code: z.string() })
