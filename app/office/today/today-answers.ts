import { z } from 'zod'
import { metals } from '#app/shop/buying/valuables.ts'
import { settleWaiting } from '#app/shop/buying/waiting-price.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { dropMail, retryMail } from '#app/shop/today/failed-mails.ts'
import { lastEvents } from '#app/shop/today/last-events.ts'
import { countsOf, readToday, seenBy } from '#app/shop/today/today.ts'
import { action, screen } from '../answer.ts'

/** As JSON carries it: dates are texts. */
export type Told<T> = T extends Date
  ? string
  : T extends readonly (infer Each)[]
    ? Told<Each>[]
    : T extends object
      ? { [Name in keyof T]: Told<T[Name]> }
      : T

export const todayScreens = {
  today: screen({
    permission: 'office.enter',
    load: async ({ app: { db, env }, member: { role }, now }) => {
      const [today, events] = await Promise.all([
        readToday(db, now, env),
        lastEvents(db, { role, limit: 15 }),
      ])
      const seen = seenBy(role, today)
      return JSON.parse(
        JSON.stringify({
          now,
          mailsLeave: env.SMTP_URL !== undefined,
          counts: countsOf(seen),
          needs: seen,
          events,
        }),
      ) as Told<{
        now: Date
        /** Without a mail server they only lie on this machine. */
        mailsLeave: boolean
        counts: ReturnType<typeof countsOf>
        needs: typeof seen
        events: typeof events
      }>
    },
  }),
} as const

const mail = z.object({ mail: z.int().positive() })

export const todayActions = {
  'mails.retry': action({
    permission: 'mails.retry',
    input: mail,
    run: ({ app, member }, input) => retryMail(app.db, input.mail, member),
  }),
  'mails.drop': action({
    permission: 'mails.retry',
    /** When it was to be tried again, as it was shown. */
    input: mail.extend({ nextTryAt: z.iso.datetime().nullable() }),
    run: ({ app, member }, { mail: id, nextTryAt }) =>
      dropMail(app.db, id, { nextTryAt: nextTryAt === null ? null : new Date(nextTryAt) }, member),
  }),
  /** The answer to a price of the feed that is doubtful, about the very price that was seen. */
  'today.settle-price': action({
    permission: 'metal-prices.set',
    input: z.object({
      metal: z.enum(metals),
      centsPerOunce: z.int().positive(),
      answer: z.enum(['accepted', 'refused']),
    }),
    run: async ({ app, member }, { metal, centsPerOunce, answer }) =>
      (await asStaff(app.db, member, (db) =>
        settleWaiting(db, { metal, centsPerOunce, answer, by: member.name }),
      ))
        ? { ok: true as const }
        : { ok: false as const, reason: 'changed' as const },
  }),
} as const
