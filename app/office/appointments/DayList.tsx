import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useBusy } from '../frame/use-busy.ts'
import { useShown } from '../frame/use-shown.ts'
import { DayHours } from './TimeGrid.tsx'
import { type ShownDay, useDayWords } from './use-day-words.ts'

/** The same as a list: for telephones, below a week that leaves names no room, and below a day with what may be done. */
export function DayList() {
  const t = useTranslations('office.appointments')
  const { days, view } = useShown<'appointments'>()
  const words = useDayWords()
  return (
    <div className={view === 'day' ? 'dates-list' : 'dates-list dates-list-small'}>
      {days.map((day) => (
        <section key={day.date} className="block-section">
          <h3>
            {words.longDay(day.date)} <DayHours day={day} />
          </h3>
          {day.appointments.length === 0 && <p className="text-ink-soft">{t('nothing')}</p>}
          <ol>
            {day.appointments.map((item) => {
              const { main, more } = words.item(item)
              return (
                <li key={item.id}>
                  <Link to={`/appointments/${item.id}`} className="dates-row">
                    <span className="num">
                      {item.from}–{item.until}
                    </span>
                    <span>
                      {main}
                      <span className="sub">{more}</span>
                    </span>
                  </Link>
                </li>
              )
            })}
          </ol>
          {day.absences.map((absence) => (
            <Blocked key={absence.id} absence={absence} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** A blocked time, which can be taken back. */
function Blocked({ absence }: { absence: ShownDay['absences'][number] }) {
  const t = useTranslations('office.appointments')
  const words = useDayWords()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const mayChange = useMay('appointments.change')
  const [busy, during] = useBusy()
  const unblock = async () => {
    if (busy) return
    await during(async () => {
      const { ok } = await act('appointments.unblock', { id: absence.id })
      announce(t(ok ? 'unblocked' : 'failed'))
      await revalidate()
    })
  }
  const said = words.absence(absence)
  return (
    <p className="dates-row">
      <span className="num">
        {absence.from}–{absence.until}
      </span>
      <span className="text-ink-soft">{said}</span>
      {mayChange && (
        <button
          type="button"
          className="do quiet"
          aria-disabled={busy}
          aria-label={`${t('unblock')}: ${said}`}
          onClick={() => void unblock()}
        >
          {t('unblock')}
        </button>
      )}
    </p>
  )
}
