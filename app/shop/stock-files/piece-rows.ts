import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { paidInLedger } from '#app/shop/piece/paid-in-ledger.ts'
import { lockPieces } from '#app/shop/stock/set-parts.ts'
import type { PieceRow } from './import-columns.ts'

/**
 * The pieces of stock numbers or of numbers of the dealer's former list, as fields write and compare them. `lock`: nobody
 * else sells or changes them until the transaction ends.
 */
export async function pieceRows(
  db: Database,
  { ids, own = [], lock = false }: { ids: readonly string[]; own?: readonly string[]; lock?: boolean },
): Promise<PieceRow[]> {
  const findWanted = async () => [...new Set([...ids, ...(await piecesOfOwnNumbers(db, own))])]
  if (lock) await lockPieces(db, await findWanted())
  const wanted = await findWanted()
  if (wanted.length === 0) return []
  return db
    .selectFrom('product as p')
    .leftJoin('brand as b', 'b.id', 'p.brand_id')
    .leftJoin('model as m', 'm.id', 'p.model_id')
    .leftJoin('reference as r', 'r.id', 'p.reference_id')
    .leftJoin('product_staff as s', 's.product_id', 'p.id')
    .selectAll('p')
    .select(['b.name as brand', 'm.name as model', 'r.number as reference'])
    .select(['s.own_number', 's.cost_cents', 's.acquired_on', 's.serial_hash'])
    .leftJoin('product_defect as d', 'd.product_id', 'p.id')
    .select('d.overrides')
    .select(paidInLedger(sql`p.id`).as('in_ledger'))
    .where('p.id', 'in', wanted)
    .orderBy('p.id')
    .execute()
}

/** Asked by itself: together with stock numbers, no index would answer, and every piece be read. */
async function piecesOfOwnNumbers(db: Database, own: readonly string[]): Promise<string[]> {
  if (own.length === 0) return []
  const rows = await db
    .selectFrom('product_staff')
    .select('product_id')
    .where('own_number', 'in', own)
    .execute()
  return rows.map(({ product_id }) => product_id)
}
