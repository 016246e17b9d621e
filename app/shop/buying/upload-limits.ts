import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, nullable, query } from '#app/platform/database/statement.ts'

const megabyte = 1_000_000

/**
 * What sellers' photos may take: of a client in an hour and in a day, which is room for a family that sells an estate, and
 * of all forms together that were not sent yet. How many photos a request may have: `sell-request-photos.ts`; how large one
 * may be: `photos-inspect.ts`.
 */
export type UploadLimits = {
  hour: { photos: number; bytes: number }
  day: { photos: number; bytes: number }
  /** Bytes on the disk, what is arriving included. */
  unfinished: number
}

export const uploadLimits: UploadLimits = {
  hour: { photos: 60, bytes: 250 * megabyte },
  day: { photos: 120, bytes: 500 * megabyte },
  unfinished: 4_000 * megabyte,
}

export type UploadPlace =
  | { ok: true; settle: (bytes: number) => Promise<void>; withdraw: () => Promise<void> }
  | { ok: false; reason: 'too-often' | 'storage-full'; retryAfter: number }

/** Held while it is decided, by whichever process; any fixed number. */
const decisionLock = 820_626

/**
 * Takes room for a photo of at most `bytes` before any of it is read, so that many at the same moment do not each find
 * the same room; a refusal writes nothing. Afterwards `settle` tells what it took, `withdraw` that nothing arrived.
 */
export function takeUploadPlace(
  db: Database,
  { client, bytes, limits = uploadLimits }: { client: string | null; bytes: number; limits?: UploadLimits },
): Promise<UploadPlace> {
  return db.transaction().execute(async (transaction): Promise<UploadPlace> => {
    await sql`select pg_advisory_xact_lock(${decisionLock})`.execute(transaction)
    const [room] = await query(transaction, {
      hour_photos: int4,
      hour_bytes: int8,
      hour_wait: nullable(int4),
      day_photos: int4,
      day_bytes: int8,
      day_wait: nullable(int4),
      unfinished: int8,
    })`
      with mine as (
        select bytes, at, at > now() - interval '1 hour' as lately from sell_photo_arrival
        where client = ${client} and at > now() - interval '1 day'
      )
      select count(*) filter (where lately)::int as hour_photos,
        coalesce(sum(bytes) filter (where lately), 0)::bigint as hour_bytes,
        ceil(extract(epoch from min(at) filter (where lately) + interval '1 hour' - now()))::int as hour_wait,
        count(*)::int as day_photos, coalesce(sum(bytes), 0)::bigint as day_bytes,
        ceil(extract(epoch from min(at) + interval '1 day' - now()))::int as day_wait,
        (select coalesce(sum(p.bytes), 0) from sell_upload u join sell_photo p using (folder))::bigint
          + (select coalesce(sum(a.bytes), 0) from sell_photo_arrival a
              where a.arriving and a.at > now() - interval '1 hour')::bigint as unfinished
      from mine`
    if (!room) throw new Error('the database did not answer')
    const over = (photos: number, taken: number, most: { photos: number; bytes: number }) =>
      photos >= most.photos || taken + bytes > most.bytes
    if (over(room.day_photos, room.day_bytes, limits.day))
      return { ok: false, reason: 'too-often', retryAfter: Math.max(1, room.day_wait ?? 1) }
    if (over(room.hour_photos, room.hour_bytes, limits.hour))
      return { ok: false, reason: 'too-often', retryAfter: Math.max(1, room.hour_wait ?? 1) }
    if (room.unfinished + bytes > limits.unfinished)
      return { ok: false, reason: 'storage-full', retryAfter: 3600 }
    const { id } = await transaction
      .insertInto('sell_photo_arrival')
      .values({ client, bytes })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      ok: true,
      async settle(taken) {
        await db
          .updateTable('sell_photo_arrival')
          .set({ bytes: taken, arriving: false })
          .where('id', '=', id)
          .execute()
      },
      async withdraw() {
        await db.deleteFrom('sell_photo_arrival').where('id', '=', id).execute()
      },
    }
  })
}

/** Forgets what counts no more. */
export async function forgetArrivals(db: Database): Promise<void> {
  await sql`delete from sell_photo_arrival where at < now() - interval '2 days'`.execute(db)
}
