import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFeed, invitation } from './calendar-file.ts'

const entry: CalendarEntry = {
  uid: '7f@rheingold.example',
  sequence: 3,
  // In the hour in which clocks go back.
  startsAt: new Date('2026-10-25T00:30:00Z'),
  endsAt: new Date('2026-10-25T01:45:00Z'),
  summary: 'Rolex, „Submariner“; 40 mm',
  description: `Zeile 1\r\nZeile 2 mit \\ und ${'ä'.repeat(60)}\u0007`,
  location: 'Rheingold Köln, Goldschmiedgasse 7, 50667 Köln',
  url: 'https://rheingold.example/de/termin/x',
  isCancelled: false,
}
const parties = {
  organizer: { name: 'Rheingold "Uhren"', email: 'shop@rheingold.example' },
  attendee: { name: 'clara@beispiel.example', email: 'clara@beispiel.example' },
  now: new Date('2026-10-20T08:00:00Z'),
}

test('a calendar file is as the standard has it: escaped, folded, in UTC', () => {
  const file = invitation(entry, parties)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shop//Appointments//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:7f@rheingold.example',
    'SEQUENCE:3',
    'DTSTAMP:20261020T080000Z',
    'DTSTART:20261025T003000Z',
    'DURATION:PT1H15M',
    'SUMMARY:Rolex\\, „Submariner“\\; 40 mm',
    `DESCRIPTION:Zeile 1\\nZeile 2 mit \\\\ und ${'ä'.repeat(60)}`,
    'LOCATION:Rheingold Köln\\, Goldschmiedgasse 7\\, 50667 Köln',
    'URL:https://rheingold.example/de/termin/x',
    'ORGANIZER;CN="Rheingold ’Uhren’":mailto:shop@rheingold.example',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="clara@beispiel.example":mailto:clara@beispiel.example',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('what is taken back says so, and a feed holds many', () => {
  const file = invitation({ ...entry, isCancelled: true }, parties)
  expect(file).toContain('METHOD:CANCEL\r\n')
  expect(file).toContain('STATUS:CANCELLED\r\n')
  const feed = calendarFeed([entry, { ...entry, uid: 'b', url: null, description: '' }], {
    name: 'Termine',
    now: parties.now,
  })
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(feed).toContain('METHOD:PUBLISH\r\nX-WR-CALNAME:Termine\r\n')
})
