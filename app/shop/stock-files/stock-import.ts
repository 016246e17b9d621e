import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query, value } from '#app/platform/database/statement.ts'
import { type Secret, seal, unseal } from '#app/platform/secrets.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { guessDecimals } from './cells.ts'
import { CsvFault, type CsvFaultReason, type CsvRow, openCsv } from './csv-file.ts'
import { type PieceField, pieceFields } from './import-columns.ts'
import { guessColumns, type Mapping } from './mapping.ts'
import type { RowFault } from './plan-rows.ts'

/** What a check or an import found. */
export type ImportResult = {
  rows: number
  new: number
  changed: number
  same: number
  faulty: number
  /** Rows with a text in one language alone. */
  oneLanguage: number
  /** Makers, models and references that nobody had before. */
  newNames: string[]
  /** The faults of the first rows that have some. */
  faults: RowFault[]
  /** Pieces that come or change, the first of them. */
  pieces: { row: number; id: string | null; title: string; outcome: 'new' | 'changed' }[]
}
/** How many faults, pieces and names a result names. */
export const resultLimits = { faults: 500, pieces: 100, names: 100 }

export type ImportState = 'uploaded' | 'checked' | 'running' | 'done' | 'discarded'
export type StockImport = {
  id: number
  fileName: string
  createdAt: Date
  state: ImportState
  mapping: Mapping
  result: ImportResult | null
  /** The newest change of the shop that the check knew; 0 before one. */
  checkedVersion: number
  rowsDone: number
  /** Somebody's process is at it; else one that began was broken off. */
  busy: boolean
  hasRefused: boolean
}

export type OpenedImport = StockImport & { bytes: Uint8Array }

