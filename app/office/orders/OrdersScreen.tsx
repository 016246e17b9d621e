import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import { stateLooks, stateName, type ToldState, urgentNeeds } from './looks.ts'
import type { OrderRow } from './orders-answers.ts'

/** Every order, by what it needs. */
export default function OrdersScreen() {
  const t = useTranslations('office.orders')
  const shown = useShown<'orders'>()
  const columns = useColumns()
  const mayChange = useMay('orders.change')
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return (
    <Page title={t('list')}>
      <List
        list="orders"
        shape={orderShape}
        shown={shown}
        path="orders"
        words={{
          list: t('list'),
          searchHint: t('searchHint'),
          found: (count) => t('found', { count }),
          none: t('none'),
          nothingFound: t('nothingFound'),
          filter: (name) => t(`filters.${name}`),
          value: (name, value) =>
            name === 'need'
              ? t(`need.${value as 'pack'}`)
              : name === 'state'
                ? value === 'refunded'
                  ? t('refundedOrOpen')
                  : t(`states.${value as 'paid'}`)
                : name === 'payment'
                  ? t(`payments.${value as 'online'}`)
                  : name === 'sold'
                    ? t(`soldIn.${value as 'online'}`)
                    : t(`deliveries.${value as 'courier'}`),
          view: (name) => t(`views.${name}`),
        }}
        columns={columns}
        keyOf={({ number }) => number}
        nameOf={({ number }) => number}
        known={shown.known}
        mayExport
        {...(mayChange && {
          chosen: { keys, put: (chosen: Iterable<string>) => setKeys(new Set(chosen)) },
          chosenBar: (
            <p className="page-actions">
              <Link className="do" to={`/pack-orders?orders=${[...keys].join()}`}>
                {t('pack.chosen', { count: keys.size })}
              </Link>
            </p>
          ),
        })}
      />
    </Page>
  )
}

function State({ name }: { name: ToldState }) {
  const t = useTranslations('office.orders.states')
  return <span className={`state ${stateLooks[name]}`}>{t(name)}</span>
}

function useColumns(): readonly Column<OrderRow, typeof orderShape>[] {
  const t = useTranslations('office.orders')
  const { price, moment, deadline } = useFormats()
  const { now } = useShown<'orders'>()
  return [
    {
      key: 'number',
      heading: t('number'),
      sort: 'placed',
      cell: ({ number, placedAt, hasNotes }) => (
        <>
          <Link to={`/orders/${number}`}>{number}</Link>
          <span className="sub">
            {moment(placedAt)}
            {hasNotes && ` · ${t('notes')}`}
          </span>
        </>
      ),
    },
    {
      key: 'buyer',
      heading: t('buyer'),
      sort: 'buyer',
      cell: ({ buyer, email }) => (
        <>
          {buyer}
          <span className="sub">
            <MailAddress address={email} />
          </span>
        </>
      ),
    },
    {
      key: 'pieces',
      heading: t('pieces'),
      cell: ({ pieces }) => (
        <span className="order-pieces">
          {pieces.map((piece) => (
            <Link key={piece} to={`/pieces/${piece}`}>
              {piece}
            </Link>
          ))}
        </span>
      ),
    },
    {
      key: 'state',
      heading: t('state'),
      sort: 'state',
      cell: ({ status, payment, delivery, refundDueAt }) => (
        <>
          <State name={stateName(status, refundDueAt !== null)} />
          <span className="sub">
            {t(`payments.${payment}`)} · {t(`deliveries.${delivery}`)}
          </span>
        </>
      ),
    },
    {
      key: 'needs',
      heading: t('needs'),
      below: { heading: t('due'), sort: 'due' },
      cell: ({ needs, status, payBy, expiresAt, refundDueAt }) => {
        const until = status === 'awaiting_payment' ? (payBy ?? expiresAt) : null
        return (
          <>
            {needs.length === 0 && until === null && refundDueAt === null && '–'}
            {needs.map((need) => (
              <span key={need} className={urgentNeeds.has(need) ? 'order-need missing' : 'order-need'}>
                {t(`need.${need}`)}
              </span>
            ))}
            {until !== null && <span className="sub">{t('mustBy', { time: deadline(until) })}</span>}
            {refundDueAt !== null && (
              <span className={refundDueAt < now ? 'sub missing' : 'sub'}>
                {t(refundDueAt < now ? 'refunds.overdue' : 'refunds.until', { day: deadline(refundDueAt) })}
              </span>
            )}
          </>
        )
      },
    },
    {
      key: 'total',
      heading: t('total'),
      sort: 'total',
      num: true,
      cell: ({ totalCents, receivedCents }) => (
        <>
          {price(totalCents)}
          {receivedCents > 0 && receivedCents !== totalCents && (
            <span className="sub missing">{t('arrived', { received: price(receivedCents) })}</span>
          )}
        </>
      ),
    },
  ]
}
