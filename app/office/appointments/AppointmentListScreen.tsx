import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { appointmentShape } from '#app/shop/appointments/appointment-shape.ts'
import { Contact } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { List } from '../list/List.tsx'

/** Every appointment, looked for and counted: what a calendar shows by days. */
export default function AppointmentListScreen() {
  const t = useTranslations('office.appointments')
  const locale = useLocale()
  const { list, branches, people } = useShown<'appointment-list'>()
  type Row = (typeof list.rows)[number]
  const { moment } = useFormats()
  const nameOf = ({ name, startsAt }: Row) => `${name ?? '–'}, ${moment(startsAt)}`
  const branchOf = (id: string) => branches.find(({ value }) => value === id)?.label ?? id
  return (
    <Page
      title={t('list.title')}
      back={
        <Link className="link" to="/appointments">
          {t('calendar')}
        </Link>
      }
    >
      <List<Row, typeof appointmentShape>
        list="appointments"
        shape={appointmentShape}
        shown={list}
        path="appointment-list"
        mayExport
        known={{ branch: branches, person: people }}
        words={{
          list: t('list.title'),
          searchHint: t('list.searchHint'),
          found: (count) => t('list.found', { count }),
          none: t('list.none'),
          nothingFound: t('list.nothingFound'),
          filter: (name) => t(`list.filters.${name}`),
          value: (name, value) =>
            name === 'kind' ? t(`kinds.${value as 'other'}`) : t(`states.${value as 'ahead'}`),
          view: (name) => t(`list.views.${name}`),
        }}
        keyOf={({ id }) => String(id)}
        nameOf={nameOf}
        columns={[
          {
            ...{ key: 'at', heading: t('list.columns.day'), sort: 'at' },
            cell: (row) => (
              <Link className="link list-moment" to={`/appointments/${row.id}`}>
                {moment(row.startsAt)}
                <span className="sr-only"> {row.name}</span>
              </Link>
            ),
          },
          {
            ...{ key: 'name', heading: t('list.columns.name'), sort: 'name' },
            cell: (row) => (
              <>
                {row.name ?? '–'}
                <span className="sub">
                  <Contact {...row} />
                </span>
              </>
            ),
          },
          {
            ...{ key: 'kind', heading: t('list.columns.about') },
            cell: (row) => (
              <>
                {t(`kinds.${row.kind}`)}
                <span className="sub">
                  {row.request ?? [row.piece, row.brand, row.title?.[locale]].filter(Boolean).join(' ')}
                  {row.more > 0 && ` ${t('morePieces', { count: row.more })}`}
                </span>
              </>
            ),
          },
          {
            ...{ key: 'branch', heading: t('list.columns.branch') },
            cell: (row) => (
              <>
                {branchOf(row.branch)}
                <span className="sub">{row.staff ?? t('nobody')}</span>
              </>
            ),
          },
          {
            ...{ key: 'state', heading: t('list.columns.state') },
            cell: (row) => t(`states.${row.state}`),
          },
          {
            ...{ key: 'made', heading: t('list.columns.made'), sort: 'made' },
            cell: (row) => moment(row.madeAt),
          },
        ]}
      />
    </Page>
  )
}
