import { groupBy } from 'es-toolkit'
import type { Database } from '#app/platform/database/database.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { choiceOf } from '#app/shop/stock-files/cells.ts'
import { type BulkOutcome, type BulkRefusal, changePieces } from './bulk-change.ts'
import type { ListColumn } from './list-question.ts'
import { type PartValue, type PiecePart, pieceParts } from './piece-parts.ts'
import { type PieceParts, partChangedSince, readParts, whyNotPart } from './set-parts.ts'

/** Cells that were pasted over a list: the columns from the cell that had the focus, and the pieces below it. */
export type PastedBlock = {
  columns: readonly ListColumn[]
  /** `id`: null below the last piece. */
  rows: readonly { id: string | null; cells: readonly string[] }[]
}

/** Why a pasted cell changes nothing. */
export type PasteRefusal =
  | BulkRefusal
  /** There is no piece any more in this row. */
  | 'no-row'
  /** There is no column any more at this cell. */
  | 'no-column'
  | 'not-editable'
  /** The list names a piece twice, for it was sorted anew while it was read. */
  | 'twice'

/** What would become of a pasted cell. */
export type PlannedCell = {
  /** Of the block, from 1. */
  row: number
  id: string | null
  column: ListColumn | null
  given: string
  version: number
  before: PartValue
  after: PartValue
  /** null: it can be changed. */
  refusal: PasteRefusal | null
}

/**
 * What pasted cells would make of pieces, row by row. Nothing is written. Empty cells, and the dash that lists show for
 * them, leave everything as it is and are not named.
 */
export async function planPaste(
  db: Database,
  { columns, rows }: PastedBlock,
  mayChange: (part: PiecePart) => boolean,
): Promise<PlannedCell[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const [pieces, branches] = await Promise.all([
    readParts(db, ids),
    db.selectFrom('branch').select(['id', 'name']).execute(),
  ])
  const branchIds = new Set(branches.map(({ id }) => id))
  const known = branches.map(({ id, name }) => ({ id, label: { de: name, en: name } }))
  const seen = new Set<string>()
  return rows.flatMap(({ id, cells }, at) => {
    const row = at + 1
    const piece = id === null ? undefined : pieces.get(id)
    const nothing = { row, id, version: piece?.version ?? 0, before: null, after: null }
    const isTwice = id !== null && seen.has(id)
    if (id !== null) seen.add(id)
    const why = id === null ? 'no-row' : !piece ? 'no-such-piece' : isTwice ? 'twice' : null
    const given = cells.map((cell) => (/^[-–—]$/.test(cell) ? '' : cell))
    if (!piece || why) return joined(given, { ...nothing, refusal: why })
    const beyond = joined(given.slice(columns.length), { ...nothing, refusal: 'no-column' })
    const within = columns.flatMap((column, place): PlannedCell[] => {
      const text = given[place] ?? ''
      if (text === '') return []
      const cell = { ...nothing, column, given: text }
      const part = pieceParts.find((each) => each === column)
      if (!part) return [{ ...cell, refusal: 'not-editable' }]
      if (!mayChange(part)) return [{ ...cell, refusal: 'not-allowed' }]
      const before = piece[part]
      const after = part === 'branch' ? choiceOf(known, text) : readAmount(text)
      return [{ ...cell, before, after, refusal: whyNotCell(piece, { part, after }, branchIds) }]
    })
    return [...within, ...beyond]
  })
}

/** One line for cells that share a reason; none where they are all empty. */
function joined(cells: readonly string[], cell: Omit<PlannedCell, 'column' | 'given'>): PlannedCell[] {
  const given = cells.filter((text) => text !== '').join(' · ')
  return given === '' ? [] : [{ ...cell, column: null, given }]
}

function whyNotCell(
  piece: PieceParts,
  { part, after }: { part: PiecePart; after: PartValue },
  branches: ReadonlySet<string>,
): BulkRefusal | null {
  if (after === null) return part === 'branch' ? 'no-such-branch' : 'not-an-amount'
  return after === piece[part] ? 'same' : whyNotPart(piece, part, after, branches)
}

/** A cell as its preview showed it, of a piece at `version`. */
export type ConfirmedCell = { id: string; part: PiecePart; value: PartValue; version: number }

/**
 * Changes cells as they were previewed, in somebody's name: one change of many pieces with one undo. What others have
 * changed of a piece since is kept; the same part, changed to something else, is left alone. `key` is the preview's.
 */
export async function makePaste(
  db: Database,
  member: StaffActor,
  { key, cells }: { key: string; cells: readonly ConfirmedCell[] },
): Promise<BulkOutcome> {
  const byPiece = groupBy(cells, ({ id }) => id)
  const parts = pieceParts.filter((part) => cells.some((cell) => cell.part === part))
  return changePieces(
    db,
    member,
    { key, change: { how: 'pasted', parts }, ids: Object.keys(byPiece) },
    async ({ transaction, id, piece, branches }) => {
      const decided = []
      for (const { part, value, version } of byPiece[id] ?? []) {
        const before = piece?.[part] ?? null
        const isSame = !piece || piece.version === version
        const change = isSame ? undefined : await partChangedSince(transaction, { id, part, version })
        const refusal: BulkRefusal | null = !piece
          ? 'no-such-piece'
          : before === value
            ? 'same'
            : change
              ? 'changed-meanwhile'
              : whyNotPart(piece, part, value, branches)
        decided.push({ part, before, after: value, refusal })
      }
      return decided
    },
  )
}
