import { chunk } from 'es-toolkit'
import { sql } from 'kysely'
import { z } from 'zod'
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
  value,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { type PartRefusal, type PartValue, type PiecePart, pieceParts } from './piece-parts.ts'
import { branchIds, lockParts, type PieceParts, readParts, whyNotPart, writeParts } from './set-parts.ts'

/** Pieces that are locked together: sales of these wait as long. */
const sliceSize = 50

/** What is to become of each piece. Amounts in cents; `perMille`: from −900 to 2000, rounded to whole euros. */
export const bulkChange = z.discriminatedUnion('how', [
  z.strictObject({
    part: z.literal('price'),
    how: z.literal('by-share'),
    perMille: z.int().min(-900).max(2000),
  }),
  z.strictObject({
    part: z.literal('price'),
    how: z.literal('by-amount'),
    cents: z.int().min(-100_000_000).max(100_000_000),
  }),
  z.strictObject({
    part: z.literal('price'),
    how: z.literal('to-amount'),
    cents: z.int().min(1).max(2_000_000_000),
  }),
  z.strictObject({
    part: z.literal('branch'),
    how: z.literal('to-branch'),
    branch: z.string().min(1).max(60),
  }),
])
export type BulkChange = z.output<typeof bulkChange>

/** As it is recorded: the same for all pieces, or values of their own, which stand with each piece. */
const recordedChange = z.discriminatedUnion('how', [
  ...bulkChange.options,
  z.strictObject({ how: z.literal('pasted'), parts: z.array(z.enum(pieceParts)).min(1) }),
])
export type RecordedBulkChange = z.output<typeof recordedChange>

/** What of its pieces a change touches. */
export const partsOf = (change: RecordedBulkChange): readonly PiecePart[] =>
  change.how === 'pasted' ? change.parts : [change.part]

export type BulkRefusal = PartRefusal | 'no-price' | 'same'

/** What would become of one piece. */
export type PlannedChange = {
  id: string
  version: number
  before: PartValue
  after: PartValue
  /** null: it can be changed. */
  refusal: BulkRefusal | null
}

/** What a change would make of pieces, in their order. Nothing is written. */
export async function planBulkChange(
  db: Database,
  ids: readonly string[],
  change: BulkChange,
): Promise<PlannedChange[]> {
  const [pieces, branches] = await Promise.all([readParts(db, ids), branchIds(db)])
  return ids.map((id) => planned(id, pieces.get(id), change, branches))
}

function planned(
  id: string,
  piece: PieceParts | undefined,
  change: BulkChange,
  branches: ReadonlySet<string>,
): PlannedChange {
  if (!piece) return { id, version: 0, before: null, after: null, refusal: 'no-such-piece' }
  const before = piece[change.part]
  const after = valueAfter(before, change)
  const refusal =
    after === null ? 'no-price' : after === before ? 'same' : whyNotPart(piece, change.part, after, branches)
  return { id, version: piece.version, before, after, refusal }
}

/** null: there is nothing that could be changed by so much. */
function valueAfter(before: PartValue, change: BulkChange): PartValue {
  if (change.how === 'to-branch') return change.branch
  if (change.how === 'to-amount') return change.cents
  if (typeof before !== 'number') return null
  return change.how === 'by-amount'
    ? before + change.cents
    : // Whole cents times a thousand stay far below what a number holds exactly.
      Math.round((before * (1000 + change.perMille)) / 100_000) * 100
}

/** A piece as its preview showed it. */
export type PreviewedPiece = { id: string; version: number; before: PartValue }

/** A part of a piece that was left as it is. */
export type LeftPart = { id: string; part: PiecePart; reason: BulkRefusal }

export type BulkOutcome = {
  id: number
  /** Pieces of which something was changed. */
  changed: number
  left: LeftPart[]
}

/**
 * Changes pieces as they were previewed, in somebody's name. Whatever was changed since the preview is left alone.
 * `key` is the preview's: confirmed again, what was not done yet is done, and nothing twice.
 */