const purpose = 'stock-import'
const hash = (...parts: (string | Uint8Array)[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

export async function shopFields(db: Database): Promise<PieceField[]> {
  return pieceFields(await db.selectFrom('branch').select(['id', 'name']).orderBy('id').execute())
}

export type UploadAnswer =
  | { ok: true; id: number }
  | { ok: false; reason: CsvFaultReason; row: number | null }

/**
 * Keeps a list that was uploaded, sealed, with a mapping: that of the last list with the same headings, else as the
 * headings are understood. Lists of more than 30 days ago that nobody imported are emptied.
 */
export async function uploadList(
  db: Database,
  {
    bytes,
    fileName,
    secret,
    member,
    locale,
  }: { bytes: Uint8Array; fileName: string; secret: Secret; member: StaffActor; locale: Locale },
): Promise<UploadAnswer> {
  try {
    const list = await openCsv(bytes)
    const fields = await shopFields(db)
    const headings_hash = hash(JSON.stringify(list.headings))
    const cells: string[] = []
    let rows = 0
    for await (const { cells: its } of list.rows) {
      rows += 1
      if (rows <= 500) cells.push(...its)
    }
    if (rows === 0) throw new CsvFault('empty')
    const known = await db
      .selectFrom('stock_import')
      .select('mapping')
      .where('headings_hash', '=', headings_hash)
      .where('state', '<>', 'uploaded')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const guessed: Mapping = {
      columns: guessColumns(list.headings, fields),
      decimals: guessDecimals(
        cells,
        list.separator === ',' ? 'point' : locale === 'de' || list.separator === ';' ? 'comma' : 'point',
      ),
      otherwise: {},
    }
    const mapping = known ? { ...(known.mapping as unknown as Mapping), decimals: guessed.decimals } : guessed
    await sql`update stock_import set content = null, state = 'discarded'
      where content is not null and state in ('uploaded', 'checked') and created_at < now() - interval '30 days'`.execute(
      db,
    )
    await sql`update stock_import set refused = null where refused is not null and finished_at < now() - interval '30 days'`.execute(
      db,
    )
    const { id } = await db
      .insertInto('stock_import')
      .values({
        staff_id: member.id,
        file_name: fileName.slice(0, 200),
        content: seal(Buffer.from(bytes).toString('base64'), secret, purpose),
        content_hash: hash(bytes),
        headings_hash,
        mapping: JSON.stringify(mapping),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  } catch (error) {
    if (error instanceof CsvFault) return { ok: false, reason: error.reason, row: error.row }
    throw error
  }
}

/** The lists that somebody uploaded, the newest first. */
export async function importsOf(db: Database, staffId: number): Promise<StockImport[]> {
  const rows = await shownColumns(db)
    .where('staff_id', '=', staffId)
    .where('state', '<>', 'discarded')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(shownImport)
}

/** Without the bytes of the list. */
const shownColumns = (db: Database) =>
  db
    .selectFrom('stock_import')
    .select(['id', 'file_name', 'created_at', 'state', 'mapping', 'result', 'checked_version', 'rows_done'])
    .select([
      value(bool)`coalesce(busy_until > now(), false)`.as('busy'),
      value(bool)`refused is not null`.as('has_refused'),
    ])

type ImportRow = Awaited<ReturnType<ReturnType<typeof shownColumns>['execute']>>[number]
const shownImport = (row: ImportRow): StockImport => ({
  id: row.id,
  fileName: row.file_name,
  createdAt: row.created_at,
  state: row.state as ImportState,
  mapping: row.mapping as Mapping,
  result: row.result as ImportResult | null,
  checkedVersion: row.checked_version,
  rowsDone: row.rows_done,
  busy: row.busy,
  hasRefused: row.has_refused,
})

/** One list of somebody's own; null: there is none. */
export async function findImport(db: Database, id: number, staffId: number): Promise<StockImport | null> {
  const row = await shownColumns(db).where('id', '=', id).where('staff_id', '=', staffId).executeTakeFirst()
  return row ? shownImport(row) : null
}

/** The same with its bytes; null also where they are not kept any more. */
export async function openImport(
  db: Database,
  id: number,
  staffId: number,
  secret: Secret,
): Promise<OpenedImport | null> {
  const found = await findImport(db, id, staffId)
  const row = await db.selectFrom('stock_import').select('content').where('id', '=', id).executeTakeFirst()
  if (!found || !row?.content) return null
  const bytes = Buffer.from(unseal(row.content, secret, purpose), 'base64')
  return { ...found, bytes }
}

/** Headings and the first rows of a list, to see what its columns hold. */
export async function sampleOf(
  { bytes }: OpenedImport,
  count = 5,
): Promise<{ headings: string[]; rows: CsvRow[] }> {
  const { headings, rows } = await openCsv(bytes)
  const first: CsvRow[] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length >= count) break
  }
  return { headings, rows: first }
}

/** How often this very file was imported before. */
export async function importedBefore(db: Database, id: number): Promise<boolean> {
  const [row] = await query(db, { before: bool })`
    select exists (
      select from stock_import other join stock_import this on this.id = ${id}
      where other.id <> this.id and other.content_hash = this.content_hash and other.state = 'done') as before
  `
  return row?.before ?? false
}

/** Puts a list away that was not imported; its content is gone. One that is put away already is no fault. */
export async function discardImport(
  db: Database,
  id: number,
  member: StaffActor,
): Promise<{ ok: true } | { ok: false; reason: 'gone' | 'running' | 'imported' }> {
  return asStaff(db, member, async (transaction) => {
    const list = await transaction
      .selectFrom('stock_import')
      .select('state')
      .where('id', '=', id)
      .where('staff_id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    if (!list) return { ok: false, reason: 'gone' }
    // In another window: what was imported stays told.
    if (list.state === 'running' || list.state === 'done')
      return { ok: false, reason: list.state === 'done' ? 'imported' : 'running' }
    await transaction
      .updateTable('stock_import')
      .set({ state: 'discarded', content: null, refused: null })
      .where('id', '=', id)
      .execute()
    return { ok: true }
  })
}

export const sealRefused = (csv: string, secret: Secret) => seal(csv, secret, purpose)

/** The rows that an import could not take, as CSV with a column of reasons; null: there are none. */
export async function refusedRows(
  db: Database,
  id: number,
  staffId: number,
  secret: Secret,
): Promise<string | null> {
  const row = await db
    .selectFrom('stock_import')
    .select('refused')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.refused ? unseal(row.refused, secret, purpose) : null
}
