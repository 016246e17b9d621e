import { z } from 'zod'
import { locales } from '#app/language/locales.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { taxRules } from './tax-treatment.ts'
import { taxModes } from './types.ts'

/** Shapes of what orders keep as JSON, for the statements that read it. */

export const bilingual = z.record(z.enum(locales), z.string())

export const postalAddress = z.object({
  name: z.string(),
  company: z.string().nullable(),
  street: z.string(),
  /** Second line: floor, care of. */
  extra: z.string().nullable(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
})

export const delivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('courier'), address: postalAddress }),
  z.object({ kind: z.literal('collection'), branchId: z.string() }),
])

export const shipping = z.object({
  zone: z.string().nullable(),
  method: z.enum(['insured-parcel', 'value-courier', 'collection']),
  days: z.tuple([z.number(), z.number()]).nullable(),
  /** Duties at the border are the buyer's. */
  dutiesByBuyer: z.boolean(),
})

export const tracking = z.object({ carrier: z.string(), code: z.string(), url: z.string().nullable() })

/** A business buyer's VAT id and how it was checked. */
export const orderVatId = z.object({
  id: z.string(),
  country: z.string(),
  /** `unchecked`: VIES could not be asked; form and check digits fit. */
  outcome: z.enum(['valid', 'unchecked']),
  checkedAt: z.string(),
  /** Number of VIES' answer: the proof that it was asked. */
  consultation: z.string().nullable(),
})

/** What an order that was sold over the counter says of it. */
export const counterSale = z.object({
  branch: z.string(),
  reference: z.string(),
  /** YYYY-MM-DD */
  soldOn: z.string(),
  soldBy: z.string(),
})

/** The parts of an order's shipping with their tax. */
export const shippingTaxes = z.array(
  z.object({
    rule: z.enum(taxRules),
    country: z.string(),
    ratePerMille: z.number(),
    listedCents: z.number(),
    netCents: z.number(),
    vatCents: z.number(),
    grossCents: z.number(),
  }),
)

const fact = z.object({ label: z.string(), text: z.string() })
const description = z.record(
  z.enum(locales),
  z.object({ facts: z.array(fact), notes: fact.nullable(), defect: fact.nullable() }),
)

/** The lines of an order as `json_agg` writes them; times as text. */
export const orderLines = z.array(
  z.object({
    piece: z.string(),
    priceCents: z.number(),
    taxMode: z.enum(taxModes),
    listedCents: z.number(),
    tax: z.object({
      rule: z.enum(taxRules),
      country: z.string(),
      ratePerMille: z.number(),
      vatCents: z.number(),
    }),
    sold: z.object({
      kind: z.enum(pieceKinds),
      brand: z.string().nullable(),
      name: bilingual,
      reference: z.string().nullable(),
      slug: bilingual,
      photoId: z.string().nullable(),
      description: description.nullish(),
    }),
    withdrawnAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
    refundedCents: z.number(),
    deviations: z
      .array(
        z.object({
          piece: z.string(),
          kind: z.enum(['one-year-liability', 'known-defect']),
          text: bilingual,
          version: z.string(),
        }),
      )
      .nullable(),
  }),
)