export async function makeBulkChange(
  db: Database,
  member: StaffActor,
  { key, change, pieces }: { key: string; change: BulkChange; pieces: readonly PreviewedPiece[] },
): Promise<BulkOutcome> {
  const shown = new Map(pieces.map((piece) => [piece.id, piece]))
  return changePieces(
    db,
    member,
    { key, change, ids: [...shown.keys()] },
    async ({ id, piece, branches }) => {
      const plan = planned(id, piece, change, branches)
      const isSame = plan.version === shown.get(id)?.version && plan.before === shown.get(id)?.before
      return [{ ...plan, part: change.part, refusal: isSame ? plan.refusal : 'changed-meanwhile' }]
    },
  )
}

/** What is to become of a part of a piece. */
export type DecidedPart = {
  part: PiecePart
  before: PartValue
  after: PartValue
  refusal: BulkRefusal | null
}

/** A piece as it is while it is locked; `piece`: undefined where there is none. */
type LockedPiece = {
  transaction: Database
  id: string
  piece: PieceParts | undefined
  branches: ReadonlySet<string>
}

/** Changes pieces, slice by slice, by what is decided about each while it is locked; each once for a `key`. */
export async function changePieces(
  db: Database,
  member: StaffActor,
  { key, change, ids }: { key: string; change: RecordedBulkChange; ids: readonly string[] },
  decide: (locked: LockedPiece) => Promise<DecidedPart[]>,
): Promise<BulkOutcome> {
  const id = await claimBulkChange(db, member, { key, change })
  const branches = await branchIds(db)
  const left: LeftPart[] = []
  for (const slice of chunk([...ids].sort(), sliceSize))
    await asStaff(db, member, async (transaction) => {
      const now = await lockParts(transaction, slice)
      const done = await itemsOf(transaction, id)
      for (const product_id of slice) {
        if (done.has(product_id)) continue
        const decided = await decide({ transaction, id: product_id, piece: now.get(product_id), branches })
        for (const { part, refusal } of decided)
          if (refusal) left.push({ id: product_id, part, reason: refusal })
        const good = decided.filter(({ refusal }) => refusal === null)
        if (good.length === 0) continue
        const before = Object.fromEntries(good.map((each) => [each.part, each.before])) as PartValues
        const after = Object.fromEntries(good.map((each) => [each.part, each.after])) as PartValues
        await writeParts(transaction, product_id, after)
        await transaction
          .insertInto('bulk_change_item')
          .values({
            bulk_change_id: id,
            product_id,
            before: JSON.stringify(recordedValue(change, before)),
            after: JSON.stringify(recordedValue(change, after)),
          })
          .execute()
      }
    })
  return { id, changed: (await itemsOf(db, id)).size, left }
}

type PartValues = Partial<Record<PiecePart, PartValue>>

/** Where a change is of one part the value alone is recorded, else the values by part. */
const recordedValue = (change: RecordedBulkChange, values: PartValues): unknown =>
  change.how === 'pasted' ? values : (values[change.part] ?? null)

const partValues = z.partialRecord(z.enum(pieceParts), z.union([z.int(), z.string(), z.null()]))

const valuesOf = (change: RecordedBulkChange, recorded: unknown): PartValues =>
  partValues.parse(change.how === 'pasted' ? recorded : { [change.part]: recorded })

