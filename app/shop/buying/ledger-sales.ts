import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
} from '#app/platform/database/statement.ts'
import { taxRules } from '#app/shop/checkout/tax-treatment.ts'
import { type TaxMode, taxModes } from '#app/shop/checkout/types.ts'
import { homeRules, marginVatOf, proceedsOf } from './ledger.ts'

const amounts = { proceedsCents: z.number(), marginCents: z.number().nullable(), taxCents: z.number() }

const paidOrder = {
  id: int8,
  shipping_cents: int4,
  /** Its pieces, in its order. */
  lines: json(
    z.array(
      z.strictObject({
        piece: z.string(),
        priceCents: z.number(),
        taxMode: z.enum(taxModes),
        taxRule: z.enum(taxRules),
        ledger: z.number().nullable(),
        purchaseCents: z.number().nullable(),
      }),
    ),
  ),
  /** Its invoices that were paid, each with the documents that take it back, oldest first. */
  sales: json(
    z.array(
      z.strictObject({
        invoice: z.string().nullable(),
        paidOn: z.string(),
        returns: z
          .array(
            z.strictObject({
              document: z.string(),
              day: z.string(),
              pieces: z.array(z.string()),
              shippingCents: z.number(),
              deductionCents: z.number(),
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
          kind: z.enum(['sale', 'return']),
          document: z.string().nullable(),
          ...amounts,
        }),
      ),
    ),
  ),
}
type PaidOrder = Row<typeof paidOrder>
type Amounts = { proceedsCents: number; marginCents: number | null; taxCents: number }

type Exit = Amounts & {
  ledger: number
  kind: 'sale' | 'return'
  day: string
  order: number | null
  document: string | null
  taxMode: TaxMode
}

/**
 * Writes sales of paid orders, and what their cancelled invoices took back. An order has more than one invoice when it
 * lapsed, or when its money was taken back, and it was paid after all: each that was paid while it stood is a sale. Only
 * orders whose documents and whose rows in the ledger do not agree are looked at, at most `limit`. Returns how many rows
 * were added.
 */
export async function recordOrders(db: Database, limit: number): Promise<number> {
  const orders = await query(db, paidOrder)`
    with paid as (
      select order_id, max(at) as at from order_status_change where event in ('pay', 'revive') group by order_id
    ), sale as (
      select i.order_id, i.id, i.number, coalesce(s.at, i.issued_at) as at
      from paid join invoice i on i.order_id = paid.order_id and i.kind = 'invoice'
        left join lateral (select max(c.at) as at from order_status_change c
          where c.order_id = i.order_id and c.event in ('pay', 'revive') and c.at >= i.issued_at
            and c.at < coalesce((select w.issued_at from invoice w where w.cancels = i.id and w.whole), 'infinity')) s on true
      where s.at is not null
        or exists (select from ledger_exit e where e.order_id = i.order_id and e.document = i.number)
    ), open as (
      select paid.order_id, paid.at
      from paid
        left join lateral (select sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'totalCents')::bigint) as cents
          from invoice where order_id = paid.order_id) documents on true
        left join lateral (select sum(proceeds_cents) as cents from ledger_exit where order_id = paid.order_id) known on true
      where known.cents is null
        or known.cents <> documents.cents
        or exists (select from sale left join invoice c on c.cancels = sale.id where sale.order_id = paid.order_id
          and not exists (select from ledger_exit e where e.order_id = paid.order_id and e.document = coalesce(c.number, sale.number)))
    )
    select o.id, o.shipping_cents,
      (select json_agg(json_build_object('piece', ol.product_id, 'priceCents', ol.price_cents, 'taxMode', ol.tax_mode,
          'taxRule', ol.tax_rule, 'ledger', l.number, 'purchaseCents', l.purchase_cents) order by ol.position)
        from order_line ol left join ledger l on l.product_id = ol.product_id where ol.order_id = o.id) as lines,
      coalesce((select json_agg(json_build_object('invoice', sale.number,
          'paidOn', to_char(sale.at at time zone 'Europe/Berlin', 'YYYY-MM-DD'),
          'returns', (select json_agg(json_build_object('document', c.number,
            'day', to_char(c.issued_at at time zone 'Europe/Berlin', 'YYYY-MM-DD'),
            'pieces', (select coalesce(json_agg(line ->> 'piece'), '[]'::json) from jsonb_array_elements(c.content -> 'lines') line),
            'shippingCents', (c.content ->> 'shippingCents')::int,
            'deductionCents', coalesce((c.content ->> 'deductionCents')::int, 0)) order by c.id)
            from invoice c where c.cancels = sale.id)) order by sale.id) from sale where sale.order_id = o.id),
        json_build_array(json_build_object('invoice', null,
          'paidOn', to_char(open.at at time zone 'Europe/Berlin', 'YYYY-MM-DD'), 'returns', null))) as sales,
      (select json_agg(json_build_object('ledger', e.ledger_number, 'kind', e.kind, 'document', e.document,
          'proceedsCents', e.proceeds_cents, 'marginCents', e.margin_cents, 'taxCents', e.tax_cents) order by e.id)
        from ledger_exit e where e.order_id = o.id) as exits
    from open join shop_order o on o.id = open.order_id
    where not exists (select from order_line ol where ol.order_id = o.id
      and not exists (select from ledger l where l.product_id = ol.product_id))
    order by o.id limit ${limit}
  `
  const exits = orders.flatMap(exitsOf)
  await insertExits(db, exits)
  return exits.length
}

/** What an order's rows come to for one piece, at one moment. */
type Standing = {
  line: PaidOrder['lines'][number] & { ledger: number }
  /** The price while the piece is kept, and the part of shipping that was not paid back. */
  retainedCents: number
  shareCents: number
  /** Kept back for a loss of value (§ 357a BGB): compensation, in no VAT, as the documents say it. */
  deductedCents: number
  returned: boolean
  /** What its rows say. */
  recorded: { proceedsCents: number; marginCents: number; taxCents: number }
}

/** The rows that an order lacks: for each invoice its sales, then for each document what has changed with it. */
function exitsOf(order: PaidOrder): Exit[] {
  const { lines, shipping_cents, sales } = order
  const known = order.exits ?? []
  const shares = sharesOf(
    lines.map(({ priceCents }) => priceCents),
    shipping_cents,
  )
  const exits: Exit[] = []
  const write = (standing: Standing, row: Pick<Exit, 'kind' | 'day' | 'document'>, target: Amounts) => {
    const { line, recorded } = standing
    const { marginCents } = target
    exits.push({
      ...row,
      ledger: line.ledger,
      order: order.id,
      taxMode: line.taxMode,
      proceedsCents: target.proceedsCents - recorded.proceedsCents,
      marginCents: marginCents === null || unknownMargin(line) ? null : marginCents - recorded.marginCents,
      taxCents: target.taxCents - recorded.taxCents,
    })
    standing.recorded = { ...target, marginCents: marginCents ?? 0 }
  }
  const standings = lines.map((line, at): Standing => {
    const shareCents = shares[at] ?? 0
    const own = known.filter(({ ledger }) => ledger === line.ledger)
    return {
      line: { ...line, ledger: line.ledger as number },
      retainedCents: line.priceCents + shareCents,
      shareCents,
      deductedCents: 0,
      returned: false,
      recorded: {
        proceedsCents: sum(own.map(({ proceedsCents }) => proceedsCents)),
        marginCents: sum(own.map(({ marginCents }) => marginCents ?? 0)),
        taxCents: sum(own.map(({ taxCents }) => taxCents)),
      },
    }
  })
  const isKnown = ({ line }: Standing, document: string) =>
    known.some((exit) => exit.ledger === line.ledger && exit.kind === 'return' && exit.document === document)
  for (const [at, { invoice, paidOn, returns }] of sales.entries()) {
    // A row without a document is from an order that was sold before it had one.
    const isSold = ({ line }: Standing) =>
      known.some(
        ({ ledger, kind, document }) =>
          ledger === line.ledger &&
          kind === 'sale' &&
          (document === invoice || (document === null && at === 0)),
      )
    for (const standing of standings) {
      Object.assign(standing, {
        retainedCents: standing.line.priceCents + standing.shareCents,
        deductedCents: 0,
        returned: false,
      })
      if (!isSold(standing))
        write(standing, { kind: 'sale', day: paidOn, document: invoice }, amountsOf(standing))
    }
    for (const { document, day, ...taken } of returns ?? []) {
      takeBack(standings, taken, shipping_cents)
      for (const standing of standings) {
        if (isKnown(standing, document)) continue
        const target = amountsOf(standing)
        if (taken.pieces.includes(standing.line.piece) || differs(standing, target))
          write(standing, { kind: 'return', day, document }, target)
      }
    }
  }
  const last = sales.at(-1)?.returns?.at(-1)
  if (!last) return exits
  // Rows of before, which took back without looking at the documents.
  const document = `${last.document} Korrektur`
  for (const standing of standings) {
    const target = amountsOf(standing)
    if (differs(standing, target) && !isKnown(standing, document))
      write(standing, { kind: 'return', day: last.day, document }, target)
  }
  return exits
}

/** What a document takes back: pieces, and shipping from all of the order's, as it had been shared out. */
function takeBack(
  standings: readonly Standing[],
  {
    pieces,
    shippingCents,
    deductionCents,
  }: { pieces: string[]; shippingCents: number; deductionCents: number },
  wholeShipping: number,
): void {
  const gone = standings.filter(({ line }) => pieces.includes(line.piece))
  const prices = gone.map(({ line }) => line.priceCents)
  const deductions = sharesOf(prices, deductionCents)
  const shipping = sharesOf(prices, shippingCents)
  for (const [at, standing] of gone.entries()) {
    standing.returned = true
    standing.retainedCents -= standing.line.priceCents
    standing.deductedCents += deductions[at] ?? 0
    if (shippingCents !== wholeShipping) standing.retainedCents -= shipping[at] ?? 0
  }
  if (shippingCents !== wholeShipping) return
  for (const standing of standings) standing.retainedCents -= standing.shareCents
}

function amountsOf({ line, retainedCents, deductedCents, returned }: Standing): Amounts {
  // A piece that is back with us costs its next sale what was paid for it, and this one nothing.
  const purchaseCents = returned ? 0 : line.purchaseCents
  const sale = { taxMode: line.taxMode, taxRule: line.taxRule, purchaseCents, proceedsCents: retainedCents }
  return { ...marginVatOf(sale), proceedsCents: retainedCents + deductedCents }
}

const unknownMargin = ({ taxMode, purchaseCents }: PaidOrder['lines'][number]) =>
  purchaseCents === null && taxMode !== 'margin_25a'

function differs({ line, recorded }: Standing, target: Amounts): boolean {
  return (
    target.proceedsCents !== recorded.proceedsCents ||
    target.taxCents !== recorded.taxCents ||
    (!unknownMargin(line) && target.marginCents !== recorded.marginCents)
  )
}

/** What each of some prices bears of an amount that they share. */
function sharesOf(prices: readonly number[], cents: number): number[] {
  return proceedsOf(prices, cents).map((proceeds, at) => proceeds - (prices[at] ?? 0))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/**
 * Pieces that are sold without an order: brought in as sold, with no invoice of ours. Their price is taken as what they
 * brought; one that came back from there is taken back. Returns how many rows were added.
 */
export async function recordSalesWithoutOrder(db: Database): Promise<number> {
  const rows = await query(db, {
    ledger: int4,
    sold: bool,
    day: text,
    tax_mode: oneOf(taxModes),
    purchase_cents: nullable(int4),
    price_cents: nullable(int4),
    proceeds_cents: int4,
    margin_cents: nullable(int4),
    tax_cents: int4,
  })`
    with gone as (
      select ledger_number, sum(proceeds_cents)::int as proceeds_cents, sum(margin_cents)::int as margin_cents,
        sum(tax_cents)::int as tax_cents, sum(case kind when 'sale' then 1 else -1 end) as times
      from ledger_exit where order_id is null and kind in ('sale', 'return') group by ledger_number
    ), piece as (
      select l.number, l.purchase_cents, p.*, p.status = 'sold' and not exists (select from order_line ol
        where ol.product_id = p.id and ol.released_at is null) as is_sold
      from ledger l join product p on p.id = l.product_id
      where p.status = 'sold' or l.number in (select ledger_number from gone where times = 1)
    )
    select p.number as ledger, p.is_sold as sold, p.tax_mode, p.purchase_cents, p.price_cents,
      to_char(coalesce(p.sold_at, now()) at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day,
      coalesce(g.proceeds_cents, 0) as proceeds_cents, g.margin_cents, coalesce(g.tax_cents, 0) as tax_cents
    from piece p left join gone g on g.ledger_number = p.number
    where p.is_sold <> (coalesce(g.times, 0) = 1)
  `
  const exits = rows.map((row): Exit => {
    const { ledger, day, tax_mode: taxMode, purchase_cents: purchaseCents } = row
    const base = { ledger, day, taxMode, order: null, document: null }
    if (row.sold) {
      const proceedsCents = row.price_cents ?? 0
      return {
        ...base,
        kind: 'sale',
        proceedsCents,
        ...marginVatOf({ taxMode, taxRule: homeRules[taxMode], purchaseCents, proceedsCents }),
      }
    }
    return {
      ...base,
      kind: 'return',
      proceedsCents: -row.proceeds_cents,
      marginCents: row.margin_cents === null ? null : -row.margin_cents,
      taxCents: -row.tax_cents,
    }
  })
  await insertExits(db, exits)
  return exits.length
}

async function insertExits(db: Database, exits: readonly Exit[]): Promise<void> {
  if (exits.length === 0) return
  await sql`
    insert into ledger_exit (ledger_number, kind, on_day, order_id, document, tax_mode, proceeds_cents, margin_cents, tax_cents)
    select "ledger", "kind", "day", "order", "document", "taxMode", "proceedsCents", "marginCents", "taxCents"
    from jsonb_to_recordset(${JSON.stringify(exits)}::jsonb) as e ("ledger" int, "kind" text, "day" date, "order" bigint,
      "document" text, "taxMode" text, "proceedsCents" int, "marginCents" int, "taxCents" int)
  `.execute(db)
}
