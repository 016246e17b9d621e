import type { Action, OpenAction, Screen } from './answer.ts'
import { paletteActions } from './palette/palette-answers.ts'
import type { ScreenName } from './paths.ts'
import { todayActions, todayScreens } from './today/today-answers.ts'

/** What the server brings for each screen. */
export const officeScreens = {
  ...todayScreens,
} as const satisfies Record<ScreenName, Screen>

/** Everything that can be changed in the office, by the name in its address: `/office/act/<name>`. */
export const officeActions = {
  ...paletteActions,
  ...todayActions,
} as const satisfies Record<string, Action | OpenAction>

export type OfficeScreens = typeof officeScreens
export type OfficeActions = typeof officeActions
