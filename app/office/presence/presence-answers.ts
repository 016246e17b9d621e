import { z } from 'zod'
import { closedThing, openedThing, openThing } from '#app/shop/staff/open-things.ts'
import { action } from '../answer.ts'

const input = z.strictObject({ thing: openThing })

export const presenceActions = {
  /** Says that whoever asks has it open; asked every few seconds. */
  'presence.open': action({
    permission: 'office.enter',
    input,
    byItself: true,
    run: async ({ app: { db }, member }, { thing }) =>
      ({ ok: true, others: await openedThing(db, member, thing) }) as const,
  }),
  'presence.close': action({
    permission: 'office.enter',
    input,
    byItself: true,
    run: async ({ app: { db }, member }, { thing }) => {
      await closedThing(db, member, thing)
      return { ok: true } as const
    },
  }),
} as const
