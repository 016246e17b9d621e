import { useLocale, useTranslations } from 'use-intl'
import { dateFormat } from '#app/language/formats.ts'

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Lists: what follows in a path is the name or the number of an entry. */
const lists = new Set(['hours', 'holidays', 'zones', 'rates', 'retention'])

export type FieldName = {
  /** „Öffnet“ */
  field: string
  /** Which entries of lists it stands in: „24. Dezember 2026“. */
  entry: string
}

/** Says paths of fields in words: `holidays.2026-12-24.opens` of a branch. A path without words is said as it is. */
export function useFieldName(): (about: string, path: string) => FieldName {
  const t = useTranslations('office.settings.fields')
  const locale = useLocale()
  return (about, path) => {
    const kept: string[] = []
    const entries: string[] = []
    for (const [index, name] of path.split('.').entries()) {
      const isEntry = index > 0 && (lists.has(kept.at(-1) ?? '') || /^\d+$/.test(name))
      if (isEntry) entries.push(isDay(name) ? sayDay(name, locale) : name)
      else kept.push(name)
    }
    const key = [about, ...kept].join('_')
    const known = key as Parameters<typeof t>[0]
    return { field: t.has(known) ? t(known) : kept.join(' '), entry: entries.join(', ') }
  }
}

/** „24. Dezember 2026“ */
export function sayDay(day: string, locale: 'de' | 'en'): string {
  return dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
}
