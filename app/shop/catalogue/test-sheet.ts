import { sql } from 'kysely'
import { z } from 'zod'
import { timingPositions, waterResults } from './test-sheet-parts.ts'

const words = z.strictObject({ de: z.string().min(1).max(1_000), en: z.string().min(1).max(1_000) })
const figure = (min: number, max: number) => z.number().min(min).max(max)

const timing = z.strictObject({
  /** Degrees; null of quartz. */
  liftAngle: figure(20, 90).nullable(),
  /** In the order of `timingPositions`, each once. */
  positions: z
    .array(
      z.strictObject({
        position: z.enum(timingPositions),
        /** Seconds a day; positive is fast. */
        rate: figure(-999, 999),
        /** Degrees; null where there is no balance. */
        amplitude: figure(50, 400).nullable(),
        /** Milliseconds. */
        beatError: figure(0, 20).nullable(),
      }),
    )
    .min(1)
    .max(timingPositions.length)
    .refine(
      (given) => new Set(given.map(({ position }) => position)).size === given.length,
      'a position is timed once',
    ),
})

const water = z.strictObject({ result: z.enum(waterResults), bar: figure(0.1, 1_000).nullable() })

/** A reading of the metal at one place of the piece, in thousandths. */
const reading = z.strictObject({ part: words, permille: figure(0.1, 1_000) })

const theft = z.strictObject({
  register: z.string().min(1).max(100),
  checkedOn: z.iso.date(),
  number: z.string().min(1).max(60).nullable(),
})

/** What the examination of a piece found; null and empty: was not part of it. */
export const testSheetContent = z.strictObject({
  /** What whoever examined is: „Uhrmachermeister“. */
  role: words.nullable(),
  timing: timing.nullable(),
  water: water.nullable(),
  alloy: z.array(reading).max(12),
  stones: words.nullable(),
  /** Grams. */
  weight: figure(0.01, 100_000).nullable(),
  theft: theft.nullable(),
  notes: words.nullable(),
})
export type TestSheetContent = z.infer<typeof testSheetContent>

/** A sheet as the page of its piece shows it. */
export const testSheet = z.strictObject({
  /** Of the piece's sheets; with its stock number it names the sheet: 10482-1. */
  number: z.number(),
  /** YYYY-MM-DD */
  examinedOn: z.string(),
  examinedBy: z.string(),
  signedAt: z.string(),
  /** Whose account signed it; null: not known. */
  signedBy: z.string().nullable(),
  content: testSheetContent,
})
export type TestSheet = z.infer<typeof testSheet>

/**
 * The newest sheet of `product p`, as `testSheet`. One that no account recorded came with the file of its piece, which
 * names whoever signed it.
 */
export const sheetOfPiece = sql`(select json_build_object('number', t.number, 'examinedOn', t.examined_on,
    'examinedBy', t.examined_by, 'signedAt', t.signed_at, 'signedBy',
    coalesce(t.signed_by, case when t.recorded_by is null then t.examined_by end), 'content', t.content)
  from test_sheet t where t.product_id = p.id order by t.number desc limit 1)`

/** The name of a file of the sheet. */
export const sheetNumber = (piece: string, { number }: Pick<TestSheet, 'number'>) => `${piece}-${number}`
