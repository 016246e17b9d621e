import { may, type Permission, type StaffRole } from '#app/shop/staff/permissions.ts'

/** What of the shop's records names people. Browsers read this file, too. */
export const recordKinds = [
  'order',
  'sell-request',
  'enquiry',
  'appointment',
  'reservation',
  'alert',
  'withdrawal',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** One record, by the number of its row. */
export type RecordRef = { kind: RecordKind; ref: number }

const permissionOf = {
  order: 'orders.see',
  'sell-request': 'purchases.see',
  enquiry: 'enquiries.see',
  appointment: 'appointments.see',
  reservation: 'reservations.make',
  alert: 'enquiries.see',
  withdrawal: 'orders.see',
} as const satisfies Record<RecordKind, Permission>

/** The kinds of records that a role may see, of people as of anything else. */
export const kindsSeenBy = (role: StaffRole): RecordKind[] =>
  recordKinds.filter((kind) => may(role, permissionOf[kind]))

/** A file of joined records by its number (`12`), or a record that nobody has joined (`order.7`), as addresses name them. */
export type PersonKey = { person: number } | RecordRef

export function readPersonKey(given: string): PersonKey | null {
  const [, kind, number] = /^(?:([a-z-]+)\.)?([1-9]\d{0,8})$/.exec(given) ?? []
  if (number === undefined) return null
  if (kind === undefined) return { person: Number(number) }
  const known = recordKinds.find((each) => each === kind)
  return known ? { kind: known, ref: Number(number) } : null
}

export const writePersonKey = (key: PersonKey): string =>
  'person' in key ? String(key.person) : `${key.kind}.${key.ref}`
