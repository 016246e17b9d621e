import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, json, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** Why a piece that was found is not expected where it was found. */
export type SurplusReason = 'other-branch' | 'sold' | 'gone' | 'no-branch' | 'draft'
const surplusReasons = ['other-branch', 'sold', 'gone', 'no-branch', 'draft'] as const

const counted = z.strictObject({
  id: z.string(),
  brand: z.string().nullable(),
  name: bilingual,
  reference: z.string().nullable(),
  status: z.string(),
  branch: z.string().nullable(),
})
export type CountedPiece = z.infer<typeof counted>
const result = z.strictObject({
  expected: z.int(),
  found: z.int(),
  missing: z.array(counted),
  surplus: z.array(counted.extend({ reason: z.enum(surplusReasons) })),
})
/** What a count found: of the pieces that should be there, those that are missing, and those that are too many. */
export type CountResult = z.infer<typeof result>

export type StockCount = {
  id: number
  branch: string | null
  startedAt: Date
  startedBy: string
  paused: boolean
  closedAt: Date | null
  closedBy: string | null
}

const columns = {
  id: int4,
  branch: nullable(text),
  started_at: timestamptz,
  started_by: text,
  paused: bool,
  closed_at: nullable(timestamptz),
  closed_by: nullable(text),
}

async function readCounts(db: Database, which: RawBuilder<unknown>): Promise<StockCount[]> {
  const rows = await query(db, columns)`
    select c.id, b.name as branch, c.started_at, s.name as started_by, c.paused_at is not null as paused,
      c.closed_at, e.name as closed_by
    from stock_count c
    join staff_member s on s.id = c.started_by
    left join staff_member e on e.id = c.closed_by
    left join branch b on b.id = c.branch_id
    where ${which} order by c.id desc limit 50
  `
  return rows.map((row) => ({
    id: row.id,
    branch: row.branch,
    startedAt: row.started_at,
    startedBy: row.started_by,
    paused: row.paused,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  }))
}

/** Counts, the newest first. */
export const stockCounts = (db: Database) => readCounts(db, sql`true`)

export const findCount = async (db: Database, id: number): Promise<StockCount | null> =>
  (await readCounts(db, sql`c.id = ${id}`))[0] ?? null

/** Begins to count a branch, or all (`null`); there is one open count of each at a time. */
export async function beginCount(
  db: Database,
  branch: string | null,
  member: StaffActor,
): Promise<{ ok: true; id: number } | { ok: false; reason: 'open-already' | 'no-such-branch' }> {
  return asStaff(db, member, async (transaction) => {
    if (branch !== null) {
      const known = await transaction
        .selectFrom('branch')
        .select('id')
        .where('id', '=', branch)
        .executeTakeFirst()
      if (!known) return { ok: false, reason: 'no-such-branch' }
    }
    const begun = await transaction
      .insertInto('stock_count')
      .values({ branch_id: branch, started_by: member.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return begun ? { ok: true, id: begun.id } : { ok: false, reason: 'open-already' }
  })
}

type CountRefusal = { ok: false; reason: 'no-such-count' | 'closed' | 'paused' | 'no-such-piece' }
/** How a piece was found: where it belongs, once more, or where nobody expected it. */
export type ScanOutcome = 'expected' | 'again' | 'surplus'

/** Locks an open count against its closing. */
async function openCount(db: Database, id: number, { pausedToo = false } = {}): Promise<CountRefusal | null> {
  const [row] = await query(db, { closed: bool, paused: bool })`
    select closed_at is not null as closed, paused_at is not null as paused from stock_count where id = ${id} for share`
  if (!row) return { ok: false, reason: 'no-such-count' }
  if (row.closed) return { ok: false, reason: 'closed' }
  return row.paused && !pausedToo ? { ok: false, reason: 'paused' } : null
}

/** A piece was found; twice is once, whoever counts. */
export async function scanPiece(
  db: Database,
  count: number,
  piece: string,
  member: StaffActor,
): Promise<{ ok: true; outcome: ScanOutcome; piece: CountedPiece } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    const refused = await openCount(transaction, count)
    if (refused) return refused
    const [found] = await query(transaction, { piece: json(counted), expected: bool })`
      select ${shape} as piece, ${isExpected} as expected from ${sources}
      where c.id = ${count} and p.id = ${piece}`
    if (!found) return { ok: false, reason: 'no-such-piece' }
    const added = await transaction
      .insertInto('stock_count_scan')
      .values({ count_id: count, product_id: piece, staff_id: member.id })
      .onConflict((conflict) => conflict.columns(['count_id', 'product_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return {
      ok: true,
      outcome: !added ? 'again' : found.expected ? 'expected' : 'surplus',
      piece: found.piece,
    }
  })
}

/** Takes a scan back that was a mistake. */
export async function takeBackScan(
  db: Database,
  count: number,
  piece: string,
  member: StaffActor,
): Promise<{ ok: true } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    const refused = await openCount(transaction, count)
    if (refused) return refused
    await transaction
      .deleteFrom('stock_count_scan')
      .where('count_id', '=', count)
      .where('product_id', '=', piece)
      .execute()
    return { ok: true }
  })
}

