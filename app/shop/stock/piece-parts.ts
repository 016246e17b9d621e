import type { Permission } from '#app/shop/staff/permissions.ts'

/** What lists let staff change of a piece in place, and who may. */
export const partPermissions = {
  price: 'pieces.sell',
  branch: 'pieces.edit',
  cost: 'pieces.edit-cost',
} as const satisfies Record<string, Permission>
export type PiecePart = keyof typeof partPermissions
export const pieceParts = Object.keys(partPermissions) as PiecePart[]

/** Pieces that can be changed at once. */
export const mostChanged = 1000

/** Cents, or the id of a branch; null: none. */
export type PartValue = number | string | null

/** Why a part of a piece cannot be changed so. */
export type PartRefusal =
  | 'no-such-piece'
  /** Somebody has changed the same part since. */
  | 'changed-meanwhile'
  /** Somebody has it in an order or a cart. */
  | 'reserved'
  | 'gone'
  /** On sale it must have one. */
  | 'needs-one'
  | 'not-an-amount'
  | 'no-such-branch'
  /** What was paid stands in the ledger. */
  | 'in-ledger'
  | 'not-allowed'
