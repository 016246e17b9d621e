import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int8, query, value } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { openPieceNames } from '#app/shop/catalogue/piece-names.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { CsvFault, type CsvFaultReason, type CsvRow, csvLine, openCsv } from './csv-file.ts'
import type { Mapping } from './mapping.ts'
import { type Planning, planRows, type RowFault, type RowPlan } from './plan-rows.ts'
import {
  findImport,
  type ImportResult,
  type OpenedImport,
  openImport,
  resultLimits,
  type StockImport,
  sealRefused,
  shopFields,
} from './stock-import.ts'
import { raiseStockNumbers, writeRows } from './write-rows.ts'

/** Who imports, and what they may; `explain` puts a fault into words, for the list of refused rows. */
export type Importing = {
  member: StaffActor
  secret: Secret
  locale: Locale
  mayPrice: boolean
  explain(fault: RowFault): string
}

/** Rows that are planned, or written in one transaction, at a time. */
const batchSize = 200

export type CheckAnswer =
  | { ok: true; result: ImportResult }
  | { ok: false; reason: 'gone' | 'mapping' | 'running' | CsvFaultReason }
  /** Checked with another mapping than the one that was seen: `now`. Nothing was changed. */
  | { ok: false; reason: 'changed-meanwhile'; now: Mapping }

/**
 * Reads the whole list with a mapping and says, row by row, what an import would do. Nothing of it is written.
 * `from`: the mapping that was seen.
 */
export async function checkImport(
  db: Database,
  id: number,
  { mapping, from }: { mapping: Mapping; from: Mapping },
  importing: Importing,
): Promise<CheckAnswer> {
  const opened = await openImport(db, id, importing.member.id, importing.secret)
  if (!opened) return { ok: false, reason: 'gone' }
  if (opened.state === 'running') return { ok: false, reason: 'running' }
  if (![from, mapping].some((each) => isSame(each, opened.mapping)))
    return { ok: false, reason: 'changed-meanwhile', now: opened.mapping }
  const taken = mapping.columns.filter((each) => each !== null)
  if (taken.length === 0 || new Set(taken).size < taken.length) return { ok: false, reason: 'mapping' }
  const version = await newestChange(db)
  const gathered = gather(importing)
  try {
    const planning = await planningOf(db, opened, mapping, importing, null)
    for await (const rows of batches(opened.bytes, mapping))
      gathered.add(planning.headings, await planRows(db, rows, planning))
  } catch (error) {
    if (error instanceof CsvFault) return { ok: false, reason: error.reason }
    throw error
  }
  const result = gathered.result()
  const updated = await db
    .updateTable('stock_import')
    .set({
      mapping: JSON.stringify(mapping),
      state: 'checked',
      result: JSON.stringify(result),
      checked_version: version,
      refused: gathered.refused() === null ? null : sealRefused(gathered.refused() ?? '', importing.secret),
    })
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'checked'])
    .where(isMapped(opened.mapping))
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return { ok: true, result }
  const now = await findImport(db, id, importing.member.id)
  return now && (now.state === 'uploaded' || now.state === 'checked')
    ? { ok: false, reason: 'changed-meanwhile', now: now.mapping }
    : { ok: false, reason: now?.state === 'running' ? 'running' : 'gone' }
}

/** As JSON holds them: a part that is undefined is none. */
const isSame = (one: Mapping, other: Mapping) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
const isMapped = (mapping: Mapping) => value(bool)`mapping = ${JSON.stringify(mapping)}::jsonb`

export type RunAnswer =
  | { ok: true; result: ImportResult }
  | { ok: false; reason: 'gone' | 'not-checked' | 'running' | CsvFaultReason }

/**
 * Claims a list for an import, if it was last checked as `checked` says: what would come of it was seen. Refused where it
 * is not checked or somebody is at it, or where it was checked anew.
 */
export async function claimImport(
  db: Database,
  id: number,
  staffId: number,
  checked: Pick<StockImport, 'checkedVersion' | 'mapping'>,
): Promise<{ ok: true } | { ok: false; reason: 'not-checked' | 'checked-anew' }> {
  const { checkedVersion, mapping } = checked
  const claimed =
    await sql`update stock_import set state = 'running', busy_until = now() + interval '60 seconds'
    where id = ${id} and staff_id = ${staffId} and content is not null
      and checked_version = ${checkedVersion} and ${isMapped(mapping)}
      and (state = 'checked' or (state = 'running' and (busy_until is null or busy_until < now())))`.execute(
      db,
    )
  if ((claimed.numAffectedRows ?? 0n) > 0n) return { ok: true }
  const now = await findImport(db, id, staffId)
  return { ok: false, reason: now?.state === 'checked' ? 'checked-anew' : 'not-checked' }
}

