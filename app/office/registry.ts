import type { Action, OpenAction, Screen } from './answer.ts'
import type { ScreenName } from './paths.ts'
import { changeActions } from './pieces/change-answers.ts'
import { listActions, piecesScreens } from './pieces/pieces-answers.ts'
import { todayScreens } from './today/today-answers.ts'

/** What the server brings for each screen. */
export const officeScreens = {
  ...todayScreens,
  ...piecesScreens,
} as const satisfies Record<ScreenName, Screen>

/** Everything that can be changed in the office, by the name in its address: `/office/act/<name>`. */
export const officeActions = {
  ...listActions,
  ...changeActions,
} as const satisfies Record<string, Action | OpenAction>

export type OfficeScreens = typeof officeScreens
export type OfficeActions = typeof officeActions
