import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, value } from '#app/platform/database/statement.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { keysOf, type PieceField, pieceFields, typedPieceField } from '#app/shop/piece/piece-fields.ts'
import { branchValues } from '#app/shop/piece/read-piece.ts'
import { stoneFields } from '#app/shop/piece/stones.ts'
import { shotList } from '#app/shop/piece-photos/shots.ts'
import { differences } from '#app/shop/settings/differences.ts'
import { valueIn } from '#app/shop/settings/setting-history.ts'
import { browserName } from '#app/shop/staff/browser-name.ts'
import type { ListedRecord } from '#app/shop/staff/records.ts'
import { officeFormats } from '../frame/formats.ts'
import { isActor, type PointedNames, pointedBy, pointedNames, thingOf } from './record-names.ts'

/** One thing that changed. */
export type RecordLine = {
  /** In words, where a form of a piece has them; null: the screen has them, by part and path. */
  label: string | null
  /** Column, and what within it. */
  path: string
  before: unknown
  after: unknown
}

/** What was done to a picture beyond its columns: what tells it is a digest, which nobody reads. */
export type PictureDeed =
  /** Another picture took the place of the photo. */
  | 'replace'
  /** The same, by one that had stood there before. */
  | 'return'
  /** A flaw went over to the picture that its photo became. */
  | 'follow'

/** What nobody reads: keys, digests, what is reckoned from others, and times that stand above. */
const unsaid: ReadonlySet<string> = new Set([
  ...['id', 'key', 'product_id', 'staff_id', 'kind', 'slug_de', 'slug_en', 'price_since'],
  ...['created_at', 'updated_at', 'changed_at', 'recorded_at', 'begun_at', 'last_used_at'],
  ...['width', 'height', 'placeholder', 'bytes', 'original', 'described', 'photo_id'],
  ...['serial_hash', 'token_hash', 'file_hash', 'certificate_hash', 'recorded_by', 'transports'],
  ...['credential_id', 'public_key', 'counter', 'secret_sealed', 'last_step'],
  ...['uid', 'sequence'],
])

/** What is said of these parts all the same: elsewhere it stands above, or in another line. */
const said: ReadonlySet<string> = new Set([
  ...['appointment kind', 'appointment staff_id', 'absence staff_id', 'bank_booking kind'],
  ...['enquiry_entry kind', 'reservation product_id'],
])

export const isUnsaid = (part: string, column: string): boolean =>
  unsaid.has(column) && !said.has(`${part} ${column}`)

/** Names of rows that a column of a piece points at. */
const pointers = { brand_id: 'brand', model_id: 'model', reference_id: 'reference' } as const
type Names = Record<keyof typeof pointers, Map<number, string>>

/** Records of changes as an owner reads them: what each is about by name, and each thing that changed in words. */
export async function saidRecords(db: Database, records: readonly ListedRecord[], locale: Locale) {
  const [views, names, things, fields, deeds] = await Promise.all([
    namesOfLists(db, records),
    namesPointedAt(db, records),
    pointedNames(db, records, locale),
    fieldsByColumn(db),
    pictureDeeds(db, records),
  ])
  return records.map(({ at, before, after, ...record }) => ({
    ...record,
    at: at.toISOString(),
    deed: deeds.get(record.version) ?? null,
    thing:
      thingOf({ ...record, at, before, after }, things) ??
      views.get(`${record.subject} ${record.subjectId}`) ??
      null,
    lines: linesOf({ ...record, before, after }, { fields, names, things, locale }),
  }))
}

type Known = { fields: ReadonlyMap<string, PieceField>; names: Names; things: PointedNames; locale: Locale }
type Changed = Pick<ListedRecord, 'part' | 'operation' | 'before' | 'after'>

function linesOf({ part, operation, before, after }: Changed, known: Known): RecordLine[] {
  if (part === 'setting' || part === 'branch')
    return differences(valueIn(before), valueIn(after)).flatMap(({ path, before, after }) =>
      unsaid.has(path) ? [] : [{ label: null, path, before: before ?? null, after: after ?? null }],
    )
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.flatMap((column) => {
    // Which stone it is stands above.
    if (isUnsaid(part, column) || (part === 'stone' && column === 'position')) return []
    const [was, becomes] = [before?.[column] ?? null, after?.[column] ?? null]
    if (operation !== 'update' && isNothing(was) && isNothing(becomes)) return []
    return linesOfColumn({ part, column, was, becomes }, known)
  })
}

