import type { Database } from '#app/platform/database/database.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { type CostKind, costLengths } from './cost-kinds.ts'

/** A cost of a piece besides its purchase price, cents; less than nothing where it takes another one back. */
export type PieceCost = {
  id: number
  /** YYYY-MM-DD */
  day: string
  kind: CostKind
  netCents: number
  vatCents: number
  grossCents: number
  supplier: string
  receipt: string
  note: string
  by: string
  /** The cost that this one takes back. */
  cancels: number | null
  /** Whether another one has taken it back. */
  isCancelled: boolean
}

/** The costs of a piece, oldest first. */
export async function costsOfPiece(db: Database, piece: string): Promise<PieceCost[]> {
  const rows = await db
    .selectFrom('piece_cost')
    .selectAll()
    .where('product_id', '=', piece)
    .orderBy('id')
    .execute()
  const cancelled = new Set(rows.map(({ cancels }) => cancels))
  return rows.map((row) => ({
    id: row.id,
    day: row.on_day,
    kind: row.kind,
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    grossCents: row.gross_cents,
    supplier: row.supplier,
    receipt: row.receipt,
    note: row.note,
    by: row.entered_by,
    cancels: row.cancels,
    isCancelled: cancelled.has(row.id),
  }))
}

export type CostAdded =
  | { ok: true; id: number }
  | { ok: false; reason: 'no-such-piece' }
  | { ok: false; reason: 'invalid'; faults: Readonly<Record<string, string>> }

/**
 * Enters a cost in somebody's name. Amounts in cents; net and VAT as the supplier's invoice shows them, VAT 0 where it
 * shows none. @param today YYYY-MM-DD in the shop's time: no cost lies after it
 */
export async function addPieceCost(
  db: Database,
  member: StaffActor,
  piece: string,
  cost: {
    day: string
    kind: CostKind
    netCents: number
    vatCents: number
    supplier: string
    receipt: string
    note: string
    today: string
  },
): Promise<CostAdded> {
  const { day, kind, netCents, vatCents, today } = cost
  const faults: Record<string, string> = { ...faultsOfCost(cost) }
  if (day > today) faults.day = 'in-the-future'
  const texts = { supplier: cost.supplier.trim(), receipt: cost.receipt.trim(), note: cost.note.trim() }
  for (const [name, text] of Object.entries(texts))
    if (text.length > costLengths[name as keyof typeof costLengths]) faults[name] = 'too-long'
  if (Object.keys(faults).length > 0) return { ok: false, reason: 'invalid', faults }
  return asStaff(db, member, async (transaction): Promise<CostAdded> => {
    const known = await transaction
      .selectFrom('product')
      .select('id')
      .where('id', '=', piece)
      .executeTakeFirst()
    if (!known) return { ok: false, reason: 'no-such-piece' }
    const { id } = await transaction
      .insertInto('piece_cost')
      .values({
        product_id: piece,
        on_day: day,
        kind,
        net_cents: netCents,
        vat_cents: vatCents,
        ...texts,
        entered_by: member.name,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}

/** What is wrong with the amounts of a cost, cents; nothing where they may be entered. */
export function faultsOfCost({ netCents, vatCents }: { netCents: number; vatCents: number }): {
  net?: 'too-small'
  vat?: 'too-much-vat'
} {
  return {
    ...(netCents + vatCents <= 0 && { net: 'too-small' }),
    // More VAT than that no member state asks for: net and VAT were mixed up.
    ...(vatCents * 100 > netCents * 30 && { vat: 'too-much-vat' }),
  }
}

export type CostTakenBack = { ok: true; id: number } | { ok: false; reason: 'no-such-cost' | 'taken-back' }

/** Takes a cost back by a counter-entry of today: nothing that was entered is changed. Twice is once. */
export async function takeBackCost(
  db: Database,
  member: StaffActor,
  { piece, cost, note, today }: { piece: string; cost: number; note: string; today: string },
): Promise<CostTakenBack> {
  return asStaff(db, member, async (transaction): Promise<CostTakenBack> => {
    const row = await transaction
      .selectFrom('piece_cost')
      .selectAll()
      .where('id', '=', cost)
      .where('product_id', '=', piece)
      .where('cancels', 'is', null)
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'no-such-cost' }
    const added = await transaction
      .insertInto('piece_cost')
      .values({
        product_id: piece,
        on_day: today < row.on_day ? row.on_day : today,
        kind: row.kind,
        net_cents: 0 - row.net_cents,
        vat_cents: 0 - row.vat_cents,
        supplier: row.supplier,
        receipt: row.receipt,
        note: note.trim().slice(0, costLengths.note),
        cancels: row.id,
        entered_by: member.name,
      })
      .onConflict((conflict) => conflict.column('cancels').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added ? { ok: true, id: added.id } : { ok: false, reason: 'taken-back' }
  })
}
