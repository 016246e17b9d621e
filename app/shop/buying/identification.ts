import { isEqual } from 'es-toolkit'
import { z } from 'zod'
import { line } from '#app/forms/fields.ts'
import { type Database, together } from '#app/platform/database/database.ts'
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

/** The earlier record that one was taken over from: when its document was seen, and by whom. */
export type TakenFrom = { id: number; seenAt: Date; seenBy: string }

/**
 * Records whom staff have identified, sealed under `secret`. Done again, for example when a complete record is needed,
 * the newest record counts. Nobody under 18 sells to us. `seen` is the newest record that whoever identifies knows of (0:
 * none): where there is another one by now, nothing is written, unless it says the same. @throws {z.ZodError}
 */
export async function identifySeller(
  db: Database,
  which: RequestKey,
  input: z.input<typeof identitySchema>,
  { by, secret, seen, takenFrom }: { by: string; secret: Secret; seen?: number; takenFrom?: TakenFrom },
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
    const reason = whyNotIdentified(identity, germanDay(request.now))
    if (reason !== null) return { ok: false, reason }
    const status = await takeSellStep(transaction, request, 'identify', { actor: 'staff', name: by })
    if (status === null) return { ok: false, reason: 'not-possible' }
    const deal = { request_id: request.id }
    const { level } = await keepIdentity(transaction, deal, identity, {
      ...{ by, secret },
      ...(takenFrom && { takenFrom }),
    })
    return { ok: true, status, level }
  })
}

/** Why somebody cannot be dealt with on this document on a German day, `YYYY-MM-DD`; null where they can. */
export function whyNotIdentified(
  { document, birthDate }: Identity,
  today: string,
): 'document-expired' | 'under-age' | null {
  if (document.validUntil < today) return 'document-expired'
  return yearsLater(birthDate, 18) > today ? 'under-age' : null
}

/** Keeps who was identified, sealed, with a sell request or with an order that was sold over the counter. */
export async function keepIdentity(
  db: Database,
  deal: { request_id: number } | { order_id: number },
  identity: Identity,
  { by, secret, takenFrom }: { by: string; secret: Secret; takenFrom?: TakenFrom },
): Promise<{ id: number; level: 'basic' | 'complete' }> {
  const { kind, number } = identity.document
  const level = identity.complete === null ? 'basic' : 'complete'
  const { id } = await db
    .insertInto('identification')
    .values({
      ...deal,
      level,
      sealed: sealIdentity(identity, secret),
      ...hashIdentity(identity, secret),
      document_kind: kind,
      document_masked: maskNumber(number),
      checked_by: by,
      ...(takenFrom && {
        ...{ taken_from: takenFrom.id, seen_at: takenFrom.seenAt, seen_by: takenFrom.seenBy },
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, level }
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
  const address = addressOf(identity)
  return {
    person_hash: sealedHash(personOf(identity), secret, purpose),
    document_hash: sealedHash(documentOf(identity), secret, purpose),
    address_hash: address === null ? null : sealedHash(address, secret, purpose),
  }
}

/** By what somebody is known again in other deals, also in records that were sealed under a former secret. */
export type PartyKeys = {
  person: Buffer[]
  document: Buffer[]
  address: Buffer[]
  /** Name and address as `partyAddressOf` writes them: orders keep theirs in the clear. */
  plainAddress: string | null
  /** Letters and digits alone. */
  postalCode: string
}

/** All that somebody may be found by whose document was seen. */
export function hashesOf(identity: Identity, secret: Secret): PartyKeys {
  const address = addressOf(identity)
  return {
    person: sealedHashes(personOf(identity), secret, purpose),
    document: sealedHashes(documentOf(identity), secret, purpose),
    address: address === null ? [] : sealedHashes(address, secret, purpose),
    plainAddress: address,
    postalCode: plain(identity.address.postalCode),
  }
}

export function openIdentity(sealed: Uint8Array, secret: Secret): Identity {
  return identitySchema.parse(JSON.parse(unseal(sealed, secret, purpose)))
}

/** By what somebody is known again who gave no more than name and address; by nothing where they gave neither. */
export function keysOfAddress(
  buyer: { name: string; street: string; postalCode: string },
  secret: Secret,
): PartyKeys {
  const address = partyAddressOf(buyer)
  return {
    person: [],
    document: [],
    address: address === null ? [] : sealedHashes(address, secret, purpose),
    plainAddress: address,
    postalCode: plain(buyer.postalCode),
  }
}

const titles = /^(dr|prof|dipl|ing|herr|frau|mr|mrs|ms)\.?$/i

/** Name and address without what is written now one way and now another; null where one of them is missing. */
export function partyAddressOf({
  name,
  street,
  postalCode,
}: {
  name: string
  street: string
  postalCode: string
}): string | null {
  const names = name.split(/[\s-]+/).filter((part) => plain(part) !== '' && !titles.test(part))
  const where = plain(street.replace(/str(\.|aße|asse)?(?=\s|\d|$)/i, 'str'))
  if (names.length === 0 || where === '' || plain(postalCode) === '') return null
  return `${plain(names[0] ?? '')} ${plain(names.at(-1) ?? '')} ${plain(postalCode)} ${where}`
}

function addressOf({ givenNames, surname, address }: Identity): string | null {
  return partyAddressOf({ ...address, name: `${givenNames} ${surname}` })
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

/** By which somebody is found of whom no more is said. */
export function personHashes(
  person: Pick<Identity, 'givenNames' | 'surname' | 'birthDate'>,
  secret: Secret,
): Buffer[] {
  return sealedHashes(personOf(person), secret, purpose)
}

function personOf({
  givenNames,
  surname,
  birthDate,
}: Pick<Identity, 'givenNames' | 'surname' | 'birthDate'>): string {
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
