import { z } from 'zod'
import { int8, json, nullable, type Row, text } from '#app/platform/database/statement.ts'
import { shippingTaxes } from '#app/shop/checkout/stored-json.ts'
import { inProportion, type ShippingShare, shippingOfPieces } from '#app/shop/checkout/tax-basket.ts'
import { type TaxRule, taxRules } from '#app/shop/checkout/tax-treatment.ts'
import { type TaxMode, taxModes } from '#app/shop/checkout/types.ts'
import { homePerMille, marginVatOf } from './ledger.ts'

const amounts = {
  /** With shipping, and with what is kept back for a loss of value. */
  proceedsCents: z.number(),
  marginCents: z.number().nullable(),
  /** German VAT that is owed. */
  taxCents: z.number(),
  /** Of a distance sale that is taxed at its destination: VAT that is owed there, and its base. */
  destinationNetCents: z.number(),
  destinationTaxCents: z.number(),
}

/** A paid order with its documents and with what the ledger says of it. */
export const paidOrder = {
  id: int8,
  placed_on: text,
  /** Today, in Germany. */
  today: text,
  shipping: json(shippingTaxes),
  /** Its pieces, in its order. */
  lines: json(
    z.array(
      z.strictObject({
        piece: z.string(),
        listedCents: z.number(),
        priceCents: z.number(),
        vatCents: z.number(),
        taxMode: z.enum(taxModes),
        taxRule: z.enum(taxRules),
        taxCountry: z.string(),
        taxPerMille: z.number(),
        ledger: z.number().nullable(),
        purchaseCents: z.number().nullable(),
        /** Its purchase price became known since the ledger reckoned without it. */
        isLearned: z.boolean(),
      }),
    ),
  ),
  /** Its invoices that were paid, each with the documents that take it back, oldest first. */
  sales: json(
    z.array(
      z.strictObject({
        invoice: z.string().nullable(),
        paidOn: z.string(),
        /** As the invoice shows it; an order from before there were invoices has none. */
        vatCents: z.number().nullable(),
        returns: z
          .array(
            z.strictObject({
              document: z.string(),
              day: z.string(),
              pieces: z.array(z.string()),
              shippingCents: z.number(),
              deductionCents: z.number(),
              /** By piece, where the document says it so. */
              deductions: z.record(z.string(), z.number()).nullable(),
              vatCents: z.number(),
            }),
          )
          .nullable(),
      }),
    ),
  ),
  /** What the ledger says of it already. */
  exits: nullable(
    json(
      z.array(
        z.strictObject({
          ledger: z.number(),
          kind: z.enum(['sale', 'return', 'correction']),
          document: z.string().nullable(),
          ...amounts,
        }),
      ),
    ),
  ),
}
type PaidOrder = Row<typeof paidOrder>
type Line = PaidOrder['lines'][number] & { ledger: number }
type Return = NonNullable<PaidOrder['sales'][number]['returns']>[number]
type Known = NonNullable<PaidOrder['exits']>[number]

type Amounts = { [Name in keyof typeof amounts]: z.infer<(typeof amounts)[Name]> }

/** How a piece was taxed, as it stands with the line of its order. */
type Taxation = { taxMode: TaxMode; taxRule: TaxRule; taxCountry: string; taxPerMille: number }

/** A row of the ledger. */
export type Exit = Amounts &
  Taxation & {
    ledger: number
    kind: 'sale' | 'return' | 'correction'
    day: string
    order: number | null
    document: string | null
    /** Of a correction: what was paid for the piece, as it is known now. */
    purchaseCents?: number
  }

/** What an order's documents come to for one piece, at one moment. */
type Standing = {
  line: Line
  share: ShippingShare
  /** The price while the piece is kept, and the part of shipping that was not paid back. */
  retainedCents: number
  /** VAT in it, as the documents show it. */
  vatCents: number
  /** Kept back for a loss of value (§ 357a BGB): compensation, in no VAT, as the documents say it. */
  deductedCents: number
  returned: boolean
}

/**
 * The rows that an order lacks: for each invoice its sales, for each document what has changed with it, and where its rows
 * come to something else than its documents, a correction of today. Rows that no document explains are left to the check.
 */
