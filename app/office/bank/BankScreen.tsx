import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { printedIban } from '#app/language/iban.ts'
import { lineShape } from '#app/shop/bank/line-shape.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ShownLine } from './bank-answers.ts'
import { stateLooks } from './looks.ts'
import { ReadStatement } from './ReadStatement.tsx'

/** Statements of the bank: a new one is read, and every line that was. */
export default function BankScreen() {
  const t = useTranslations('office.bank')
  const format = useFormats()
  const shown = useShown<'bank-statements'>()
  const { day, moment: when } = useFormats()
  const columns: readonly Column<ShownLine, typeof lineShape>[] = [
    {
      key: 'booked',
      heading: t('bookedOn'),
      sort: 'booked',
      cell: ({ id, statement, bookedOn }) => (
        <Link to={`/bank-statements/${statement}#line-${id}`}>{day(bookedOn)}</Link>
      ),
    },
    {
      key: 'name',
      heading: t('name'),
      sort: 'name',
      cell: ({ name, purpose }) => (
        <>
          {name || t('noName')}
          <span className="sub bank-purpose">{purpose}</span>
        </>
      ),
    },
    {
      key: 'state',
      heading: t('state'),
      cell: ({ state, order, request, bookedBy, asideBy, asideReason }) => (
        <>
          <span className={stateLooks[state]}>{t(`states.${state}`)}</span>
          <span className="sub">
            {order ? <Link to={`/orders/${order}`}>{order}</Link> : (request ?? asideReason)}
            {(bookedBy ?? asideBy) && ` · ${bookedBy ?? asideBy}`}
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      heading: t('amount'),
      sort: 'amount',
      num: true,
      cell: ({ amountCents }) => format.amount(amountCents),
    },
  ]
  return (
    <Page title={t('title')}>
      <p className="max-w-prose pb-4">{t('intro')}</p>
      <ReadStatement />
      <details className="pb-4">
        <summary className="link w-fit cursor-pointer">{t('statements')}</summary>
        {shown.statements.length === 0 && <p>{t('noStatements')}</p>}
        <ul className="grid gap-2 pt-2">
          {shown.statements.map((each) => (
            <li key={each.id}>
              <Link className="link" to={`/bank-statements/${each.id}`}>
                {`${day(each.fromDay)} – ${day(each.toDay)}`}
              </Link>
              <span className="sub">
                {[
                  each.fileName,
                  printedIban(each.account),
                  t('readBy', { when: when(each.readAt), by: each.by ?? '–' }),
                  t('bookedLines', { booked: each.booked, lines: each.lines }),
                  t('openLines', { count: each.open }),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <List
        list="bank-lines"
        shape={lineShape}
        shown={shown}
        path="bank-statements"
        words={{
          list: t('list'),
          searchHint: t('searchHint'),
          found: (count) => t('found', { count }),
          none: t('none'),
          nothingFound: t('nothingFound'),
          filter: (name) => t(`filters.${name}`),
          value: (name, value) =>
            name === 'state'
              ? t(`states.${value as 'open'}`)
              : name === 'direction'
                ? t(`directions.${value as 'in'}`)
                : printedIban(value),
          view: (name) => t(`views.${name}`),
        }}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        known={shown.known}
        mayExport
      />
    </Page>
  )
}
