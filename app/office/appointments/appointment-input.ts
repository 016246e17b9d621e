import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { readMailAddress } from '#app/language/mail-address.ts'
import { momentOf } from '#app/shop/appointments/free-times.ts'
import type { AppointmentDetails, StaffTime } from '#app/shop/appointments/staff-appointments.ts'

/** A time as a form says it: one of the free ones, or another with the reason why. */
export const timeInput = {
  branchId: z.string().max(100),
  staffId: z.int().nullable(),
  /** A free time, as it was offered; null: `other` says when. */
  startsAt: z.iso.datetime().nullable(),
  other: z.object({
    date: z.string().max(20),
    time: z.string().max(20),
    minutes: z.string().max(10),
    because: z.string().max(1000),
  }),
}

type GivenTime = z.output<z.ZodObject<typeof timeInput>>
type Faults = Record<string, string>

/** The time that was chosen or typed; else what is wrong, by field. */
export function readTime({ branchId, staffId, startsAt, other }: GivenTime): {
  time: StaffTime
  faults: Faults
} {
  const at = { branchId, staffId }
  if (startsAt !== null)
    return { time: { ...at, startsAt: new Date(startsAt), minutes: null, because: null }, faults: {} }
  const faults: Faults = {}
  const because = cleanLine(other.because)
  const minutes = /^\d{1,3}$/.test(other.minutes.trim()) ? Number(other.minutes) : 0
  if (!z.iso.date().safeParse(other.date).success) faults.date = other.date === '' ? 'missing' : 'not-a-day'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(other.time))
    faults.time = other.time === '' ? 'missing' : 'not-a-time'
  if (minutes < 5 || minutes > 480) faults.minutes = 'not-minutes'
  if (because === '') faults.because = 'missing'
  if (because.length > 500) faults.because = 'too-long'
  const isWhole = !faults.date && !faults.time
  const moment = isWhole ? momentOf(other.date, other.time) : new Date(0)
  return { time: { ...at, startsAt: moment, minutes, because }, faults }
}

export const detailsInput = {
  name: z.string().max(400),
  email: z.string().max(400),
  phone: z.string().max(200),
  about: z.string().max(4000),
  note: z.string().max(4000),
}

/** Who comes, and about what; else what is wrong, by field. */
export function readDetails(given: z.output<z.ZodObject<typeof detailsInput>>): {
  details: AppointmentDetails & { name: string }
  faults: Faults
} {
  const [name, email, phone] = [cleanLine(given.name), cleanLine(given.email), cleanLine(given.phone)]
  const [about, note] = [cleanText(given.about).trim(), cleanText(given.note).trim()]
  const faults: Faults = {}
  if (name === '') faults.name = 'missing'
  if (name.length > 200) faults.name = 'too-long'
  if (email !== '' && !readMailAddress(email).ok) faults.email = 'no-email'
  if (phone.length > 60) faults.phone = 'too-long'
  if (about.length > 2000) faults.about = 'too-long'
  if (note.length > 2000) faults.note = 'too-long'
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    details: { name, email: orNull(email), phone: orNull(phone), about: orNull(about), note: orNull(note) },
    faults,
  }
}
