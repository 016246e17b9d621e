import type { Database } from '#app/platform/database/database.ts'
import type { PieceRow } from './piece-fields.ts'

/** The pieces of stock numbers or of numbers of the dealer's former list, as fields write and compare them. */
export async function pieceRows(
  db: Database,
  { ids, own = [] }: { ids: readonly string[]; own?: readonly string[] },
): Promise<PieceRow[]> {
  return db
    .selectFrom('product as p')
    .leftJoin('brand as b', 'b.id', 'p.brand_id')
    .leftJoin('model as m', 'm.id', 'p.model_id')
    .leftJoin('reference as r', 'r.id', 'p.reference_id')
    .leftJoin('product_staff as s', 's.product_id', 'p.id')
    .selectAll('p')
    .select(['b.name as brand', 'm.name as model', 'r.number as reference'])
    .select(['s.own_number', 's.cost_cents', 's.acquired_on', 's.serial_hash'])
    .where((where) =>
      where.or([where('p.id', 'in', [...ids, '']), where('s.own_number', 'in', [...own, ''])]),
    )
    .orderBy('p.id')
    .execute()
}
