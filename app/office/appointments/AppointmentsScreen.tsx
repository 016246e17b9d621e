import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { calendarViews } from '#app/shop/appointments/kinds.ts'
import { Select } from '#app/ui/Field.tsx'
import { useMay } from '../frame/member.ts'
import { NoBranch } from '../frame/NoBranch.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useQueryUnderWay } from '../frame/use-query-asked.ts'
import { useShown } from '../frame/use-shown.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { type CalendarPlace, calendarAddress, dateBeside, readCalendar } from './calendar-address.ts'
import { DayList } from './DayList.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import { Feed } from './Feed.tsx'
import { MonthTable } from './MonthTable.tsx'
import { TimeGrid } from './TimeGrid.tsx'

const keyOfStep = { ArrowLeft: -1, ArrowRight: 1 } as const

/** Who comes when: of a day, a week or a month, of all branches and people or of one. */
export default function AppointmentsScreen() {
  const t = useTranslations('office.appointments')
  const format = useFormats()
  const navigate = useNavigate()
  const mayChange = useMay('appointments.change')
  const { view, date, branch, person, today, days, branches, people, piece } = useShown<'appointments'>()
  const place: CalendarPlace = { view, date, branch, person }
  const [dialog, setDialog] = useState<'enter' | 'block' | null>(piece !== null && mayChange ? 'enter' : null)
  const underWay = useQueryUnderWay()
  const wanted = underWay ? readCalendar(underWay, place) : place
  const to = (changes: Partial<CalendarPlace>) => calendarAddress({ ...wanted, ...changes })
  const beside = (step: 1 | -1) => to({ date: dateBeside(wanted, step) })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    if ((event.target as Element | null)?.closest('input, select, textarea, dialog, [role="listbox"]')) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    void navigate(beside(keyOfStep[event.key]), { preventScrollReset: true })
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])

  const title =
    view === 'day'
      ? format.longDay(date)
      : view === 'month'
        ? format.month(date)
        : t('week', { from: format.day(days[0]?.date ?? date), until: format.day(days.at(-1)?.date ?? date) })
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Link className="do quiet" to="/appointment-list">
            {t('list.title')}
          </Link>
          {mayChange && branches.length > 0 && (
            <>
              <button type="button" className="do quiet" onClick={() => setDialog('block')}>
                {t('block')}
              </button>
              <button type="button" className="do" onClick={() => setDialog('enter')}>
                {t('enter')}
              </button>
            </>
          )}
        </>
      }
    >
      {branches.length === 0 && <NoBranch />}
      <div className="toolbar dates-bar">
        <nav aria-label={t('goTo')} className="page-actions">
          <Link className="do quiet" to={beside(-1)} preventScrollReset aria-keyshortcuts="ArrowLeft">
            <span aria-hidden="true">‹</span>
            <span className="sr-only">{t(`before.${view}`)}</span>
          </Link>
          <Link className="do quiet" to={to({ date: today })} preventScrollReset>
            {t('today')}
          </Link>
          <Link className="do quiet" to={beside(1)} preventScrollReset aria-keyshortcuts="ArrowRight">
            <span aria-hidden="true">›</span>
            <span className="sr-only">{t(`after.${view}`)}</span>
          </Link>
        </nav>
        <h2 className="dates-title grow" aria-live="polite">
          {title}
        </h2>
        <nav aria-label={t('views')} className="page-actions">
          {calendarViews.map((each) => (
            <Link
              key={each}
              className="office-chip"
              aria-current={each === view ? 'true' : undefined}
              to={to({ view: each })}
            >
              {t(`view.${each}`)}
            </Link>
          ))}
        </nav>
      </div>
      <div className="toolbar">
        <Select
          name="branch"
          label={t('branch')}
          value={wanted.branch ?? ''}
          onChange={({ target }) => void navigate(to({ branch: target.value || null }))}
        >
          <option value="">{t('allBranches')}</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          name="person"
          label={t('person')}
          value={wanted.person ?? ''}
          onChange={({ target }) => void navigate(to({ person: Number(target.value) || null }))}
        >
          <option value="">{t('allPeople')}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {view === 'month' ? <MonthTable place={place} /> : <TimeGrid place={place} />}
      {view !== 'month' && <DayList />}
      <Feed />
      {dialog === 'enter' && <EnterDialog onClose={() => setDialog(null)} />}
      {dialog === 'block' && <BlockDialog onClose={() => setDialog(null)} />}
    </Page>
  )
}