async function claimBulkChange(
  db: Database,
  { id: staffId }: StaffActor,
  { key, change }: { key: string; change: RecordedBulkChange },
): Promise<number> {
  await db
    .insertInto('bulk_change')
    .values({ key, staff_id: staffId, change: JSON.stringify(change) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('bulk_change')
    .select('id')
    .where('key', '=', key)
    .where('staff_id', '=', staffId)
    // A key of another change is nobody's mistake: what it changed could not be told any more.
    .where(value(bool)`change = ${JSON.stringify(change)}::jsonb`)
    .executeTakeFirstOrThrow()
  return id
}

async function itemsOf(db: Database, id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('bulk_change_item')
    .select('product_id')
    .where('bulk_change_id', '=', id)
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}

export type BulkUndone =
  | { ok: true; restored: number; left: LeftPart[] }
  | { ok: false; reason: 'gone' | 'undone-before' }

const undoColumns = { id: text, before: json(z.json()), after: json(z.json()) }

/**
 * Puts back what a change of many pieces made, except where somebody has changed the same since, or the piece cannot be
 * changed any more. Prices that were shown stay in their history.
 */
export async function undoBulkChange(db: Database, member: StaffActor, id: number): Promise<BulkUndone> {
  const [made] = await lastBulkChanges(db, { id })
  if (!made) return { ok: false, reason: 'gone' }
  if (made.undoneAt) return { ok: false, reason: 'undone-before' }
  const { change } = made
  const branches = await branchIds(db)
  const rows = await query(db, { id: text })`
    select product_id as id from bulk_change_item where bulk_change_id = ${id} and undone is null order by product_id
  `
  const left: LeftPart[] = []
  let restored = 0
  for (const slice of chunk(rows, sliceSize))
    await asStaff(db, member, async (transaction) => {
      const ids = slice.map((row) => row.id)
      const now = await lockParts(transaction, ids)
      const items = await query(transaction, undoColumns)`
        select product_id as id, before, after from bulk_change_item
        where bulk_change_id = ${id} and product_id = any (${ids}) and undone is null
      `
      for (const item of items) {
        const before = valuesOf(change, item.before)
        const after = valuesOf(change, item.after)
        const piece = now.get(item.id)
        const back: PartValues = {}
        const kept: LeftPart[] = []
        for (const part of pieceParts) {
          const value = before[part]
          if (value === undefined) continue
          const reason: BulkRefusal | null = !piece
            ? 'no-such-piece'
            : piece[part] !== after[part]
              ? 'changed-meanwhile'
              : whyNotPart(piece, part, value, branches)
          if (reason) kept.push({ id: item.id, part, reason })
          else back[part] = value
        }
        left.push(...kept)
        await writeParts(transaction, item.id, back)
        if (Object.keys(back).length > 0) restored += 1
        await transaction
          .updateTable('bulk_change_item')
          .set({ undone: kept.length > 0 ? 'left' : 'done' })
          .where('bulk_change_id', '=', id)
          .where('product_id', '=', item.id)
          .execute()
      }
    })
  const { numUpdatedRows } = await db
    .updateTable('bulk_change')
    .set({ undone_at: sql`now()`, undone_by: member.id })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n || restored > 0
    ? { ok: true, restored, left }
    : { ok: false, reason: 'undone-before' }
}

const columns = {
  id: int4,
  change: json(recordedChange),
  by: text,
  staffId: int4,
  madeAt: timestamptz,
  undoneAt: nullable(timestamptz),
  undoneBy: nullable(text),
  pieces: int8,
}

export type MadeBulkChange = {
  id: number
  change: RecordedBulkChange
  by: string
  staffId: number
  madeAt: Date
  undoneAt: Date | null
  undoneBy: string | null
  pieces: number
}

/** The last changes of many pieces, the newest first; `id`: that one alone. */
export async function lastBulkChanges(
  db: Database,
  { id = null, limit = 50 }: { id?: number | null; limit?: number } = {},
): Promise<MadeBulkChange[]> {
  return query(db, columns)`
    select b.id, b.change, s.name as by, b.staff_id as "staffId", b.made_at as "madeAt", b.undone_at as "undoneAt",
      u.name as "undoneBy", (select count(*) from bulk_change_item i where i.bulk_change_id = b.id) as pieces
    from bulk_change b join staff_member s on s.id = b.staff_id left join staff_member u on u.id = b.undone_by
    where ${id}::int is null or b.id = ${id}
    order by b.made_at desc, b.id desc limit ${limit}
  `
}

/** Names of pieces, for those who look at a preview. */
export async function namesOfPieces(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { brand: string | null; name: { de: string; en: string } }>> {
  const rows = await query(db, { id: text, brand: nullable(text), name: json(bilingual) })`
    select p.id, b.name as brand, p.name from product p left join brand b on b.id = p.brand_id
    where p.id = any (${ids})
  `
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}
