import type { RawBuilder } from 'kysely'
import { bool, value } from '#app/platform/database/statement.ts'

/**
 * Whether the ledger says what was paid for a piece: then it is corrected there, and nowhere else. `id`: the column or the
 * value of its stock number.
 */
export const paidInLedger = (id: RawBuilder<unknown>) => value(bool)`(
  exists (select from ledger l where l.product_id = ${id} and l.purchase_cents is not null)
  or exists (select from product_staff ps where ps.product_id = ${id} and ps.ledger_number is not null))`