export function exitsOf(order: PaidOrder): Exit[] {
  const known = order.exits ?? []
  const wanted = rowsOf(order)
  // A sale without a document is from an order that was sold before it had one.
  const documentOf = ({ kind, document }: Pick<Known, 'kind' | 'document'>) =>
    kind === 'sale' && document === null ? order.sales[0]?.invoice : document
  const isSame = (one: Known, other: Exit) =>
    one.ledger === other.ledger && one.kind === other.kind && documentOf(one) === other.document
  const missing = wanted.filter((row) => !known.some((each) => isSame(each, row)))
  const explained = known.filter(
    (row) => isWithoutDocument(row) || wanted.some((each) => isSame(row, each)) || isCorrection(row),
  )
  // Rows of before took back without naming a document: the document takes back the rest.
  for (const [ledger, before] of takenBefore(explained)) {
    const at = missing.findIndex((row) => row.kind === 'return' && row.ledger === ledger)
    const first = missing[at]
    if (first) missing[at] = { ...first, ...difference(first, before) }
  }
  const document = order.sales.at(-1)?.invoice ?? null
  const corrections = totalsOf(wanted).flatMap(({ ledger, taxation, ...target }): Exit[] => {
    const own = [...explained, ...missing].filter((row) => row.ledger === ledger)
    const rest = difference(target, sumOf(own))
    if (isZero(rest)) return []
    const about = { ledger, kind: 'correction', day: order.today, order: order.id, document } as const
    const learned = order.lines.find((line) => line.ledger === ledger && line.isLearned)?.purchaseCents
    return [{ ...about, ...rest, ...taxation, ...(learned == null ? {} : { purchaseCents: learned }) }]
  })
  return [...missing, ...corrections]
}

/** Every row that an order's documents ask for. */
function rowsOf(order: PaidOrder): Exit[] {
  const shares = shippingOfPieces(
    order.lines.map(({ listedCents, taxRule }) => ({ listedCents, rule: taxRule })),
    order.shipping,
  )
  const rows: Exit[] = []
  for (const { invoice, paidOn, vatCents, returns } of order.sales) {
    const standings = order.lines.map((line, at): Standing => {
      const share = shares[at] ?? { grossCents: 0, vatCents: 0 }
      return {
        line: { ...line, ledger: line.ledger as number },
        share,
        retainedCents: line.priceCents + share.grossCents,
        vatCents: line.vatCents + share.vatCents,
        deductedCents: 0,
        returned: false,
      }
    })
    const rest = vatCents === null ? 0 : vatCents - sum(standings.map((each) => each.vatCents))
    for (const standing of rest === 0 ? [] : standings.filter(isShown).slice(0, 1)) standing.vatCents += rest
    const row = (standing: Standing, about: Pick<Exit, 'kind' | 'day' | 'document'>, values: Amounts) => {
      const { ledger } = standing.line
      const marginCents = isMarginUnknown(standing.line) ? null : values.marginCents
      rows.push({ ...about, ...values, marginCents, ledger, order: order.id, ...taxationOf(standing.line) })
    }
    for (const standing of standings)
      row(standing, { kind: 'sale', day: paidOn, document: invoice }, amountsOf(standing, order))
    for (const taken of returns ?? []) {
      const before = standings.map((standing) => amountsOf(standing, order))
      takeBack(standings, taken, order.shipping)
      for (const [at, standing] of standings.entries()) {
        const change = difference(amountsOf(standing, order), before[at] as Amounts)
        if (taken.pieces.includes(standing.line.piece) || !isZero(change))
          row(standing, { kind: 'return', day: taken.day, document: taken.document }, change)
      }
    }
  }
  return rows
}

