/** Precious metals the shop buys. */
export const metals = ['gold', 'silver', 'platinum', 'palladium'] as const
export type Metal = (typeof metals)[number]

/** Payout rates that staff set, one per metal and category. */
export const rateNames = ['gold-scrap', 'gold-bullion', 'silver', 'platinum', 'palladium'] as const
export type RateName = (typeof rateNames)[number]

/** Groups in which what can be valued is offered. */
export type ValuableGroup = Metal | 'bar' | 'coin' | 'dental'

/**
 * Something that can be entered in one line. Fineness in tenths of a per mille (585 → 5850), so that 999.9 is whole;
 * coins by their fine gold in millionths of a gram. A range where nobody knows before the piece is measured.
 */
export type Valuable = { id: string; group: ValuableGroup } & (
  | { by: 'gram'; metal: Metal; rate: RateName; fineness: { low: number; high: number } }
  | { by: 'piece'; metal: Metal; rate: RateName; fineMicrograms: number }
  | { by: 'gram'; worth: 'plated' | 'melt-analysis' }
)

/** Stamps in per mille by which gold is known, with its carats as the trade rounds them. */
export const goldStamps = [
  { stamp: 333, carat: 8 },
  { stamp: 375, carat: 9 },
  { stamp: 417, carat: 10 },
  { stamp: 585, carat: 14 },
  { stamp: 750, carat: 18 },
  { stamp: 800, carat: 19.2 },
  { stamp: 833, carat: 20 },
  { stamp: 875, carat: 21 },
  { stamp: 900, carat: 21.6 },
  { stamp: 916, carat: 22 },
  { stamp: 917, carat: 22 },
  { stamp: 958, carat: 23 },
  { stamp: 986, carat: 23.6 },
  { stamp: 999, carat: 24 },
  { stamp: 999.9, carat: 24 },
] as const

/** Common coins by their fine gold in grams. */
const coins = {
  kruegerrand: 31.1035,
  'maple-leaf': 31.1035,
  philharmoniker: 31.1035,
  '100-kronen': 30.488,
  sovereign: 7.322,
  '20-mark': 7.168,
  vreneli: 5.806,
  ducat: 3.442,
} as const

export const coinNames = Object.keys(coins) as (keyof typeof coins)[]

const byStamp = (metal: Metal, rate: RateName, stamps: readonly number[]): Valuable[] =>
  stamps.map((stamp) => {
    const fineness = Math.round(stamp * 10)
    return {
      id: `${metal}-${stamp}`,
      group: metal,
      by: 'gram',
      metal,
      rate,
      fineness: { low: fineness, high: fineness },
    }
  })

const range = (
  id: string,
  group: ValuableGroup,
  metal: Metal,
  rate: RateName,
  low: number,
  high: number,
): Valuable => ({ id, group, by: 'gram', metal, rate, fineness: { low: low * 10, high: high * 10 } })

/**
 * Everything that can be valued, in the order in which it is offered. Unknown stamps run over the finenesses usual for
 * jewellery of the metal. On silver, 90 and 100 are the weight of a plating. Yellow dental gold is 40 to 90 % gold,
 * and a white alloy cannot be told by looking at it.
 */
export const valuables: readonly Valuable[] = [
  ...byStamp(
    'gold',
    'gold-scrap',
    goldStamps.map(({ stamp }) => stamp),
  ),
  range('gold-unknown', 'gold', 'gold', 'gold-scrap', 333, 750),
  ...[999, 999.9].map(
    (stamp): Valuable => ({
      id: `bar-${stamp}`,
      group: 'bar',
      by: 'gram',
      metal: 'gold',
      rate: 'gold-bullion',
      fineness: { low: Math.round(stamp * 10), high: Math.round(stamp * 10) },
    }),
  ),
  ...coinNames.map(
    (name): Valuable => ({
      id: `coin-${name}`,
      group: 'coin',
      by: 'piece',
      metal: 'gold',
      rate: 'gold-bullion',
      fineMicrograms: Math.round(coins[name] * 1_000_000),
    }),
  ),
  range('dental-yellow', 'dental', 'gold', 'gold-scrap', 400, 900),
  { id: 'dental-white', group: 'dental', by: 'gram', worth: 'melt-analysis' },
  ...byStamp('silver', 'silver', [800, 830, 835, 925, 999]),
  range('silver-unknown', 'silver', 'silver', 'silver', 800, 925),
  { id: 'silver-90', group: 'silver', by: 'gram', worth: 'plated' },
  { id: 'silver-100', group: 'silver', by: 'gram', worth: 'plated' },
  ...byStamp('platinum', 'platinum', [950, 999]),
  range('platinum-unknown', 'platinum', 'platinum', 'platinum', 950, 999),
  ...byStamp('palladium', 'palladium', [500, 950]),
  range('palladium-unknown', 'palladium', 'palladium', 'palladium', 500, 950),
]

const byId = new Map(valuables.map((valuable) => [valuable.id, valuable]))

export function findValuable(id: string): Valuable | undefined {
  return byId.get(id)
}
