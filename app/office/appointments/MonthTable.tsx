import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import { type CalendarPlace, calendarAddress } from './calendar-address.ts'
import { useDayWords } from './use-day-words.ts'

/** How many come on each day of a month, and which are closed. */
export function MonthTable({ place }: { place: CalendarPlace }) {
  const t = useTranslations('office.appointments')
  const { days, today } = useShown<'appointments'>()
  const words = useDayWords()
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  return (
    <table className="dates-month">
      <caption className="sr-only">{t('calendar')}</caption>
      <thead>
        <tr>
          {weeks[0]?.map(({ date }) => (
            <th key={date} scope="col">
              {words.weekday(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day) => {
              const { date, appointments, absences, branches } = day
              const isClosed = branches.every(({ periods }) => periods.length === 0)
              const why = branches.flatMap(({ label }) => (label ? words.hours(day) : [])).at(0)?.text
              return (
                <td
                  key={date}
                  data-today={date === today ? '' : undefined}
                  data-other={date.slice(0, 7) === place.date.slice(0, 7) ? undefined : ''}
                  data-closed={isClosed ? '' : undefined}
                >
                  <Link to={calendarAddress({ ...place, view: 'day', date })}>
                    <span aria-hidden="true">{Number(date.slice(8))}</span>
                    <span className="sr-only">{words.longDay(date)}</span>
                    {appointments.length > 0 && (
                      <b>
                        {appointments.length}
                        <span className="dates-wide"> {t('count', { count: appointments.length })}</span>
                      </b>
                    )}
                    {isClosed && <span className="sub dates-wide">{t('closed')}</span>}
                    {(why || absences.length > 0) && (
                      <span className="sub dates-wide">{why ?? t('blocked')}</span>
                    )}
                  </Link>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
