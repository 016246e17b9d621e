import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int8, now, query } from '#app/platform/database/statement.ts'
import type { PieceDescription, PieceFact } from '#app/shop/catalogue/piece-essentials.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { type TaxSum, taxBasket, taxSums } from './tax-basket.ts'
import { taxPlaceOf } from './tax-place.ts'
import type { Taxed } from './tax-treatment.ts'
import type { LineTax, PaymentMethod, PostalAddress, TaxedLine, TaxMode } from './types.ts'

/** An invoice as it was issued; a cancellation has the lines it takes back. Amounts in cents. */
export type InvoiceContent = {
  locale: Locale
  orderNumber: string
  orderedOn: string
  seller: Company
  buyer: PostalAddress
  payment: PaymentMethod
  lines: {
    piece: string
    brand: string | null
    name: Bilingual
    reference: string | null
    priceCents: number
    /** Of a cancellation: what of `deductionCents` is of this piece, where that was said piece by piece. */
    deductedCents?: number
    taxMode: TaxMode
    /** Missing on documents from before taxes across borders: taxed as in Germany. */
    tax?: LineTax
    /** What was agreed of the piece, in the invoice's language; invoices of earlier releases say nothing of it. */
    description?: { facts: PieceFact[]; defect: PieceFact | null } | null
    /** Of a sale over the counter: what the buyer agreed to by a tick of its own (§ 476 BGB). */
    agreed?: string[]
  }[]
  shippingCents: number
  /** Of a cancellation: loss of value that is kept back. */
  deductionCents?: number
  totalCents: number
  /** VAT in the total that may be shown; 0 when all is sold under the margin scheme or is investment gold. */
  vatCents: number
  /** Of former documents, the last part of an invoice that goes back: net amount of that VAT. */
  netCents?: number
  /** Amounts by rule and rate; missing on former documents: see `taxSumsOf`. */
  taxes?: TaxSum[]
  /** The VAT id that a business buyer gave. */
  buyerVatId?: string | null
  /** Sold over the counter: where, and the number of the till's receipt or of the transfer. */
  counter?: { branch: string; reference: string } | null
}

export type Invoice = {
  id: number
  number: string
  kind: 'invoice' | 'cancellation'
  issuedAt: Date
  /** Of a cancellation: the invoice it takes back. */
  cancels: string | null
  content: InvoiceContent
}

type InvoicedOrder = {
  number: string
  locale: Locale
  placedAt: Date
  invoiceAddress: PostalAddress
  payment: PaymentMethod
  lines: readonly TaxedLine[]
  shippingCents: number
  shippingTaxes: readonly Taxed[]
  totalCents: number
  vatCents: number
  vatId: { id: string } | null
  counter?: { branch: string; reference: string } | null
}

/** What an invoice about an order says, fixed at the moment of issue. */
export function invoiceContent(order: InvoicedOrder, seller: Company): InvoiceContent {
  return {
    locale: order.locale,
    orderNumber: order.number,
    orderedOn: order.placedAt.toISOString(),
    seller,
    buyer: order.invoiceAddress,
    payment: order.payment,
    lines: order.lines.map(
      ({ piece, brand, name, reference, priceCents, taxMode, tax, description, ...line }) => ({
        piece,
        brand,
        name,
        reference,
        priceCents,
        taxMode,
        tax,
        description: description ? briefly(description[order.locale]) : null,
        ...(order.counter ? { agreed: line.deviations.map(({ text }) => text[order.locale]) } : {}),
      }),
    ),
    shippingCents: order.shippingCents,
    totalCents: order.totalCents,
    vatCents: order.vatCents,
    taxes: taxSums([...order.lines.map(taxedPart), ...order.shippingTaxes]),
    buyerVatId: order.vatId?.id ?? null,
    ...(order.counter
      ? { counter: { branch: order.counter.branch, reference: order.counter.reference } }
      : {}),
  }
}

/** A line's price with the tax that was stored with it. */
export function taxedPart({ priceCents, tax }: Pick<TaxedLine, 'priceCents' | 'tax'>): TaxSum {
  return { ...tax, netCents: priceCents - tax.vatCents, grossCents: priceCents }
}

