/** What the process that changes prices says of each change, once it is stored: `at` in ms since 1970. */
export type Repriced = { id: string; cents: number; at: number }

/** Later prices are higher, and no price of the demo ends so. */
export const priceOfRound = (round: number) => (2_000 + round) * 100 + 77

/** Whether a page shows that price, or a later one. */
export function isAsNewAs(shown: number, cents: number): boolean {
  return shown % 100 === 77 && shown >= cents
}
