import { isEqual } from 'es-toolkit'
import { sql } from 'kysely'
import { z } from 'zod'
import { line } from '#app/forms/fields.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { type Secret, seal, sealedHash, sealedHashes, unseal } from '#app/platform/secrets.ts'
import { germanDay } from './german-day.ts'
import type { SellStatus } from './sell-request-status.ts'
import { lockRequest, type RequestKey, takeSellStep } from './sell-request-steps.ts'

const country = z.string().regex(/^[A-Z]{2}$/)

export const identitySchema = z.object({
  givenNames: line(120),
  surname: line(120),
  birthDate: z.iso.date(),
  nationality: country,
  address: z.object({ street: line(200), postalCode: line(12), city: line(120), country }),
  document: z.object({
    kind: z.enum(['id-card', 'passport', 'residence-permit']),
    number: line(40),
    issuer: line(120),
    validUntil: z.iso.date(),
  }),
  /** What a complete record holds besides (§ 11 (4) GwG). */
  complete: z
    .object({
      birthPlace: line(120),
      /** Null: sells on their own account. */
      beneficialOwner: line(200).nullable(),
      politicallyExposed: z.boolean(),
      /** Where the copy of the document is kept. */
      copy: line(120),
    })
    .nullable()
    .default(null),
})

/** Who sells, as the document that was seen says. */
export type Identity = z.infer<typeof identitySchema>

export type Identified =
  | { ok: true; status: SellStatus; level: 'basic' | 'complete' }
  | {
      ok: false
      reason: 'no-such-request' | 'not-possible' | 'document-expired' | 'under-age' | 'changed-meanwhile'
    }

const purpose = 'identification'

/**
 * Records whom staff have identified, sealed under `secret`. Done again, for example when a complete record is needed,
 * the newest record counts. Nobody under 18 sells to us. `seen` is the newest record that whoever identifies knows of (0:
 * none): where there is another one by now, nothing is written, unless it says the same. @throws {z.ZodError}
 */
export async function identifySeller(
  db: Database,
  which: RequestKey,
  input: z.input<typeof identitySchema>,
  { by, secret, seen }: { by: string; secret: Secret; seen?: number },
): Promise<Identified> {
  const identity = identitySchema.parse(input)
  return together(db, async (transaction): Promise<Identified> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (seen !== undefined) {
      const newest = await openIdentification(transaction, request.id, secret)
      if ((newest?.id ?? 0) !== seen)
        return newest && isEqual(newest.identity, identity)
          ? { ok: true, status: request.status, level: newest.level as 'basic' | 'complete' }
          : { ok: false, reason: 'changed-meanwhile' }
    }
    const today = germanDay(request.now)
    if (identity.document.validUntil < today) return { ok: false, reason: 'document-expired' }
    if (yearsLater(identity.birthDate, 18) > today) return { ok: false, reason: 'under-age' }
    const status = await takeSellStep(transaction, request, 'identify', { actor: 'staff', name: by })
    if (status === null) return { ok: false, reason: 'not-possible' }
    const level = identity.complete === null ? 'basic' : 'complete'
    const { kind, number } = identity.document
    await transaction
      .insertInto('identification')
      .values({
        request_id: request.id,
        level,
        sealed: sealIdentity(identity, secret),
        ...hashIdentity(identity, secret),
        document_kind: kind,
        document_masked: maskNumber(number),
        checked_by: by,
      })
      .execute()
    return { ok: true, status, level }
  })
}

/** The newest identification of a request, opened for paying and printing; `null` when there is none. */
export async function openIdentification(db: Database, requestId: number, secret: Secret) {
  const row = await db
    .selectFrom('identification')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('erased_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row?.sealed) return null
  return { ...row, identity: identitySchema.parse(JSON.parse(unseal(row.sealed, secret, purpose))) }
}

export function sealIdentity(identity: Identity, secret: Secret): Buffer {
  return seal(JSON.stringify(identity), secret, purpose)
}

/** What a seller is found by again. */
export function hashIdentity(identity: Identity, secret: Secret) {
  return {
    person_hash: sealedHash(personOf(identity), secret, purpose),
    document_hash: sealedHash(documentOf(identity), secret, purpose),
  }
}

/** All that a seller may be found by, also where the record was sealed under a former secret. */
export function hashesOf(identity: Identity, secret: Secret) {
  return {
    person: sealedHashes(personOf(identity), secret, purpose),
    document: sealedHashes(documentOf(identity), secret, purpose),
  }
}

export function openIdentity(sealed: Uint8Array, secret: Secret): Identity {
  return identitySchema.parse(JSON.parse(unseal(sealed, secret, purpose)))
}

/**
 * What the same seller was paid in cash since a moment: known again by name and birth date, or by the document.
 * Locks out another payment to the same seller for the rest of the transaction.
 */
export async function linkedCash(
  db: Database,
  { person, document }: ReturnType<typeof hashesOf>,
  since: Date,
): Promise<{ total: number; metals: number }> {
  for (const hash of [...person, ...document].sort(Buffer.compare))
    await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint)`.execute(db)
  const rows = await query(db, { total: int4, metals: int4 })`
    select coalesce(sum(p.total_cents), 0)::int as total, coalesce(sum(p.metal_cents), 0)::int as metals
    from purchase p join identification i on i.id = p.identification_id
    where p.means = 'cash' and p.cancelled_at is null and p.paid_at > ${since}
      and (i.person_hash = any(${person}::bytea[]) or i.document_hash = any(${document}::bytea[]))
  `
  return rows[0] ?? { total: 0, metals: 0 }
}

/** Letters and digits alone, so that hyphens, accents of writing and order of given names link nonetheless. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function documentOf({ document: { kind, number } }: Identity): string {
  return `${kind} ${plain(number)}`
}

function personOf({ givenNames, surname, birthDate }: Identity): string {
  const [first = ''] = givenNames.split(/[\s-]/)
  return `${plain(surname)} ${plain(first)} ${birthDate}`
}

/** The last three characters: `••••••T22`. */
function maskNumber(number: string): string {
  const signs = plain(number)
  return '•'.repeat(Math.max(3, signs.length - 3)) + signs.slice(-Math.min(3, Math.floor(signs.length / 3)))
}

function yearsLater(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}
