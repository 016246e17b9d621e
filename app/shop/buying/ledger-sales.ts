import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { homePerMille, homeRules, marginVatOf } from './ledger.ts'
import { learnedBefore, learnedCosts } from './ledger-learned.ts'
import { type Exit, exitsOf, paidOrder } from './ledger-order.ts'

/**
 * Paid orders whose documents and whose rows in the ledger do not agree, as tables of a `with`: `open`, and what it is found
 * by. A function, for the modules of the ledger load each other, and whichever is first may lack the others' parts.
 */
export const openOrders = () => sql`learned as (${learnedCosts}
  ), paid as (
    select order_id, max(at) as at from order_status_change where event in ('pay', 'revive') group by order_id
  ), sale as (
    select i.order_id, i.id, i.number, (i.content ->> 'vatCents')::int as vat_cents, coalesce(s.at, i.issued_at) as at
    from paid join invoice i on i.order_id = paid.order_id and i.kind = 'invoice'
      left join lateral (select max(c.at) as at from order_status_change c
        where c.order_id = i.order_id and c.event in ('pay', 'revive') and c.at >= i.issued_at
          and c.at < coalesce((select w.issued_at from invoice w where w.cancels = i.id and w.whole), 'infinity')) s on true
    where s.at is not null
      or exists (select from ledger_exit e where e.order_id = i.order_id and e.document = i.number)
  ), open as (
    select paid.order_id, paid.at
    from paid
      left join lateral (select sum(sign * (content ->> 'totalCents')::bigint) as cents,
          sum(sign * (content ->> 'vatCents')::bigint) as vat_cents
        from invoice, lateral (select case kind when 'invoice' then 1 else -1 end as sign) of
        where order_id = paid.order_id) documents on true
      left join lateral (select sum(proceeds_cents) as cents,
          coalesce(sum(tax_cents + destination_tax_cents) filter (where tax_mode = 'standard_19'), 0) as vat_cents,
          coalesce(sum(tax_cents) filter (where tax_rule not in ('domestic', 'margin')), 0) as untaxed_cents,
          bool_or(tax_rule is null) as is_former
        from ledger_exit where order_id = paid.order_id) known on true
    where known.cents is null
      or known.cents <> documents.cents
      or known.vat_cents <> documents.vat_cents
      or known.untaxed_cents <> 0
      or paid.order_id in (select e.order_id from learned join ledger_exit e on e.ledger_number = learned.number)
      or (known.is_former and not exists (select from ledger_review r where r.order_id = paid.order_id))
      -- Found for all at once: order by order, every sale would be looked through for each.
      or paid.order_id in (select sale.order_id from sale left join invoice c on c.cancels = sale.id
        where not exists (select from ledger_exit e where e.order_id = sale.order_id and e.document = coalesce(c.number, sale.number)))
  )`

/** Whether all pieces of an order `o` are in the ledger. */
export const isEntered = sql`not exists (select from order_line ol where ol.order_id = o.id
  and not exists (select from ledger l where l.product_id = ol.product_id))`

/**
 * Writes sales of paid orders, and what their cancelled invoices took back. An order has more than one invoice when it
 * lapsed, or when its money was taken back, and it was paid after all: each that was paid while it stood is a sale. Only
 * orders whose documents and whose rows in the ledger do not agree are looked at, at most `limit`; those with rows of
 * earlier releases once at any rate, and those with a piece whose purchase price has become known. Returns how many rows
 * were added, such orders of before among them, and whether none is left.
 */
export async function recordOrders(
  db: Database,
  limit: number,
): Promise<{ rows: number; isComplete: boolean }> {
  const orders = await query(db, paidOrder)`
    with ${openOrders()}
    select o.id, to_char(o.placed_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as placed_on,
      to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') as today, o.shipping_taxes as shipping,
      (select json_agg(json_build_object('piece', ol.product_id, 'listedCents', ol.listed_cents, 'priceCents', ol.price_cents,
          'vatCents', ol.vat_cents, 'taxMode', ol.tax_mode, 'taxRule', ol.tax_rule, 'taxCountry', ol.tax_country,
          'taxPerMille', ol.tax_per_mille, 'ledger', l.number, 'isLearned', learned.cost_cents is not null,
          'purchaseCents', coalesce(l.purchase_cents, ${learnedBefore}, learned.cost_cents)) order by ol.position)
        from order_line ol left join ledger l on l.product_id = ol.product_id
          left join learned on learned.number = l.number where ol.order_id = o.id) as lines,
      coalesce((select json_agg(json_build_object('invoice', sale.number,
          'paidOn', to_char(sale.at at time zone 'Europe/Berlin', 'YYYY-MM-DD'), 'vatCents', sale.vat_cents,
          'returns', (select json_agg(json_build_object('document', c.number,
            'day', to_char(c.issued_at at time zone 'Europe/Berlin', 'YYYY-MM-DD'),
            'pieces', (select coalesce(json_agg(line ->> 'piece'), '[]'::json) from jsonb_array_elements(c.content -> 'lines') line),
            'shippingCents', (c.content ->> 'shippingCents')::int,
            'deductionCents', coalesce((c.content ->> 'deductionCents')::int, 0),
            'deductions', (select json_object_agg(line ->> 'piece', (line ->> 'deductedCents')::int)
              from jsonb_array_elements(c.content -> 'lines') line where line ? 'deductedCents'),
            'vatCents', (c.content ->> 'vatCents')::int) order by c.id)
            from invoice c where c.cancels = sale.id)) order by sale.id) from sale where sale.order_id = o.id),
        json_build_array(json_build_object('invoice', null,
          'paidOn', to_char(open.at at time zone 'Europe/Berlin', 'YYYY-MM-DD'), 'vatCents', null, 'returns', null))) as sales,
      (select json_agg(json_build_object('ledger', e.ledger_number, 'kind', e.kind, 'document', e.document,
          'proceedsCents', e.proceeds_cents, 'marginCents', e.margin_cents, 'taxCents', e.tax_cents,
          'destinationNetCents', e.destination_net_cents, 'destinationTaxCents', e.destination_tax_cents) order by e.id)
        from ledger_exit e where e.order_id = o.id) as exits
    from open join shop_order o on o.id = open.order_id
    where ${isEntered} order by o.id limit ${limit}
  `
  const exits = orders.flatMap(exitsOf)
  await insertExits(db, exits)
  const reviews = await noteReviews(db, orders)
  return { rows: exits.length + reviews, isComplete: orders.length < limit }
}

