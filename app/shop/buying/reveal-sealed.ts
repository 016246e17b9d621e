import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { openSerial } from '../catalogue/serial-encryption.ts'
import { type Identity, openIdentity } from './identification.ts'

/** Who looks at something sealed, and why: written down before it is shown. */
export type Look = { who: string; why: string }

export type Revealed<Value> =
  | { ok: true; value: Value }
  | { ok: false; reason: 'not-found' | 'erased' | 'why-missing' }

/** Opens an identification record for staff; the look is recorded in the same transaction. */
export async function revealIdentity(
  db: Database,
  identificationId: number,
  { who, why, secret }: Look & { secret: Secret },
): Promise<Revealed<Identity>> {
  return reveal(
    db,
    { subject: 'identification', id: String(identificationId), who, why },
    async (transaction) => {
      const row = await transaction
        .selectFrom('identification')
        .select('sealed')
        .where('id', '=', identificationId)
        .executeTakeFirst()
      return row && { value: row.sealed === null ? null : openIdentity(row.sealed, secret) }
    },
  )
}

/** Opens the newest identification record of a sell request; erased ones say so. */
export async function revealNewestIdentity(
  db: Database,
  requestId: number,
  look: Look & { secret: Secret },
): Promise<Revealed<Identity>> {
  const newest = await db
    .selectFrom('identification')
    .select('id')
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return revealIdentity(db, newest?.id ?? 0, look)
}

/** Opens the serial number of one line of a sell request, before it became a piece. */
export async function revealSellSerial(
  db: Database,
  { requestId, position }: { requestId: number; position: number },
  { who, why, secret }: Look & { secret: Secret },
): Promise<Revealed<string>> {
  return reveal(db, { subject: 'serial', id: `${requestId}/${position}`, who, why }, async (transaction) => {
    const row = await transaction
      .selectFrom('sell_serial')
      .select('encrypted')
      .where('request_id', '=', requestId)
      .where('position', '=', position)
      .executeTakeFirst()
    return row && { value: openSerial(row.encrypted, secret) }
  })
}

async function reveal<Value>(
  db: Database,
  { subject, id, who, why }: Look & { subject: 'identification' | 'serial'; id: string },
  open: (db: Database) => Promise<{ value: Value | null } | undefined>,
): Promise<Revealed<Value>> {
  if (why.trim().length < 3) return { ok: false, reason: 'why-missing' }
  return together(db, async (transaction): Promise<Revealed<Value>> => {
    const found = await open(transaction)
    if (!found) return { ok: false, reason: 'not-found' }
    await sql`
      insert into sealed_look (subject, subject_id, who, why) values (${subject}, ${id}, ${who}, ${why.trim().slice(0, 500)})
    `.execute(transaction)
    return found.value === null ? { ok: false, reason: 'erased' } : { ok: true, value: found.value }
  })
}
