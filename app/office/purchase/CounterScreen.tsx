import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { RowTable } from '../frame/RowTable.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { openScanner } from '../scanner/open-scanner.ts'

/** Where a day at the counter begins: buy, sell, reserve, scan; and what was begun and waits. */
export default function CounterScreen() {
  const t = useTranslations('office.purchase')
  const { begun } = useShown<'counter'>()
  const format = useFormats()
  const mayBuy = useMay('purchases.make')
  const maySell = useMay('sales.make')
  const mayReserve = useMay('reservations.make')
  return (
    <Page title={t('counter.title')}>
      <ul className="counter-desk">
        {mayBuy && (
          <li>
            <Link to="/counter/purchase">
              <b>{t('counter.buy')}</b>
              <span>{t('counter.buyText')}</span>
            </Link>
          </li>
        )}
        {maySell && (
          <li>
            <Link to="/counter/sale">
              <b>{t('counter.sell')}</b>
              <span>{t('counter.sellText')}</span>
            </Link>
          </li>
        )}
        {mayReserve && (
          <li>
            <Link to="/reservations">
              <b>{t('counter.reserve')}</b>
              <span>{t('counter.reserveText')}</span>
            </Link>
          </li>
        )}
        <li>
          <button type="button" onClick={openScanner}>
            <b>{t('counter.scan')}</b>
            <span>{t('counter.scanText')}</span>
          </button>
        </li>
      </ul>
      {begun.length > 0 && (
        <section className="block-section">
          <h2>{t('counter.begun')}</h2>
          <RowTable
            label={t('counter.begun')}
            rows={begun.map(({ number, name, status, since }) => ({
              key: number,
              cells: [
                { heading: t('number'), cell: <Link to={`/requests/${number}/purchase`}>{number}</Link> },
                { heading: t('seller'), cell: name ?? t('forgotten') },
                {
                  heading: t('counter.waitsFor'),
                  cell: (
                    <span className={status === 'compliance_hold' ? 'state state-bad' : 'state'}>
                      {t(`waits.${status as 'agreed' | 'identified' | 'paid' | 'compliance_hold'}`)}
                    </span>
                  ),
                },
                {
                  heading: t('counter.since'),
                  cell: format.moment(since),
                },
              ],
            }))}
          />
        </section>
      )}
    </Page>
  )
}
