import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { requestListShape } from '#app/shop/buying/request-list-shape.ts'
import { Page } from '../frame/Page.tsx'
import { useQueryAsked } from '../frame/use-query-asked.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ListWords } from '../list/list-words.ts'
import { Board } from './Board.tsx'
import { RequestThumb } from './RequestThumb.tsx'
import type { ShownRequest } from './request-list-answers.ts'
import { useDue } from './use-due.ts'
import { useSaidRequest } from './use-said-request.ts'

/** What people offer us, as a board by what is to be done, or as a list; the address says which. */
export default function RequestsScreen() {
  const t = useTranslations('office.requests')
  const { board, list } = useShown<'requests'>()
  const query = useQueryAsked()
  const other = (as: 'board' | 'list') => {
    const next = new URLSearchParams(query)
    if (as === 'list') next.set('as', 'list')
    else for (const name of ['as', 'page', 'sort']) next.delete(name)
    return `?${next}`
  }
  return (
    <Page
      title={t('title')}
      actions={
        <nav aria-label={t('as')} className="page-actions">
          {(['board', 'list'] as const).map((as) => (
            <Link
              key={as}
              to={other(as)}
              className="office-chip"
              aria-current={(as === 'list') === (list !== null) ? 'true' : undefined}
            >
              {t(as)}
            </Link>
          ))}
        </nav>
      }
    >
      {board && <Board columns={board} />}
      {list && <Requests />}
    </Page>
  )
}

function Requests() {
  const t = useTranslations('office.requests')
  const { list, branches, now } = useShown<'requests'>()
  const { what, span, day, days } = useSaidRequest()
  const due = useDue()
  if (!list) return null
  const words: ListWords<typeof requestListShape> = {
    list: t('title'),
    searchHint: t('searchHint'),
    found: (count) => t('found', { count }),
    none: t('none'),
    nothingFound: t('nothingFound'),
    filter: (name) => t(`filters.${name}`),
    value: (name, value) =>
      name === 'group'
        ? t(`groups.${value as 'new'}`)
        : name === 'state'
          ? t(`states.${value as 'submitted'}`)
          : name === 'kind'
            ? t(`kinds.${value as 'gold'}`)
            : name === 'turn'
              ? t(`turns.${value as 'ours'}`)
              : name === 'offer'
                ? t(`offers.${value as 'waiting'}`)
                : name === 'parcel'
                  ? t(`parcels.${value as 'awaited'}`)
                  : t(`ways.${value as 'branch'}`),
    view: (name) => (name === 'all' ? t('all') : t(`groups.${name}`)),
  }
  const columns: Column<ShownRequest, typeof requestListShape>[] = [
    {
      ...{ key: 'number', heading: t('columns.number'), sort: 'number' },
      below: { heading: t('columns.submitted'), sort: 'day' },
      cell: ({ number, submittedAt }) => (
        <>
          <Link to={`/requests/${number}`}>{number}</Link>
          <span className="sub">{day(submittedAt)}</span>
        </>
      ),
    },
    {
      ...{ key: 'what', heading: t('columns.what') },
      cell: (row) => (
        <span className="request-what">
          <RequestThumb request={row} />
          <span>
            {what(row.details)}
            {row.unread && <span className="sub state state-warn">{t('unread')}</span>}
          </span>
        </span>
      ),
    },
    {
      ...{ key: 'name', heading: t('columns.name'), sort: 'name', below: { heading: t('columns.branch') } },
      cell: ({ name, branch }) => (
        <>
          {name ?? t('forgotten')}
          {branch !== null && (
            <span className="sub">{branches.find(({ value }) => value === branch)?.label ?? branch}</span>
          )}
        </>
      ),
    },
    {
      ...{ key: 'state', heading: t('columns.state') },
      below: { heading: t('columns.since'), sort: 'since' },
      cell: ({ status, since, hereSince, group }) => (
        <>
          {t(`states.${status}`)}
          <span className="sub">
            {group === 'back' && hereSince
              ? t('hereSince', { day: day(hereSince), days: days(hereSince, now) })
              : t('age', { days: days(since, now) })}
          </span>
        </>
      ),
    },
    {
      ...{ key: 'due', heading: t('columns.due') },
      cell: (row) =>
        row.due ? (
          <span className={row.overdue ? 'state state-bad request-due' : undefined}>{due(row)}</span>
        ) : (
          '–'
        ),
    },
    {
      ...{ key: 'amount', heading: t('columns.amount'), sort: 'amount', num: true },
      cell: ({ lowCents, highCents }) =>
        lowCents === null || highCents === null ? (
          '–'
        ) : (
          <span className="request-span">{span({ low: lowCents, high: highCents })}</span>
        ),
    },
  ]
  return (
    <List
      list="requests"
      shape={requestListShape}
      shown={list}
      path="requests"
      words={words}
      columns={columns}
      keyOf={({ number }) => number}
      nameOf={({ number }) => number}
      known={{ branch: branches }}
      mayExport
    />
  )
}