/**
 * Imports the good rows of a list that was claimed, in somebody's name, a batch in each transaction: what is known
 * differs and is changed, what is new becomes a draft. Broken off, it goes on where it stood when it is run again.
 */
export async function runImport(db: Database, id: number, importing: Importing): Promise<RunAnswer> {
  const opened = await openImport(db, id, importing.member.id, importing.secret)
  if (!opened) return { ok: false, reason: 'gone' }
  if (opened.state !== 'running') return { ok: false, reason: 'not-checked' }
  const gathered = gather(importing)
  try {
    const planning = await planningOf(db, opened, opened.mapping, importing, opened.checkedVersion)
    let done = 0
    for await (const rows of batches(opened.bytes, opened.mapping)) {
      done += rows.length
      if (done <= opened.rowsDone) {
        // Written before this was broken off: known by now, and by their own change.
        gathered.add(planning.headings, await planRows(db, rows, { ...planning, since: null }))
        continue
      }
      const written = await asStaff(db, importing.member, async (transaction) => {
        const plans = await planRows(transaction, rows, planning, { lock: true })
        await sql`update stock_import set rows_done = ${done}, busy_until = now() + interval '60 seconds'
          where id = ${id}`.execute(transaction)
        return writeRows(transaction, plans, planning)
      })
      gathered.add(planning.headings, written)
    }
    await raiseStockNumbers(db)
  } catch (error) {
    await sql`update stock_import set busy_until = null where id = ${id}`.execute(db)
    if (error instanceof CsvFault) return { ok: false, reason: error.reason }
    throw error
  }
  const result = gathered.result()
  const refused = gathered.refused()
  await db
    .updateTable('stock_import')
    .set({
      state: 'done',
      result: JSON.stringify(result),
      content: null,
      refused: refused === null ? null : sealRefused(refused, importing.secret),
      busy_until: null,
      finished_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  return { ok: true, result }
}

async function planningOf(
  db: Database,
  { bytes }: OpenedImport,
  mapping: Mapping,
  { locale, mayPrice, secret }: Importing,
  since: number | null,
): Promise<Planning> {
  const { headings } = await openCsv(bytes, mapping)
  return {
    headings,
    fields: await shopFields(db),
    mapping: { ...mapping, columns: headings.map((_, at) => mapping.columns[at] ?? null) },
    names: await openPieceNames(db),
    writing: { decimals: mapping.decimals, locale },
    mayPrice,
    secret,
    seen: new Map(),
    since,
  }
}

async function* batches(bytes: Uint8Array, mapping: Mapping): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of (await openCsv(bytes, mapping)).rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function newestChange(db: Database): Promise<number> {
  const [row] = await query(db, { version: int8 })`
    select coalesce(max(id), 0) as version from change_record
  `
  return row?.version ?? 0
}

/** Counts what rows become, and keeps those that cannot be taken with their reasons. */
function gather({ locale, explain }: Importing) {
  const result: ImportResult = {
    rows: 0,
    new: 0,
    changed: 0,
    same: 0,
    faulty: 0,
    oneLanguage: 0,
    newNames: [],
    faults: [],
    pieces: [],
  }
  const lines: string[] = []
  const reasons = { de: 'Gründe', en: 'Reasons' }[locale]
  return {
    add(headings: readonly string[], plans: readonly RowPlan[]) {
      for (const { row, cells, outcome, id, title, faults, oneLanguage, newNames } of plans) {
        result.rows += 1
        result[outcome] += 1
        if (oneLanguage) result.oneLanguage += 1
        result.newNames.push(...newNames.slice(0, Math.max(0, resultLimits.names - result.newNames.length)))
        if (outcome === 'faulty') {
          if (lines.length === 0) lines.push(csvLine([...headings, reasons]))
          lines.push(csvLine([...headings.map((_, at) => cells[at] ?? ''), faults.map(explain).join(' | ')]))
          result.faults.push(...faults.slice(0, Math.max(0, resultLimits.faults - result.faults.length)))
        } else if (outcome !== 'same' && result.pieces.length < resultLimits.pieces)
          result.pieces.push({ row, id, title, outcome })
      }
    },
    result: () => result,
    refused: () => (lines.length === 0 ? null : `\ufeff${lines.join('')}`),
  }
}
