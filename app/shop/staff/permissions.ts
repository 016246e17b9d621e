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
  /** What the examination of a piece found, for everybody to read. */
  'test-sheets.sign': traders,
  'stock.count': traders,
  'pieces.import': ['owner', 'buyer'],
  'pieces.export': traders,
  'metal-prices.see': traders,
  'metal-prices.set': ['owner', 'buyer'],
  'payout-rates.set': ['owner'],
  /** The ledger with its sums, checks and exports. */
  'ledger.see': ['owner'],
  'ledger.close': ['owner'],
  /** Lots to a refinery, and what came back. */
  'melting.do': ['owner', 'buyer'],
  /** What visitors look for, and what becomes of it; money in it needs `pieces.see-cost`, too. */
  'insight.see': ['owner', 'sales', 'editor'],
  'orders.see': ['owner', 'sales'],
  /** Sales over the counter. */
  'sales.make': ['owner', 'sales'],
  /** Takes a sale over the counter back, and pays its money out. */
  'sales.take-back': ['owner', 'sales'],
  /** Pieces that are kept for somebody. */
  'reservations.make': ['owner', 'sales'],
  /** Steps of an order, its parcels, papers and notes. */
  'orders.change': ['owner', 'sales'],
  /** Money that came for an order, and entries of it that are taken back. */
  'orders.book-money': ['owner', 'sales'],
  /** Money of an order that goes back: what was sent, and cancelling, which sends it. */
  'orders.refund': ['owner', 'sales'],
  /** Statements of the bank: reading them, and taking their lines for orders, refunds and payouts. */
  'bank.match': ['owner', 'sales'],
  /** Declarations of withdrawal, what comes back because of them, and what is kept of its price. */
  'withdrawals.handle': ['owner', 'sales'],
  'purchases.see': ['owner', 'buyer'],
  /** Steps with what people offer us: questions, offers, parcels. */
  'purchases.change': ['owner', 'buyer'],
  /** Buying at the counter: entering, identifying, receipts, stocking; paying is `payouts.make`. */
  'purchases.make': ['owner', 'buyer'],
  /** Money that leaves us for what we buy. */
  'payouts.make': ['owner', 'buyer'],
  /** What stands on the identity document of whoever sells to us. */
  'identities.see': ['owner', 'buyer'],
  /**
   * Why a deal is held, and deciding what becomes of it: whoever answers for money laundering. Whoever buys may hold and
   * say why, and does not read on: the fewer know, the less a seller can be warned (§ 47 GwG).
   */
  'compliance.see': ['owner'],
  /** The desk from which buying and selling at the counter begin. */
  'counter.enter': traders,
  'enquiries.see': traders,
  /** Who comes when, and who receives them. */
  'appointments.see': traders,
  'appointments.change': traders,
  'enquiries.answer': traders,
  /** Texts that answers begin with. */
  'answer-templates.edit': ['owner', 'sales'],
  /** Who people are to us, over all that they had to do with us. */
  'people.see': traders,
  'people.join': traders,
  /** Everything that is kept of somebody, as a file for them. */
  'people.export': ['owner', 'sales'],
  /** Address and name of somebody, where the law lets them be mended. */
  'people.correct': ['owner', 'sales'],
  /** Erasing what is kept of somebody, as far as no duty keeps it. */
  'people.forget': ['owner'],
  /** Texts of pages: their drafts, and publishing them. */
  'content.edit': ['owner', 'editor'],
  /** Mails that did not go out, and whether they are tried again. */
  'mails.see': ['owner', 'sales'],
  /** Mails as they went out: of what one may see otherwise (`app/shop/mails/mail-areas.ts`). */
  'mails.read': traders,
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
  'sales.take-back',
  'orders.refund',
  'identities.see',
  'compliance.see',
  'staff.manage',
  'people.export',
  'people.forget',
])

export function may(role: StaffRole, permission: Permission): boolean {
  return (permissions[permission] as readonly StaffRole[]).includes(role)
}
