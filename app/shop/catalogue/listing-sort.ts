/**
 * The orders a listing may be shown in, by the words of its address; the first is the default. What each means:
 * `row-orders.ts`.
 */
export const listingSorts = ['newest', 'price-asc', 'price-desc'] as const
export type ListingSort = (typeof listingSorts)[number]

/** Cards on a page of a listing. */
export const cardsPerPage = 24
