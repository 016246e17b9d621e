import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { bool, value } from '#app/platform/database/statement.ts'

/** A picture that stood in the place of a photo until it was replaced. */
export type EarlierPhoto = {
  /** As it stood last; turned, it is another picture than its original. */
  id: string
  original: string
  replacedAt: Date
  /** Who replaced it; null: the shop itself. */
  by: string | null
  quarterTurns: number
  straightened: number
  focus: { x: number; y: number } | null
}

/** How a photo stands, by the columns of its table; a record of a change holds those that were changed. */
const standing = z.object({
  id: z.string(),
  original: z.string().nullish(),
  quarter_turns: z.int(),
  straightened: z.int(),
  focus_x: z.int().nullish(),
  focus_y: z.int().nullish(),
})
const formerly = standing.partial()
type Standing = z.output<typeof standing>

/**
 * The earlier pictures of each photo of a piece, by its id, the last one first, each original once; read back from the
 * record of changes, so that they are known of photos that were replaced before anybody could ask for them.
 */
export async function earlierPhotos(db: Database, pieceId: string): Promise<Record<string, EarlierPhoto[]>> {
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'original', 'quarter_turns', 'straightened', 'focus_x', 'focus_y'])
    .where('product_id', '=', pieceId)
    .execute()
  const records = await db
    .selectFrom('change_record')
    .select(['part_id', 'operation', 'before', 'at', 'actor'])
    .where('subject', '=', 'piece')
    .where('subject_id', '=', pieceId)
    .where('part', '=', 'photo')
    // Photos change their order far more often than anything that matters here.
    .where(value(bool)`operation <> 'update' or after ?| ${Object.keys(standing.shape)}::text[]`)
    .orderBy('id', 'desc')
    .execute()
  return Object.fromEntries(photos.map((photo) => [photo.id, walkBack(photo, records)]))
}

type Row = { part_id: string | null; operation: string; before: unknown; at: Date; actor: string | null }

const originalOf = ({ id, original }: Standing) => original ?? id

/** Undoes one record after the other, the newest first: each names its photo as that was called after it. */
function walkBack(now: Standing, records: readonly Row[]): EarlierPhoto[] {
  const found: EarlierPhoto[] = []
  let photo = now
  /** Before it was inserted there was nothing, unless it had been removed, and was brought back. */
  let inserted = false
  for (const { part_id, operation, before, at, actor } of records) {
    if (part_id !== photo.id) continue
    if (operation === 'insert') inserted = true
    else if (operation === 'delete') {
      photo = standing.parse(before)
      inserted = false
    } else if (inserted) break
    else {
      const was = { ...photo, ...formerly.parse(before) }
      const original = originalOf(was)
      const isKnown = [originalOf(now), ...found.map((each) => each.original)].includes(original)
      if (original !== originalOf(photo) && !isKnown)
        found.push({
          ...{ id: was.id, original, replacedAt: at, by: actor?.replace(/^staff:/, '') ?? null },
          ...{ quarterTurns: was.quarter_turns, straightened: was.straightened, focus: focusOf(was) },
        })
      photo = was
    }
  }
  return found
}

const focusOf = ({ focus_x: x, focus_y: y }: Standing) =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null
