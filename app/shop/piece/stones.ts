import { z } from 'zod'
import { type Locale, locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { cutColumn } from '#app/shop/catalogue/attributes/cut.ts'
import { stoneColumn } from '#app/shop/catalogue/attributes/gemstone.ts'
import { parseField, typedField } from '#app/shop/catalogue/attributes/parse-field.ts'
import type { Stone } from '#app/shop/catalogue/types.ts'
import { keysOf, type PieceFault, type PieceField } from './piece-fields.ts'

/** One thing that is said of a stone; its name is that of `Stone`. */
export type StoneField = Pick<PieceField, 'name' | 'input' | 'label'> &
  Partial<Pick<PieceField, 'unit' | 'help'>> & { name: keyof Stone }

const choiceOf = ({ columns }: typeof stoneColumn) => columns[0]?.input as StoneField['input']

/** The parts of a stone, in the order of the form. Stones of one kind and cut are one row. */
export const stoneFields: readonly StoneField[] = [
  { name: 'stone', input: choiceOf(stoneColumn), label: { de: 'Stein', en: 'Stone' } },
  {
    name: 'laboratoryGrown',
    input: { kind: 'flag' },
    label: { de: 'Synthetisch, aus dem Labor', en: 'Laboratory-grown' },
  },
  {
    name: 'count',
    input: { kind: 'figure', decimals: 0, min: 1, max: 32_767 },
    label: { de: 'Anzahl', en: 'Number' },
  },
  {
    name: 'carat',
    input: { kind: 'figure', decimals: 3, above: 0, max: 9_999 },
    unit: 'ct',
    label: { de: 'Gewicht', en: 'Weight' },
    help: { de: 'Aller Steine dieser Zeile zusammen', en: 'Of all stones of this row together' },
  },
  { name: 'cut', input: choiceOf(cutColumn), label: { de: 'Schliff', en: 'Cut' } },
  { name: 'colour', input: { kind: 'text' }, label: { de: 'Farbe', en: 'Colour' } },
  {
    name: 'clarity',
    input: { kind: 'text' },
    label: { de: 'Reinheit', en: 'Clarity' },
    help: { de: 'FL, IF, VVS1 … P3, auch VS1-SI1', en: 'FL, IF, VVS1 … P3, also VS1-SI1' },
  },
  { name: 'setting', input: { kind: 'bilingual' }, label: { de: 'Fassung', en: 'Setting' } },
  { name: 'treatment', input: { kind: 'bilingual' }, label: { de: 'Behandlung', en: 'Treatment' } },
  {
    name: 'estimated',
    input: { kind: 'flag' },
    label: { de: 'Im gefassten Zustand geschätzt', en: 'Estimated in its setting' },
  },
]

/** As many rows as a form can show; a piece rarely has five. */
export const mostStones = 20

const longestColour = 60
const longestWords = 300
/** As the database has it (0003). */
const grade = /^(FL|IF|VVS[12]?|VS[12]?|SI[123]?|P[123]?)(-(IF|VVS[12]?|VS[12]?|SI[123]?|P[123]?))?$/

const typedRows = z.array(z.record(z.string().max(40), z.string().max(2_000))).max(mostStones)

/** What stones are typed as: a list of rows, each by the keys of its parts; no stones are no text. */
export function typedStones(stones: readonly Stone[], locale: Locale): string {
  if (stones.length === 0) return ''
  return JSON.stringify(
    stones.map((stone) =>
      Object.assign(
        {},
        ...stoneFields.map((field) => {
          const typed = typedField(field.input as Parameters<typeof typedField>[0], stone[field.name], locale)
          return typeof typed === 'string'
            ? { [field.name]: typed }
            : Object.fromEntries(locales.map((each) => [`${field.name}.${each}`, typed[each]]))
        }),
      ),
    ),
  )
}

export type StonesParsed =
  | { ok: true; value: Stone[] }
  /** `key`: of the part that is wrong, `stones.<row>.<key>` with rows from 0. */
  | { ok: false; reason: PieceFault; key?: string }

/** The inverse, with every part checked. A row in which nothing is said is none. */
export function parseStones(text: string): StonesParsed {
  if (text.trim() === '') return { ok: true, value: [] }
  const rows = typedRows.safeParse(jsonOf(text))
  if (!rows.success) return { ok: false, reason: 'not-a-choice' }
  const stones: Stone[] = []
  for (const [row, typed] of rows.data.entries()) {
    const isEmpty = stoneFields.every(
      (field) =>
        field.input.kind === 'flag' || keysOf(field).every((key) => (typed[key] ?? '').trim() === ''),
    )
    if (isEmpty) continue
    const stone: Record<string, unknown> = {}
    for (const field of stoneFields) {
      const parsed = parsePart(field, typed)
      if (!parsed.ok) {
        const keys = keysOf(field)
        const key = keys.find((each) => (typed[each] ?? '').trim() === '') ?? keys[0]
        return { ok: false, reason: parsed.reason, key: `stones.${row}.${key}` }
      }
      stone[field.name] = parsed.value
    }
    stones.push(stone as Stone)
  }
  return { ok: true, value: stones }
}

function parsePart(
  field: StoneField,
  typed: Readonly<Record<string, string>>,
): { ok: true; value: unknown } | { ok: false; reason: PieceFault } {
  const { name, input, unit } = field
  const [de = '', en = ''] = keysOf(field).map((key) => typed[key] ?? '')
  const text = name === 'clarity' ? de.toUpperCase().replace(/\s*[-–]\s*/, '-') : de
  const given = input.kind === 'bilingual' ? { de, en } : text
  const parsed = parseField(input as Parameters<typeof parseField>[0], given, { unit })
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (name === 'stone' && value === null) return { ok: false, reason: 'missing' }
  if (name === 'colour' && String(value ?? '').length > longestColour)
    return { ok: false, reason: 'too-long' }
  if (input.kind === 'bilingual' && value !== null && [de, en].some(({ length }) => length > longestWords))
    return { ok: false, reason: 'too-long' }
  if (name === 'clarity' && value !== null && !grade.test(String(value)))
    return { ok: false, reason: 'not-a-choice' }
  return parsed
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes the stones of a piece, in their order; rows that stay as they are stay untouched. */
export async function writeStones(db: Database, piece: string, stones: readonly Stone[]): Promise<void> {
  await db
    .deleteFrom('stone')
    .where('product_id', '=', piece)
    .where('position', '>=', stones.length)
    .execute()
  for (const [position, stone] of stones.entries()) {
    const words = (said: Stone['setting']) => (said === null ? null : JSON.stringify(said))
    const columns = {
      stone: stone.stone,
      count: stone.count,
      carat: stone.carat,
      cut: stone.cut,
      colour: stone.colour,
      clarity: stone.clarity,
      setting: words(stone.setting),
      treatment: words(stone.treatment),
      laboratory_grown: stone.laboratoryGrown,
      estimated: stone.estimated,
    }
    await db
      .insertInto('stone')
      .values({ product_id: piece, position, ...columns } as never)
      .onConflict((conflict) => conflict.columns(['product_id', 'position']).doUpdateSet(columns as never))
      .execute()
  }
}
