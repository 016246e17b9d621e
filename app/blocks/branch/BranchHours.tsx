import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dateFormat } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { openingState } from '#app/shop/settings/opening-hours.ts'
import type { BranchCard } from './branch-card.ts'
import { timeOfDay } from './time-of-day.ts'

type Day = BranchCard['hours'][number]['days'][number]

/** Opening hours row by row, and the days that differ. */
export function BranchHours({ branch }: { branch: BranchCard }) {
  const t = useTranslations('blocks.branch')
  const locale = useLocale()
  const times = (row: { opens: string; closes: string }) =>
    t('fromTo', { opens: timeOfDay(row.opens, locale), closes: timeOfDay(row.closes, locale) })
  return (
    <div className="num">
      <p className="caps">{t('hours')}</p>
      <OpenNow opening={branch.opening} />
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-5 gap-y-0.5">
        {branch.hours.map((row) => (
          <div key={row.days[0]} className="contents">
            <dt className="text-ink-soft">{days(row.days, locale)}</dt>
            <dd>{row.times.length === 0 ? t('closed') : row.times.map(times).join(', ')}</dd>
          </div>
        ))}
      </dl>
      {branch.holidays.length > 0 && (
        <>
          <p className="caps mt-5">{t('holidays')}</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-5 gap-y-0.5">
            {branch.holidays.map((holiday) => (
              <div key={holiday.date} className="contents">
                <dt className="text-ink-soft">
                  <time dateTime={holiday.date}>{shortDate(holiday.date, locale)}</time>
                  {holiday.until && (
                    <>
                      –<time dateTime={holiday.until}>{shortDate(holiday.until, locale)}</time>
                    </>
                  )}
                </dt>
                <dd>
                  {holiday.label}:{' '}
                  {holiday.opens && holiday.closes
                    ? times({ opens: holiday.opens, closes: holiday.closes })
                    : t('closed')}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

/**
 * Whether somebody opens the door at this moment. The page says so for the moment it was made, in the shop's time
 * zone; once it runs in the browser, for the visitor's moment, minute by minute.
 */
function OpenNow({ opening }: { opening: BranchCard['opening'] }) {
  const t = useTranslations('blocks.branch.now')
  const locale = useLocale()
  const [now, setNow] = useState(() => new Date(opening.at))
  // biome-ignore lint/correctness/useExhaustiveDependencies: that the page was asked for anew is the event
  useEffect(() => {
    const update = () => setNow(new Date())
    update()
    const timer = setInterval(update, 60_000)
    return () => clearInterval(timer)
  }, [opening])
  const state = openingState(opening.hours, opening.holidays, now)
  if (state.kind === 'unknown') return null
  const at = (time: string) => t('at', { time: timeOfDay(time, locale) })
  if (state.kind === 'open') {
    return (
      <p className="mt-2 flex items-baseline gap-2 font-medium">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-green" />
        {t('open', { time: at(state.until) })}
      </p>
    )
  }
  const time = at(state.at)
  return (
    <p className="mt-2 text-ink-soft">
      {state.inDays === 0
        ? t('today', { time })
        : state.inDays === 1
          ? t('tomorrow', { time })
          : t('day', { day: nameOfDay(state, locale), time })}
    </p>
  )
}

/** „Montag“ within a week, else „7. Januar“. */
function nameOfDay({ date, inDays }: { date: string; inDays: number }, locale: Locale): string {
  const format: Intl.DateTimeFormatOptions =
    inDays < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long' }
  return dateFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
}

/** Any week will do: the first of January 2024 was a Monday. */
const dayDates: Record<Day, string> = {
  mo: '2024-01-01',
  tu: '2024-01-02',
  we: '2024-01-03',
  th: '2024-01-04',
  fr: '2024-01-05',
  sa: '2024-01-06',
  su: '2024-01-07',
}

function days(row: readonly Day[], locale: Locale): string {
  const format = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const name = (day: Day | undefined) =>
    day ? format.format(new Date(dayDates[day])).replace(/\.$/, '') : ''
  return row.length === 1 ? name(row[0]) : `${name(row[0])}–${name(row.at(-1))}`
}

function shortDate(date: string, locale: Locale): string {
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date))
}
