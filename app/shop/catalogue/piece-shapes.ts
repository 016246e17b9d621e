import { sql } from 'kysely'
import { z } from 'zod'
import { int4, json, nullable, oneOf, text } from '#app/platform/database/statement.ts'
import type { TimeOnSale } from './price-history.ts'
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
  /** What must be seen where it is cut, in per cent from the left and from the top; missing: the middle. */
  focus: z.strictObject({ x: z.number(), y: z.number() }).optional(),
})

/** The same of `photo f`, as an argument of `json_strip_nulls`: few photos have one. */
export const photoFocus = sql`case when f.focus_x is not null
  then json_build_object('x', round(f.focus_x / 10.0), 'y', round(f.focus_y / 10.0)) end`

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

/** The stones of `product p`, in their order. */
export const stonesOfPiece = sql`(select json_agg(json_build_object('stone', s.stone, 'count', s.count, 'carat', s.carat,
    'cut', s.cut, 'colour', s.colour, 'clarity', s.clarity, 'setting', s.setting, 'treatment', s.treatment,
    'laboratoryGrown', s.laboratory_grown, 'estimated', s.estimated) order by s.position)
  from stone s where s.product_id = p.id)`

/** A flaw and its place on a photo, in thousandths of its width and height. */
export const flaw = z.strictObject({
  photo: z.string(),
  number: z.number(),
  x: z.number(),
  y: z.number(),
  text: bilingual,
})

export const document = z.strictObject({
  kind: z.enum(['report', 'papers', 'invoice', 'service', 'appraisal', 'cites', 'other']),
  title: bilingual,
  issuedBy: z.string().nullable(),
  number: z.string().nullable(),
  issuedOn: z.string().nullable(),
})
export const photoWithRole = photo.extend({ role: z.enum(['piece', 'detail', 'flaw', 'scope', 'worn']) })

/** All photos of `product p`, as `photoWithRole`, in their order. */
export const photosOfPiece = sql`(select json_agg(json_strip_nulls(json_build_object('id', f.id, 'width', f.width, 'height', f.height,
    'alt', f.alt, 'placeholder', f.placeholder, 'role', f.role, 'focus', ${photoFocus})) order by f.position)
  from photo f where f.product_id = p.id)`

/** The flaws of `product p`, by number. */
export const flawsOfPiece = sql`(select json_agg(json_build_object('photo', l.photo_id, 'number', l.number, 'x', l.x, 'y', l.y,
    'text', l.text) order by l.number)
  from photo_flaw l where l.product_id = p.id)`

/** The documents of `product p` that customers are told of. */
export const documentsOfPiece = sql`(select json_agg(json_build_object('kind', d.kind, 'title', d.title, 'issuedBy', d.issued_by,
    'number', d.number, 'issuedOn', d.issued_on) order by d.id)
  from product_document d where d.product_id = p.id and d.public)`

/** Prices with the moments since which they were asked. */
export const history = nullable(json(z.array(z.strictObject({ since: z.string(), priceCents: z.number() }))))

/** `history` of `product p`, oldest first. */
export const historyOfPiece = sql`(select json_agg(json_build_object('since', h.since, 'priceCents', h.price_cents) order by h.since)
  from price_history h where h.product_id = p.id)`

/** Times in which a piece was on sale before it came back; `null` of those that never did. */
export const timesOnSale = nullable(
  json(z.array(z.strictObject({ from: z.string().nullable(), until: z.string() }))),
)

/** `timesOnSale` of `product p`, from its history. One that was brought in on sale was so from the start. */
export const onSaleBefore = sql`(select json_agg(json_build_object('until', e.at, 'from',
    (select s.at from product_status_change s where s.product_id = e.product_id and s.event = 'list' and s.id < e.id
      order by s.id desc limit 1)) order by e.id)
  from product_status_change e where e.product_id = p.id and e.from_status in ('listed', 'reserved')
    and e.to_status not in ('listed', 'reserved') and p.status in ('listed', 'reserved', 'sold')
    and exists (select from product_status_change b where b.product_id = e.product_id and b.event = 'take-back' and b.id > e.id))`

export function datesOf(times: readonly { from: string | null; until: string }[] | null): TimeOnSale[] {
  return (times ?? []).map(({ from, until }) => ({
    from: from === null ? null : new Date(from),
    until: new Date(until),
  }))
}

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
