import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
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
          <Scrolled label={t('counter.begun')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('number')}</th>
                  <th scope="col">{t('seller')}</th>
                  <th scope="col">{t('counter.waitsFor')}</th>
                  <th scope="col">{t('counter.since')}</th>
                </tr>
              </thead>
              <tbody>
                {begun.map(({ number, name, status, since }) => (
                  <tr key={number}>
                    <th scope="row">
                      <Link to={`/requests/${number}/purchase`}>{number}</Link>
                    </th>
                    <td>{name ?? t('forgotten')}</td>
                    <td>
                      <span className={status === 'compliance_hold' ? 'state state-bad' : 'state'}>
                        {t(`waits.${status as 'agreed' | 'identified' | 'paid' | 'compliance_hold'}`)}
                      </span>
                    </td>
                    <td>{format.moment(since)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        </section>
      )}
    </Page>
  )
}
