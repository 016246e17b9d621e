/** What is spent on a piece besides its purchase price. */
export const costKinds = ['workshop', 'certificate', 'shipping', 'photos', 'other'] as const
export type CostKind = (typeof costKinds)[number]

/** Signs of what is typed with a cost. */
export const costLengths = { supplier: 120, receipt: 60, note: 500 } as const
