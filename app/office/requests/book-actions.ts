import { z } from 'zod'
import { bookForSeller } from '#app/shop/appointments/book-for-seller.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { action } from '../answer.ts'
import { readTime, timeInput } from '../appointments/appointment-input.ts'
import { atStep } from './request-actions.ts'

export const bookActions = {
  /** A time for a seller who calls. */
  'requests.book': action({
    permission: 'purchases.change',
    input: z.object({ number: z.string().max(40), version: z.int().min(0), ...timeInput }),
    run: async (request, { number, version, ...given }) => {
      const { time, faults } = readTime(given)
      if (Object.keys(faults).length > 0) return { ok: false, reason: 'invalid', faults } as const
      const { app, member, now } = request
      const settings = await currentSettings(app.db)
      const booked = await atStep(request, { number, version }, (db, id) =>
        bookForSeller(db, { id }, time, { settings, now, by: member.name }),
      )
      return booked.ok ? ({ ok: true } as const) : booked
    },
  }),
} as const
