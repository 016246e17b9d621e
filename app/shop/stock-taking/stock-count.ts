import { isDeepStrictEqual as isSame } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  oneOf,
  query,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** Why a piece that was found is not expected where it was found. */
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
  pausedAt: Date | null
  closedAt: Date | null
  closedBy: string | null
}

const columns = {
  id: int4,
  branch: nullable(text),
  started_at: timestamptz,
  started_by: text,
  paused_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  closed_by: nullable(text),
}

async function readCounts(db: Database, which: RawBuilder<unknown>): Promise<StockCount[]> {
  const rows = await query(db, columns)`
    select c.id, b.name as branch, c.started_at, s.name as started_by, c.paused_at,
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
    pausedAt: row.paused_at,
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
async function openCount(db: Database, id: number): Promise<CountRefusal | null> {
  const [row] = await query(db, { closed: bool, paused: bool })`
    select closed_at is not null as closed, paused_at is not null as paused from stock_count where id = ${id} for share`
  if (!row) return { ok: false, reason: 'no-such-count' }
  if (row.closed) return { ok: false, reason: 'closed' }
  return row.paused ? { ok: false, reason: 'paused' } : null
}

/** Has an open count, paused or not, for oneself: nobody scans, pauses or closes it until the transaction ends. */
async function countAlone(
  db: Database,
  id: number,
): Promise<{ ok: true; pausedAt: Date | null } | CountRefusal> {
  const [row] = await query(db, { closed: bool, paused_at: nullable(timestamptz) })`
    select closed_at is not null as closed, paused_at from stock_count where id = ${id} for update`
  if (!row) return { ok: false, reason: 'no-such-count' }
  return row.closed ? { ok: false, reason: 'closed' } : { ok: true, pausedAt: row.paused_at }
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

/** Takes a scan back that was a mistake: that one alone, for the piece may have been found again since. */
export async function takeBackScan(
  db: Database,
  count: number,
  scan: number,
  member: StaffActor,
): Promise<{ ok: true } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    const refused = await openCount(transaction, count)
    if (refused) return refused
    await transaction
      .deleteFrom('stock_count_scan')
      .where('count_id', '=', count)
      .where('id', '=', scan)
      .execute()
    return { ok: true }
  })
}

/** Interrupts a count, or goes on with it. `from`: since when it was paused where it was seen. */
export async function pauseCount(
  db: Database,
  count: number,
  { paused, from }: { paused: boolean; from: Date | null },
  member: StaffActor,
): Promise<{ ok: true } | CountRefusal | { ok: false; reason: 'paused-anew'; at: string }> {
  return asStaff(db, member, async (transaction) => {
    const now = await countAlone(transaction, count)
    if (!now.ok) return now
    const { pausedAt } = now
    // Somebody did the same meanwhile.
    if (paused === (pausedAt !== null)) return { ok: true }
    if (pausedAt !== null && pausedAt.getTime() !== from?.getTime())
      return { ok: false, reason: 'paused-anew', at: pausedAt.toISOString() }
    await transaction
      .updateTable('stock_count')
      .set({ paused_at: paused ? sql`now()` : null })
      .where('id', '=', count)
      .execute()
    return { ok: true }
  })
}

/** What is said of a count before it is closed; `lastScan`: null, where nothing was scanned. */
export type CountSeen = { expected: number; found: number; surplus: number; lastScan: number | null }

/** Closes a count for good, with what it found: that which was seen. */
export async function closeCount(
  db: Database,
  count: number,
  seen: CountSeen,
  member: StaffActor,
): Promise<
  | { ok: true; result: CountResult }
  | CountRefusal
  /** Somebody scanned, or pieces came and went. */
  | { ok: false; reason: 'changed-meanwhile'; now: CountSeen }
> {
  return asStaff(db, member, async (transaction) => {
    // Alone, so that no scan comes between the result and the end.
    const open = await countAlone(transaction, count)
    if (!open.ok) return open
    const result = await resultNow(transaction, count)
    const [last] = await query(transaction, { scan: nullable(int8) })`
      select max(id) as scan from stock_count_scan where count_id = ${count}`
    const { expected, found, surplus } = result
    const now = { expected, found, surplus: surplus.length, lastScan: last?.scan ?? null }
    if (!isSame(now, seen)) return { ok: false, reason: 'changed-meanwhile', now }
    await transaction
      .updateTable('stock_count')
      .set({ closed_at: sql`now()`, closed_by: member.id, result: JSON.stringify(result) })
      .where('id', '=', count)
      .execute()
    return { ok: true, result }
  })
}

/** What a count found: as it was when it was closed, else as it is now. */
export async function countResult(db: Database, count: number): Promise<CountResult> {
  const [row] = await query(db, {
    result: nullable(json(result)),
  })`select result from stock_count where id = ${count}`
  return row?.result ?? resultNow(db, count)
}

const overview = z.strictObject({
  ...{ expected: z.int(), found: z.int() },
  missing: z.strictObject({ count: z.int(), pieces: result.shape.missing }),
  surplus: z.strictObject({ count: z.int(), pieces: result.shape.surplus }),
})
/** The same as far as somebody looks at it: how many pieces there are, and the first of them. */
export type CountOverview = z.infer<typeof overview>

/** What a count found so far, without all that is missing: at its beginning, that is everything. */
export async function countOverview(
  db: Database,
  count: number,
  { limit }: { limit: number },
): Promise<CountOverview> {
  const closed = await closedOverview(db, count, limit)
  if (closed) return closed
  const [sums, missing, surplus] = await Promise.all([
    sumsNow(db, count),
    missingNow(db, count, limit),
    surplusNow(db, count, limit),
  ])
  const { expected, found, scanned } = sums
  return {
    ...{ expected, found },
    missing: { count: expected - found, pieces: missing },
    surplus: { count: scanned - found, pieces: surplus },
  }
}

/** Cut by the database: what is missing may be thousands of pieces. */
async function closedOverview(db: Database, count: number, limit: number): Promise<CountOverview | null> {
  const first = sql`jsonb_build_object('last', ${limit - 1}::int)`
  const [row] = await query(db, { overview: json(overview) })`
    select jsonb_build_object('expected', result -> 'expected', 'found', result -> 'found',
      'missing', jsonb_build_object('count', jsonb_array_length(result -> 'missing'),
        'pieces', jsonb_path_query_array(result, '$.missing[0 to $last]', ${first})),
      'surplus', jsonb_build_object('count', jsonb_array_length(result -> 'surplus'),
        'pieces', jsonb_path_query_array(result, '$.surplus[0 to $last]', ${first}))) as overview
    from stock_count where id = ${count} and result is not null`
  return row?.overview ?? null
}

/** Pieces, each beside a count. */
const beside = sql`left join brand b on b.id = p.brand_id
  left join reference r on r.id = p.reference_id
  left join branch f on f.id = p.branch_id`
const sources = sql`stock_count c, product p ${beside}`
const shape = sql`jsonb_build_object('id', p.id, 'brand', b.name, 'name', p.name, 'reference', r.number,
  'status', p.status, 'branch', f.name)`
/** What lies in the shop: everything that was taken in and has not left it. */
const isInShop = sql`p.status in ('intake', 'preparing', 'listed', 'reserved', 'returned')`
const isExpected = sql`(${isInShop} and p.branch_id is not null and (c.branch_id is null or p.branch_id = c.branch_id))`

/** The same of `stock_entry e`, told as the index of 0186 tells it: of 100,000 pieces it answers six times as fast. */
const isExpectedEntry = sql`(e.status in ('intake', 'preparing', 'listed', 'reserved', 'returned')
  and e.branch_id is not null and (c.branch_id is null or e.branch_id = c.branch_id))`
const isScanned = sql`exists (select from stock_count_scan s where s.count_id = c.id and s.product_id = p.id)`

/** Without `limit`: all of them. */
const atMost = (limit: number | null) => (limit === null ? sql`` : sql`limit ${limit}`)

async function resultNow(db: Database, count: number): Promise<CountResult> {
  const { expected, found } = await sumsNow(db, count)
  return {
    ...{ expected, found },
    missing: await missingNow(db, count, null),
    surplus: await surplusNow(db, count, null),
  }
}

async function sumsNow(db: Database, count: number) {
  const [sums] = await query(db, { expected: int4, found: int4, scanned: int4 })`
    select (select count(*)::int from stock_count c, stock_entry e where c.id = ${count} and ${isExpectedEntry}) as expected,
      (select count(*)::int from stock_count c join stock_count_scan s on s.count_id = c.id
        join stock_entry e using (product_id) where c.id = ${count} and ${isExpectedEntry}) as found,
      (select count(*)::int from stock_count_scan where count_id = ${count}) as scanned`
  return sums ?? { expected: 0, found: 0, scanned: 0 }
}

async function missingNow(db: Database, count: number, limit: number | null): Promise<CountedPiece[]> {
  const rows = await query(db, { piece: json(counted) })`
    select ${shape} as piece
    from (select e.product_id as id from stock_count c, stock_entry e
      where c.id = ${count} and ${isExpectedEntry}
        and not exists (select from stock_count_scan s where s.count_id = c.id and s.product_id = e.product_id)
      order by e.product_id ${atMost(limit)}) as missing
    join product p using (id) ${beside}
    order by p.id`
  return rows.map(({ piece }) => piece)
}

async function surplusNow(
  db: Database,
  count: number,
  limit: number | null,
): Promise<CountResult['surplus']> {
  const rows = await query(db, { piece: json(counted), reason: oneOf(surplusReasons) })`
    select ${shape} as piece, case when p.status = 'sold' then 'sold' when p.status = 'draft' then 'draft'
        when not ${isInShop} then 'gone' when p.branch_id is null then 'no-branch' else 'other-branch' end as reason
    from ${sources} where c.id = ${count} and ${isScanned} and not ${isExpected} order by p.id ${atMost(limit)}`
  return rows.map(({ piece, reason }) => ({ ...piece, reason }))
}

/** `scan`: its number; `id`: of the piece. */
export type Scan = {
  scan: number
  at: Date
  by: string
  id: string
  brand: string | null
  name: Bilingual
}

/** What was scanned last, by whomever. */
export async function lastScans(db: Database, count: number, limit = 50): Promise<Scan[]> {
  return query(db, {
    ...{ scan: int8, at: timestamptz, by: text },
    ...{ id: text, brand: nullable(text), name: json(bilingual) },
  })`
    select s.id as scan, s.at, m.name as by, p.id, b.name as brand, p.name
    from stock_count_scan s join product p on p.id = s.product_id join staff_member m on m.id = s.staff_id
    left join brand b on b.id = p.brand_id
    where s.count_id = ${count} order by s.id desc limit ${limit}`
}
