import { screen } from '../answer.ts'

export const todayScreens = {
  today: screen({
    permission: 'office.enter',
    load: async ({ now }) => ({ now: now.toISOString() }),
  }),
} as const
