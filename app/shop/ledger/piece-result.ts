import { type RawBuilder, sql } from 'kysely'

/** Whether a row of the ledger moves the piece out of the shop, or back. */
const movement = sql`case when e.kind in ('sale', 'melt') then 1 when e.kind = 'return' then -1 else 0 end`

/**
 * What each piece of the ledger has left the dealer so far, as a table `result (number, product_id, gone, last_out,
 * proceeds_cents, tax_cents, purchase_cents, cost_cents, result_cents)`; amounts in cents:
 *
 *     result = proceeds − VAT owed for them (German, or of another state) − purchase price − costs
 *
 * The one place where this is reckoned: lists, the ledger and the figures ask here. Costs count net, for their VAT comes
 * back as input tax. They never lessen the base of the margin scheme (§ 25a (3) UStG: price less purchase price), so the
 * VAT in it is the ledger's. `gone`: it is with a buyer or melted; what is here has cost nothing but its costs yet.
 * `result_cents` is null where the purchase price of what is gone is not known. `numbers`: of which pieces.
 */
export const pieceResultsOf = (numbers: readonly number[]) =>
  resultsOf(sql`any (${[...numbers]}::int[])`, sql`true`)

/** The same of pieces that are gone, the last time between two days (both inclusive, YYYY-MM-DD). */
export function pieceResultsGone({ from, to }: { from: string; to: string }) {
  // What went away in that time, and is read whole; most of a ledger did not. Of what has something that it is gone by
  // everything stands in an index (0283_results_of_what_went.sql).
  return sql`(with went as materialized (
      select distinct e.ledger_number as number from ledger_exit e
      where e.kind in ('sale', 'melt') and e.on_day between ${from}::date and ${to}::date)
    select result.* from ${resultsOf(sql`any (select number from went)`, sql`l.gone_by is not null`)} result
    where result.gone and result.last_out between ${from}::date and ${to}::date)`
}

/** `some`: numbers, as the right side of `=`; `which`: of `ledger_entry l`, and of nothing else. */
function resultsOf(some: RawBuilder<unknown>, which: RawBuilder<unknown>) {
  return sql`(
  select l.number, l.product_id, l.booked_on, coalesce(out.gone, false) as gone, out.last_out,
    coalesce(out.proceeds_cents, 0) as proceeds_cents, coalesce(out.tax_cents, 0) as tax_cents,
    l.known_purchase_cents as purchase_cents, coalesce(spent.net_cents, 0) as cost_cents,
    coalesce(out.proceeds_cents, 0) - coalesce(out.tax_cents, 0) - coalesce(spent.net_cents, 0)
      - case when coalesce(out.gone, false) then l.known_purchase_cents else 0 end as result_cents
  from ledger_entry l
    left join (
      select e.ledger_number, sum(${movement}) > 0 as gone, max(e.on_day) filter (where e.kind in ('sale', 'melt')) as last_out,
        sum(e.proceeds_cents)::bigint as proceeds_cents, sum(e.tax_cents + e.destination_tax_cents)::bigint as tax_cents
      from ledger_exit e where e.ledger_number = ${some} group by e.ledger_number
    ) out on out.ledger_number = l.number
    left join (
      select product_id, sum(net_cents)::bigint as net_cents from piece_cost
      where product_id in (select n.product_id from ledger_entry n where n.number = ${some}) group by product_id
    ) spent on spent.product_id = l.product_id
  where l.number = ${some} and ${which}
)`
}
