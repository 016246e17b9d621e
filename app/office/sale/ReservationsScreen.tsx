import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { reservationShape } from '#app/shop/counter/reservation-shape.ts'
import { Contact } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { List } from '../list/List.tsx'
import { NewReservation } from './NewReservation.tsx'
import { ReservationSteps } from './ReservationSteps.tsx'

const states = {
  live: 'state state-good',
  released: 'state state-quiet',
  lapsed: 'state state-quiet',
  sold: 'state',
}

/** Pieces that are kept for somebody, and what became of each. */
export default function ReservationsScreen() {
  const t = useTranslations('office.sale.reservations')
  const locale = useLocale()
  const format = useFormats()
  const { branches, piece: _, ...shown } = useShown<'reservations'>()
  const { moment } = useFormats()
  type Row = (typeof shown.rows)[number]
  const nameOf = (row: Row) => [row.piece, row.brand, row.title[locale]].filter(Boolean).join(' ')
  return (
    <Page title={t('title')}>
      <NewReservation />
      <List<Row, typeof reservationShape>
        list="reservations"
        shape={reservationShape}
        shown={shown}
        path="reservations"
        mayExport
        known={{ branch: branches.map(({ id, name }) => ({ value: id, label: name })) }}
        words={{
          list: t('title'),
          searchHint: t('searchHint'),
          found: (count) => t('foundCount', { count }),
          none: t('none'),
          nothingFound: t('nothingFound'),
          filter: (name) => t(`filters.${name}`),
          value: (_name, value) => t(`states.${value as 'live'}`),
          view: (name) => t(`views.${name}`),
        }}
        keyOf={(row) => String(row.id)}
        nameOf={nameOf}
        columns={[
          {
            key: 'piece',
            heading: t('piece'),
            sort: 'piece',
            cell: (row) => (
              <Link className="link" to={`/pieces/${row.piece}`}>
                {nameOf(row)}
              </Link>
            ),
          },
          {
            key: 'name',
            heading: t('name'),
            sort: 'name',
            cell: (row) => (
              <>
                {row.name || t('forgotten')}
                <span className="sub">
                  <Contact {...row} />
                </span>
                {row.note !== '' && <span className="sub">{row.note}</span>}
              </>
            ),
          },
          { key: 'until', heading: t('untilHead'), sort: 'until', cell: (row) => moment(row.until) },
          {
            key: 'state',
            heading: t('state'),
            cell: (row) => (
              <>
                <span className={states[row.state]}>{t(`states.${row.state}`)}</span>
                {row.order_number && (
                  <Link className="link" to={`/counter/sales/${row.order_number}`}>
                    {row.order_number}
                  </Link>
                )}
                {row.state === 'live' && <ReservationSteps row={row} />}
              </>
            ),
          },
          {
            key: 'price',
            heading: t('price'),
            num: true,
            cell: (row) => (row.price_cents === null ? '–' : format.price(row.price_cents)),
          },
          {
            key: 'made',
            heading: t('madeHead'),
            sort: 'made',
            cell: (row) => (
              <>
                {moment(row.madeAt)}
                <span className="sub">{t('by', { by: row.made_by })}</span>
              </>
            ),
          },
        ]}
      />
    </Page>
  )
}
