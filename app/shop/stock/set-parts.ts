import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, oneOf, query, type Row, text } from '#app/platform/database/statement.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { paidInLedger } from '#app/shop/piece/paid-in-ledger.ts'
import {
  asStaff,
  changesSince,
  type RecordedChange,
  type StaffActor,
  versionOf,
} from '#app/shop/staff/change-record.ts'
import type { PartRefusal, PartValue, PiecePart } from './piece-parts.ts'

const columns = {
  id: text,
  status: oneOf(productStatuses),
  price: nullable(int4),
  branch: nullable(text),
  cost: nullable(int4),
  cost_in_ledger: bool,
  version: int8,
}
/** What of a piece lists can change, as it is now. */
export type PieceParts = Row<typeof columns>

/** The largest price and cost, cents. */
const most = 2_000_000_000

/** Locked until the transaction ends, so that what is decided about them holds. */
export async function lockParts(db: Database, ids: readonly string[]): Promise<Map<string, PieceParts>> {
  await lockPieces(db, ids)
  return readParts(db, ids)
}

/** Has sales, holds and other changes of these pieces wait until the transaction ends. */
export async function lockPieces(db: Database, ids: readonly string[]): Promise<void> {
  // Claims before products, as everywhere, and always in one order.
  await sql`select from claim where product_id = any (${ids}) order by product_id for update`.execute(db)
  await sql`select from product where id = any (${ids}) order by id for update`.execute(db)
}

/** The same without waiting for anybody. */
export async function readParts(db: Database, ids: readonly string[]): Promise<Map<string, PieceParts>> {
  const rows = await query(db, columns)`
    select p.id, p.status, p.price_cents as price, p.branch_id as branch, s.cost_cents as cost,
      ${paidInLedger(sql`p.id`)} as cost_in_ledger,
      coalesce((select max(c.id) from change_record c where c.subject = 'piece' and c.subject_id = p.id), 0)::int8
        as version
    from product p left join product_staff s on s.product_id = p.id where p.id = any (${ids})`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a part of a piece (price, cost, or the branch that it moves to) cannot become this; null: it can. */
export function whyNotPart(
  piece: PieceParts,
  part: PiecePart,
  value: PartValue,
  branches: ReadonlySet<string>,
): PartRefusal | null {
  const offered = piece.status === 'listed' || piece.status === 'reserved'
  if (part !== 'cost') {
    if (piece.status === 'reserved') return 'reserved'
    if (['sold', 'withdrawn', 'melted'].includes(piece.status)) return 'gone'
    if (value === null) return offered ? 'needs-one' : null
  }
  if (part === 'branch') return branches.has(String(value)) ? null : 'no-such-branch'
  if (part === 'cost' && piece.cost_in_ledger) return 'in-ledger'
  if (value === null) return null
  const least = part === 'price' ? 1 : 0
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
    ? null
    : 'not-an-amount'
}

/** Writes parts of a piece that were found to be possible. */
export async function writeParts(
  db: Database,
  id: string,
  parts: Partial<Record<PiecePart, PartValue>>,
): Promise<void> {
  const { price, branch, cost } = parts
  const product = {
    ...(price !== undefined && { price_cents: price as number | null }),
    ...(branch !== undefined && { branch_id: branch as string | null }),
  }
  if (Object.keys(product).length > 0)
    await db.updateTable('product').set(product).where('id', '=', id).execute()
  if (cost !== undefined)
    await db
      .insertInto('product_staff')
      .values({ product_id: id, cost_cents: cost as number | null })
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet({ cost_cents: cost as number | null }),
      )
      .execute()
}

export async function branchIds(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('branch').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** The column behind a part, as records of changes name it. */
const recorded: Record<PiecePart, string> = {
  price: 'price_cents',
  branch: 'branch_id',
  cost: 'cost_cents',
}

/** The last change of a part since a version, by whoever; undefined: there was none. */
export async function partChangedSince(
  db: Database,
  { id, part, version }: { id: string; part: PiecePart; version: number },
): Promise<RecordedChange | undefined> {
  const changes = await changesSince(db, { subject: 'piece', id }, version)
  return changes.findLast(({ after }) => after !== null && Object.hasOwn(after, recorded[part]))
}

export type PartSet =
  | { ok: true; version: number }
  /** `theirs`: what somebody else made of it, and who. */
  | { ok: false; reason: 'changed-meanwhile'; theirs: PartValue; by: string | null; version: number }
  | { ok: false; reason: Exclude<PartRefusal, 'changed-meanwhile'> }

/**
 * Changes one part of a piece for somebody who saw it at `version`. What others have changed of it since is kept; only
 * the same part, changed to something else, is a conflict.
 */
export async function setPart(
  db: Database,
  member: StaffActor,
  { id, part, value, version }: { id: string; part: PiecePart; value: PartValue; version: number },
): Promise<PartSet> {
  return asStaff(db, member, async (transaction): Promise<PartSet> => {
    const piece = (await lockParts(transaction, [id])).get(id)
    if (!piece) return { ok: false, reason: 'no-such-piece' }
    const change = await partChangedSince(transaction, { id, part, version })
    if (change && piece[part] !== value)
      return {
        ok: false,
        reason: 'changed-meanwhile',
        theirs: piece[part],
        by: change.by,
        version: piece.version,
      }
    const refusal = whyNotPart(piece, part, value, await branchIds(transaction))
    if (refusal) return { ok: false, reason: refusal as Exclude<PartRefusal, 'changed-meanwhile'> }
    if (piece[part] !== value) await writeParts(transaction, id, { [part]: value })
    return { ok: true, version: await versionOf(transaction, { subject: 'piece', id }) }
  })
}
