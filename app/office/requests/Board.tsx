import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useShown } from '../frame/use-shown.ts'
import { SearchField } from '../list/SearchField.tsx'
import { RequestThumb } from './RequestThumb.tsx'
import type { ShownRequest } from './request-list-answers.ts'
import { useDue } from './use-due.ts'
import { useSaidRequest } from './use-said-request.ts'

type Columns = NonNullable<Shown<'requests'>['board']>

/** Requests by what is to be done with them; the oldest of each column first. Steps are taken on the request itself. */
export function Board({ columns }: { columns: Columns }) {
  const t = useTranslations('office.requests')
  const l = useTranslations('office.list')
  const { branches } = useShown<'requests'>()
  const [query, setQuery] = useSearchParams()
  const ask = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }
  const listOf = (group: string) => {
    const next = new URLSearchParams(query)
    next.set('as', 'list')
    next.set('group', group)
    return `?${next}`
  }
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
            value={query.get('branch') ?? ''}
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
      <Scrolled label={t('board')}>
        <div className="request-board">
          {columns.map(({ group, total, rows }) => (
            <section key={group} aria-labelledby={`group-${group}`} data-empty={total === 0 || undefined}>
              <h2 id={`group-${group}`}>
                {t(`groups.${group}`)} <b className="num">{total}</b>
              </h2>
              {total === 0 && <p className="request-empty">{t('columnEmpty')}</p>}
              <ul>
                {rows.map((row) => (
                  <li key={row.number}>
                    <Card request={row} />
                  </li>
                ))}
              </ul>
              {total > rows.length && (
                <Link className="link" to={listOf(group)}>
                  {t('showAll', { count: total })}
                </Link>
              )}
            </section>
          ))}
        </div>
      </Scrolled>
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
