// Apart from the schema (test-sheet.ts), which browsers are not to load.

/** The positions in which a watch is timed, in the order of the sheet. */
export const timingPositions = [
  'dial-up',
  'dial-down',
  'crown-down',
  'crown-up',
  'crown-left',
  'crown-right',
] as const
export type TimingPosition = (typeof timingPositions)[number]

export const waterResults = ['passed', 'failed', 'not-tested'] as const

/** Readings of the metal that a form has room for. */
export const mostReadings = 4
