import { useTranslations } from 'use-intl'
import { useFormats } from '../frame/use-formats.ts'

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Lists: what follows in a path is the name or the number of an entry. */
const lists = new Set([
  'branch_hours',
  'branch_holidays',
  'shipping_zones',
  'shipping_zones_rates',
  'buying_appointments_branches',
  'buying_shipment_limits',
  'buying_cash',
  'buying_prices',
  'buying_retention',
  'mails_retention',
])

export type FieldName = {
  /** „Öffnet“ */
  field: string
  /** Which entries of lists it stands in: „24.12.2026“. */
  entry: string
}

/** A path apart: the key of its words, and the entries of lists that it leads through. */
export function readFieldPath(
  about: string,
  path: string,
): { key: string; entries: string[]; kept: string[] } {
  const kept: string[] = []
  const entries: string[] = []
  let isAfterEntry = false
  for (const name of path.split('.')) {
    const isEntry: boolean = !isAfterEntry && lists.has([about, ...kept].join('_'))
    if (isEntry) entries.push(name)
    else kept.push(name)
    isAfterEntry = isEntry
  }
  return { key: [about, ...kept].join('_'), entries, kept }
}

/** Says paths of fields in words: `holidays.2026-12-24.opens` of a branch. A path without words is said as it is. */
export function useFieldName(): (about: string, path: string) => FieldName {
  const t = useTranslations('office.settings.fields')
  const { day } = useFormats()
  return (about, path) => {
    const { key, entries, kept } = readFieldPath(about, path)
    const known = key as Parameters<typeof t>[0]
    return {
      field: t.has(known) ? t(known) : kept.join(' '),
      entry: entries.map((name) => (isDay(name) ? day(name) : name)).join(', '),
    }
  }
}
