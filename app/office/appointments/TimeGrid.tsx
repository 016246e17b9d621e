import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import { type CalendarPlace, calendarAddress } from './calendar-address.ts'
import { hoursShown, inLanes, minutesOf } from './lanes.ts'
import { type ShownDay, useDayWords } from './use-day-words.ts'

/** Days side by side, an hour as high as on every other day. Telephones show a list in its place. */
export function TimeGrid({ place }: { place: CalendarPlace }) {
  const t = useTranslations('office.appointments')
  const { days, today } = useShown<'appointments'>()
  const words = useDayWords()
  const { first, last } = hoursShown(
    days.flatMap(({ branches, appointments }) => [
      ...branches.flatMap(({ periods }) => periods.map(([from, until]) => ({ from, until }))),
      ...appointments,
    ]),
  )
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const shape = { '--hours': hours.length, '--days': days.length } as CSSProperties
  return (
    <section className="dates-grid" style={shape} aria-label={t('calendar')}>
      <div className="dates-hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </div>
      {days.map((day) => (
        <section key={day.date} className="dates-day" data-today={day.date === today ? '' : undefined}>
          <h3>
            <Link to={calendarAddress({ ...place, view: 'day', date: day.date })}>
              {words.shortDay(day.date)}
            </Link>
            <DayHours day={day} />
          </h3>
          <Column day={day} first={first} last={last} />
        </section>
      ))}
    </section>
  )
}

/** When the branches are open that day. */
export function DayHours({ day }: { day: ShownDay }) {
  const words = useDayWords()
  return words.hours(day).map(({ key, text, isOpen }) => (
    <span key={key} className={isOpen ? 'sub' : 'sub dates-closed-word'}>
      {text}
    </span>
  ))
}

function Column({ day, first, last }: { day: ShownDay; first: number; last: number }) {
  const words = useDayWords()
  const at = (from: string, until: string): CSSProperties => {
    const [begin, end] = [Math.max(minutesOf(from), first * 60), Math.min(minutesOf(until), last * 60)]
    return { '--from': (begin - first * 60) / 60, '--long': Math.max(end - begin, 0) / 60 } as CSSProperties
  }
  const open = day.branches.flatMap(({ branchId, periods }) =>
    periods.map(([from, until]) => ({ key: `${branchId} ${from}`, from, until })),
  )
  return (
    <div className="dates-column">
      {open.map(({ key, from, until }) => (
        <span key={key} className="dates-open" style={at(from, until)} aria-hidden="true" />
      ))}
      {day.absences
        .filter(({ from, until }) => minutesOf(until) > first * 60 && minutesOf(from) < last * 60)
        .map((absence) => (
          <span key={absence.id} className="dates-away" style={at(absence.from, absence.until)}>
            {words.absence(absence)}
          </span>
        ))}
      <ol>
        {inLanes(day.appointments).map(({ thing, lane, lanes }) => {
          const { main, more } = words.item(thing)
          const style = { ...at(thing.from, thing.until), '--lane': lane, '--lanes': lanes } as CSSProperties
          return (
            <li
              key={thing.id}
              style={style}
              className="dates-item"
              data-kind={thing.kind}
              data-state={thing.state}
              data-blocked={thing.isBlocked || undefined}
            >
              <Link to={`/appointments/${thing.id}`} title={`${thing.from}–${thing.until} ${main} · ${more}`}>
                <b>
                  {thing.from} {main}
                </b>
                <span className="sub">{more}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
