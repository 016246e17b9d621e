import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
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
  const others = [
    ['collected', collected],
    ['paidBack', paidBack],
    ['unplaced', unplaced],
    ['bought', bought],
  ] as const
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
      <Form key={`${branch} ${day}`} className="toolbar" role="search">
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
          <Scrolled label={t('sales')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('number')}</th>
                  <th scope="col">{t('time')}</th>
                  <th scope="col">{t('means')}</th>
                  <th scope="col">{t('reference')}</th>
                  <th scope="col" className="num">
                    {t('amount')}
                  </th>
                  <th scope="col">{t('invoice')}</th>
                  <th scope="col">{t('by')}</th>
                </tr>
              </thead>
              <tbody>
                {sales.map((sale) => (
                  <tr key={sale.number}>
                    <th scope="row">
                      <Link className="link whitespace-nowrap" to={`/counter/sales/${sale.number}`}>
                        {sale.number}
                      </Link>
                      {sale.cancelled && <span className="state state-quiet">{t('cancelled')}</span>}
                    </th>
                    <td>{time(sale.at)}</td>
                    <td>{means(sale.means)}</td>
                    <td className="whitespace-nowrap">{sale.reference}</td>
                    <td className="num">{price(sale.cents)}</td>
                    <td className="whitespace-nowrap">{sale.invoice}</td>
                    <td>{sale.by}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        )}
        {till.twice.length > 0 && (
          <p className="state state-bad">{t('tillTwice', { numbers: till.twice.join(', ') })}</p>
        )}
        {till.missing.length > 0 && (
          <p className="state state-warn">{t('tillMissing', { numbers: till.missing.join(', ') })}</p>
        )}
        {sales.length > 0 && till.twice.length + till.missing.length === 0 && (
          <p className="state state-good">{t('tillFine')}</p>
        )}
      </section>
      {others.map(
        ([name, rows]) =>
          rows.length > 0 && (
            <section key={name} className="block-section">
              <h2>{t(name)}</h2>
              {name === 'unplaced' && <p className="sub">{t('unplacedHint')}</p>}
              <ul>
                {rows.map((row) => (
                  <li key={`${row.number} ${row.at}`} className="border-line border-b py-2">
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
