import type { Database } from '#app/platform/database/database.ts'

/** What of a request was melted, by whom, for staff. Before names were kept nobody was named. */
export async function meltsOf(db: Database, requestId: number) {
  return db
    .selectFrom('ledger_exit as e')
    .innerJoin('ledger as l', 'l.number', 'e.ledger_number')
    .innerJoin('purchase as b', 'b.id', 'l.purchase_id')
    .select([
      'e.ledger_number as ledger',
      'e.on_day as day',
      'e.document',
      'e.proceeds_cents as cents',
      'e.by',
    ])
    .where('b.request_id', '=', requestId)
    .where('e.kind', '=', 'melt')
    .orderBy('e.id')
    .execute()
}