/** What a document takes back: pieces, shipping from all of the order's as it had been shared out, and the VAT it shows. */
function takeBack(
  standings: readonly Standing[],
  { pieces, shippingCents, deductionCents, deductions: said, vatCents }: Return,
  shipping: PaidOrder['shipping'],
): void {
  const gone = standings.filter(({ line }) => pieces.includes(line.piece))
  const prices = gone.map(({ line }) => line.priceCents)
  const deductions = said
    ? gone.map(({ line }) => said[line.piece] ?? 0)
    : inProportion(deductionCents, prices)
  let left = vatCents
  const take = (standing: Standing, gross: number, vat: number) => {
    standing.retainedCents -= gross
    standing.vatCents -= vat
    left -= vat
  }
  for (const [at, standing] of gone.entries()) {
    standing.returned = true
    standing.deductedCents += deductions[at] ?? 0
    take(standing, standing.line.priceCents, standing.line.vatCents)
  }
  if (shippingCents === sum(shipping.map(({ grossCents }) => grossCents))) {
    for (const standing of standings) take(standing, standing.share.grossCents, standing.share.vatCents)
  } else {
    const parts = inProportion(shippingCents, prices)
    for (const [at, standing] of gone.entries()) take(standing, parts[at] ?? 0, 0)
  }
  // Documents of before rounded their VAT in one sum: what is left of it goes with one piece.
  const shown = gone.find(isShown) ?? standings.find(isShown)
  if (shown) take(shown, 0, left)
}

/** Whether VAT is shown for a piece. */
const isShown = ({ line }: Standing) => line.taxRule === 'domestic' || line.taxRule === 'destination'

function amountsOf(standing: Standing, { placed_on }: Pick<PaidOrder, 'placed_on'>): Amounts {
  const { line, retainedCents, vatCents, deductedCents, returned } = standing
  const sale = {
    taxMode: line.taxMode,
    taxRule: line.taxRule,
    // A piece that is back with us costs its next sale what was paid for it, and this one nothing.
    purchaseCents: returned ? 0 : line.purchaseCents,
    proceedsCents: retainedCents,
    shownVatCents: vatCents,
    perMille: homePerMille(placed_on),
  }
  return { ...marginVatOf(sale), proceedsCents: retainedCents + deductedCents }
}

const isMarginUnknown = ({ taxMode, purchaseCents }: Line) =>
  purchaseCents === null && taxMode !== 'margin_25a'

const isWithoutDocument = ({ kind, document }: Known) => kind === 'return' && document === null

/** Also those that earlier releases wrote as returns. */
const isCorrection = ({ kind, document }: Known) =>
  kind === 'correction' || document?.endsWith(' Korrektur') === true

/** What rows without a document took back, by piece; where a correction followed, that has put it right. */
function takenBefore(known: readonly Known[]): Map<number, Amounts> {
  const taken = new Map<number, Amounts>()
  for (const { ledger } of known.filter(isWithoutDocument)) {
    const own = known.filter((row) => row.ledger === ledger)
    if (!own.some(isCorrection)) taken.set(ledger, sumOf(own.filter(isWithoutDocument)))
  }
  return taken
}

/** What rows come to for each piece. */
function totalsOf(rows: readonly Exit[]): (Amounts & { ledger: number; taxation: Taxation })[] {
  const first = new Map(rows.map((row) => [row.ledger, taxationOf(row)]))
  return [...first].map(([ledger, taxation]) => {
    const own = rows.filter((row) => row.ledger === ledger)
    return { ...sumOf(own), ledger, taxation }
  })
}

function taxationOf({ taxMode, taxRule, taxCountry, taxPerMille }: Taxation): Taxation {
  return { taxMode, taxRule, taxCountry, taxPerMille }
}

function difference(one: Amounts, other: Amounts): Amounts {
  return {
    proceedsCents: one.proceedsCents - other.proceedsCents,
    marginCents: one.marginCents === null ? null : one.marginCents - (other.marginCents ?? 0),
    taxCents: one.taxCents - other.taxCents,
    destinationNetCents: one.destinationNetCents - other.destinationNetCents,
    destinationTaxCents: one.destinationTaxCents - other.destinationTaxCents,
  }
}

/** Without any margin that is known there is none in the sum. */
function sumOf(rows: readonly Amounts[]): Amounts {
  const margins = rows.flatMap(({ marginCents }) => marginCents ?? [])
  const all = (of: Exclude<keyof Amounts, 'marginCents'>) => sum(rows.map((row) => row[of]))
  return {
    proceedsCents: all('proceedsCents'),
    marginCents: margins.length === 0 ? null : sum(margins),
    taxCents: all('taxCents'),
    destinationNetCents: all('destinationNetCents'),
    destinationTaxCents: all('destinationTaxCents'),
  }
}

const isZero = ({ marginCents, ...others }: Amounts) =>
  (marginCents ?? 0) === 0 && Object.values(others).every((cents) => cents === 0)

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
