import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { type ProductStatus, productStatuses } from '#app/shop/catalogue/product-status.ts'
import { findStaffPiece, type RelistRefusal, relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { asStaff, changesSince, type RecordedChange, type StaffActor } from '#app/shop/staff/change-record.ts'

/** What staff may do to a piece's state by themselves; orders do the rest. */
export const pieceEvents = ['take-in', 'prepare', 'list', 'unlist', 'withdraw'] as const
export type PieceEvent = (typeof pieceEvents)[number]

export type StepRefusal =
  | RelistRefusal
  /** The table of steps has none from its state. */
  | { reason: 'not-from-here'; status: ProductStatus }
  /** Somebody has it in a cart. */
  | { reason: 'held' }
  /** It came back with an order that has not been inspected. */
  | { reason: 'in-order'; order: string }
  /** Somebody changed its price or its facts since the version that was seen. */
  | { reason: 'changed-meanwhile'; by: string | null }

export type PieceStepChoice = { event: PieceEvent; refusal: StepRefusal | null }

export type PieceStepped = { ok: true; status: ProductStatus } | ({ ok: false } & StepRefusal)

const state = { status: oneOf(productStatuses), held: bool, order: nullable(text) }

async function readState(db: Database, id: string) {
  const [row] = await query(db, state)`
    select p.status, coalesce(c.held_until > now(), false) as held, o.number as order
    from product p left join claim c on c.product_id = p.id left join shop_order o on o.id = c.order_id
    where p.id = ${id}
  `
  return row
}

/** The steps that a piece may take from its state by hand, each with what keeps it from that; null: nothing does. */
export async function pieceSteps(db: Database, id: string): Promise<PieceStepChoice[]> {
  const row = await readState(db, id)
  if (!row) return []
  const steps = await db
    .selectFrom('product_step')
    .select('event')
    .where('from_status', '=', row.status)
    .execute()
  // A complete draft is put on sale in one step: the states between are passed through.
  const possible = new Set([
    ...steps.map(({ event }) => event),
    ...(waysToSale.has(row.status) ? ['list'] : []),
  ])
  const piece = await findStaffPiece(db, id)
  return pieceEvents
    .filter((event) => possible.has(event))
    .map((event) => ({
      event,
      refusal: event === 'list' ? (piece?.refusal ?? null) : whyNot(row, event),
    }))
}

const waysToSale: ReadonlySet<ProductStatus> = new Set(['draft', 'intake', 'preparing', 'returned'])

function whyNot(row: { held: boolean; order: string | null }, event: PieceEvent): StepRefusal | null {
  if (row.order !== null && event !== 'prepare') return { reason: 'in-order', order: row.order }
  return row.held && (event === 'unlist' || event === 'withdraw') ? { reason: 'held' } : null
}

/** What a step changes by itself; it has rules of its own. */
const ofSteps: ReadonlySet<string> = new Set(['status', 'listed_at', 'price_since'])

/** Whether a change is one of what customers are told: price, facts, stones, defects. */
const isOfFacts = ({ part, before, after }: RecordedChange) =>
  part === 'stone' ||
  part === 'product_defect' ||
  part === 'photo_flaw' ||
  (part === 'product' && Object.keys(after ?? before ?? {}).some((column) => !ofSteps.has(column)))

/**
 * Takes one step in somebody's name, recorded; `list` passes through all states between. `version`: of the piece that was
 * seen; where somebody else changed its price or facts since, it is told who, and nothing is done.
 */
export async function takePieceStep(
  db: Database,
  member: StaffActor,
  id: string,
  { event, version }: { event: PieceEvent; version: number },
): Promise<PieceStepped> {
  return asStaff(db, member, async (transaction): Promise<PieceStepped> => {
    // Claims before products, as everywhere.
    await sql`select from claim c join product p on p.id = c.product_id where p.id = ${id} for update of c, p`.execute(
      transaction,
    )
    const changes = await changesSince(transaction, { subject: 'piece', id }, version)
    // One's own: a flaw that was saved a moment ago, which the page has not read anew yet.
    const other = changes.findLast((change) => isOfFacts(change) && change.staffId !== member.id)
    if (other) return { ok: false, reason: 'changed-meanwhile', by: other.by }
    if (event === 'list') {
      const listed = await relistPiece(transaction, id, { priceCents: null, by: `staff:${member.name}` })
      return listed.ok ? { ok: true, status: 'listed' } : listed
    }
    const row = await readState(transaction, id)
    if (!row) return { ok: false, reason: 'no-such-piece' }
    const step = await transaction
      .selectFrom('product_step')
      .select('to_status')
      .where('from_status', '=', row.status)
      .where('event', '=', event)
      .executeTakeFirst()
    if (!step) return { ok: false, reason: 'not-from-here', status: row.status }
    const refusal = whyNot(row, event)
    if (refusal) return { ok: false, ...refusal }
    const status = step.to_status as ProductStatus
    await transaction.updateTable('product').set({ status }).where('id', '=', id).execute()
    return { ok: true, status }
  })
}
