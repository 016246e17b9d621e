/** An entry of a calendar, as RFC 5545 has it. */
export type CalendarEntry = {
  /** The same in every file about it. */
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  summary: string
  description: string
  location: string
  /** Where it is moved or cancelled; null: nowhere. */
  url: string | null
  isCancelled: boolean
}

type Party = { name: string; email: string }

/**
 * The calendar file of a mail: asks for an appointment, or takes it back (RFC 5546). A later one of the same entry has a
 * higher `sequence`; calendars put it in the place of the former.
 */
export function invitation(
  entry: CalendarEntry,
  { organizer, attendee, now }: { organizer: Party; attendee: Party; now: Date },
): string {
  const answer = 'ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE'
  return calendar(entry.isCancelled ? 'CANCEL' : 'REQUEST', [
    ...event(entry, now, [
      `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${organizer.email}`,
      `ATTENDEE;${answer};CN=${parameter(attendee.name)}:mailto:${attendee.email}`,
    ]),
  ])
}

/** One entry that a calendar takes over: nobody is asked, and nobody answers. */
export function publishedEntry(entry: CalendarEntry, now: Date): string {
  return calendar('PUBLISH', event(entry, now, []))
}

/** What a calendar program fetches again and again: everything that is ahead. `name` is what it calls the calendar. */
export function calendarFeed(
  entries: readonly CalendarEntry[],
  { name, now }: { name: string; now: Date },
): string {
  return calendar('PUBLISH', [
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...entries.flatMap((entry) => event(entry, now, [])),
  ])
}

function calendar(method: string, lines: readonly string[]): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shop//Appointments//DE',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...lines,
    'END:VCALENDAR',
  ]
  return all.map((line) => `${folded(line)}\r\n`).join('')
}

function event(entry: CalendarEntry, now: Date, parties: readonly string[]): string[] {
  const { uid, sequence, startsAt, endsAt, summary, description, location, url, isCancelled } = entry
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${moment(now)}`,
    `DTSTART:${moment(startsAt)}`,
    `DURATION:${duration(minutes)}`,
    `SUMMARY:${text(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
    `LOCATION:${text(location)}`,
    ...(url === null ? [] : [`URL:${url}`]),
    ...parties,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** In UTC: the day's clock change is the reader's own program's to know. */
const moment = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}

/** A value of type TEXT. */
function text(value: string): string {
  return value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replaceAll(controls, '')
}

/** A parameter's value: in quotes, which nothing in it may end. */
const parameter = (value: string) => `"${value.replaceAll(controls, ' ').replaceAll('"', '’')}"`

/** Control characters, which the format forbids. */
const controls = /\p{Cc}/gu

/** Lines are 75 bytes long at most, and no character is torn apart. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
