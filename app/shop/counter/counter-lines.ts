import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, nullable, query, text } from '#app/platform/database/statement.ts'
import { lineOf, pieceColumns, pieceJoins, pieceSelection } from '#app/shop/checkout/order-lines.ts'
import type { QuotedPiece } from '#app/shop/checkout/quote.ts'
import { counterHolder } from './counter-hold.ts'

/** A piece that a sale at the counter holds. Amounts in cents. */
export type CounterLine = QuotedPiece & {
  /** What it cost us; null where nobody wrote that down. For those who may see costs. */
  costCents: number | null
  /** Whom it is reserved for, where it is. */
  reservedFor: string | null
  /** Whether its whole serial number lies sealed, to be compared with what is handed over. */
  hasSerial: boolean
}

/** What a sale at the counter holds, in the order in which it was put in. */
export async function counterLines(
  db: Database,
  sale: string,
  options: { oneYearLiability: boolean },
): Promise<CounterLine[]> {
  const rows = await query(db, {
    ...pieceColumns,
    cost_cents: nullable(int4),
    reserved_for: nullable(text),
    has_serial: bool,
  })`
    select ${pieceSelection}, s.cost_cents, v.name as reserved_for,
      coalesce(s.serial_encrypted is not null, false) as has_serial
    from claim c join product p on p.id = c.product_id ${pieceJoins}
      left join product_staff s on s.product_id = p.id
      left join reservation v on v.product_id = p.id and v.ended_at is null and v.until > now()
    where c.holder = ${counterHolder(sale)} order by c.held_since, p.id
  `
  return rows.map((row) => ({
    ...lineOf(row, options),
    costCents: row.cost_cents,
    reservedFor: row.reserved_for,
    hasSerial: row.has_serial,
  }))
}

/** Precious metal as such, which has limits for cash of its own, as when it is bought. */
export function metalCentsOf(lines: readonly { kind: string; cents: number }[]): number {
  return lines.reduce((sum, { kind, cents }) => sum + (kind === 'bullion' ? cents : 0), 0)
}

/** A line's name as lists show it. */
export function lineTitle(
  { brand, name }: { brand: string | null; name: Bilingual },
  locale: Locale,
): string {
  return [brand, name[locale]].filter(Boolean).join(' ')
}
