import { isDeepStrictEqual as isSame } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  query,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import {
  atMost,
  type CountedPiece,
  type CountResult,
  counted,
  isExpected,
  isMoved,
  resultNow,
  shape,
  sources,
} from './count-result.ts'
import { scannedNumber } from './scanned.ts'

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
/** How a piece was found: where it belongs, once more, sold or gone since the count began, or where nobody expected it. */
export type ScanOutcome = 'expected' | 'again' | 'left' | 'surplus'

/** Locks an open count against its closing. */
async function openCount(db: Database, id: number): Promise<CountRefusal | null> {
  const [row] = await query(db, { closed: bool, paused: bool })`
    select closed_at is not null as closed, paused_at is not null as paused from stock_count where id = ${id} for share`
  if (!row) return { ok: false, reason: 'no-such-count' }
  if (row.closed) return { ok: false, reason: 'closed' }
  return row.paused ? { ok: false, reason: 'paused' } : null
}

/** Has an open count, paused or not, for oneself: nobody scans, pauses or closes it until the transaction ends; a sale does not wait for it. */
async function countAlone(
  db: Database,
  id: number,
): Promise<{ ok: true; pausedAt: Date | null } | CountRefusal> {
  const [row] = await query(db, { closed: bool, paused_at: nullable(timestamptz) })`
    select closed_at is not null as closed, paused_at from stock_count where id = ${id} for no key update`
  if (!row) return { ok: false, reason: 'no-such-count' }
  return row.closed ? { ok: false, reason: 'closed' } : { ok: true, pausedAt: row.paused_at }
}

/** A code was scanned, or typed. One that belongs to no piece is kept with the count, for it lies in the tray all the same. */
export async function scanCode(
  db: Database,
  count: number,
  text: string,
  member: StaffActor,
): Promise<Awaited<ReturnType<typeof scanPiece>> | { ok: false; reason: 'unknown' }> {
  return asStaff(db, member, async (transaction) => {
    const piece = scannedNumber(text)
    const scanned =
      piece === null
        ? ((await openCount(transaction, count)) ?? { ok: false as const, reason: 'unknown' as const })
        : await scanPiece(transaction, count, piece, member)
    if (scanned.ok || (scanned.reason !== 'unknown' && scanned.reason !== 'no-such-piece')) return scanned
    const code = cleanLine(text).slice(0, longestCode).toWellFormed()
    if (code !== '')
      await transaction
        .insertInto('stock_count_stray')
        .values({ count_id: count, code, staff_id: member.id })
        .onConflict((conflict) => conflict.columns(['count_id', 'code']).doNothing())
        .execute()
    return scanned
  })
}
const longestCode = 200

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
    const [found] = await query(transaction, { piece: json(counted), expected: bool, moved: bool })`
      select ${shape} as piece, ${isExpected} as expected, ${isMoved} as moved from ${sources}
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
      outcome: !added ? 'again' : found.expected ? 'expected' : found.moved ? 'left' : 'surplus',
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

/** Removes a code that belongs to no piece: it was misread. */
export async function removeStrayCode(
  db: Database,
  count: number,
  id: number,
  member: StaffActor,
): Promise<{ ok: true } | CountRefusal> {
  return asStaff(db, member, async (transaction) => {
    const refused = await openCount(transaction, count)
    if (refused) return refused
    await transaction
      .deleteFrom('stock_count_stray')
      .where('count_id', '=', count)
      .where('id', '=', id)
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

export type StrayCode = { id: number; at: Date; by: string; code: string }

/** Codes that were scanned and belong to no piece, the newest first; without `limit` all of them. */
export async function strayCodes(
  db: Database,
  count: number,
  { limit }: { limit: number | null },
): Promise<StrayCode[]> {
  return query(db, { id: int4, at: timestamptz, by: text, code: text })`
    select s.id, s.at, m.name as by, s.code
    from stock_count_stray s join staff_member m on m.id = s.staff_id
    where s.count_id = ${count} order by s.id desc ${atMost(limit)}`
}
