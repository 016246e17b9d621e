/** Who works in the shop; one role each. */
export const staffRoles = ['owner', 'sales', 'buyer', 'editor'] as const
export type StaffRole = (typeof staffRoles)[number]

const everybody = staffRoles
const traders = ['owner', 'sales', 'buyer'] as const

/** What may be done, and by whom: the one table that screens, actions and tests read. */
export const permissions = {
  /** Today, and one's own account. */
  'office.enter': everybody,
  'pieces.see': everybody,
  'pieces.edit': traders,
  /** The price of a piece, and whether it is on sale. */
  'pieces.sell': ['owner', 'sales'],
  /** What a piece cost, its margin and where it came from. */
  'pieces.see-cost': traders,
  'pieces.edit-cost': ['owner', 'buyer'],
  /** Texts and photos of a piece, without its facts. */
  'pieces.edit-texts': everybody,
  'photos.edit': everybody,
  'serials.reveal': traders,
  'theft-checks.record': traders,
  'stock.count': traders,
  'pieces.import': ['owner', 'buyer'],
  'pieces.export': traders,
  'metal-prices.see': traders,
  'metal-prices.set': ['owner', 'buyer'],
  'payout-rates.set': ['owner'],
  'orders.see': ['owner', 'sales'],
  'purchases.see': ['owner', 'buyer'],
  /** Steps with what people offer us: questions, offers, parcels. */
  'purchases.change': ['owner', 'buyer'],
  /** Money that leaves us for what we buy. */
  'payouts.make': ['owner', 'buyer'],
  /** What stands on the identity document of whoever sells to us. */
  'identities.see': ['owner', 'buyer'],
  'enquiries.see': traders,
  /** Texts of pages: their drafts, and publishing them. */
  'content.edit': ['owner', 'editor'],
  /** Mails that did not go out, and whether they are tried again. */
  'mails.see': ['owner', 'sales'],
  'mails.retry': ['owner', 'sales'],
  'settings.see': everybody,
  'settings.change': ['owner'],
  /** Vacation and opening hours: whoever is at the counter must be able to say that it is shut. */
  'settings.change-opening': ['owner', 'sales'],
  'staff.see': everybody,
  'staff.manage': ['owner'],
  'records.see': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof permissions

/** What needs a proof of identity that is a few minutes old at most, besides the permission. */
export const freshProofFor: ReadonlySet<Permission> = new Set<Permission>([
  'payouts.make',
  'identities.see',
  'staff.manage',
])

export function may(role: StaffRole, permission: Permission): boolean {
  return (permissions[permission] as readonly StaffRole[]).includes(role)
}
