import type { Database } from '#app/platform/database/database.ts'
import { lockPieces } from '#app/shop/stock/set-parts.ts'
import type { PieceRow } from './piece-fields.ts'

/**
 * The pieces of stock numbers or of numbers of the dealer's former list, as fields write and compare them. `lock`: nobody
 * else sells or changes them until the transaction ends.
 */
export async function pieceRows(
  db: Database,
  { ids, own = [], lock = false }: { ids: readonly string[]; own?: readonly string[]; lock?: boolean },
): Promise<PieceRow[]> {
  if (lock) {
    const known = await db
      .selectFrom('product as p')
      .leftJoin('product_staff as s', 's.product_id', 'p.id')
      .select('p.id')
      .where((where) =>
        where.or([where('p.id', 'in', [...ids, '']), where('s.own_number', 'in', [...own, ''])]),
      )
      .execute()
    await lockPieces(
      db,
      known.map(({ id }) => id),
    )
  }
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
