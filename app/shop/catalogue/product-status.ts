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

/** The words customers see. Every other state is nobody's business but ours. */
export type PublicStatus = 'available' | 'reserved' | 'sold'

/** What a piece's own page may say besides: it was sold, came back, and is being examined again. */
export type PageStatus = PublicStatus | 'examined'

const publicWords: Partial<Record<ProductStatus, PublicStatus>> = {
  listed: 'available',
  reserved: 'reserved',
  sold: 'sold',
}

/** The public word of a state, `null` where the piece is not shown. */
export function publicStatus(status: ProductStatus): PublicStatus | null {
  return publicWords[status] ?? null
}

/** On sale, though perhaps reserved: what is said of buying applies. */
export function isOffered(status: PageStatus): boolean {
  return status === 'available' || status === 'reserved'
}
