import { useLocale, useTranslations } from 'use-intl'
import { formatNumber, formatPrice } from '#app/language/formats.ts'
import { sayDay } from './use-field-name.ts'

/** Amounts in cents, those by kind (`completeFromCents.metals`) among them. */
const isMoney = (path: string) => /Cents(\.\w+)?$/.test(path)

/** Says a value of a setting in a line: amounts in euros, days, yes and no, hours of a week. */
export function useSaidValue(): (path: string, value: unknown) => string {
  const t = useTranslations('office.settings')
  const locale = useLocale()
  const say = (path: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (typeof value === 'number') {
      if (isMoney(path)) return formatPrice(value, locale)
      return path.endsWith('PerMille') ? `${formatNumber(value / 10, locale)} %` : String(value)
    }
    if (typeof value === 'string') {
      if (path.split('.').includes('days') && t.has(`weekdays.${value as 'mo'}`))
        return t(`weekdays.${value as 'mo'}`)
      if (path.endsWith('acceptance')) return value === 'by-staff' ? t('byStaff') : t('atOnce')
      return /^\d{4}-\d\d-\d\d$/.test(value) ? sayDay(value, locale) : value
    }
    if (Array.isArray(value))
      return value.map((each) => say(path, each)).join(path.endsWith('days') ? ', ' : '; ')
    const { days, opens, closes, date } = value as Record<string, unknown>
    if (Array.isArray(days) && opens !== undefined)
      return `${days.map((day) => t(`weekdays.${day as 'mo'}`)).join(', ')} ${opens}–${closes}`
    if (typeof date === 'string') return sayDay(date, locale)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${say(name, each)}`)
      .join(', ')
  }
  return say
}
