import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { deniedClaim } from '#app/shop/catalogue/attributes/denied-claims.ts'
import type { PieceNames, WrittenNames } from '#app/shop/catalogue/piece-names.ts'
import { hashSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { productSlug } from '#app/shop/catalogue/slug.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import type { CellFaultReason, Writing } from './cells.ts'
import type { CsvRow } from './csv-file.ts'
import type { PieceField, PieceRow } from './import-columns.ts'
import type { Mapping } from './mapping.ts'
import { pieceRows } from './piece-rows.ts'

/** Why a row cannot be taken, besides what its cells say themselves. */
export type RowFaultReason =
  | CellFaultReason
  | 'required'
  | 'needs-brand'
  | 'no-address'
  | 'listing-word'
  | 'reference-of-other-model'
  | 'not-of-kind'
  | 'only-rings'
  | 'needs-report'
  | 'tax-not-of-kind'
  | 'metal-not-of-kind'
  | 'kind-stays'
  | 'not-on-stock'
  | 'price-not-allowed'
  /** What was paid stands in the ledger, and is corrected there. */
  | 'in-ledger'
  /** A text claims what the known defect of the piece overrides. */
  | 'denied-by-defect'
  | 'other-piece'
  | 'twice'
  | 'too-many-cells'
  | 'changed-meanwhile'
  /** A rule of the database that nothing above knows; its name is among the values. */
  | 'refused'

export type RowFault = {
  row: number
  /** The heading of the column; empty: the whole row, or a column that the file does not have. */
  column: string
  field: string | null
  given: string
  reason: RowFaultReason
  values?: Record<string, string>
}

/** What a row makes of its piece. */
export type RowPlan = {
  row: number
  cells: string[]
  outcome: 'new' | 'changed' | 'same' | 'faulty'
  /** Of the piece; null: it is given one. */
  id: string | null
  title: string
  faults: RowFault[]
  /** A text is given in one language alone and stands in both until it is translated. */
  oneLanguage: boolean
  newNames: string[]
  write: RowWrite | null
}
type RowWrite = {
  existing: boolean
  product: Record<string, unknown>
  names: WrittenNames | null
  staff: Record<string, unknown>
  serial: string | null
}

export type Planning = {
  headings: readonly string[]
  fields: readonly PieceField[]
  mapping: Mapping
  names: PieceNames
  writing: Writing
  /** Whether prices of pieces that the shop has may be changed. */
  mayPrice: boolean
  secret: Secret
  /** Numbers that rows above had, with their rows. */
  seen: Map<string, number>
  /** Pieces changed after this are left as they are; null: nobody asks. */
  since: number | null
}

/** What a piece must have; names come of one another. */
const required = ['kind', 'tax'] as const
/** States of pieces that lists may still change. */
const changeable = ['draft', 'intake', 'preparing', 'listed']

type Read = { field: PieceField; column: string; given: string; value: unknown }

/**
 * What some rows of a file would do, in the order of the file. Nothing is written. `lock`: the pieces stay as they were
 * read until the transaction ends.
 */
export async function planRows(
  db: Database,
  rows: readonly CsvRow[],
  planning: Planning,
  { lock = false } = {},
): Promise<RowPlan[]> {
  const read = rows.map((row) => readRow(row, planning))
  const numbers = (id: string) =>
    read.flatMap(({ values }) => (values.get(id)?.value as string | undefined) ?? [])
  const found = await pieceRows(db, { ids: numbers('stock'), own: numbers('own'), lock })
  const meanwhile = await changedSince(db, found, planning.since)
  const byId = new Map(found.map((each) => [each.id as string, each]))
  const byOwn = new Map(
    found.flatMap((each) => (each.own_number ? [[each.own_number as string, each] as const] : [])),
  )
  return read.map((row) => planRow(row, { byId, byOwn, meanwhile }, planning))
}

type ReadRow = { row: CsvRow; values: Map<string, Read>; faults: RowFault[] }

function readRow(row: CsvRow, { headings, fields, mapping, writing }: Planning): ReadRow {
  const values = new Map<string, Read>()
  const faults: RowFault[] = []
  const surplus = row.cells.slice(headings.length).find((cell) => cell !== '')
  if (surplus !== undefined)
    faults.push({
      row: row.row,
      column: '',
      field: null,
      given: surplus.slice(0, 200),
      reason: 'too-many-cells',
      values: { columns: String(headings.length) },
    })
  const take = (id: string, column: string, given: string) => {
    const field = fields.find((each) => each.id === id)
    if (!field || given === '') return
    const cell = field.read(given, writing)
    if (cell.ok) values.set(id, { field, column, given, value: cell.value })
    else
      faults.push({
        row: row.row,
        column,
        field: id,
        given: given.slice(0, 200),
        reason: cell.reason,
        ...(cell.values && { values: cell.values }),
      })
  }
  for (const [at, id] of mapping.columns.entries())
    if (id !== null) take(id, headings[at] ?? '', row.cells[at] ?? '')
  for (const [id, value] of Object.entries(mapping.otherwise)) {
    const column = mapping.columns.indexOf(id)
    if (value && (column < 0 || (row.cells[column] ?? '') === '')) take(id, '', value)
  }
  return { row, values, faults }
}

async function changedSince(
  db: Database,
  found: readonly PieceRow[],
  since: number | null,
): Promise<Set<string>> {
  if (since === null || found.length === 0) return new Set()
  const changed = await db
    .selectFrom('change_record')
    .select('subject_id')
    .distinct()
    .where('subject', '=', 'piece')
    .where(
      'subject_id',
      'in',
      found.map(({ id }) => String(id)),
    )
    .where('id', '>', since)
    .execute()
  return new Set(changed.map(({ subject_id }) => subject_id))
}

type Found = { byId: Map<string, PieceRow>; byOwn: Map<string, PieceRow>; meanwhile: Set<string> }

function planRow({ row, values, faults }: ReadRow, found: Found, planning: Planning): RowPlan {
  const say = (id: string | null, reason: RowFaultReason, given = '', more: Record<string, string> = {}) => {
    const read = id === null ? undefined : values.get(id)
    const at = id === null ? -1 : planning.mapping.columns.indexOf(id)
    faults.push({
      row: row.row,
      column: read?.column ?? planning.headings[at] ?? '',
      field: id,
      given: (read?.given ?? given).slice(0, 200),
      reason,
      values: more,
    })
  }
  const get = (id: string) => values.get(id)?.value
  const piece = pieceOf({ row, values }, found, planning, say)
  const title = [
    get('brand') ?? piece?.brand,
    get('name-de') ?? get('name-en') ?? get('model') ?? (piece?.name as Bilingual | undefined)?.de,
  ]
    .filter(Boolean)
    .join(' ')
  const kind = (piece?.kind ?? get('kind')) as PieceKind | undefined
  if (piece) {
    checkExisting(piece, get, found, planning, say)
    checkTexts(piece, values, say)
  } else {
    for (const id of required)
      if (get(id) === undefined && !faults.some(({ field }) => field === id)) say(id, 'required')
    if (
      ['name-de', 'name-en', 'model', 'reference'].every((id) => get(id) === undefined) &&
      !faults.some(({ field }) => field?.startsWith('name-'))
    )
      say('name-de', 'required')
  }
  if (kind) checkKind(kind, values, piece, get, say)
  const names = namesOf(piece, get)
  const nameFault = names && planning.names.faultOf(names)
  if (nameFault) say(nameFault.kind, nameFault.reason, '', nameFault.of ? { model: nameFault.of } : {})
  const plan = {
    row: row.row,
    cells: row.cells,
    id: (piece?.id ?? get('stock') ?? null) as string | null,
    title,
    faults,
  }
  if (faults.length > 0) {
    // What is not taken has no number that a later row could not have.
    for (const [key, its] of planning.seen) if (its === row.row) planning.seen.delete(key)
    return { ...plan, outcome: 'faulty', oneLanguage: false, newNames: [], write: null }
  }
  const newNames = names ? planning.names.foresee(names).map(({ name }) => name) : []
  const { write, oneLanguage } = writeOf(piece, values, names, planning)
  const touched = Object.keys(write.product).length + Object.keys(write.staff).length > 0
  const outcome = !piece ? 'new' : touched || write.names || write.serial ? 'changed' : 'same'
  return { ...plan, outcome, oneLanguage, newNames, write }
}

type Say = (id: string | null, reason: RowFaultReason, given?: string, more?: Record<string, string>) => void
type Get = (id: string) => unknown

/** The piece that a row is about: by its stock number, or by its number in the former list. */
function pieceOf(
  { row, values }: Pick<ReadRow, 'row' | 'values'>,
  { byId, byOwn }: Found,
  { seen }: Planning,
  say: Say,
): PieceRow | null {
  for (const id of ['stock', 'own'] as const) {
    const number = values.get(id)?.value
    if (number === undefined) continue
    const key = `${id} ${number}`
    const before = seen.get(key)
    if (before !== undefined) say(id, 'twice', '', { row: String(before) })
    else seen.set(key, row.row)
  }
  const ofStock = byId.get(String(values.get('stock')?.value))
  const ofOwn = byOwn.get(String(values.get('own')?.value))
  const stock = values.get('stock')?.value
  if (ofOwn && stock !== undefined && ofOwn.id !== stock)
    say('own', 'other-piece', '', { id: String(ofOwn.id) })
  return ofStock ?? ofOwn ?? null
}

function checkExisting(piece: PieceRow, get: Get, { meanwhile }: Found, { mayPrice }: Planning, say: Say) {
  if (!changeable.includes(String(piece.status)))
    say('stock', 'not-on-stock', '', { id: String(piece.id), status: String(piece.status) })
  if (meanwhile.has(String(piece.id))) say('stock', 'changed-meanwhile', '', { id: String(piece.id) })
  const kind = get('kind')
  if (kind !== undefined && kind !== piece.kind) say('kind', 'kind-stays')
  const price = get('price')
  if (!mayPrice && price !== undefined && price !== piece.price_cents) say('price', 'price-not-allowed')
  const cost = get('cost')
  if (piece.in_ledger && cost !== undefined && !same(piece.cost_cents, cost)) say('cost', 'in-ledger')
}

/** Of texts that change; those that stay were there before. */
function checkTexts(piece: PieceRow, values: ReadonlyMap<string, Read>, say: Say) {
  const overrides = (piece.overrides ?? []) as string[]
  for (const [id, { field, value }] of values)
    if (field.words && value !== (piece[field.words.column] as Bilingual | null)?.[field.words.side])
      if (deniedClaim(String(value), { overrides, locale: field.words.side }) !== null)
        say(id, 'denied-by-defect')
}

function checkKind(
  kind: PieceKind,
  values: ReadonlyMap<string, Read>,
  piece: PieceRow | null,
  get: Get,
  say: Say,
) {
  for (const [id, { field }] of values)
    if (field.kinds && !field.kinds.includes(kind)) say(id, 'not-of-kind', '', { kind })
  const tax = get('tax')
  if (tax !== undefined && (kind === 'bullion' ? tax === 'margin_25a' : tax === 'investment_gold_25c'))
    say('tax', 'tax-not-of-kind', '', { kind })
  if (get('metal') === 'fine-gold' && kind === 'jewellery') say('metal', 'metal-not-of-kind', '', { kind })
  if (kind === 'jewellery' && (get('jewellery_type') ?? piece?.jewellery_type) !== 'rings')
    for (const id of ['ring_size_mm', 'resizable_up_mm', 'resizable_down_mm'])
      if (get(id) !== undefined) say(id, 'only-rings')
  if (get('report_number') !== undefined && (get('report_lab') ?? piece?.report_lab ?? null) === null)
    say('report_number', 'needs-report')
}

/** The names of the piece as they are to be; null: they stay. */
function namesOf(piece: PieceRow | null, get: Get): WrittenNames | null {
  const text = (id: string) => get(id) as string | undefined
  const [brand, model, reference] = [text('brand'), text('model'), text('reference')]
  if (!piece) return { brand, model, reference }
  const sameBrand = brand === undefined || brand === piece.brand
  const becomes = {
    brand: brand ?? (piece.brand as string | null),
    model: model ?? (sameBrand ? (piece.model as string | null) : null),
    reference:
      reference ??
      (sameBrand && (model === undefined || model === piece.model)
        ? (piece.reference as string | null)
        : null),
  }
  const same =
    becomes.brand === piece.brand && becomes.model === piece.model && becomes.reference === piece.reference
  return same ? null : becomes
}

function writeOf(
  piece: PieceRow | null,
  values: ReadonlyMap<string, Read>,
  names: WrittenNames | null,
  { secret }: Planning,
) {
  const product: Record<string, unknown> = {}
  const words = new Map<string, Partial<Bilingual>>()
  let oneLanguage = false
  for (const { field, value } of values.values()) {
    if (field.words)
      words.set(field.words.column, { ...words.get(field.words.column), [field.words.side]: value })
    for (const [column, its] of Object.entries(field.write?.(value) ?? {}))
      if (!piece || !same(piece[column], its)) product[column] = its
  }
  if (!piece && !words.has('name'))
    words.set('name', {
      de: String(names?.model ?? names?.reference),
      en: String(names?.model ?? names?.reference),
    })
  for (const [column, given] of words) {
    const were = (piece?.[column] ?? {}) as Partial<Bilingual>
    const both = { ...were, ...given }
    if (both.de === undefined || both.en === undefined) oneLanguage = true
    const becomes = { de: both.de ?? both.en, en: both.en ?? both.de }
    if (becomes.de !== were.de || becomes.en !== were.en) product[column] = becomes
  }
  if (!piece) product.kind = values.get('kind')?.value
  if (product.name || names) {
    const its = (product.name ?? piece?.name) as Bilingual
    const slug = productSlug({
      brand: ((names ?? piece)?.brand as string) ?? null,
      name: its,
      reference: ((names ?? piece)?.reference as string) ?? null,
    })
    if (slug.de !== piece?.slug_de) product.slug_de = slug.de
    if (slug.en !== piece?.slug_en) product.slug_en = slug.en
  }
  const staff: Record<string, unknown> = {}
  for (const [id, column] of [
    ['own', 'own_number'],
    ['cost', 'cost_cents'],
    ['acquired', 'acquired_on'],
  ] as const) {
    const value = values.get(id)?.value
    if (value !== undefined && (!piece || !same(piece[column], value))) staff[column] = value
  }
  const given = values.get('serial')?.value as string | undefined
  const known = piece?.serial_hash as Buffer | null | undefined
  const serial = given !== undefined && !(known && hashSerial(given, secret).equals(known)) ? given : null
  const write: RowWrite = { existing: piece !== null, product, names, staff, serial }
  return { write, oneLanguage }
}

/** Decimals come as text from the database: `40.50`. */
function same(was: unknown, becomes: unknown): boolean {
  if (typeof becomes === 'number') return was !== null && Number(was) === becomes
  if (Array.isArray(becomes))
    return Array.isArray(was) && was.length === becomes.length && becomes.every((each) => was.includes(each))
  return was === becomes
}