/** A document's amounts by rule and rate. Former ones do not say them: everything on them was taxed as in Germany. */
export function taxSumsOf(content: InvoiceContent): TaxSum[] {
  if (content.taxes) return content.taxes
  const sales = { oneStopSince: null, thresholdPassedOn: null, thisYearCents: 0, lastYearCents: 0 }
  const { lines, shipping } = taxBasket(content.lines, content.shippingCents, {
    place: taxPlaceOf({ country: 'DE' }),
    vatIdCountry: null,
    day: content.orderedOn.slice(0, 10),
    sales,
  })
  // Their VAT was rounded in one sum, which stands on them.
  return taxSums([...lines, ...shipping]).map((sum) =>
    sum.rule === 'domestic'
      ? {
          ...sum,
          vatCents: content.vatCents,
          netCents: content.netCents ?? sum.grossCents - content.vatCents,
        }
      : sum,
  )
}

/** An invoice is short: what was found on the piece in detail stands in the confirmation. */
function briefly({ facts, defect }: PieceDescription[Locale]) {
  return { facts, defect }
}

/** What is left of amounts by rule and rate when documents have taken back a part of them. */
export function taxesLeft(all: readonly TaxSum[], taken: readonly InvoiceContent[]): TaxSum[] {
  const gone = taken.flatMap(taxSumsOf).map((sum) => ({
    ...sum,
    netCents: -sum.netCents,
    vatCents: -sum.vatCents,
    grossCents: -sum.grossCents,
  }))
  return taxSums([...all, ...gone]).filter(({ grossCents, vatCents }) => grossCents !== 0 || vatCents !== 0)
}

type InvoicePart = Pick<
  InvoiceContent,
  'lines' | 'shippingCents' | 'deductionCents' | 'totalCents' | 'vatCents' | 'taxes'
>

/** What is left of an invoice when documents have taken back some of its pieces. */
function restOf(invoice: InvoiceContent, taken: readonly InvoiceContent[]): InvoicePart {
  const gone = new Set(taken.flatMap(({ lines }) => lines.map(({ piece }) => piece)))
  const lines = invoice.lines.filter(({ piece }) => !gone.has(piece))
  const shippingCents = taken.reduce((left, each) => left - each.shippingCents, invoice.shippingCents)
  const taxes = taxesLeft(taxSumsOf(invoice), taken)
  return {
    lines,
    shippingCents,
    totalCents: lines.reduce((sum, { priceCents }) => sum + priceCents, shippingCents),
    vatCents: taxes.reduce((sum, tax) => sum + tax.vatCents, 0),
    taxes,
  }
}

/**
 * Takes an order's invoice back: a counter-document with a number of its own, for nothing issued is changed or
 * deleted. `part` holds what is taken back when it is not all; of an invoice of which parts were taken back, all is what is
 * left of it. Does nothing when there is no invoice that stands. Returns the document's id, or null.
 */
export async function cancelInvoice(
  db: Database,
  orderId: number,
  {
    prefix,
    part,
  }: {
    prefix: string
    part?: InvoicePart
  },
): Promise<number | null> {
  const valid = await db
    .selectFrom('invoice as i')
    .select(['i.id', 'i.content', now.as('now')])
    .where('i.order_id', '=', orderId)
    .where('i.kind', '=', 'invoice')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice as c')
            .select('c.id')
            .whereRef('c.cancels', '=', 'i.id')
            .where('c.whole', '=', true),
        ),
      ),
    )
    .orderBy('i.id', 'desc')
    .executeTakeFirst()
  if (!valid) return null
  const invoice = valid.content as InvoiceContent
  const taken = part ? [] : await partsTaken(db, valid.id)
  const content = { ...invoice, ...part, ...(taken.length > 0 ? restOf(invoice, taken) : {}) }
  const rows = await query(db, { id: int8 })`
    with next as (${nextNumberInSeries('invoice', valid.now)})
    insert into invoice (number, order_id, kind, cancels, whole, content)
    select ${prefix} || '-' || next.number, ${orderId}, 'cancellation', ${valid.id}, ${part === undefined},
      ${JSON.stringify(content)}::jsonb
    from next returning id
  `
  return rows[0]?.id ?? null
}

/** The documents that have taken back a part of an invoice. */
async function partsTaken(db: Database, invoice: number): Promise<InvoiceContent[]> {
  const rows = await db.selectFrom('invoice').select('content').where('cancels', '=', invoice).execute()
  return rows.map(({ content }) => content as InvoiceContent)
}

/** Every document about an order, oldest first. */
export async function findInvoices(db: Database, orderId: number): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoice as i')
    .leftJoin('invoice as c', 'c.id', 'i.cancels')
    .select(['i.id', 'i.number', 'i.kind', 'i.issued_at', 'i.content', 'c.number as cancels'])
    .where('i.order_id', '=', orderId)
    .orderBy('i.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    kind: row.kind,
    issuedAt: row.issued_at,
    cancels: row.cancels,
    content: row.content as InvoiceContent,
  }))
}
