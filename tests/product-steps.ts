import type { ProductStatus } from '#app/shop/catalogue/product-status.ts'

/** What pieces may go through: state → event → state, as the database's `product_step` and docs/states.md have it. */
export const productSteps = {
  draft: { 'take-in': 'intake', withdraw: 'withdrawn' },
  intake: { prepare: 'preparing', withdraw: 'withdrawn', melt: 'melted' },
  preparing: { list: 'listed', withdraw: 'withdrawn', melt: 'melted' },
  listed: { reserve: 'reserved', unlist: 'preparing', withdraw: 'withdrawn' },
  reserved: { release: 'listed', sell: 'sold' },
  sold: { 'take-back': 'returned', 'correct-payment': 'reserved' },
  returned: { 'take-in': 'intake' },
  withdrawn: {},
  melted: {},
} as const satisfies Record<ProductStatus, Partial<Record<string, ProductStatus>>>
