import { labelActions } from './label-actions.ts'
import { offerActions, stepActions } from './request-actions.ts'
import { requestScreens as oneRequest } from './request-answers.ts'
import { requestListScreens } from './request-list-answers.ts'

export const requestsScreens = { ...requestListScreens, ...oneRequest } as const
export const requestsActions = { ...offerActions, ...stepActions, ...labelActions } as const
