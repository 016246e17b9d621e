import { createHash } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import type { Files, StoredFile } from '#app/platform/files.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { openSerial, sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { isPdf, safeFileName } from '#app/shop/pdf-file.ts'
import { asStaff, changesSince, type StaffActor } from '#app/shop/staff/change-record.ts'

export type SerialShown = { ok: true; serial: string } | { ok: false; reason: 'no-serial' | 'why-missing' }

/** Opens a piece's serial number; who looked, when and why is written down in the same transaction, for good. */
export async function revealPieceSerial(
  db: Database,
  member: StaffActor,
  id: string,
  { why, secret }: { why: string; secret: Secret },
): Promise<SerialShown> {
  const reason = why.trim().slice(0, 500)
  if (reason.length < 3) return { ok: false, reason: 'why-missing' }
  return asStaff(db, member, async (transaction): Promise<SerialShown> => {
    const row = await transaction
      .selectFrom('product_staff')
      .select('serial_encrypted')
      .where('product_id', '=', id)
      .executeTakeFirst()
    if (!row?.serial_encrypted) return { ok: false, reason: 'no-serial' }
    await transaction
      .insertInto('sealed_look')
      .values({ subject: 'piece-serial', subject_id: id, who: member.name, why: reason })
      .execute()
    return { ok: true, serial: openSerial(row.serial_encrypted, secret) }
  })
}

export type SerialSealed =
  | { ok: true; masked: string; same: string[] }
  | { ok: false; reason: 'no-such-piece' | 'missing' | 'too-long' }
  /** Somebody sealed one since the version that was seen. */
  | { ok: false; reason: 'changed-meanwhile'; by: string | null }

/**
 * Seals a piece's serial number, begun at `version` of the piece; answers which other pieces have the same. Watches show
 * what of it is public.
 */
export async function sealPieceSerial(
  db: Database,
  member: StaffActor,
  id: string,
  { version, serial, secret }: { version: number; serial: string; secret: Secret },
): Promise<SerialSealed> {
  const plain = serial.trim()
  if (plain === '') return { ok: false, reason: 'missing' }
  if (plain.length > 60) return { ok: false, reason: 'too-long' }
  return asStaff(db, member, async (transaction): Promise<SerialSealed> => {
    const piece = await transaction
      .selectFrom('product')
      .select('kind')
      .where('id', '=', id)
      // First of all, as a sale does: writing the serial locks the piece's row in the list.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!piece) return { ok: false, reason: 'no-such-piece' }
    const changes = await changesSince(transaction, { subject: 'piece', id }, version)
    const other = changes.findLast(
      ({ part, before, after }) => part === 'product_staff' && 'serial_hash' in (after ?? before ?? {}),
    )
    // A row that is new has all its columns, also those that are empty.
    if (other && (other.after ?? other.before)?.serial_hash !== null)
      return { ok: false, reason: 'changed-meanwhile', by: other.by }
    const { encrypted, hash, masked } = sealSerial(plain, secret)
    const sealed = { serial_encrypted: encrypted, serial_hash: hash }
    await transaction
      .insertInto('product_staff')
      .values({ product_id: id, ...sealed })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(sealed))
      .execute()
    if (piece.kind === 'watch')
      await transaction.updateTable('product').set({ serial_masked: masked }).where('id', '=', id).execute()
    const same = await transaction
      .selectFrom('product_staff')
      .select('product_id')
      .where('serial_hash', '=', hash)
      .where('product_id', '<>', id)
      .execute()
    return { ok: true, masked, same: same.map(({ product_id }) => product_id) }
  })
}

export const theftResults = ['clear', 'unclear', 'hit'] as const

/** Bytes of a register's certificate at most. */
export const largestCertificate = 10_000_000

export type TheftCheck = {
  id: number
  register: string
  result: (typeof theftResults)[number]
  /** YYYY-MM-DD */
  checkedOn: string
  note: string | null
  /** What the register calls its answer. */
  number: string | null
  by: string | null
  certificate: string | null
}

/** The checks of a piece in registers of stolen goods, newest first. */
export async function theftChecks(db: Database, id: string): Promise<TheftCheck[]> {
  const rows = await db
    .selectFrom('theft_check as t')
    .leftJoin('staff_member as s', 's.id', 't.recorded_by')
    .select([
      't.id',
      't.register',
      't.result',
      't.checked_on',
      't.note',
      't.certificate_name',
      't.certificate_number as number',
      's.name as by',
    ])
    .where('t.product_id', '=', id)
    .orderBy('t.checked_on', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map(({ checked_on, certificate_name, ...row }) => ({
    ...row,
    checkedOn: checked_on,
    certificate: certificate_name,
  }))
}

export type TheftCheckAdded =
  | { ok: true; id: number }
  | { ok: false; reason: 'no-such-piece' | 'register-missing' | 'in-the-future' | 'not-a-pdf' | 'too-large' }

const keyOf = (hash: string) => `theft-certificates/${hash}.pdf`

/**
 * Records a check with its register's certificate. The file is somebody else's: it must begin as a PDF does, weigh at
 * most 10 MB, lies under its own digest, and is only ever handed out as a download.
 * @param today YYYY-MM-DD, in the shop's time
 */
export async function addTheftCheck(
  db: Database,
  files: Files,
  member: StaffActor,
  check: {
    piece: string
    register: string
    result: TheftCheck['result']
    checkedOn: string
    note: string | null
    number: string | null
    certificate: { name: string; bytes: Uint8Array } | null
    today: string
  },
): Promise<TheftCheckAdded> {
  const { piece, certificate, today } = check
  const register = check.register.trim().slice(0, 100)
  if (register === '') return { ok: false, reason: 'register-missing' }
  if (check.checkedOn > today) return { ok: false, reason: 'in-the-future' }
  if (certificate && certificate.bytes.byteLength > largestCertificate)
    return { ok: false, reason: 'too-large' }
  if (certificate && !isPdf(certificate.bytes)) return { ok: false, reason: 'not-a-pdf' }
  const known = await db.selectFrom('product').select('id').where('id', '=', piece).executeTakeFirst()
  if (!known) return { ok: false, reason: 'no-such-piece' }
  const hash = certificate && createHash('sha256').update(certificate.bytes).digest('hex')
  if (certificate && hash) await files.write(keyOf(hash), certificate.bytes, { durable: true })
  return asStaff(db, member, async (transaction): Promise<TheftCheckAdded> => {
    const { id } = await transaction
      .insertInto('theft_check')
      .values({
        product_id: piece,
        register,
        result: check.result,
        checked_on: check.checkedOn,
        note: check.note,
        certificate_number: check.number,
        recorded_by: member.id,
        certificate_hash: hash,
        certificate_name: certificate && safeFileName(certificate.name, 'certificate.pdf'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}

/** The certificate of a check; null: it has none. */
export async function theftCertificate(
  db: Database,
  files: Files,
  { piece, check }: { piece: string; check: number },
): Promise<{ name: string; file: StoredFile } | null> {
  const row = await db
    .selectFrom('theft_check')
    .select(['certificate_hash', 'certificate_name'])
    .where('id', '=', check)
    .where('product_id', '=', piece)
    .executeTakeFirst()
  if (!row?.certificate_hash || !row.certificate_name) return null
  const file = await files.find(keyOf(row.certificate_hash))
  return file && { name: row.certificate_name, file }
}
