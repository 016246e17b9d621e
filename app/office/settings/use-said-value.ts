import { useTranslations } from 'use-intl'
import { useFormats } from '../frame/use-formats.ts'

/** Amounts in cents, those by kind (`completeFromCents.metals`) among them. */
const isMoney = (path: string) => /Cents(\.\w+)?$/.test(path)

/** Says a value of a setting in a line: amounts in euros, days, yes and no, hours of a week. */
export function useSaidValue(): (path: string, value: unknown) => string {
  const t = useTranslations('office.settings')
  const format = useFormats()
  const say = (path: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (typeof value === 'number') {
      if (isMoney(path)) return format.price(value)
      return path.endsWith('PerMille') ? format.percent(value / 1000) : String(value)
    }
    if (typeof value === 'string') {
      if (path.split('.').includes('days') && t.has(`weekdays.${value as 'mo'}`))
        return t(`weekdays.${value as 'mo'}`)
      if (path.endsWith('acceptance')) return value === 'by-staff' ? t('byStaff') : t('atOnce')
      return /^\d{4}-\d\d-\d\d$/.test(value) ? format.day(value) : value
    }
    if (Array.isArray(value))
      return value.map((each) => say(path, each)).join(path.endsWith('days') ? ', ' : '; ')
    const { days, opens, closes, date } = value as Record<string, unknown>
    if (Array.isArray(days) && opens !== undefined)
      return `${days.map((day) => t(`weekdays.${day as 'mo'}`)).join(', ')} ${opens}–${closes}`
    if (typeof date === 'string') return format.day(date)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${say(name, each)}`)
      .join(', ')
  }
  return say
}