/** Interrupts a count, or goes on with it. */
export async function pauseCount(
  db: Database,
  count: number,
  paused: boolean,
  member: StaffActor,
): Promise<{ ok: true } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    const refused = await openCount(transaction, count, { pausedToo: true })
    if (refused) return refused
    await transaction
      .updateTable('stock_count')
      .set({ paused_at: paused ? sql`now()` : null })
      .where('id', '=', count)
      .execute()
    return { ok: true }
  })
}

/** Closes a count for good, with what it found. */
export async function closeCount(
  db: Database,
  count: number,
  member: StaffActor,
): Promise<{ ok: true; result: CountResult } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    // Alone, so that no scan comes between the result and the end.
    await sql`select from stock_count where id = ${count} for update`.execute(transaction)
    const refused = await openCount(transaction, count, { pausedToo: true })
    if (refused) return refused
    const found = await resultNow(transaction, count)
    await transaction
      .updateTable('stock_count')
      .set({ closed_at: sql`now()`, closed_by: member.id, result: JSON.stringify(found) })
      .where('id', '=', count)
      .execute()
    return { ok: true, result: found }
  })
}

/** What a count found: as it was when it was closed, else as it is now. */
export async function countResult(db: Database, count: number): Promise<CountResult> {
  const [row] = await query(db, {
    result: nullable(json(result)),
  })`select result from stock_count where id = ${count}`
  return row?.result ?? resultNow(db, count)
}

/** Pieces, each beside a count. */
const sources = sql`stock_count c, product p
  left join brand b on b.id = p.brand_id
  left join reference r on r.id = p.reference_id
  left join branch f on f.id = p.branch_id`
const shape = sql`jsonb_build_object('id', p.id, 'brand', b.name, 'name', p.name, 'reference', r.number,
  'status', p.status, 'branch', f.name)`
/** What lies in the shop: everything that was taken in and has not left it. */
const isInShop = sql`p.status in ('intake', 'preparing', 'listed', 'reserved', 'returned')`
const isExpected = sql`(${isInShop} and p.branch_id is not null and (c.branch_id is null or p.branch_id = c.branch_id))`

async function resultNow(db: Database, count: number): Promise<CountResult> {
  const scanned = sql`exists (select from stock_count_scan s where s.count_id = c.id and s.product_id = p.id)`
  const [sums] = await query(db, { expected: int4, found: int4 })`
    select count(*)::int as expected, (count(*) filter (where ${scanned}))::int as found from ${sources}
    where c.id = ${count} and ${isExpected}`
  const missing = await query(db, { piece: json(counted) })`
    select ${shape} as piece from ${sources} where c.id = ${count} and ${isExpected} and not ${scanned} order by p.id`
  const surplus = await query(db, { piece: json(counted), reason: text })`
    select ${shape} as piece, case when p.status = 'sold' then 'sold' when p.status = 'draft' then 'draft'
        when not ${isInShop} then 'gone' when p.branch_id is null then 'no-branch' else 'other-branch' end as reason
    from ${sources} where c.id = ${count} and ${scanned} and not ${isExpected} order by p.id`
  return {
    expected: sums?.expected ?? 0,
    found: sums?.found ?? 0,
    missing: missing.map(({ piece }) => piece),
    surplus: surplus.map(({ piece, reason }) => ({ ...piece, reason: reason as SurplusReason })),
  }
}

export type Scan = { at: Date; by: string; id: string; brand: string | null; name: Bilingual }

/** What was scanned last, by whomever. */
export async function lastScans(db: Database, count: number, limit = 50): Promise<Scan[]> {
  return query(db, { at: timestamptz, by: text, id: text, brand: nullable(text), name: json(bilingual) })`
    select s.at, m.name as by, p.id, b.name as brand, p.name
    from stock_count_scan s join product p on p.id = s.product_id join staff_member m on m.id = s.staff_id
    left join brand b on b.id = p.brand_id
    where s.count_id = ${count} order by s.id desc limit ${limit}`
}
