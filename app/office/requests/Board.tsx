import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useQueryAsked } from '../frame/use-query-asked.ts'
import { useShown } from '../frame/use-shown.ts'
import { SearchField } from '../list/SearchField.tsx'
import { RequestThumb } from './RequestThumb.tsx'
import type { ShownRequest } from './request-list-answers.ts'
import { useDue } from './use-due.ts'
import { useSaidRequest } from './use-said-request.ts'

type Columns = NonNullable<Shown<'requests'>['board']>

/**
 * Requests by what is to be done with them; the oldest of each column first. Above it stands how many there are of each,
 * which leads to those alone. Steps are taken on the request itself.
 */
export function Board({ columns }: { columns: Columns }) {
  const t = useTranslations('office.requests')
  const l = useTranslations('office.list')
  const format = useFormats()
  const { branches } = useShown<'requests'>()
  const [query, setQuery] = useSearchParams()
  const wanted = useQueryAsked()
  const ask = (name: string, value: string) => {
    const next = new URLSearchParams(wanted)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }
  const leads = (to: Record<string, string | null>) => {
    const next = new URLSearchParams(wanted)
    for (const [name, value] of Object.entries(to)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  const alone = query.get('group')
  const shown = columns.flatMap(({ rows, ...column }) =>
    rows === null || (alone === null && rows.length === 0) ? [] : [{ ...column, rows }],
  )
  return (
    <>
      <div className="toolbar">
        <SearchField
          words={query.get('q') ?? ''}
          label={l('search')}
          hint={t('searchHint')}
          onAsk={(words) => ask('q', words)}
        />
        <label>
          <span className="sr-only">{t('filters.branch')}</span>
          <select
            className="field"
            value={wanted.get('branch') ?? ''}
            onChange={({ target }) => ask('branch', target.value)}
          >
            <option value="">{`${t('filters.branch')}: ${t('all')}`}</option>
            {branches.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <nav className="toolbar list-views" aria-label={t('filters.group')}>
        <Link
          to={leads({ group: null })}
          className="office-chip"
          aria-current={alone === null ? 'true' : undefined}
        >
          {t('all')} <b>{format.number(columns.reduce((sum, { total }) => sum + total, 0))}</b>
        </Link>
        {columns.map(({ group, total }) => (
          <Link
            key={group}
            to={leads({ group })}
            className="office-chip"
            aria-current={alone === group ? 'true' : undefined}
          >
            {t(`groups.${group}`)} <b>{format.number(total)}</b>
          </Link>
        ))}
      </nav>
      {shown.length === 0 && <p className="list-none">{t(query.size === 0 ? 'none' : 'nothingFound')}</p>}
      <div className="request-board">
        {shown.map(({ group, total, rows }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>
              {t(`groups.${group}`)} <b className="num">{format.number(total)}</b>
            </h2>
            {total === 0 && <p className="list-none">{t('columnEmpty')}</p>}
            <ul>
              {rows.map((row) => (
                <li key={row.number}>
                  <Card request={row} />
                </li>
              ))}
            </ul>
            {total > rows.length && (
              <Link className="link" to={leads({ as: 'list', group })}>
                {t('showAll', { count: total })}
              </Link>
            )}
          </section>
        ))}
      </div>
    </>
  )
}

function Card({ request }: { request: ShownRequest }) {
  const t = useTranslations('office.requests')
  const { branches, now } = useShown<'requests'>()
  const { what, span, day, days } = useSaidRequest()
  const due = useDue()
  const { number, name, details, lowCents, highCents, since, hereSince, group, status, overdue, unread } =
    request
  const branch = branches.find(({ value }) => value === request.branch)?.label
  return (
    <Link to={`/requests/${number}`} className="request-card">
      <RequestThumb request={request} />
      <span className="request-card-words">
        <b>{what(details)}</b>
        <span className="num">
          {lowCents === null || highCents === null ? t('noAmount') : span({ low: lowCents, high: highCents })}
        </span>
        <span className="sub">{[name ?? t('forgotten'), branch].filter(Boolean).join(' · ')}</span>
        <span className="sub">
          {group === 'back' && hereSince
            ? t('hereSince', { day: day(hereSince), days: days(hereSince, now) })
            : `${t(`states.${status}`)}, ${t('age', { days: days(since, now) })}`}
        </span>
        {request.due && <span className={overdue ? 'state state-bad' : 'sub'}>{due(request)}</span>}
        {unread && <span className="state state-warn">{t('unread')}</span>}
        <span className="sub num">{number}</span>
      </span>
    </Link>
  )
}
