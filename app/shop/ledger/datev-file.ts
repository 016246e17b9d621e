import type { Database } from '#app/platform/database/database.ts'
import { type DatevAccount, datevAccounts } from '#app/shop/settings/datev-accounts.ts'
import { accountOf, type DatevSettings } from '#app/shop/settings/datev-settings.ts'
import { datevColumns } from './datev-columns.ts'
import { ledgerPostings, type Posting } from './ledger-postings.ts'

export type DatevFile =
  /** In Windows-1252, as DATEV reads it. */
  | { ok: true; file: Buffer; rows: number }
  /** Which numbers nobody has set: of the adviser, the client, or accounts that something is booked on. */
  | { ok: false; reason: 'not-set'; missing: ('consultant' | 'client' | DatevAccount)[] }
  /** A day is told without its year, so that a file is of one business year. */
  | { ok: false; reason: 'two-years' }
  /** Rows of the ledger that change the VAT alone, by their numbers. */
  | { ok: false; reason: 'impossible'; numbers: number[] }

/**
 * What the ledger comes to between two days (both inclusive, YYYY-MM-DD), as a “Buchungsstapel” in DATEV's format
 * (https://developer.datev.de/datev/platform/de/dtvf): header 700, format version 13, each cent of the ledger once.
 */
export async function datevFile(
  db: Database,
  { from, to }: { from: string; to: string },
  { datev, now }: { datev: DatevSettings; now: Date },
): Promise<DatevFile> {
  const year = yearOf(from, datev.yearBegins)
  if (year !== yearOf(to, datev.yearBegins)) return { ok: false, reason: 'two-years' }
  const { postings, impossible } = await ledgerPostings(db, { from, to })
  if (impossible.length > 0) return { ok: false, reason: 'impossible', numbers: impossible }
  const { consultant, client } = datev
  const booked = new Set(postings.flatMap(({ debit, credit }) => [debit, credit]))
  const missing = [
    ...(consultant === null ? (['consultant'] as const) : []),
    ...(client === null ? (['client'] as const) : []),
    ...datevAccounts.filter((name) => booked.has(name) && accountOf(datev, name) === null),
  ]
  if (missing.length > 0) return { ok: false, reason: 'not-set', missing }
  const compact = (day: string) => day.replaceAll('-', '')
  const header = [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', stamp(now), ''],
    ...[quoted('RE'), quoted(''), quoted(''), consultant ?? '', client ?? ''],
    ...[
      compact(year),
      '4',
      compact(from),
      compact(to),
      quoted(`Ankaufsbuch ${from.slice(0, 7)}`),
      quoted(''),
    ],
    ...['1', '0', '0', quoted('EUR'), '', quoted(''), '', '', quoted(datev.chart.slice(3)), '', ''],
    ...[quoted(''), quoted('')],
  ]
  const rows = postings.map((posting) => rowOf(posting, datev))
  const lines = [header, datevColumns, ...rows].map((cells) => `${cells.join(';')}\r\n`)
  return { ok: true, file: windows1252(lines.join('')), rows: rows.length }
}

/** The first day of the business year that a day lies in. */
function yearOf(day: string, begins: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return `${month >= begins ? year : year - 1}-${String(begins).padStart(2, '0')}-01`
}

function rowOf({ cents, debit, credit, day, document, text }: Posting, datev: DatevSettings): string[] {
  const amount = Math.abs(cents)
  const cells = new Array<string>(datevColumns.length).fill('')
  const set = (name: string, value: string) => {
    cells[datevColumns.indexOf(name)] = value
  }
  set('Umsatz (ohne Soll/Haben-Kz)', `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`)
  // Of the account: less than nothing stands on its other side.
  set('Soll/Haben-Kennzeichen', quoted(cents < 0 ? 'H' : 'S'))
  set('WKZ Umsatz', quoted('EUR'))
  set('Konto', accountOf(datev, debit) ?? '')
  set('Gegenkonto (ohne BU-Schlüssel)', accountOf(datev, credit) ?? '')
  set('Belegdatum', day.slice(8, 10) + day.slice(5, 7))
  set('Belegfeld 1', quoted(document.replaceAll(/[^\w$%&*+\-/]/g, '').slice(0, 36)))
  set('Buchungstext', quoted(text.replaceAll(/\s+/g, ' ').slice(0, 60)))
  set('Festschreibung', '0')
  return cells
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** `20261127093000000`, time in Germany. */
function stamp(now: Date): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' },
  }).format(now)
  return `${parts.replaceAll(/\D/g, '')}000`
}

/** Signs that Windows-1252 has where Latin-1 has none. */
const beyondLatin: Readonly<Record<string, number>> = {
  ...{ '€': 0x80, '‚': 0x82, '„': 0x84, '…': 0x85, Š: 0x8a, Œ: 0x8c, Ž: 0x8e, '‘': 0x91, '’': 0x92 },
  ...{ '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97, '™': 0x99, š: 0x9a, œ: 0x9c, ž: 0x9e, Ÿ: 0x9f },
}

/** What Windows-1252 has no sign for becomes a question mark: it is in names of pieces alone, never in an amount. */
function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text.normalize('NFC'), (sign) => {
      const code = sign.codePointAt(0) ?? 0
      const isLatin = code < 0x80 || (code >= 0xa0 && code <= 0xff)
      return isLatin ? code : (beyondLatin[sign] ?? 0x3f)
    }),
  )
}
