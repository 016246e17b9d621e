import { z } from 'zod'
import { int4, json, nullable, oneOf, text } from '#app/platform/database/statement.ts'
import { productStatuses } from './product-status.ts'

// What the reads of cards and pieces answer, as PostgreSQL puts it together.

export const bilingual = z.strictObject({ de: z.string(), en: z.string() })

export const photo = z.strictObject({
  id: z.string(),
  /** Pixels of the upright master. */
  width: z.number(),
  height: z.number(),
  alt: bilingual,
  /** A tiny picture as a `data:` address. */
  placeholder: z.string(),
})

export const stone = z.strictObject({
  stone: z.string(),
  count: z.number().nullable(),
  /** Of all stones of this row together. */
  carat: z.number().nullable(),
  cut: z.string().nullable(),
  /** D–Z for diamonds, a word for others. */
  colour: z.string().nullable(),
  clarity: z.string().nullable(),
  setting: bilingual.nullable(),
  treatment: bilingual.nullable(),
  laboratoryGrown: z.boolean(),
  /** Judged in its setting, not weighed loose. */
  estimated: z.boolean(),
})
export const document = z.strictObject({
  kind: z.enum(['report', 'papers', 'invoice', 'service', 'appraisal', 'cites', 'other']),
  title: bilingual,
  issuedBy: z.string().nullable(),
  number: z.string().nullable(),
  issuedOn: z.string().nullable(),
})
export const photoWithRole = photo.extend({ role: z.enum(['piece', 'detail', 'flaw', 'scope', 'worn']) })

/** Prices with the moments since which they were asked. */
export const history = nullable(json(z.array(z.strictObject({ since: z.string(), priceCents: z.number() }))))

/** What both read of a piece itself. */
export const pieceColumns = {
  id: text,
  kind: oneOf(['watch', 'jewellery', 'bullion']),
  status: oneOf(productStatuses),
  name: json(bilingual),
  price_cents: int4,
  slug_de: text,
  slug_en: text,
}
