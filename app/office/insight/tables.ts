/** What a column counts: `count` things, `cents`, per mille of something, or words. */
export type Unit = 'count' | 'cents' | 'perMille'

/** One row: its label as it is, or a word of the screen; the figures; where what they count is listed. */
export type InsightRow = {
  label: string
  /** Key of a word below `words` in the messages, in place of the label. */
  word?: string
  values: readonly (number | null)[]
  /** By figure: where what it counts is listed, as a path in the office; null: nothing of it is kept one by one. */
  links: readonly (string | null)[]
  /** Where the label leads on the shop's own site. */
  site?: string
}

/** A table with figures, and how it is drawn above it. */
export type InsightTable = {
  name: InsightTableName
  columns: readonly { key: InsightColumn; unit: Unit }[]
  rows: readonly InsightRow[]
  chart: null | { kind: 'line' | 'bars'; column: number }
}

export const insightTableNames = [
  'days',
  'funnel',
  'pages',
  'sources',
  'searches',
  'without-result',
  'orders',
  'order-days',
  'requests',
  'stock-age',
  'makers',
  'months',
  'pieces',
] as const
export type InsightTableName = (typeof insightTableNames)[number]

export type InsightColumn =
  | 'visits'
  | 'views'
  | 'visitors'
  | 'before'
  | 'times'
  | 'orders'
  | 'sum'
  | 'requests'
  | 'paid'
  | 'pieces'
  | 'price'
  | 'cost'
  | 'offered'
  | 'sold'
  | 'left'
  | 'share'
  | 'proceeds'
  | 'vat'
  | 'purchase'
  | 'costs'
  | 'result'

/** Parts of the screen, as its address names them. */
export const insightParts = ['visits', 'searches', 'trade', 'stock', 'margins'] as const
export type InsightPart = (typeof insightParts)[number]
