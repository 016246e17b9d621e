import type { Database } from '#app/platform/database/database.ts'
import { int2, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { amount, csv, type LedgerFormat, percent } from './ledger-csv.ts'

const columns = ['Mitgliedstaat', 'Steuersatz %', 'Netto EUR', 'Umsatzsteuer EUR', 'Berichtigt Quartal']

const sums = {
  country: text,
  per_mille: int2,
  corrected: nullable(text),
  net_cents: int8,
  tax_cents: int8,
}

/**
 * What the one-stop shop declares for a quarter, `2026-Q4` (§ 18j UStG), as CSV: distance sales that are taxed at their
 * destination, by member state (ISO 3166-1; Northern Ireland is `XI`) and rate, net and VAT, less what came back. What
 * changes a sale of an earlier quarter corrects that one, which is named (Art. 369g (4) Directive 2006/112/EC).
 */
export async function ossCsv(
  db: Database,
  { quarter, format }: { quarter: string; format: LedgerFormat },
): Promise<string> {
  const [year, part] = quarter.split('-Q').map(Number) as [number, number]
  const from = `${year}-${String(part * 3 - 2).padStart(2, '0')}-01`
  const rows = await query(db, sums)`
    select country, per_mille, corrected, sum(net_cents)::int8 as net_cents, sum(tax_cents)::int8 as tax_cents
    from (
      select e.tax_country as country, e.tax_per_mille as per_mille, e.destination_net_cents as net_cents,
        e.destination_tax_cents as tax_cents, nullif(to_char(sale.on_day, 'YYYY-"Q"Q'), ${quarter}) as corrected
      from ledger_exit e
        join lateral (select s.on_day from ledger_exit s
          where s.ledger_number = e.ledger_number and s.order_id = e.order_id and s.kind = 'sale' and s.id <= e.id
          order by s.id desc limit 1) sale on true
      where e.tax_rule = 'destination' and e.booked_on >= ${from}::date and e.booked_on < ${from}::date + interval '3 months'
    ) part
    group by country, per_mille, corrected
    having sum(net_cents) <> 0 or sum(tax_cents) <> 0
    order by corrected nulls first, country, per_mille
  `
  const lines = rows.map((row) => [
    row.country,
    percent(row.per_mille, format),
    amount(row.net_cents, format),
    amount(row.tax_cents, format),
    row.corrected ?? '',
  ])
  return csv([columns, ...lines], format)
}
