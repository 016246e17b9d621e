import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { may, type StaffRole } from '#app/shop/staff/permissions.ts'

/** How long the camera page of a piece can be used, minutes. */
const photoLinkMinutes = 30

/** Bytes of a token. */
const tokenLength = 24

/** Whether a text may be a token: anything else never asks the database. */
const tokenPattern = /^[A-Za-z0-9_-]{32}$/

const digest = (token: string) => createHash('sha256').update(token).digest()

/**
 * Opens the camera page of one piece for half an hour, in a member's name; whoever knows the token may add photos to that
 * piece and see those it has, and nothing else. A former link of the same member to the same piece ends.
 */
export async function openPhotoLink(
  db: Database,
  member: StaffActor,
  pieceId: string,
): Promise<{ ok: true; token: string; expiresAt: Date } | { ok: false; reason: 'no-such-piece' }> {
  const piece = await db.selectFrom('product').select('id').where('id', '=', pieceId).executeTakeFirst()
  if (!piece) return { ok: false, reason: 'no-such-piece' }
  await endPhotoLinks(db, member, pieceId)
  const token = randomBytes(tokenLength).toString('base64url')
  const { expires_at: expiresAt } = await db
    .insertInto('photo_link')
    .values({
      token_hash: digest(token),
      product_id: pieceId,
      staff_id: member.id,
      expires_at: value(timestamptz)`now() + make_interval(mins => ${photoLinkMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { ok: true, token, expiresAt }
}

/** Ends what a member opened for a piece. */
export async function endPhotoLinks(db: Database, member: StaffActor, pieceId: string): Promise<void> {
  await db
    .updateTable('photo_link')
    .set({ ended_at: value(timestamptz)`now()` })
    .where('product_id', '=', pieceId)
    .where('staff_id', '=', member.id)
    .where('ended_at', 'is', null)
    .execute()
}

type OpenPhotoLink = { pieceId: string; member: StaffActor; expiresAt: Date }

/**
 * What a token opens, and in whose name; null for one that has ended, that is too old, or whose member may change photos
 * no more.
 */
export async function findPhotoLink(db: Database, token: string): Promise<OpenPhotoLink | null> {
  if (!tokenPattern.test(token)) return null
  const row = await db
    .selectFrom('photo_link')
    .innerJoin('staff_member', 'staff_member.id', 'photo_link.staff_id')
    .select(['product_id', 'staff_id', 'name', 'role', 'expires_at'])
    .where('token_hash', '=', digest(token))
    .where('ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', value(timestamptz)`now()`)
    .executeTakeFirst()
  if (!row || !may(row.role as StaffRole, 'photos.edit')) return null
  return {
    pieceId: row.product_id,
    member: { id: row.staff_id, name: row.name },
    expiresAt: row.expires_at,
  }
}
