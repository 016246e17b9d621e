import type { Database } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import type { Delivery } from '#app/shop/checkout/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'

/** A shop on a day on which a demo plays, and whoever of its staff is at work. */
export type MadeUpDay = {
  db: Database
  /** Seals serial numbers and identities. */
  secret: Secret
  settings: Settings
  member: StaffActor
  /** A branch, and a collection there. */
  branch: string
  collection: Delivery
  now: Date
  /** Stock numbers of so many pieces on sale that nobody has been given yet. @throws when there are no more */
  pieces(count: number): string[]
  /** Has a seller send a photo of the demo. Returns the token that their request names. */
  photo(name: string): Promise<string>
}

/** @throws what was refused, and why: a demo asks for nothing that may not be */
export function done<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (result.ok) return result as Extract<Result, { ok: true }>
  throw new Error(`a step of the demo was refused: ${JSON.stringify(result)}`)
}
