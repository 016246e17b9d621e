/** Amounts in cents; `purchaseCents` null: not known. */
type ResultParts = {
  proceedsCents: number
  taxCents: number
  purchaseCents: number | null
  costCents: number
}

/**
 * What a sale that is only thought of leaves the dealer, as `pieceResultsOf` reckons it of those that were made; null without
 * a known purchase price.
 */
export function resultOf({ proceedsCents, taxCents, purchaseCents, costCents }: ResultParts): number | null {
  return purchaseCents === null ? null : proceedsCents - taxCents - purchaseCents - costCents
}
