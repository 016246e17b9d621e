import type { Database } from '#app/platform/database/database.ts'
import { int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { amount, csv, type LedgerFormat } from '#app/shop/buying/ledger-csv.ts'
import { taxRules } from '#app/shop/checkout/tax-treatment.ts'

const sheetRow = {
  month: text,
  rule: nullable(oneOf(taxRules)),
  kind: text,
  rows: int8,
  purchase_cents: int8,
  proceeds_cents: int8,
  margin_cents: int8,
  tax_cents: int8,
  destination_net_cents: int8,
  destination_tax_cents: int8,
}

const words: Record<string, string> = {
  purchase: 'Ankauf',
  sale: 'Verkauf',
  return: 'Rücknahme',
  melt: 'Schmelze',
  cancelled: 'Storno des Ankaufs',
  correction: 'Berichtigung',
}

const rules: Record<(typeof taxRules)[number], string> = {
  margin: '§ 25a UStG',
  'margin-export': 'Ausfuhr (§ 25a UStG)',
  gold: '§ 25c UStG',
  export: 'Ausfuhr',
  'intra-community': 'innergemeinschaftliche Lieferung',
  destination: 'Fernverkauf § 3c UStG',
  domestic: 'Regelbesteuerung',
}

/**
 * What the ledger comes to by month, by what happened and by the rule of tax, as CSV for whoever keeps the books: the same
 * amounts as the ledger's own lines. Days both inclusive, YYYY-MM-DD.
 */
export async function sumsCsv(
  db: Database,
  { from, to }: { from: string; to: string },
  format: LedgerFormat,
): Promise<string> {
  const rows = await query(db, sheetRow)`
    select to_char(day, 'YYYY-MM') as month, rule, kind, count(*) as rows, sum(purchase)::int8 as purchase_cents,
      sum(proceeds)::int8 as proceeds_cents, sum(margin)::int8 as margin_cents, sum(tax)::int8 as tax_cents,
      sum(net)::int8 as destination_net_cents, sum(other)::int8 as destination_tax_cents
    from (
      select cost_booked_on as day, null::text as rule, 'purchase' as kind, purchase_cents as purchase, 0 as proceeds,
        0 as margin, 0 as tax, 0 as net, 0 as other
      from ledger where cost_booked_on between ${from}::date and ${to}::date
      union all
      select e.booked_on, coalesce(e.tax_rule, ol.tax_rule), e.kind,
        case when e.kind = 'cancelled' then -coalesce(l.purchase_cents, 0) else coalesce(e.purchase_cents, 0) end, e.proceeds_cents,
        coalesce(e.margin_cents, 0), e.tax_cents, e.destination_net_cents, e.destination_tax_cents
      from ledger_exit e join ledger l on l.number = e.ledger_number
        left join order_line ol on ol.order_id = e.order_id and ol.product_id = l.product_id
      where e.booked_on between ${from}::date and ${to}::date
    ) part
    group by month, rule, kind order by month, kind = 'purchase' desc, kind, rule nulls first
  `
  const money = (cents: number) => amount(cents, format)
  const lines = rows.map((row) => [
    row.month,
    words[row.kind] ?? row.kind,
    row.rule ? rules[row.rule] : '',
    String(row.rows),
    money(row.purchase_cents),
    money(row.proceeds_cents),
    money(row.margin_cents),
    money(row.tax_cents),
    money(row.destination_net_cents),
    money(row.destination_tax_cents),
  ])
  const sum = (of: 'purchase_cents' | 'proceeds_cents' | 'margin_cents' | 'tax_cents') =>
    money(rows.reduce((total, row) => total + row[of], 0))
  return csv(
    [
      [
        'Monat',
        'Vorgang',
        'Besteuerung',
        'Zeilen',
        'Einkaufspreise EUR',
        'Erlöse EUR',
        'Margen EUR',
        'Umsatzsteuer EUR',
        'Netto Bestimmungsland EUR',
        'Umsatzsteuer Bestimmungsland EUR',
      ],
      ...lines,
      [
        'Summe',
        '',
        '',
        '',
        sum('purchase_cents'),
        sum('proceeds_cents'),
        sum('margin_cents'),
        sum('tax_cents'),
        '',
        '',
      ],
    ],
    format,
  )
}
