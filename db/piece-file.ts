import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { cleanTexts } from '#app/language/clean-text.ts'
import type { PiecePart } from '#app/shop/catalogue/attributes/attribute.ts'
import { cutColumn } from '#app/shop/catalogue/attributes/cut.ts'
import { stoneColumn } from '#app/shop/catalogue/attributes/gemstone.ts'
import { filedAttributes, overridable } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { testSheetContent } from '#app/shop/catalogue/test-sheet.ts'
import { timingPositions, waterResults } from '#app/shop/catalogue/test-sheet-parts.ts'

/** The form of db/demo/pieces/*.yaml: a list of pieces per file. What it says of a piece's facts is declared in attributes/. */
const words = z.strictObject({ de: z.string().trim().min(1), en: z.string().trim().min(1) })
const date = z.iso.date()
/** Numbers of makers and laboratories: YAML reads `5513` as a figure. */
const number = z
  .union([z.string(), z.int()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1))
const euros = z
  .number()
  .positive()
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimals')

/** The facts of a part of a piece, as their attributes declare them. */
function factsOf(part: PiecePart): Record<string, z.ZodType> {
  return Object.fromEntries(
    filedAttributes(part).map(({ key, required, source }) => [
      key,
      required ? source.schema : source.schema.nullish(),
    ]),
  )
}

const stone = z.strictObject({
  stone: stoneColumn.schema,
  count: z.int().positive().nullish(),
  carat: z.number().positive().nullish(),
  cut: cutColumn.schema.nullish(),
  colour: z.string().min(1).max(60).nullish(),
  clarity: z.string().min(1).nullish(),
  setting: words.nullish(),
  treatment: words.nullish(),
  laboratoryGrown: z.boolean().default(false),
  estimated: z.boolean().default(false),
})

/** What was found when it was examined; `positions`: rate (s/day), amplitude (°) and beat error (ms) in each. */
const sheet = z
  .strictObject({
    on: date,
    by: z.string().trim().min(1).max(100),
    role: words.nullish(),
    timing: z
      .strictObject({
        liftAngle: z.number().nullish(),
        positions: z.partialRecord(
          z.enum(timingPositions),
          z.tuple([z.number(), z.number().nullable(), z.number().nullable()]),
        ),
      })
      .nullish(),
    water: z.strictObject({ result: z.enum(waterResults), bar: z.number().nullish() }).nullish(),
    alloy: z.array(z.strictObject({ part: words, permille: z.number() })).default([]),
    stones: words.nullish(),
    weight: z.number().nullish(),
    /** What the register calls its answer of the day of `staff.theftCheckedOn`. */
    theftNumber: z.string().min(1).nullish(),
    notes: words.nullish(),
  })
  .transform(({ on, by, theftNumber = null, ...given }, context) => {
    const { timing } = given
    const content = testSheetContent.safeParse({
      role: given.role ?? null,
      timing: timing
        ? {
            liftAngle: timing.liftAngle ?? null,
            positions: timingPositions.flatMap((position) => {
              const found = timing.positions[position]
              if (!found) return []
              const [rate, amplitude, beatError] = found
              return [{ position, rate, amplitude, beatError }]
            }),
          }
        : null,
      water: given.water ? { result: given.water.result, bar: given.water.bar ?? null } : null,
      alloy: given.alloy,
      stones: given.stones ?? null,
      weight: given.weight ?? null,
      theft: null,
      notes: given.notes ?? null,
    })
    if (content.success) return { on, by, theftNumber, content: content.data }
    for (const { path, message } of content.error.issues)
      context.addIssue({ code: 'custom', path: path.filter((each) => typeof each !== 'symbol'), message })
    return z.NEVER
  })

const watch = z.strictObject({
  ...factsOf('watch'),
  serial: number.nullish(),
  stones: z.array(stone).default([]),
})
const jewellery = z.strictObject({ ...factsOf('jewellery'), stones: z.array(stone).default([]) })
const bullion = z.strictObject({
  ...factsOf('bullion'),
  metal: z.enum(['gold', 'silver', 'platinum', 'palladium']),
})

