import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { LedgerLine } from '#app/shop/ledger/ledger-lines.ts'
import { ledgerShape } from '#app/shop/ledger/ledger-question.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ListWords } from '../list/list-words.ts'
import { Outstanding } from './Outstanding.tsx'
import { useLedgerFormats } from './use-ledger-formats.ts'

/** Every piece with what it cost, what became of it, its margin and the VAT in it. */
export default function LedgerScreen() {
  const t = useTranslations('office.ledger')
  const shown = useShown<'ledger'>()
  const { euros } = useLedgerFormats()
  const columns = useColumns()
  const { sums } = shown
  const words: ListWords<typeof ledgerShape> = {
    list: t('title'),
    searchHint: t('searchHint'),
    found: (count) => t('found', { count }),
    none: t('none'),
    nothingFound: t('nothingFound'),
    filter: (name) => t(`filters.${name}`),
    value: (name, value) =>
      name === 'state'
        ? t(`states.${value as 'open'}`)
        : name === 'tax'
          ? t(`taxes.${value as 'margin_25a'}`)
          : value,
    view: (name) => t(`views.${name}`),
  }
  const totals: [string, string][] = [
    [t('sums.pieces'), String(sums.pieces)],
    [t('sums.purchase'), euros(sums.purchaseCents)],
    [t('sums.exits'), String(sums.exits)],
    [t('sums.proceeds'), euros(sums.proceedsCents)],
    [t('sums.margin'), euros(sums.marginCents)],
    [t('sums.vat'), euros(sums.taxCents)],
    ...(sums.destinationTaxCents === 0
      ? []
      : [[t('sums.otherVat'), euros(sums.destinationTaxCents)] as [string, string]]),
  ]
  return (
    <Page
      title={t('title')}
      actions={
        <Link className="do" to="/ledger/months">
          {t('toMonths')}
        </Link>
      }
    >
      <p className="max-w-prose pb-4 text-ink-soft">{t('intro')}</p>
      <Outstanding count={shown.outstanding} />
      <dl className="ledger-sums" aria-label={t('sums.title')}>
        {totals.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <List
        list="ledger"
        shape={ledgerShape}
        shown={shown}
        path="ledger"
        words={words}
        columns={columns}
        keyOf={({ number, exit_id }) => `${number}-${exit_id ?? ''}`}
        nameOf={({ title }) => title}
        known={{ branch: shown.branches.map(({ id, name }) => ({ value: id, label: name })) }}
        mayExport
      />
    </Page>
  )
}

function useColumns(): Column<LedgerLine, typeof ledgerShape>[] {
  const t = useTranslations('office.ledger')
  const { euros, day } = useLedgerFormats()
  const seesOrders = useMay('orders.see')
  const seesRequests = useMay('purchases.see')
  return [
    {
      key: 'title',
      heading: t('columns.title'),
      sort: 'number',
      cell: ({ number, title, product_id }) => (
        <>
          {product_id === null ? title : <Link to={`/pieces/${product_id}`}>{title}</Link>}
          <span className="sub">
            {[t('number', { number }), product_id].filter((part) => part !== null).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'bought',
      heading: t('columns.bought'),
      sort: 'purchase',
      cell: ({ purchase_cents, acquired_on, receipt, request }) => (
        <>
          {purchase_cents === null ? (
            <span className="missing">{t('unknownCost')}</span>
          ) : (
            euros(purchase_cents)
          )}
          <span className="sub">
            {acquired_on === null ? t('unknownDay') : day(acquired_on)}
            {receipt !== null && (
              <>
                {' · '}
                {seesRequests && request !== null ? (
                  <Link to={`/requests/${request}`}>{receipt}</Link>
                ) : (
                  receipt
                )}
              </>
            )}
          </span>
        </>
      ),
    },
    {
      key: 'exit',
      heading: t('columns.exit'),
      sort: 'booked',
      cell: ({ exit, on_day, booked_on, document, order }) =>
        exit === null ? (
          <span className="state state-quiet">{t('stillHere')}</span>
        ) : (
          <>
            <span className={exit === 'sale' || exit === 'melt' ? 'state state-good' : 'state state-warn'}>
              {t(`exits.${exit}`)}
            </span>
            <span className="sub">
              {day(on_day)}
              {document !== null && (
                <>
                  {' · '}
                  {order !== null && seesOrders ? <Link to={`/orders/${order}`}>{document}</Link> : document}
                </>
              )}
              {booked_on !== on_day && <> · {t('bookedOn', { day: day(booked_on) })}</>}
            </span>
          </>
        ),
    },
    {
      key: 'proceeds',
      heading: t('columns.proceeds'),
      sort: 'proceeds',
      num: true,
      cell: ({ proceeds_cents, tax_rule, tax_country }) => (
        <>
          {euros(proceeds_cents)}
          {tax_rule !== null && (
            <span className="sub">{t(`rules.${tax_rule}`, { country: tax_country ?? '' })}</span>
          )}
        </>
      ),
    },
    {
      key: 'margin',
      heading: t('columns.marginAndVat'),
      sort: 'margin',
      num: true,
      cell: ({ margin_cents, tax_cents, destination_tax_cents, tax_country }) => (
        <>
          {euros(margin_cents)}
          <span className="sub">
            {tax_cents !== null && t('vatIn', { vat: euros(tax_cents) })}
            {destination_tax_cents !== null && destination_tax_cents !== 0 && (
              <> · {t('vatElsewhere', { vat: euros(destination_tax_cents), country: tax_country ?? '' })}</>
            )}
          </span>
        </>
      ),
    },
    {
      key: 'result',
      heading: t('columns.result'),
      num: true,
      cell: ({ resultCents, costCents }) => (
        <>
          {euros(resultCents)}
          {costCents !== 0 && <span className="sub">{t('costsIn', { costs: euros(costCents) })}</span>}
        </>
      ),
    },
  ]
}