const isNothing = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

const shotLabels = new Map(
  Object.values(shotList).flatMap((shots) => Object.entries(shots).map(([id, { label }]) => [id, label])),
)

type Column = { part: string; column: string; was: unknown; becomes: unknown }

function linesOfColumn({ part, column, was, becomes }: Column, known: Known): RecordLine[] {
  const { fields, names, things, locale } = known
  if (column in pointers) {
    const of = names[column as keyof typeof pointers]
    const nameOf = (id: unknown) => (typeof id === 'number' ? (of.get(id) ?? String(id)) : null)
    const { label } = fields.get(`product ${pointers[column as keyof typeof pointers]}`) as PieceField
    return [{ label: label[locale], path: column, before: nameOf(was), after: nameOf(becomes) }]
  }
  if (isActor(part, column)) {
    const nameOf = (actor: unknown) => (typeof actor === 'string' ? actor.replace(/^staff:/, '') : null)
    return [{ label: null, path: column, before: nameOf(was), after: nameOf(becomes) }]
  }
  if (part === 'staff_session' && column === 'browser') {
    const said = (browser: unknown) =>
      typeof browser === 'string' ? (browserName(browser) ?? browser) : null
    return [{ label: null, path: column, before: said(was), after: said(becomes) }]
  }
  if (part === 'photo' && column === 'shot') {
    const said = (shot: unknown) =>
      typeof shot === 'string' ? (shotLabels.get(shot)?.[locale] ?? shot) : null
    return [{ label: null, path: column, before: said(was), after: said(becomes) }]
  }
  const field = fields.get(`${part} ${column}`)
  if (field) {
    const [typedBefore, typedAfter] = [was, becomes].map((value) => saidField(field, value, locale))
    return keysOf(field).flatMap((key) => {
      const [before = '', after = ''] = [typedBefore?.[key], typedAfter?.[key]]
      return before === after ? [] : [{ label: field.label[locale], path: key, before, after }]
    })
  }
  const pointed = pointedBy(part, column)
  if (pointed !== null) {
    const nameOf = (key: unknown) =>
      key === null ? null : (things.get(`${pointed} ${String(key)}`) ?? String(key))
    return [{ label: null, path: column, before: nameOf(was), after: nameOf(becomes) }]
  }
  return differences(was, becomes, [column]).map(({ path, before, after }) => ({
    label: null,
    path,
    before: before ?? null,
    after: after ?? null,
  }))
}

/** What each record of a change did to a picture, by its number. */
async function pictureDeeds(
  db: Database,
  records: readonly ListedRecord[],
): Promise<Map<number, PictureDeed>> {
  const updates = records.filter(({ operation }) => operation === 'update')
  const replaced = updates.filter((record) => record.part === 'photo' && isReplaced(record))
  const replacements =
    replaced.length === 0
      ? []
      : await db
          .selectFrom('change_record')
          .select(['id', 'subject_id', 'before', 'after'])
          .where('subject', '=', 'piece')
          .where('subject_id', 'in', [...new Set(replaced.map(({ subjectId }) => subjectId))])
          .where('part', '=', 'photo')
          .where('operation', '=', 'update')
          .where(value(bool)`after ? 'original'`)
          .execute()
  const deedOf = ({ version, subjectId, after }: ListedRecord): PictureDeed => {
    const stoodBefore = replacements.some(
      ({ id, subject_id, ...former }) =>
        id < version &&
        subject_id === subjectId &&
        isReplaced(former as Replaced) &&
        originalOf(former.before as Row) === originalOf(after),
    )
    return stoodBefore ? 'return' : 'replace'
  }
  return new Map([
    ...replaced.map((record): [number, PictureDeed] => [record.version, deedOf(record)]),
    ...updates
      .filter(({ part, after }) => part === 'photo_flaw' && after?.photo_id !== undefined)
      .map(({ version }): [number, PictureDeed] => [version, 'follow']),
  ])
}