/** Orders with rows of earlier releases have been compared with their documents. Returns how many had not been before. */
async function noteReviews(db: Database, orders: readonly { id: number }[]): Promise<number> {
  const reviewed = await query(db, { order_id: int8 })`
    insert into ledger_review (order_id)
    select distinct order_id from ledger_exit where order_id = any(${orders.map(({ id }) => id)}) and tax_rule is null
    on conflict do nothing returning order_id
  `
  return reviewed.length
}

/** Pieces `p` that are, or were, sold without an order, and what the ledger knows of each, as tables of a `with`. */
export const soldWithoutOrder = () => sql`gone as (
    select ledger_number, sum(proceeds_cents)::int as proceeds_cents, sum(margin_cents)::int as margin_cents,
      sum(tax_cents)::int as tax_cents, sum(case kind when 'sale' then 1 when 'return' then -1 else 0 end) as times
    from ledger_exit where order_id is null and tax_mode is not null group by ledger_number
  ), piece as (
    select l.number, coalesce(l.purchase_cents, ${learnedBefore}) as purchase_cents, p.*, p.status = 'sold' and not exists (select from order_line ol
      where ol.product_id = p.id and ol.released_at is null) as is_sold
    from ledger l join product p on p.id = l.product_id
    where p.status = 'sold' or l.number in (select ledger_number from gone where times = 1)
  )`
/** Whether the ledger says otherwise than the piece. */
export const hasChanged = sql`p.is_sold <> (coalesce(g.times, 0) = 1)`

/**
 * Pieces that are sold without an order: brought in as sold, with no invoice of ours. Their price is taken as what they
 * brought; one that came back from there is taken back. At most `limit`, from the first; returns how many rows were added.
 */
export async function recordSalesWithoutOrder(db: Database, limit: number): Promise<number> {
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
    with ${soldWithoutOrder()}
    select p.number as ledger, p.is_sold as sold, p.tax_mode, p.purchase_cents, p.price_cents,
      to_char(coalesce(p.sold_at, now()) at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day,
      coalesce(g.proceeds_cents, 0) as proceeds_cents, g.margin_cents, coalesce(g.tax_cents, 0) as tax_cents
    from piece p left join gone g on g.ledger_number = p.number where ${hasChanged}
    order by p.number limit ${limit}
  `
  const exits = rows.map((row): Exit => {
    const { ledger, day, tax_mode: taxMode, purchase_cents: purchaseCents } = row
    const taxRule = homeRules[taxMode]
    const perMille = homePerMille(day)
    const taxPerMille = taxRule === 'domestic' ? perMille : 0
    const base = { ledger, day, taxMode, taxRule, taxCountry: 'DE', taxPerMille, order: null, document: null }
    if (row.sold) {
      const proceedsCents = row.price_cents ?? 0
      const amounts = marginVatOf({ taxMode, taxRule, purchaseCents, proceedsCents, perMille })
      return { ...base, kind: 'sale', proceedsCents, ...amounts }
    }
    return {
      ...base,
      destinationNetCents: 0,
      destinationTaxCents: 0,
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
    insert into ledger_exit (ledger_number, kind, on_day, order_id, document, tax_mode, tax_rule, tax_country, tax_per_mille,
      proceeds_cents, margin_cents, tax_cents, destination_net_cents, destination_tax_cents, purchase_cents)
    select "ledger", "kind", "day", "order", "document", "taxMode", "taxRule", "taxCountry", "taxPerMille",
      "proceedsCents", "marginCents", "taxCents", "destinationNetCents", "destinationTaxCents",
      case when "purchaseCents" is not null and "ledger" not in (select ledger_number from ledger_exit where purchase_cents is not null)
        and row_number() over (partition by "ledger", "purchaseCents" is null) = 1 then "purchaseCents" end
    from jsonb_to_recordset(${JSON.stringify(exits)}::jsonb) as e ("ledger" int, "kind" text, "day" date, "order" bigint,
      "document" text, "taxMode" text, "taxRule" text, "taxCountry" text, "taxPerMille" smallint, "proceedsCents" int,
      "marginCents" int, "taxCents" int, "destinationNetCents" int, "destinationTaxCents" int, "purchaseCents" int)
  `.execute(db)
}
