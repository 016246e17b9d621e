import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** What belongs to the one piece alone: its numbers, its money, its history, and what was found out about this very one. */
const ownColumns: ReadonlySet<string> = new Set([
  'id',
  'status',
  'price_cents',
  'price_since',
  'serial_masked',
  'rate_seconds',
  'serviced_on',
  'serviced_by',
  'water_tested_on',
  'report_number',
  'report_lab',
  'cites_proof',
  'listed_at',
  'sold_at',
  'created_at',
  'updated_at',
])

/**
 * Opens a draft with the facts and texts of a piece, stones among them: without serial number, price, cost, ledger
 * number, photos, documents, checks, defects and history.
 */
export async function duplicatePiece(
  db: Database,
  member: StaffActor,
  of: string,
): Promise<{ ok: true; id: string } | { ok: false; reason: 'no-such-piece' }> {
  return asStaff(db, member, async (transaction) => {
    const names = await query(transaction, { name: text })`
      select a.attname::text as name from pg_attribute a
      where a.attrelid = 'product'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`
    const copied = sql.join(names.flatMap(({ name }) => (ownColumns.has(name) ? [] : [sql.ref(name)])))
    const [made] = await query(transaction, { id: text })`
      insert into product (id, status, ${copied})
      select nextval('stock_number')::text, 'draft', ${copied} from product where id = ${of}
      returning id`
    if (!made) return { ok: false, reason: 'no-such-piece' }
    await sql`
      insert into stone (product_id, position, stone, count, carat, cut, colour, clarity, setting, treatment,
        laboratory_grown, estimated)
      select ${made.id}, position, stone, count, carat, cut, colour, clarity, setting, treatment, laboratory_grown,
        estimated from stone where product_id = ${of}`.execute(transaction)
    return { ok: true, id: made.id }
  })
}
