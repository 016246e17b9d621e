import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import { NoBranch } from '../frame/NoBranch.tsx'
import { Page } from '../frame/Page.tsx'
import { RowTable } from '../frame/RowTable.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

const sums = ['cash', 'card', 'transfer', 'sold', 'collected', 'paidBack', 'bought', 'cashFlow'] as const

/** What a branch sold on a day, by how it was paid, with the numbers of the till; for the drawer and the bookkeeper. */
export default function DayCloseScreen() {
  const t = useTranslations('office.sale.close')
  const payment = useTranslations('office.sale.payment')
  const { today, day, branch, branches, sales, collected, paidBack, unplaced, bought, till, ...shown } =
    useShown<'day-close'>()
  const { amount: price, clock: time } = useFormats()
  const means = (word: string) =>
    word === 'in-branch' ? t('in-branch') : payment(`means.${word as 'cash' | 'card' | 'bank-transfer'}`)
  const isWhole =
    sales.some((sale) => sale.means !== 'bank-transfer') &&
    Object.values(till).every((found) => found.length === 0)
  const others = [
    ['collected', collected],
    ['paidBack', paidBack],
    ['unplaced', unplaced],
    ['bought', bought],
  ] as const
  if (branches.length === 0)
    return (
      <Page title={t('title')}>
        <NoBranch />
      </Page>
    )
  return (
    <Page
      title={t('title')}
      actions={
        <a
          className="do quiet"
          href={`/office/data/counter/day-close?${new URLSearchParams({ branch, day, file: 'csv' })}`}
          download
        >
          {t('file')}
        </a>
      }
    >
      <Form key={`${branch} ${day}`} className="toolbar items-end" role="search">
        <Field name="day" type="date" label={t('day')} max={today} defaultValue={day} />
        <Select name="branch" label={t('branch')} defaultValue={branch}>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <button type="submit" className="do quiet">
          {t('show')}
        </button>
      </Form>
      <section className="block-section">
        <h2>{t('sales')}</h2>
        {sales.length === 0 ? (
          <p>{t('noSales')}</p>
        ) : (
          <RowTable
            label={t('sales')}
            rows={sales.map((sale) => ({
              key: sale.number,
              cells: [
                {
                  heading: t('number'),
                  cell: (
                    <>
                      <Link className="link whitespace-nowrap" to={`/counter/sales/${sale.number}`}>
                        {sale.number}
                      </Link>
                      {sale.cancelled && <span className="state state-quiet">{t('cancelled')}</span>}
                    </>
                  ),
                },
                { heading: t('time'), cell: time(sale.at) },
                { heading: t('means'), cell: means(sale.means) },
                {
                  heading: t('reference'),
                  cell: <span className="whitespace-nowrap">{sale.reference}</span>,
                },
                { heading: t('amount'), cell: price(sale.cents), num: true },
                { heading: t('invoice'), cell: <span className="whitespace-nowrap">{sale.invoice}</span> },
                { heading: t('by'), cell: sale.by },
              ],
            }))}
          />
        )}
        {till.twice.length > 0 && (
          <p className="state state-bad">{t('tillTwice', { numbers: till.twice.join(', ') })}</p>
        )}
        {till.missing.length > 0 && (
          <p className="state state-warn">{t('tillMissing', { numbers: till.missing.join(', ') })}</p>
        )}
        {till.ranges.map(({ from, to, count }) => (
          <p key={from} className="state state-warn">
            {t('tillRange', { from, to, count })}
          </p>
        ))}
        {till.unread.length > 0 && (
          <p className="state state-warn">{t('tillUnread', { numbers: till.unread.join(', ') })}</p>
        )}
        {isWhole && <p className="state state-good pt-2">{t('tillFine')}</p>}
      </section>
      {others.map(
        ([name, rows]) =>
          rows.length > 0 && (
            <section key={name} className="block-section">
              <h2>{t(name)}</h2>
              {name === 'unplaced' && <p className="sub">{t('unplacedHint')}</p>}
              <ul>
                {rows.map((row) => (
                  <li key={`${row.number} ${row.at} ${row.isCounter}`} className="border-line border-b py-2">
                    {row.isCounter && `${t('counterEntry')} `}
                    {name === 'bought' ? (
                      row.number
                    ) : (
                      <Link className="link" to={`/orders/${row.number}`}>
                        {row.number}
                      </Link>
                    )}
                    {`, ${time(row.at)}, ${means(row.means)}: ${price(row.cents)}`}{' '}
                    <span className="sub">{row.reference}</span>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <section className="block-section max-w-xl" aria-labelledby="close-sums">
        <h2 id="close-sums">{t('sums')}</h2>
        <div className="box">
          <dl>
            {sums.map((name) => (
              <div key={name} className="contents">
                <dt>{t(name)}</dt>
                <dd>{price(shown.sums[name])}</dd>
              </div>
            ))}
          </dl>
        </div>
        {collected.length > 0 && <p className="sub">{t('cashFlowHint')}</p>}
      </section>
    </Page>
  )
}
