import { useTranslations } from 'use-intl'
import type { Holiday, OpeningHours, Weekday } from '#app/shop/settings/settings.ts'
import { useFormats } from '../frame/use-formats.ts'
import { CheckField, DayField, ListField, TextField } from './fields.tsx'
import { useForm } from './form-context.ts'
import { valueAt } from './use-setting-form.ts'

const week: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

/** Hours of each weekday, and the days that differ. */
export function OpeningFields() {
  const t = useTranslations('office.settings')
  const format = useFormats()
  const { value, set } = useForm()
  const hours = valueAt(value, ['hours']) as OpeningHours[]
  const setHours = (next: readonly OpeningHours[]) =>
    set(
      ['hours'],
      week.flatMap((day) => next.filter(({ days }) => days[0] === day)),
    )
  return (
    <>
      <fieldset>
        <legend className="font-medium">{t('fields.branch_hours')}</legend>
        {week.map((day) => (
          <div key={day} className="settings-day">
            <p>{t(`weekdays.${day}`)}</p>
            <div className="grid gap-2">
              {hours.every(({ days }) => days[0] !== day) && <p className="text-ink-soft">{t('closed')}</p>}
              {hours.map(
                (span, index) =>
                  span.days[0] === day && (
                    // biome-ignore lint/suspicious/noArrayIndexKey: spans have no name
                    <div key={index} role="group" aria-label={t(`weekdays.${day}`)} className="settings-span">
                      <TextField path={['hours', index, 'opens']} type="time" />
                      <TextField path={['hours', index, 'closes']} type="time" />
                      <button
                        type="button"
                        className="do quiet"
                        aria-label={t('removeEntry', { name: `${t(`weekdays.${day}`)} ${span.opens}` })}
                        onClick={() => setHours(hours.filter((each) => each !== span))}
                      >
                        {t('remove')}
                      </button>
                    </div>
                  ),
              )}
            </div>
            <button
              type="button"
              className="do quiet"
              aria-label={t('addHoursOn', { day: t(`weekdays.${day}`) })}
              onClick={() => setHours([...hours, { days: [day], ...nextSpan(hours, day) }])}
            >
              {t('addHours')}
            </button>
          </div>
        ))}
      </fieldset>
      <ListField
        path={['holidays']}
        label={t('fields.branch_holidays')}
        add={t('addHoliday')}
        added={() => ({ date: '', closed: true, label: { de: '', en: '' } })}
        nameOf={(holiday, index) => {
          const { date } = holiday as Holiday
          return date ? format.day(date) : String(index + 1)
        }}
      >
        {(path, holiday) => (
          <>
            <div className="settings-holiday">
              <DayField path={[...path, 'date']} required />
              <TextField path={[...path, 'label', 'de']} />
              <TextField path={[...path, 'label', 'en']} />
            </div>
            <CheckField path={[...path, 'closed']} />
            {!(holiday as Holiday).closed && (
              <div className="two">
                <TextField path={[...path, 'opens']} type="time" />
                <TextField path={[...path, 'closes']} type="time" />
              </div>
            )}
          </>
        )}
      </ListField>
    </>
  )
}

/** What a new span most likely is: like the day before, or after the break. */
function nextSpan(hours: readonly OpeningHours[], day: Weekday): { opens: string; closes: string } {
  if (hours.some(({ days }) => days[0] === day)) return { opens: '14:00', closes: '18:00' }
  const before = week.slice(0, week.indexOf(day))
  const like = hours.findLast(({ days }) => days[0] !== undefined && before.includes(days[0])) ?? hours[0]
  return like ? { opens: like.opens, closes: like.closes } : { opens: '10:00', closes: '18:00' }
}