const piece = z
  .strictObject({
    stock: z
      .union([z.string(), z.int()])
      .transform(String)
      .pipe(z.string().regex(/^[1-9]\d{3,7}$/, 'expected a stock number of 4 to 8 digits')),
    kind: z.enum(['watch', 'jewellery', 'bullion']),
    status: z.enum(['listed', 'reserved', 'sold']),
    brand: z.string().trim().min(1).nullish(),
    model: number.nullish(),
    reference: number.nullish(),
    name: words,
    description: words,
    price: euros,
    previousPrices: z.array(z.strictObject({ price: euros, from: date })).default([]),
    reducedOn: date.nullish(),
    tax: z.enum(['margin_25a', 'standard_19', 'investment_gold_25c']),
    ...factsOf('piece'),
    /** What the buyer has to agree to before ordering (§ 476 BGB), in whole sentences. */
    defect: words.nullish(),
    /** The attributes of which the defect says otherwise: they are shown nowhere. */
    defectOverrides: z.array(z.enum(overridable.map(({ id }) => id))).default([]),
    branch: z.string().min(1),
    photos: z.string().min(1),
    listedOn: date,
    watch: watch.nullish(),
    jewellery: jewellery.nullish(),
    bullion: bullion.nullish(),
    cites: z
      .strictObject({
        species: z.string().min(1),
        annex: z.enum(['A', 'B', 'C', 'D']),
        proof: z.string().nullish(),
      })
      .nullish(),
    manufacturer: z
      .strictObject({
        name: z.string().min(1),
        postal: z.string().nullish(),
        electronic: z.string().nullish(),
      })
      .nullish(),
    testSheet: sheet.nullish(),
    staff: z
      .strictObject({
        cost: euros.nullish(),
        acquiredOn: date.nullish(),
        theftCheckedOn: date.nullish(),
      })
      .nullish(),
  })
  .superRefine((given, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    for (const kind of ['watch', 'jewellery', 'bullion'] as const) {
      if (kind === given.kind && !given[kind]) fault(kind, `a piece of kind ${kind} needs this part`)
      if (kind !== given.kind && given[kind]) fault(kind, `does not belong to a piece of kind ${given.kind}`)
    }
    if (given.defectOverrides.length > 0 && !given.defect) fault('defectOverrides', 'needs a defect')
    if (given.model && !given.brand) fault('model', 'needs a brand')
    if (given.reference && !given.brand) fault('reference', 'needs a brand')
    if (given.previousPrices.length > 0 !== Boolean(given.reducedOn))
      fault('reducedOn', 'previousPrices and reducedOn go together')
    const days = [
      ...given.previousPrices.map(({ from }) => from),
      ...(given.reducedOn ? [given.reducedOn] : []),
    ]
    if (days.some((one, index) => index > 0 && one <= (days[index - 1] ?? '')))
      fault('previousPrices', 'not in the order of their days')
    const jewel: Record<string, unknown> = given.jewellery ?? {}
    if (given.kind === 'jewellery' && jewel.type !== 'rings' && jewel.ringSize)
      fault('jewellery', 'only rings have a ring size')
  })

export type PieceFile = z.infer<typeof piece>
/** A piece and the file it came from, for messages. */
export type FoundPiece = { file: string; piece: PieceFile }

/** What is wrong with the files of pieces, a line each: file, piece, place and fault. */
export class PieceFaults extends Error {
  override name = 'PieceFaults'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The pieces cannot be loaded:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Reads every *.yaml of a folder. @throws {PieceFaults} naming every fault of every file at once.
 */
export async function readPieces(directory: string): Promise<FoundPiece[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.yaml')).sort()
  const found: FoundPiece[] = []
  const faults: string[] = []
  const places = new Map<string, string>()
  for (const file of files) {
    const rows = readList(file, await readFile(join(directory, file), 'utf8'), faults)
    for (const [index, row] of rows.entries()) {
      const parsed = piece.safeParse(row)
      const name = `${file}, piece ${stockOf(row) ?? `no. ${index + 1}`}`
      if (!parsed.success) {
        for (const issue of parsed.error.issues) {
          const path = issue.path.map(String).join('.')
          faults.push(`${name}${path === '' ? '' : `, ${path}`}: ${issue.message}`)
        }
        continue
      }
      const twin = places.get(parsed.data.stock)
      if (twin) faults.push(`${name}: the stock number is already taken in ${twin}`)
      places.set(parsed.data.stock, file)
      found.push({ file, piece: parsed.data })
    }
  }
  if (faults.length > 0) throw new PieceFaults(faults)
  return found
}

function readList(file: string, text: string, faults: string[]): unknown[] {
  try {
    const value: unknown = cleanTexts(parseYaml(text))
    if (Array.isArray(value)) return value
    faults.push(`${basename(file)}: expected a list of pieces`)
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error
    faults.push(`${basename(file)}: ${error.message.split('\n')[0]}`)
  }
  return []
}

function stockOf(row: unknown): string | null {
  const stock = row !== null && typeof row === 'object' && 'stock' in row ? row.stock : null
  return typeof stock === 'string' || typeof stock === 'number' ? String(stock) : null
}
