import { type MailKind, mailKinds } from '#app/shop/mail-kinds.ts'
import { may, type Permission, type StaffRole } from '#app/shop/staff/permissions.ts'

/** What mails are about, as the list of mails tells them apart. */
export const mailAreas = [
  'orders',
  'purchases',
  'appointments',
  'reservations',
  'enquiries',
  'alerts',
  'accounts',
] as const
export type MailArea = (typeof mailAreas)[number]

const enquiryKinds: ReadonlySet<string> = new Set<MailKind>([
  'contact-acknowledgement',
  'staff-contact',
  'enquiry-answer',
])
const appointmentKinds: ReadonlySet<string> = new Set<MailKind>([
  'appointment-booked',
  'appointment-moved',
  'appointment-cancelled',
  'appointment-reminder',
  'staff-appointment',
  'staff-assigned',
])
const reservationKinds: ReadonlySet<string> = new Set<MailKind>(['reservation-made', 'reservation-ends'])
const accountKinds: ReadonlySet<string> = new Set<MailKind>(['staff-reset', 'staff-invitation'])

/** What a mail of a kind is about; a kind that another release knows is about orders. */
export function areaOfMail(kind: string): MailArea {
  if (accountKinds.has(kind)) return 'accounts'
  if (enquiryKinds.has(kind)) return 'enquiries'
  if (appointmentKinds.has(kind)) return 'appointments'
  if (reservationKinds.has(kind)) return 'reservations'
  if (kind.startsWith('sell-') || kind === 'staff-sell') return 'purchases'
  return kind.startsWith('alert-') ? 'alerts' : 'orders'
}

/** What one must be allowed to see to read mails about it. */
const permissionOf = {
  orders: 'orders.see',
  purchases: 'purchases.see',
  appointments: 'appointments.see',
  reservations: 'reservations.make',
  enquiries: 'enquiries.see',
  alerts: 'mails.see',
  accounts: 'staff.manage',
} as const satisfies Record<MailArea, Permission>

/** What mails a role may see are about. */
export function areasSeenBy(role: StaffRole): MailArea[] {
  return mailAreas.filter((area) => may(role, permissionOf[area]))
}

/** The kinds of mails about some things; others than these are known to another release. */
export function kindsIn(areas: readonly MailArea[]): MailKind[] {
  return (Object.keys(mailKinds) as MailKind[]).filter((kind) => areas.includes(areaOfMail(kind)))
}

/**
 * Whether what a mail says is shown: the link of a mail that opens an account would let whoever reads it in, so that such
 * a mail shows only that it went out.
 */
export const isReadable = (kind: string): boolean => areaOfMail(kind) !== 'accounts'

/** Whether a mail that went out can be sent once more: links to accounts are made anew, and alerts tell of what was new. */
export const isRepeatable = (kind: string): boolean => !['accounts', 'alerts'].includes(areaOfMail(kind))
