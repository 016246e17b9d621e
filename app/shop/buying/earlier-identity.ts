import { z } from 'zod'
import { line } from '#app/forms/fields.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { germanDay } from './german-day.ts'
import {
  type Identified,
  identifySeller,
  openIdentity,
  partyAddressOf,
  personHashes,
  whyNotIdentified,
} from './identification.ts'
import { revealIdentity } from './reveal-sealed.ts'
import { lockRequest, type RequestKey } from './sell-request-steps.ts'

/** Whom somebody says they are, as far as an earlier record is found by it. */
export const personSchema = z.object({
  givenNames: line(120),
  surname: line(120),
  birthDate: z.iso.date('invalid'),
})
export type Person = z.output<typeof personSchema>

/** An earlier record, as far as it is told without opening it to anybody. */
export type EarlierIdentity = {
  id: number
  level: 'basic' | 'complete'
  kind: 'id-card' | 'passport' | 'residence-permit'
  /** `••••••T22` */
  masked: string
  /** When the document itself was seen, and by whom. */
  seenAt: Date
  seenBy: string
}

/**
 * The newest record of a person of this name and day of birth that may be taken over today: not erased, with a document
 * that is still valid. Null where there is none.
 */
export async function findEarlierIdentity(
  db: Database,
  person: Person,
  { secret, now }: { secret: Secret; now: Date },
): Promise<EarlierIdentity | null> {
  const rows = await earlierOf(db, person, secret)
  for (const row of rows) {
    if (row.sealed === null || whyNotIdentified(openIdentity(row.sealed, secret), germanDay(now)) !== null)
      continue
    return {
      ...{ id: row.id, masked: row.document_masked, level: row.level as EarlierIdentity['level'] },
      kind: row.document_kind as EarlierIdentity['kind'],
      ...{ seenAt: row.seen_at ?? row.checked_at, seenBy: row.seen_by ?? row.checked_by },
    }
  }
  return null
}

function earlierOf(db: Database, person: Person, secret: Secret) {
  return db
    .selectFrom('identification')
    .selectAll()
    .where('person_hash', 'in', personHashes(person, secret))
    .where('erased_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export type TakenOver =
  | Identified
  | { ok: false; reason: 'no-such-identity' }
  /** Somebody has moved: the law asks to identify them anew where there is doubt (§ 11 (3) sentence 2 GwG). */
  | { ok: false; reason: 'address-differs' }

/**
 * Takes an earlier record over for a request instead of identifying anew (§ 11 (3) GwG): by the id of the record and the
 * person it is of, so that no record of somebody else is taken. Opening it is written down with the earlier record; the new
 * one says when the document was seen, and by whom. `seen` as with `identifySeller`.
 */
export async function takeOverIdentity(
  db: Database,
  which: RequestKey,
  { earlier, person }: { earlier: number; person: Person },
  { by, secret, seen }: { by: string; secret: Secret; seen: number },
): Promise<TakenOver> {
  return together(db, async (transaction): Promise<TakenOver> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const row = (await earlierOf(transaction, person, secret)).find(({ id }) => id === earlier)
    if (!row) return { ok: false, reason: 'no-such-identity' }
    const why = `Übernahme für ${request.number}`
    const opened = await revealIdentity(transaction, row.id, { who: by, why, secret })
    if (!opened.ok) return { ok: false, reason: 'no-such-identity' }
    const identity = opened.value
    const { address } = await transaction
      .selectFrom('sell_request')
      .select('address')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    const said = z.object({ street: z.string(), postalCode: z.string() }).nullable().parse(address)
    const name = `${identity.givenNames} ${identity.surname}`
    if (said && partyAddressOf({ name, ...said }) !== partyAddressOf({ name, ...identity.address }))
      return { ok: false, reason: 'address-differs' }
    return identifySeller(transaction, which, identity, {
      ...{ by, secret, seen },
      takenFrom: {
        id: row.taken_from ?? row.id,
        seenAt: row.seen_at ?? row.checked_at,
        seenBy: row.seen_by ?? row.checked_by,
      },
    })
  })
}
