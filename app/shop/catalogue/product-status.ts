/** What a piece goes through, from the counter to its buyer. */
export const productStatuses = [
  'draft',
  'intake',
  'preparing',
  'listed',
  'reserved',
  'sold',
  'returned',
  'withdrawn',
  'melted',
] as const
export type ProductStatus = (typeof productStatuses)[number]

/**
 * The one table of transitions: state → event → state. The office's buttons, the tests and the docs read it;
 * the database holds the same rows in `product_step` and refuses everything else.
 * @public the office's buttons
 */
export const productSteps = {
  draft: { 'take-in': 'intake', withdraw: 'withdrawn' },
  intake: { prepare: 'preparing', withdraw: 'withdrawn', melt: 'melted' },
  preparing: { list: 'listed', withdraw: 'withdrawn', melt: 'melted' },
  listed: { reserve: 'reserved', unlist: 'preparing', withdraw: 'withdrawn' },
  reserved: { release: 'listed', sell: 'sold' },
  sold: { 'take-back': 'returned' },
  returned: { 'take-in': 'intake' },
  withdrawn: {},
  melted: {},
} as const satisfies Record<ProductStatus, Partial<Record<string, ProductStatus>>>

/** The words customers see. Every other state is nobody's business but ours. */
export type PublicStatus = 'available' | 'reserved' | 'sold'

const publicWords: Partial<Record<ProductStatus, PublicStatus>> = {
  listed: 'available',
  reserved: 'reserved',
  sold: 'sold',
}

/** The public word of a state, `null` where the piece is not shown. */
export function publicStatus(status: ProductStatus): PublicStatus | null {
  return publicWords[status] ?? null
}
