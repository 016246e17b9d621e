import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { withdrawalShape } from '#app/shop/withdrawals/withdrawal-shape.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import { stageLooks } from './looks.ts'
import type { ShownWithdrawal } from './withdrawal-answers.ts'

/** Declarations of withdrawal, by where they stand. */
export default function WithdrawalsScreen() {
  const t = useTranslations('office.withdrawals')
  const shown = useShown<'withdrawals'>()
  const { day, deadline } = useFormats()
  const columns: readonly Column<ShownWithdrawal, typeof withdrawalShape>[] = [
    {
      key: 'name',
      heading: t('name'),
      cell: ({ id, name, email }) => (
        <>
          <Link to={`/withdrawals/${id}`}>{name}</Link>
          <span className="sub">
            <MailAddress address={email} />
          </span>
        </>
      ),
    },
    {
      key: 'order',
      heading: t('order'),
      cell: ({ order, contract, pieces }) => (
        <>
          {order ? <Link to={`/orders/${order}`}>{order}</Link> : contract}
          <span className="sub">{pieces.length === 0 ? t('allPieces') : pieces.join(', ')}</span>
        </>
      ),
    },
    {
      key: 'stage',
      heading: t('stage'),
      cell: ({ stage }) => <span className={stageLooks[stage]}>{t(`stages.${stage}`)}</span>,
    },
    { key: 'received', heading: t('received'), sort: 'received', cell: ({ receivedAt }) => day(receivedAt) },
    {
      key: 'due',
      heading: t('due'),
      sort: 'due',
      cell: ({ dueAt, stage, mayKeep }) =>
        stage === 'done' ? (
          '–'
        ) : mayKeep && dueAt < shown.now ? (
          t('mayKeep')
        ) : dueAt < shown.now ? (
          <span className="missing">{t('overdue', { day: deadline(dueAt) })}</span>
        ) : (
          deadline(dueAt)
        ),
    },
  ]
  return (
    <Page title={t('title')}>
      <List
        list="withdrawals"
        shape={withdrawalShape}
        shown={shown}
        path="withdrawals"
        words={{
          list: t('list'),
          searchHint: t('searchHint'),
          found: (count) => t('found', { count }),
          none: t('none'),
          nothingFound: t('nothingFound'),
          filter: (name) => t(`filters.${name}`),
          value: (_, value) => t(`stages.${value as 'open'}`),
          view: (name) => t(`views.${name}`),
        }}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        mayExport
      />
    </Page>
  )
}