type Row = ListedRecord['before']
type Replaced = Pick<ListedRecord, 'before' | 'after'>

const originalOf = (row: Row) => row?.original ?? row?.id

/** A photo that is turned becomes another picture, too, but is made of the same original. */
const isReplaced = ({ before, after }: Replaced) =>
  after?.original !== undefined && originalOf(before) !== originalOf(after)

/** A field's value by its keys, as its form shows it, but with the words of what is chosen. */
function saidField(field: PieceField, value: unknown, locale: Locale): Record<string, string> {
  const { input, unit, name } = field
  // A form takes an amount without marks between thousands; whoever reads one is used to them.
  if (input.kind === 'money' && typeof value === 'number')
    return { [name]: officeFormats(locale).amount(value) }
  const typed = typedPieceField(field, value ?? null, locale)
  return Object.fromEntries(
    Object.entries(typed).map(([key, text]) => {
      if ('values' in input)
        return [
          key,
          text
            .split(';')
            .map((each) => input.values.find(({ id }) => id === each)?.label[locale] ?? each)
            .join(', '),
        ]
      return [key, unit && text !== '' ? `${text}\u00a0${unit}` : text]
    }),
  )
}

/** Fields of pieces by the table and the column in which they lie. */
async function fieldsByColumn(db: Database): Promise<Map<string, PieceField>> {
  const branches = await branchValues(db)
  const found = new Map<string, PieceField>()
  for (const field of pieceKinds.flatMap((kind) => pieceFields(kind, branches))) {
    const key = `${field.table} ${field.name === 'defect' ? 'text' : field.name}`
    found.set(key, withValuesOf(field, found.get(key)))
  }
  for (const { name, ...field } of stoneFields) {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const asked = { ...field, name: column, table: 'stone', section: 'stones' } as const
    found.set(`stone ${column}`, { ...asked, kinds: pieceKinds, requiredOf: [], permission: 'pieces.edit' })
  }
  return found
}

/** A record does not say of which kind its piece is: a field knows the choices that it has for any kind. */
function withValuesOf(field: PieceField, other: PieceField | undefined): PieceField {
  if (!other || !('values' in field.input) || !('values' in other.input)) return field
  return { ...field, input: { ...field.input, values: [...other.input.values, ...field.input.values] } }
}

/** Saved views and templates, which have names and nothing points at. */
async function namesOfLists(
  db: Database,
  records: readonly ListedRecord[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = (wanted: string) => [
    0,
    ...records
      .filter(({ subject }) => subject === wanted)
      .map(({ subjectId }) => Number(subjectId))
      .filter(Number.isSafeInteger),
  ]
  const [views, templates] = await Promise.all([
    db.selectFrom('saved_view').select(['id', 'name']).where('id', 'in', numbers('saved-view')).execute(),
    db
      .selectFrom('answer_template')
      .select(['id', 'name'])
      .where('id', 'in', numbers('answer-template'))
      .execute(),
  ])
  return new Map([
    ...views.map(({ id, name }): [string, string] => [`saved-view ${id}`, name]),
    ...templates.map(({ id, name }): [string, string] => [`answer-template ${id}`, name]),
  ])
}

async function namesPointedAt(db: Database, records: readonly ListedRecord[]): Promise<Names> {
  const idsIn = (column: keyof typeof pointers) =>
    records.flatMap(({ before, after }) =>
      [before?.[column], after?.[column]].filter((id): id is number => typeof id === 'number'),
    )
  const [brands, models, references] = await Promise.all([
    db
      .selectFrom('brand')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...idsIn('brand_id')])
      .execute(),
    db
      .selectFrom('model')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...idsIn('model_id')])
      .execute(),
    db
      .selectFrom('reference')
      .select(['id', 'number as name'])
      .where('id', 'in', [0, ...idsIn('reference_id')])
      .execute(),
  ])
  const byId = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }): [number, string] => [id, name]))
  return { brand_id: byId(brands), model_id: byId(models), reference_id: byId(references) }
}
