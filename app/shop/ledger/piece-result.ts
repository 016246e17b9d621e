import { type RawBuilder, sql } from 'kysely'

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
  resultsOf(sql`l.number = any (${[...numbers]}::int[])`, {
    costsOf: sql`product_id in (select n.product_id from ledger_entry n where n.number = any (${[...numbers]}::int[]))`,
  })

/** The same of pieces that are gone, the last time between two days (both inclusive, YYYY-MM-DD). */
export const pieceResultsGone = ({ from, to }: { from: string; to: string }) =>
  // All that is asked of these stands in an index (db/migrations/0288_what_pieces_brought.sql).
  resultsOf(sql`l.gone_by is not null and l.last_out_on between ${from}::date and ${to}::date`, {
    costsOf: sql`true`,
  })

/** `which`: of `ledger_entry l`; `costsOf`: which costs may be theirs. */
const resultsOf = (which: RawBuilder<unknown>, { costsOf }: { costsOf: RawBuilder<unknown> }) => sql`(
  select l.number, l.product_id, l.gone_by is not null as gone, l.last_out_on as last_out, l.proceeds_cents, l.tax_cents,
    l.known_purchase_cents as purchase_cents, coalesce(spent.net_cents, 0) as cost_cents,
    l.proceeds_cents - l.tax_cents - coalesce(spent.net_cents, 0)
      - case when l.gone_by is not null then l.known_purchase_cents else 0 end as result_cents
  from ledger_entry l
    left join (
      select product_id, sum(net_cents)::bigint as net_cents from piece_cost where ${costsOf} group by product_id
    ) spent on spent.product_id = l.product_id
  where ${which}
)`
