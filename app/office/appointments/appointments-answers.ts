import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { blockTime, unblockTime } from '#app/shop/appointments/absences.ts'
import { type CalendarDay, daysOf, readCalendar } from '#app/shop/appointments/calendar.ts'
import { calendarFeedOf, endCalendarFeed, makeCalendarFeed } from '#app/shop/appointments/feed.ts'
import { freeSlots, momentOf } from '#app/shop/appointments/free-times.ts'
import { appointmentKinds, calendarViews, mostPieces } from '#app/shop/appointments/kinds.ts'
import { branchOf } from '#app/shop/appointments/place.ts'
import {
  assignAppointment,
  cancelAppointment,
  describeAppointment,
  endAppointment,
  enterAppointment,
  moveAppointment,
  sendVideoLink,
} from '#app/shop/appointments/staff-appointments.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { scannedNumber } from '#app/shop/stock-taking/scanned.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { detailsInput, readDetails, readTime, timeInput } from './appointment-input.ts'
import { appointmentShown } from './appointment-shown.ts'
import { peopleOf } from './people.ts'

/** What a calendar shows of an appointment. */
const inCalendar = (appointment: CalendarDay['appointments'][number]) => {
  const { id, kind, state, branchId, staff, name, request, pieces, from, until, startsAt } = appointment
  return {
    ...{ id, kind, state, branchId, name, from, until, startsAt: startsAt.toISOString() },
    isBlocked: appointment.isBlocked,
    staff: staff?.name ?? null,
    about: request?.number ?? (pieces.map((piece) => piece.id).join(', ') || null),
    lacksLink: kind === 'video' && state === 'ahead' && appointment.videoLink === null,
  }
}

const isDay = (text: string | null): text is string => z.iso.date().safeParse(text).success

export const appointmentsScreens = {
  appointments: screen({
    permission: 'appointments.see',
    load: async ({ app: { db }, member, now }, { query }) => {
      const settings = await currentSettings(db)
      const today = germanDay(now)
      const asked = query.get('date')
      const date = isDay(asked) && asked >= '2000-01-01' && asked <= '2100-01-01' ? asked : today
      const view = calendarViews.find((each) => each === query.get('view')) ?? 'week'
      const people = await peopleOf(db)
      const branch = settings.branches.find(({ id }) => id === query.get('branch'))?.id ?? null
      const person = people.find(({ id }) => String(id) === query.get('person'))?.id ?? null
      const days = await readCalendar(db, settings, {
        ...{ days: daysOf(view, date), branchId: branch, staffId: person, now },
      })
      return {
        ...{ now: now.toISOString(), today, view, date, branch, person, people },
        branches: settings.branches.map(({ id, name }) => ({ id, name })),
        /** Somebody rang up to see this piece. */
        piece: scannedNumber(query.get('piece') ?? ''),
        minutes: settings.buying.appointments.minutes,
        feedSince: (await calendarFeedOf(db, member.id))?.toISOString() ?? null,
        days: days.map((day) => ({
          ...day,
          appointments: day.appointments.map(inCalendar),
          absences: day.absences.map(({ id, branchId, staff, reason, from, until }) => ({
            ...{ id, branchId, staff: staff?.name ?? null, reason, from, until },
          })),
        })),
      }
    },
  }),
  appointment: screen({ permission: 'appointments.see', load: appointmentShown }),
} as const

const invalid = (faults: Record<string, string>) => ({ ok: false, reason: 'invalid', faults }) as const
const has = (faults: object) => Object.keys(faults).length > 0

const said = async ({ app, now, member }: OfficeRequest) => ({
  settings: await currentSettings(app.db),
  now,
  by: member.name,
})

const seen = { id: z.int(), version: z.int() }

