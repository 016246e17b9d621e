import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import { productSlug } from '#app/shop/catalogue/slug.ts'
import { proposeAltAnew } from '#app/shop/piece-photos/propose-alt.ts'
import { asStaff, changesSince, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import { may, type StaffRole } from '#app/shop/staff/permissions.ts'
import { faultsOfPiece, type SaveFaults } from './check-piece.ts'
import { type Names, resolveNames } from './known-names.ts'
import { keysOf, type PieceField, parsePieceField } from './piece-fields.ts'
import { fieldsOfPiece, type PieceRow, readPieceRow, typedPiece } from './read-piece.ts'
import { writeStones } from './stones.ts'

/** Whoever edits, what they may, and in which language figures are told to them. */
export type Editor = StaffActor & { role: StaffRole; locale?: Locale }

/** By key of a field: what stood there when it was begun, and what is typed instead. */
export type Changes = Readonly<Record<string, { from: string; to: string }>>

/** A field that somebody else changed to something else meanwhile. */
export type Conflict = { base: string; theirs: string; by: string | null; at: string | null }

export type Saved =
  /** `kept`: what cannot be saved yet, for one of two languages is missing; it stays a draft. */
  | { ok: true; version: number; kept: SaveFaults }
  | { ok: false; reason: 'no-such-piece' }
  | { ok: false; reason: 'not-allowed'; fields: string[] }
  | { ok: false; reason: 'conflict'; version: number; fields: Record<string, Conflict> }
  | { ok: false; reason: 'invalid'; faults: SaveFaults }

/**
 * Saves what was typed into a piece's fields, begun at `version` of it. What only one side changed is merged by itself;
 * of what both changed to different things nothing is written, and both are told. All fields or none, except words of
 * which one language is still missing. The public pages follow at once; an address that changes keeps its former ones.
 */
export async function savePiece(
  db: Database,
  member: Editor,
  id: string,
  { version, changes }: { version: number; changes: Changes },
): Promise<Saved> {
  return asStaff(db, member, async (transaction): Promise<Saved> => {
    const row = await readPieceRow(transaction, id, { lock: true })
    if (!row) return { ok: false, reason: 'no-such-piece' }
    const fields = await fieldsOfPiece(transaction, row.kind)
    const current = typedPiece(fields, row, member.locale ?? 'en')
    const touched = fields.filter((field) => keysOf(field).some((key) => Object.hasOwn(changes, key)))
    const known = new Set(fields.flatMap(keysOf))
    const unknown = Object.keys(changes).filter((key) => !known.has(key))
    if (unknown.length > 0)
      return {
        ok: false,
        reason: 'invalid',
        faults: Object.fromEntries(unknown.map((key) => [key, 'impossible'])),
      }
    const forbidden = touched.filter(({ permission }) => !may(member.role, permission))
    if (forbidden.length > 0)
      return { ok: false, reason: 'not-allowed', fields: forbidden.map(({ name }) => name) }
    const conflicts = conflictsOf(touched, current, changes)
    if (Object.keys(conflicts).length > 0)
      return {
        ok: false,
        reason: 'conflict',
        version: await versionOf(transaction, { subject: 'piece', id }),
        fields: await named(transaction, { id, version }, conflicts),
      }
    const { values, faults, kept } = parsedOf(touched, current, changes)
    if (Object.keys(faults).length > 0) return { ok: false, reason: 'invalid', faults }
    const after = { ...row, ...values } as PieceRow & Record<string, unknown>
    fillYears(after)
    const wrong: SaveFaults = faultsOfPiece(fields, after, new Set(Object.keys(values)))
    if ('cost_cents' in values && row.cost_in_ledger) wrong.cost_cents = 'in-the-ledger'
    if (Object.keys(wrong).length > 0) return { ok: false, reason: 'invalid', faults: wrong }
    const names = await namesOf(transaction, after, values)
    if (!names.ok) return { ok: false, reason: 'invalid', faults: { [names.field]: names.reason } }
    await write(transaction, { id, row, after: { ...after, ...names.written }, fields, values })
    return { ok: true, version: await versionOf(transaction, { subject: 'piece', id }), kept }
  })
}

/** Whether two texts mean the same to a field: `36,5` and `36.5`. */
function meanSame(field: PieceField, key: string, a: string, b: string): boolean {
  if (a === b) return true
  if (key !== field.name) return a.trim() === b.trim()
  const [one, other] = [a, b].map((text) => parsePieceField(field, { [key]: text }))
  return one?.ok === true && other?.ok === true && JSON.stringify(one.value) === JSON.stringify(other.value)
}

type Conflicts = Record<string, { base: string; theirs: string }>

function conflictsOf(
  touched: readonly PieceField[],
  current: Record<string, string>,
  changes: Changes,
): Conflicts {
  const found: Conflicts = {}
  for (const field of touched)
    for (const key of keysOf(field)) {
      const change = changes[key]
      const theirs = current[key] ?? ''
      if (!change || meanSame(field, key, theirs, change.from) || meanSame(field, key, theirs, change.to))
        continue
      found[key] = { base: change.from, theirs }
    }
  return found
}

/** Who changed each of some fields since a version, and when. */
async function named(
  db: Database,
  { id, version }: { id: string; version: number },
  conflicts: Conflicts,
): Promise<Record<string, Conflict>> {
  const changes = await changesSince(db, { subject: 'piece', id }, version)
  const columnOf: Record<string, string> = { brand: 'brand_id', model: 'model_id', reference: 'reference_id' }
  return Object.fromEntries(
    Object.entries(conflicts).map(([key, conflict]) => {
      const name = key.replace(/\.(de|en)$/, '')
      const column = name === 'defect' ? 'text' : (columnOf[name] ?? name)
      const change = changes.findLast(({ part, before, after }) =>
        key === 'stones' ? part === 'stone' : column in (after ?? before ?? {}),
      )
      return [key, { ...conflict, by: change?.by ?? null, at: change?.at.toISOString() ?? null }]
    }),
  )
}

function parsedOf(touched: readonly PieceField[], current: Record<string, string>, changes: Changes) {
  const values: Record<string, unknown> = {}
  const faults: SaveFaults = {}
  const kept: SaveFaults = {}
  for (const field of touched) {
    const keys = keysOf(field)
    const typed = Object.fromEntries(keys.map((key) => [key, changes[key]?.to ?? current[key] ?? '']))
    const parsed = parsePieceField(field, typed)
    if (parsed.ok) {
      values[field.name] = parsed.value
      continue
    }
    const isHalf = parsed.reason === 'translation-missing'
    const half = isHalf ? keys.find((each) => typed[each]?.trim() === '') : keys[0]
    const key = ('key' in parsed && parsed.key) || half || field.name
    if (isHalf) kept[key] = parsed.reason
    else faults[key] = parsed.reason
  }
  return { values, faults, kept }
}

/** One year is the first and the last. */
function fillYears(after: Record<string, unknown>) {
  if (after.year_from !== null && after.year_to === null) after.year_to = after.year_from
}

async function namesOf(db: Database, after: PieceRow, values: Readonly<Record<string, unknown>>) {
  const touched = ['brand', 'model', 'reference'].some((name) => name in values)
  if (!touched) return { ok: true as const, written: {} }
  const wanted: Names = { brand: after.brand, model: after.model, reference: after.reference }
  const resolved = await resolveNames(db, wanted)
  return resolved.ok ? { ok: true as const, written: { ...resolved.ids, ...resolved.names } } : resolved
}

type Write = {
  id: string
  row: PieceRow
  after: PieceRow & Record<string, unknown>
  fields: readonly PieceField[]
  values: Readonly<Record<string, unknown>>
}

async function write(db: Database, { id, row, after, fields, values }: Write) {
  const ofTable = (table: PieceField['table']) =>
    fields.filter((field) => field.table === table && field.input.kind !== 'known' && field.name in values)
  const product = Object.fromEntries(
    ofTable('product').map((field) => [field.name, stored(field, after[field.name])]),
  )
  if ('year_from' in values) product.year_to = after.year_to
  for (const name of ['brand_id', 'model_id', 'reference_id'] as const)
    if (after[name] !== row[name]) product[name] = after[name]
  const slug = productSlug({ brand: after.brand, name: after.name, reference: after.reference })
  if (slug.de !== row.slug_de && isRenamed(row, after)) product.slug_de = slug.de
  if (slug.en !== row.slug_en && isRenamed(row, after)) product.slug_en = slug.en
  if (Object.keys(product).length > 0)
    await db
      .updateTable('product')
      .set(product as never)
      .where('id', '=', id)
      .execute()
  const staff = ofTable('product_staff')
  if (staff.length > 0) {
    const columns = Object.fromEntries(staff.map(({ name }) => [name, after[name]]))
    await db
      .insertInto('product_staff')
      .values({ product_id: id, ...columns } as never)
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(columns as never))
      .execute()
  }
  if ('name' in values) await proposeAltAnew(db, id)
  if (ofTable('product_defect').length > 0) await writeDefect(db, id, after)
  if (ofTable('stone').length > 0) await writeStones(db, id, after.stones ?? [])
}

const isRenamed = (row: PieceRow, after: PieceRow) =>
  row.brand !== after.brand ||
  row.reference !== after.reference ||
  row.name.de !== after.name.de ||
  row.name.en !== after.name.en

const stored = ({ input }: PieceField, value: unknown) =>
  (input.kind === 'bilingual' || input.kind === 'long-bilingual') && value !== null
    ? JSON.stringify(value)
    : value

async function writeDefect(db: Database, id: string, { defect, overrides }: PieceRow) {
  if (defect === null) {
    await db.deleteFrom('product_defect').where('product_id', '=', id).execute()
    return
  }
  const columns = { text: JSON.stringify(defect), overrides: overrides ?? [] }
  await db
    .insertInto('product_defect')
    .values({ product_id: id, ...columns })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ...columns, changed_at: now }))
    .execute()
}
