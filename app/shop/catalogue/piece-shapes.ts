import { z } from 'zod'
import { int4, json, nullable, oneOf, text } from '#app/platform/database/statement.ts'
import { productStatuses } from './product-status.ts'

// What the reads of cards and pieces answer, as PostgreSQL puts it together.

export const bilingual = z.strictObject({ de: z.string(), en: z.string() })

export const photo = z.strictObject({
  id: z.string(),
  width: z.number(),
  height: z.number(),
  alt: bilingual,
  placeholder: z.string(),
})

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