export const appointmentsActions = {
  'appointments.free': action({
    permission: 'appointments.see',
    input: z.object({ branchId: z.string().max(100), except: z.int().nullable() }),
    run: async ({ app: { db }, now }, { branchId, except }) => {
      const settings = await currentSettings(db)
      const branch = branchOf(settings, branchId)
      if (!branch) return { ok: false, reason: 'no-such-branch' } as const
      const slots = await freeSlots(db, branch, settings.buying, now, { except })
      const days = Map.groupBy(slots, ({ startsAt }) => germanDay(startsAt))
      return {
        ok: true,
        days: [...days].map(([date, times]) => ({
          date,
          times: times.map((each) => each.startsAt.toISOString()),
        })),
      } as const
    },
  }),
  'appointments.enter': action({
    permission: 'appointments.change',
    input: z.object({
      ...timeInput,
      ...detailsInput,
      kind: z.enum(appointmentKinds),
      locale: z.enum(['de', 'en']),
      pieces: z.string().max(100),
    }),
    run: async (request, { kind, locale, ...given }) => {
      const { time, faults } = readTime(given)
      const read = readDetails(given)
      const pieces = [
        ...new Set(
          cleanLine(given.pieces)
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ]
      const all = {
        ...{ ...faults, ...read.faults },
        ...(pieces.length > mostPieces && { pieces: 'too-many-pieces' }),
      }
      if (has(all)) return invalid(all)
      const rest = await said(request)
      const made = await asStaff(request.app.db, request.member, (db) =>
        enterAppointment(db, { kind, locale, pieces, ...time, ...read.details }, rest),
      )
      return !made.ok && made.reason === 'no-such-piece' ? invalid({ pieces: 'no-such-piece' }) : made
    },
  }),
  'appointments.move': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, ...timeInput, tell: z.string().max(2000) }),
    run: async (request, { id, version, tell, ...given }) => {
      const { time, faults } = readTime(given)
      const reason = cleanText(tell).trim()
      const all = { ...faults, ...(reason.length > 1000 && { tell: 'too-long' }) }
      if (has(all)) return invalid(all)
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) =>
        moveAppointment(db, { id, version, tell: reason, ...time }, rest),
      )
    },
  }),
  'appointments.assign': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, staffId: z.int().nullable() }),
    run: async (request, { id, version, staffId }) => {
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) =>
        assignAppointment(db, { id, version, staffId, because: null }, rest),
      )
    },
  }),
  'appointments.cancel': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, reason: z.string().max(4000) }),
    run: async (request, { id, version, reason }) => {
      const read = cleanText(reason).trim()
      if (read === '') return invalid({ reason: 'missing' })
      if (read.length > 1000) return invalid({ reason: 'too-long' })
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) =>
        cancelAppointment(db, { id, version, reason: read }, rest),
      )
    },
  }),
  'appointments.end': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, how: z.enum(['came', 'missed']) }),
    run: async (request, given) => {
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) => endAppointment(db, given, rest))
    },
  }),
  'appointments.send-link': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, link: z.string().max(1000) }),
    run: async (request, { id, version, link }) => {
      const read = cleanLine(link)
      if (read === '') return invalid({ link: 'missing' })
      if (read.length > 500) return invalid({ link: 'too-long' })
      if (!/^https:\/\/[^\s/.]+\.[^\s]+$/.test(read)) return invalid({ link: 'not-a-link' })
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) =>
        sendVideoLink(db, { id, version, link: read }, rest),
      )
    },
  }),
  'appointments.describe': action({
    permission: 'appointments.change',
    input: z.object({ ...seen, ...detailsInput, ofRequest: z.boolean() }),
    run: async (request, { id, version, ofRequest, ...given }) => {
      const { details, faults } = readDetails(given)
      // Of a seller the request has the name; only the note is written here.
      const own = ofRequest ? (faults.note ? { note: faults.note } : {}) : faults
      if (has(own)) return invalid(own)
      const rest = await said(request)
      return asStaff(request.app.db, request.member, (db) =>
        describeAppointment(db, { id, version, ...details }, rest),
      )
    },
  }),
  'appointments.block': action({
    permission: 'appointments.change',
    input: z.object({
      /** `branch:koeln` or `person:3`. */
      whose: z.string().max(100),
      from: z.string().max(40),
      until: z.string().max(40),
      reason: z.string().max(400),
    }),
    run: async ({ app, member }, { whose, ...given }) => {
      const [kind = '', id = ''] = whose.split(':')
      const of = kind === 'person' ? { staffId: Number(id) || 0 } : { branchId: id }
      const [startsAt, endsAt] = [localMoment(given.from), localMoment(given.until)]
      const reason = cleanLine(given.reason)
      const faults = {
        ...(startsAt === null && { from: 'not-a-time' }),
        ...(endsAt === null && { until: 'not-a-time' }),
        ...(reason.length > 200 && { reason: 'too-long' }),
      }
      if (startsAt === null || endsAt === null || has(faults)) return invalid(faults)
      const blocked = await asStaff(app.db, member, (db) => blockTime(db, { of, startsAt, endsAt, reason }))
      return blocked.ok
        ? blocked
        : invalid({ [blocked.reason === 'nobody' ? 'whose' : 'until']: blocked.reason })
    },
  }),
  'appointments.make-feed': action({
    permission: 'appointments.see',
    input: z.object({}),
    run: async ({ app: { db, env }, member }) => {
      const token = await asStaff(db, member, (transaction) => makeCalendarFeed(transaction, member.id))
      return { ok: true, address: `${env.SITE_URL}/office/calendar/${token}.ics` } as const
    },
  }),
  'appointments.end-feed': action({
    permission: 'appointments.see',
    input: z.object({}),
    run: async ({ app: { db }, member }) => {
      await asStaff(db, member, (transaction) => endCalendarFeed(transaction, member.id))
      return { ok: true } as const
    },
  }),
  'appointments.unblock': action({
    permission: 'appointments.change',
    input: z.object({ id: z.int() }),
    run: async ({ app, member, now }, { id }) =>
      (await asStaff(app.db, member, (db) => unblockTime(db, id, now)))
        ? ({ ok: true } as const)
        : ({ ok: false, reason: 'no-such-absence' } as const),
  }),
} as const

/** `2026-11-27T10:00`, as a field of day and time has it, by the shop's clock; null: it is none. */
function localMoment(text: string): Date | null {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text) ?? []
  return isDay(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? momentOf(date, time) : null
}
