import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, json, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { scannedNumber } from './scanned.ts'

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
  left: z.array(counted.extend({ reason: z.enum(surplusReasons), at: z.string(), scanned: z.boolean() })),
  came: z.array(counted),
})
/**
 * What a count found. Of the pieces that should be there, and were all the time: those that are missing. Of those that were
 * found: those that were not expected at any time of the count, and are too many. Apart from both, what `left` the stock
 * meanwhile, scanned or not, and what `came` into it and nobody scanned.
 */
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
/** How a piece was found: where it belongs, once more, sold or gone since the count began, or where nobody expected it. */
export type ScanOutcome = 'expected' | 'again' | 'left' | 'surplus'

/** Locks an open count against its closing. */
async function openCount(db: Database, id: number, { pausedToo = false } = {}): Promise<CountRefusal | null> {
  const [row] = await query(db, { closed: bool, paused: bool })`
    select closed_at is not null as closed, paused_at is not null as paused from stock_count where id = ${id} for share`
  if (!row) return { ok: false, reason: 'no-such-count' }
  if (row.closed) return { ok: false, reason: 'closed' }
  return row.paused && !pausedToo ? { ok: false, reason: 'paused' } : null
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
    // Alone, so that no scan comes between the result and the end; a sale does not wait for it.
    await sql`select from stock_count where id = ${count} for no key update`.execute(transaction)
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

/** Counts that were closed before movements were kept have neither of them. */
const withoutMovements = sql`'{"left": [], "came": []}'::jsonb`

/** What a count found: as it was when it was closed, else as it is now. */
export async function countResult(db: Database, count: number): Promise<CountResult> {
  const [row] = await query(db, {
    result: nullable(json(result)),
  })`select ${withoutMovements} || result as result from stock_count where id = ${count}`
  return row?.result ?? resultNow(db, count)
}

const overview = z.strictObject({
  ...{ expected: z.int(), found: z.int() },
  missing: z.strictObject({ count: z.int(), pieces: result.shape.missing }),
  surplus: z.strictObject({ count: z.int(), pieces: result.shape.surplus }),
  left: z.strictObject({ count: z.int(), pieces: result.shape.left }),
  came: z.strictObject({ count: z.int(), pieces: result.shape.came }),
})
/** The same as far as somebody looks at it: how many pieces there are, and the first of them. */
export type CountOverview = z.infer<typeof overview>

/** What a count found so far, without all that is missing: at its beginning, that is everything. */
export async function countOverview(
  db: Database,
  count: number,
  { limit }: { limit: number },
): Promise<CountOverview> {
  return (await closedOverview(db, count, limit)) ?? overviewNow(db, count, limit)
}

/** Cut by the database: what is missing may be thousands of pieces. */
async function closedOverview(db: Database, count: number, limit: number): Promise<CountOverview | null> {
  const first = sql`jsonb_build_object('last', ${limit - 1}::int)`
  const list = (name: keyof CountResult) => sql`${sql.lit(name)}, jsonb_build_object(
    'count', jsonb_array_length(found -> ${sql.lit(name)}),
    'pieces', jsonb_path_query_array(found, ${sql.lit(`$.${name}[0 to $last]`)}, ${first}))`
  const [row] = await query(db, { overview: json(overview) })`
    select jsonb_build_object('expected', found -> 'expected', 'found', found -> 'found',
      ${list('missing')}, ${list('surplus')}, ${list('left')}, ${list('came')}) as overview
    from stock_count, lateral (select ${withoutMovements} || result as found) as closed
    where id = ${count} and result is not null`
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
/** It left while it was counted, or came in: one that is expected came in, one that is not left. */
const isMoved = sql`exists (select from stock_count_movement m where m.count_id = c.id and m.product_id = p.id)`
const isScanned = sql`exists (select from stock_count_scan s where s.count_id = c.id and s.product_id = p.id)`

/** Without `limit`: all of them. */
const atMost = (limit: number | null) => (limit === null ? sql`` : sql`limit ${limit}`)

async function resultNow(db: Database, count: number): Promise<CountResult> {
  const { missing, surplus, left, came, ...sums } = await overviewNow(db, count, null)
  return {
    ...sums,
    ...{ missing: missing.pieces, surplus: surplus.pieces },
    ...{ left: left.pieces, came: came.pieces },
  }
}

/** In one statement: what is sold between two would be counted in one and listed in the other. */
async function overviewNow(db: Database, count: number, limit: number | null): Promise<CountOverview> {
  const list = (name: keyof CountResult, amount: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
    sql`${sql.lit(name)}, jsonb_build_object('count', ${amount},
      'pieces', coalesce((select jsonb_agg(piece order by id) from (${rows}) as listed), '[]'))`
  const reason = sql`case when p.status = 'sold' then 'sold' when p.status = 'draft' then 'draft'
    when not ${isInShop} then 'gone' when p.branch_id is null then 'no-branch' else 'other-branch' end`
  const missing = sql`
    select p.id, ${shape} as piece
    from (select e.product_id as id from stock_count c, stock_entry e
      where c.id = ${count} and ${isExpectedEntry}
        and not exists (select from stock_count_scan s where s.count_id = c.id and s.product_id = e.product_id)
        and not exists (select from stock_count_movement m where m.count_id = c.id and m.product_id = e.product_id)
      order by e.product_id ${atMost(limit)}) as missing
    join product p using (id) ${beside}`
  const surplus = sql`
    select p.id, ${shape} || jsonb_build_object('reason', ${reason}) as piece
    from ${sources} where c.id = ${count} and ${isScanned} and not ${isExpected} and not ${isMoved}
    order by p.id ${atMost(limit)}`
  const moved = sql`from stock_count c join stock_count_movement m on m.count_id = c.id
    join product p on p.id = m.product_id ${beside} where c.id = ${count}`
  const left = sql`
    select p.id, ${shape} || jsonb_build_object('reason', ${reason}, 'at', m.at, 'scanned', ${isScanned}) as piece
    ${moved} and not ${isExpected} order by p.id ${atMost(limit)}`
  const came = sql`
    select p.id, ${shape} as piece ${moved} and ${isExpected} and not ${isScanned} order by p.id ${atMost(limit)}`
  const [row] = await query(db, { overview: json(overview) })`
    select jsonb_build_object('expected', here - came, 'found', found,
      ${list('missing', sql`here - came - found`, missing)},
      ${list('surplus', sql`scanned - found - left_scanned`, surplus)},
      ${list('left', sql`gone`, left)},
      ${list('came', sql`came`, came)}) as overview
    from (
      select (select count(*)::int from stock_count c, stock_entry e where c.id = ${count} and ${isExpectedEntry}) as here,
        (select count(*)::int from stock_count c join stock_count_scan s on s.count_id = c.id
          join stock_entry e using (product_id) where c.id = ${count} and ${isExpectedEntry}) as found,
        (select count(*)::int from stock_count_scan where count_id = ${count}) as scanned
    ) as sums, (
      select count(*) filter (where not ${isExpected})::int as gone,
        count(*) filter (where not ${isExpected} and ${isScanned})::int as left_scanned,
        count(*) filter (where ${isExpected} and not ${isScanned})::int as came
      ${moved}
    ) as movements`
  if (!row) throw new Error('A statement of sums has one row')
  return row.overview
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
