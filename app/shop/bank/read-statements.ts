import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { date, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { csvText } from '#app/shop/stock-files/csv-file.ts'
import type { CsvMapping } from './csv-fields.ts'
import { readCamt } from './read-camt.ts'
import { type CsvRead, readBankCsv } from './read-csv.ts'
import { type Recognised, recognise } from './same-line.ts'
import {
  type ReadStatement,
  StatementFault,
  type StatementFaultReason,
  statementLimits,
} from './statement-file.ts'
import { isZip, unpackZip } from './unpack-zip.ts'

/** What came of a file for one statement of it. */
export type StatementStored = { id: number; newLines: number; knownLines: number; balances: boolean | null }

export type StatementsRead =
  | { ok: true; statements: StatementStored[] }
  /** The columns of a CSV file have to be named first; `headings` and the first `rows` show them. */
  | ({ ok: false; reason: 'mapping-needed'; file: string } & Omit<Extract<CsvRead, { ok: false }>, 'ok'>)
  /** Nothing was kept. */
  | {
      ok: false
      reason: 'unreadable'
      why: StatementFaultReason
      file: string
      line: number | null
      column: number | null
      found: string
    }

/**
 * Reads a file of the bank, CAMT.053, CSV, or several of them in a ZIP file, and keeps what is new of it: all, or nothing
 * where a part cannot be read. A line is kept once however many files have it.
 */
export async function readStatements(
  db: Database,
  member: StaffActor,
  {
    bytes,
    fileName,
    mapping,
    account,
  }: { bytes: Uint8Array; fileName: string; mapping: CsvMapping | null; account: string },
): Promise<StatementsRead> {
  let current = fileName
  const read: { name: string; statement: ReadStatement }[] = []
  try {
    if (bytes.length > statementLimits.bytes) throw new StatementFault('too-large')
    for (const file of isZip(bytes) ? unpackZip(bytes) : [{ name: fileName, bytes }]) {
      current = file.name
      const parsed = await readOne(file.bytes, { mapping, account })
      if (!parsed.ok) return { ...parsed, reason: 'mapping-needed', file: current }
      // Of a day on which nothing was booked there is nothing to keep.
      const booked = parsed.statements.filter(({ lines }) => lines.length > 0)
      read.push(...booked.map((statement) => ({ name: file.name, statement })))
    }
    current = fileName
    if (read.length === 0) throw new StatementFault('no-lines')
    const lines = read.reduce((sum, { statement }) => sum + statement.lines.length, 0)
    if (lines > statementLimits.lines) throw new StatementFault('too-many-lines')
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const { reason: why, line, column, found } = error
    return { ok: false, reason: 'unreadable', why, file: current, line, column, found }
  }
  return asStaff(db, member, async (transaction): Promise<StatementsRead> => {
    const statements: StatementStored[] = []
    // In one order of accounts, so that two files at once never wait for each other.
    for (const { name, statement } of read.toSorted((a, b) =>
      a.statement.account.localeCompare(b.statement.account),
    ))
      statements.push(await store(transaction, name, statement))
    return { ok: true, statements }
  })
}

async function readOne(
  bytes: Uint8Array,
  csv: { mapping: CsvMapping | null; account: string },
): Promise<{ ok: true; statements: ReadStatement[] } | Extract<CsvRead, { ok: false }>> {
  const begin = Buffer.from(bytes.subarray(0, 200)).toString('latin1').replaceAll('\0', '')
  if (begin.trim() === '') throw new StatementFault('empty')
  if (/^[^<\w]*</.test(begin)) return { ok: true, statements: readCamt(xmlText(bytes)) }
  const read = await readBankCsv(bytes, csv)
  return read.ok ? { ok: true, statements: [read.statement] } : read
}

/** UTF-8 as banks write it; what declares another encoding, or is none, is read as the CSV files are. */
const xmlText = (bytes: Uint8Array): string => csvText(bytes)

/** Keeps a statement with those of its lines that are new. */
async function store(db: Database, fileName: string, statement: ReadStatement): Promise<StatementStored> {
  const { account, format, number, openingCents, closingCents, lines } = statement
  await sql`select pg_advisory_xact_lock(hashtext('bank'), hashtext(${account}))`.execute(db)
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const [fromDay, toDay] = [days[0], days.at(-1)]
  const sum = lines.reduce((all, { amountCents }) => all + amountCents, 0)
  const balances = openingCents === null || closingCents === null ? null : openingCents + sum === closingCents
  if (fromDay === undefined || toDay === undefined) throw new Error('a statement without lines is not kept')
  const recognised = recognise(lines, await keptLines(db, account, { fromDay, toDay }), format)
  const newLines = recognised.filter(({ known }) => known === null).length
  const counted = { newLines, knownLines: lines.length - newLines, balances }
  const before = newLines === 0 ? await sameStatement(db, { format, recognised }) : null
  if (before !== null) return { id: before, ...counted }
  const { id } = await db
    .insertInto('bank_statement')
    .values({
      ...{ account, format, file_name: fileName.slice(0, 300), number: number?.slice(0, 60) ?? null },
      ...{
        from_day: fromDay,
        to_day: toDay,
        opening_cents: openingCents,
        closing_cents: closingCents,
        balances,
      },
      ...{ new_lines: newLines, known_lines: counted.knownLines },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, { line, key, known }] of recognised.entries()) {
    const lineId = known ?? (await keepLine(db, { account, statement: id, position, line, key }))
    await db
      .insertInto('bank_statement_line')
      .values({ statement_id: id, position, line_id: lineId })
      .execute()
  }
  return { id, ...counted }
}

async function keepLine(
  db: Database,
  {
    account,
    statement,
    position,
    line,
    key,
  }: { account: string; statement: number; position: number; line: Recognised['line']; key: string },
): Promise<number> {
  const { id } = await db
    .insertInto('bank_line')
    .values({
      ...{ account, key, position, statement_id: statement },
      ...{ booked_on: line.bookedOn, value_on: line.valueOn, amount_cents: line.amountCents },
      ...{ name: line.name, iban: line.iban, purpose: line.purpose, end_to_end: line.endToEnd },
      ...{ reversal: line.reversal, bank_reference: line.reference?.slice(0, 200) ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function keptLines(
  db: Database,
  account: string,
  { fromDay, toDay }: { fromDay: string; toDay: string },
) {
  return query(db, {
    ...{ id: int8, key: text, format: oneOf(['camt', 'csv']), bookedOn: date, amountCents: int8, name: text },
    ...{ iban: nullable(text), purpose: text, endToEnd: nullable(text), reference: nullable(text) },
  })`
    select l.id::bigint as id, l.key, s.format, l.booked_on as "bookedOn", l.amount_cents as "amountCents", l.name, l.iban,
      l.purpose, l.end_to_end as "endToEnd", l.bank_reference as reference
    from bank_line l join bank_statement s on s.id = l.statement_id
    where l.account = ${account} and l.booked_on between ${fromDay} and ${toDay}
    order by l.id
  `
}

/** A file of the same format with the very same lines that was read before. */
async function sameStatement(
  db: Database,
  { format, recognised }: { format: string; recognised: readonly Recognised[] },
): Promise<number | null> {
  const ids = recognised.map(({ known }) => known)
  const rows = await query(db, { id: int8 })`
    select s.id::bigint as id from bank_statement s
    where s.format = ${format} and array(select line_id from bank_statement_line where statement_id = s.id order by position)
      = ${ids}::int[]
      and s.id in (select statement_id from bank_statement_line where line_id = ${ids[0]})
    order by s.id limit 1
  `
  return rows[0]?.id ?? null
}
