import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int2, query, text } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import { withLease } from '#app/platform/lease.ts'
import type { Log } from '#app/platform/log.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { makeMissingVariants } from './photos.ts'
import { findAsset } from './photos-assets.ts'
import { encodingsMark } from './photos-encodings.ts'
import type { PhotoVariantFormat } from './photos-sizes.ts'

/** What is made of every picture before the rest of any: nearly every browser takes AVIF. */
const stages: readonly (readonly PhotoVariantFormat[])[] = [['avif'], ['webp', 'jpg']]

/** How often a process looks for what was made in another way, ms; at its start, and beside others of another release. */
const lookAgainAfter = 3_600_000

type Sources = { db: Database; files: Files; shippedAssets: string; log: Log }

/** Has variants made of pictures that pages show: ids of photos or names of assets. Those noted last come first. */
export async function wantVariants(db: Database, pictures: Iterable<string>): Promise<void> {
  for (const picture of new Set(pictures))
    await db
      .insertInto('picture_variants')
      .values({ picture })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Says which pictures the front page shows; their variants are made before all others. */
export async function putFirst(db: Database, pictures: readonly string[]): Promise<void> {
  await wantVariants(db, pictures)
  await sql`
    update picture_variants set front = picture = any(${pictures}::text[])
    where front is distinct from (picture = any(${pictures}::text[])) and (front or picture = any(${pictures}::text[]))
  `.execute(db)
}

/**
 * A run of the job that makes variants before anybody asks for them: of one picture, one variant after the other, in one
 * process at a time, which rests as long as it worked and lets whoever waits for a photo go first. Answers how many
 * pictures it took; what is done is remembered, so that a restart begins where the last run ended.
 */
export function photosAhead(
  { db, files, shippedAssets, log }: Sources,
  rest: (ms: number, signal: AbortSignal) => Promise<unknown> = restFor,
): (signal: AbortSignal) => Promise<number> {
  let lookedAt: number | null = null

  async function takeNext(signal: AbortSignal): Promise<number> {
    const now = performance.now()
    if (lookedAt === null || now - lookedAt > lookAgainAfter) {
      await makeFormerDue(db)
      lookedAt = now
    }
    if (!(await nextDue(db))) return 0
    const taken = await withLease(db, 'variants of photos', { seconds: 120 }, async (lease) => {
      const next = await nextDue(db)
      if (!next) return 0
      const { picture, stage } = next
      const goOn = async (worked: number) => {
        if (worked > 0) await rest(worked, signal)
        return !signal.aborted && (await lease.renew())
      }
      if (!(await makeStage(picture, stages[stage] ?? [], goOn, signal))) return 0
      await db
        .updateTable('picture_variants')
        .set({ stage: stage + 1, made_with: encodingsMark })
        .where('picture', '=', picture)
        .where('stage', '=', stage)
        .execute()
      return 1
    })
    return taken ?? 0
  }

  /** False: it has to stop before it is through. */
  async function makeStage(
    picture: string,
    formats: readonly PhotoVariantFormat[],
    goOn: (worked: number) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const id = picture.includes('/') ? (await findAsset(files, shippedAssets, picture))?.photo.id : picture
      return id === undefined || (await makeMissingVariants(files, id, formats, goOn, signal))
    } catch (error) {
      if (signal.aborted) return false
      // No room, or no database: later. Anything else is that picture's own, and must not keep the others waiting.
      if (error instanceof Unavailable) throw error
      log.warn({ err: error, picture }, 'variants of a picture could not be made ahead')
      return true
    }
  }

  return takeNext
}

/** Two looks into an index where all is made in the same way. */
async function makeFormerDue(db: Database): Promise<void> {
  const [row] = await query(db, { former: bool })`
    select exists (select from picture_variants where made_with < ${encodingsMark})
      or exists (select from picture_variants where made_with > ${encodingsMark}) as former`
  if (!row?.former) return
  await db
    .updateTable('picture_variants')
    .set({ stage: 0, made_with: null })
    .where('made_with', '<>', encodingsMark)
    .execute()
}

async function nextDue(db: Database): Promise<{ picture: string; stage: number } | undefined> {
  const [row] = await query(db, { picture: text, stage: int2 })`
    select picture, stage from picture_variants where stage < 2 order by stage, front desc, at desc limit 1`
  return row
}

function restFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
