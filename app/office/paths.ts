/** Every screen of the office by name, with its path below `/office`; server and browser read it. */
export const officePaths = {
  today: '',
  pieces: 'pieces',
} as const satisfies Record<string, string>

export type ScreenName = keyof typeof officePaths

/** Screens for which nobody need be signed in: they have no data, only what they send. */
export const openPaths = {} as const satisfies Record<string, string>
