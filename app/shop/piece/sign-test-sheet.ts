import { type Bilingual, locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { type FieldFault, parseField } from '#app/shop/catalogue/attributes/parse-field.ts'
import { type TestSheetContent, testSheetContent } from '#app/shop/catalogue/test-sheet.ts'
import { mostReadings, timingPositions, waterResults } from '#app/shop/catalogue/test-sheet-parts.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/**
 * A sheet as it is typed, by key: `examinedOn`, `examinedBy`, `role.de`, `liftAngle`, `timing.<position>.rate` (and
 * `.amplitude`, `.beatError`), `water.result`, `water.bar`, `alloy.<row>.part.de`, `alloy.<row>.permille`, `stones.de`,
 * `weight`, `notes.de`. What is missing is empty.
 */
export type TypedSheet = Readonly<Record<string, string>>
export type SheetFault = FieldFault | 'in-the-future' | 'nothing-found'

type Parsed = { examinedOn: string; examinedBy: string; content: TestSheetContent }

const figures = {
  liftAngle: { decimals: 0, min: 20, max: 90 },
  rate: { decimals: 2, min: -999, max: 999 },
  amplitude: { decimals: 0, min: 50, max: 400 },
  beatError: { decimals: 2, min: 0, max: 20 },
  bar: { decimals: 1, min: 0.1, max: 1_000 },
  permille: { decimals: 1, min: 0.1, max: 1_000 },
  weight: { decimals: 2, min: 0.01, max: 100_000 },
} as const

const longestWords = 1_000

/** From what was typed to a sheet without its look into the theft register, or what is wrong by key. */
export function parseTestSheet(
  typed: TypedSheet,
  { kind, today }: { kind: PieceKind; today: string },
): { ok: true; sheet: Parsed } | { ok: false; faults: Record<string, SheetFault> } {
  const faults: Record<string, SheetFault> = {}
  const text = (key: string) => (typed[key] ?? '').trim()
  const wrong = (key: string, reason: SheetFault) => {
    faults[key] ??= reason
    return null
  }
  const figure = (key: string, of: keyof typeof figures): number | null => {
    const parsed = parseField({ kind: 'figure', ...figures[of] }, text(key))
    return parsed.ok ? (parsed.value as number | null) : wrong(key, parsed.reason)
  }
  const words = (key: string): Bilingual | null => {
    const given = { de: text(`${key}.de`), en: text(`${key}.en`) }
    const parsed = parseField({ kind: 'bilingual' }, given)
    const empty = locales.find((locale) => given[locale] === '') ?? 'de'
    if (!parsed.ok) return wrong(`${key}.${empty}`, parsed.reason)
    if (locales.some((locale) => given[locale].length > longestWords)) return wrong(`${key}.de`, 'too-long')
    return parsed.value as Bilingual | null
  }
  const day = parseField({ kind: 'partial-date' }, text('examinedOn'))
  const examinedOn = day.ok ? String(day.value ?? '') : ''
  if (!day.ok || (examinedOn !== '' && examinedOn.length < 10)) wrong('examinedOn', 'not-a-date')
  else if (examinedOn === '') wrong('examinedOn', 'missing')
  else if (examinedOn > today) wrong('examinedOn', 'in-the-future')
  const examinedBy = text('examinedBy')
  if (examinedBy === '') wrong('examinedBy', 'missing')
  else if (examinedBy.length > 100) wrong('examinedBy', 'too-long')

  const isWatch = kind === 'watch'
  const content = {
    role: words('role'),
    timing: isWatch ? timingOf() : null,
    water: isWatch ? waterOf() : null,
    alloy: readings(),
    stones: words('stones'),
    weight: figure('weight', 'weight'),
    theft: null,
    notes: words('notes'),
  }
  const { role, theft, ...found } = content
  const isEmpty = Object.values(found).every(
    (each) => each === null || (Array.isArray(each) && each.length === 0),
  )
  // What is wrong is something, too.
  if (isEmpty && Object.keys(faults).length === 0) wrong('notes.de', 'nothing-found')
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  return { ok: true, sheet: { examinedOn, examinedBy, content: testSheetContent.parse(content) } }

  function timingOf(): TestSheetContent['timing'] {
    const liftAngle = figure('liftAngle', 'liftAngle')
    const positions = timingPositions.flatMap((position) => {
      const key = `timing.${position}`
      const rate = figure(`${key}.rate`, 'rate')
      const amplitude = figure(`${key}.amplitude`, 'amplitude')
      const beatError = figure(`${key}.beatError`, 'beatError')
      if (rate !== null) return [{ position, rate, amplitude, beatError }]
      if (amplitude !== null || beatError !== null) wrong(`${key}.rate`, 'missing')
      return []
    })
    return positions.length === 0 ? null : { liftAngle, positions }
  }

  function waterOf(): TestSheetContent['water'] {
    const given = text('water.result')
    const bar = figure('water.bar', 'bar')
    if (given === '') return bar === null ? null : wrong('water.result', 'missing')
    const result = waterResults.find((each) => each === given)
    return result ? { result, bar: result === 'passed' ? bar : null } : wrong('water.result', 'not-a-choice')
  }

  function readings(): TestSheetContent['alloy'] {
    return Array.from({ length: mostReadings }, (_, row) => `alloy.${row}`).flatMap((key) => {
      const part = words(`${key}.part`)
      const permille = figure(`${key}.permille`, 'permille')
      if (part !== null && permille !== null) return [{ part, permille }]
      if (part !== null) wrong(`${key}.permille`, 'missing')
      if (permille !== null && text(`${key}.part.de`) + text(`${key}.part.en`) === '')
        wrong(`${key}.part.de`, 'missing')
      return []
    })
  }
}

export type SheetSigned =
  | { ok: true; number: number }
  | { ok: false; reason: 'no-such-piece' }
  | { ok: false; reason: 'invalid'; faults: Record<string, SheetFault> }

/**
 * Signs a sheet for a piece: from now on it is what customers see, and stays as it is. The newest look into a theft
 * register that found nothing goes with it.
 * @param today YYYY-MM-DD, in the shop's time
 */
export async function signTestSheet(
  db: Database,
  member: StaffActor,
  { piece, typed, today }: { piece: string; typed: TypedSheet; today: string },
): Promise<SheetSigned> {
  return asStaff(db, member, async (transaction): Promise<SheetSigned> => {
    const known = await transaction
      .selectFrom('product')
      .select('kind')
      .where('id', '=', piece)
      // One at a time: two sheets would get one number.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!known) return { ok: false, reason: 'no-such-piece' }
    const parsed = parseTestSheet(typed, { kind: known.kind, today })
    if (!parsed.ok) return { ok: false, reason: 'invalid', faults: parsed.faults }
    const { examinedOn, examinedBy, content } = parsed.sheet
    const last = await transaction
      .selectFrom('test_sheet')
      .select('number')
      .where('product_id', '=', piece)
      .orderBy('number', 'desc')
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    const theft = await clearCheck(transaction, piece)
    await transaction
      .insertInto('test_sheet')
      .values({
        product_id: piece,
        number,
        examined_on: examinedOn,
        examined_by: examinedBy,
        content: JSON.stringify({ ...content, theft }),
        recorded_by: member.id,
        signed_by: member.name,
      })
      .execute()
    return { ok: true, number }
  })
}

/** The newest check of a piece in a theft register, where that found nothing. */
async function clearCheck(db: Database, piece: string): Promise<TestSheetContent['theft']> {
  const check = await db
    .selectFrom('theft_check')
    .select(['register', 'checked_on', 'certificate_number', 'result'])
    .where('product_id', '=', piece)
    .orderBy('checked_on', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (check?.result !== 'clear') return null
  return { register: check.register, checkedOn: check.checked_on, number: check.certificate_number }
}

/** The sheets of a piece, newest first, as the office lists them. */
export async function sheetsOf(
  db: Database,
  piece: string,
): Promise<{ number: number; examinedOn: string; examinedBy: string }[]> {
  const rows = await db
    .selectFrom('test_sheet')
    .select(['number', 'examined_on', 'examined_by'])
    .where('product_id', '=', piece)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, examined_on, examined_by }) => ({
    number,
    examinedOn: examined_on,
    examinedBy: examined_by,
  }))
}
