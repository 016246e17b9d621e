import { useTranslations } from 'use-intl'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useLedgerFormats } from './use-ledger-formats.ts'

/** What was expected of each metal beside what came back, in grams, per cent and euros. */
export function LotBalance() {
  const t = useTranslations('office.ledger.melting')
  const { balance, amount_cents, fees_cents, status } = useShown<'refiner-lot'>()
  const { euros, grams, fine, share } = useLedgerFormats()
  if (balance.length === 0) return null
  const isSettled = status === 'settled'
  const expected = balance.map(({ expectedCents }) => expectedCents)
  const whole = expected.includes(null)
    ? null
    : expected.reduce((sum: number, cents) => sum + (cents ?? 0), 0)
  return (
    <section className="block-section">
      <h2>{t('balance')}</h2>
      <Scrolled label={t('balance')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('metal')}</th>
              <th scope="col" className="num">
                {t('weight')}
              </th>
              <th scope="col" className="num">
                {t('expectedFine')}
              </th>
              <th scope="col" className="num">
                {t('expectedValue')}
              </th>
              {isSettled && (
                <>
                  <th scope="col" className="num">
                    {t('returnedFine')}
                  </th>
                  <th scope="col" className="num">
                    {t('difference')}
                  </th>
                  <th scope="col" className="num">
                    {t('value')}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {balance.map((row) => (
              <tr key={row.metal}>
                <th scope="row">{t(`metals.${row.metal}`)}</th>
                <td className="num">{grams(row.weight)}</td>
                <td className="num">{fine(row.expectedFine)}</td>
                <td className="num">{euros(row.expectedCents)}</td>
                {isSettled && (
                  <>
                    <td className="num">{fine(row.returnedFine)}</td>
                    <td className="num">
                      {fine((row.returnedFine ?? 0) - row.expectedFine)}
                      <span className="sub">
                        {share((row.returnedFine ?? 0) - row.expectedFine, row.expectedFine)}
                      </span>
                    </td>
                    <td className="num">
                      {euros(row.valueCents)}
                      {row.expectedCents !== null && (
                        <span className="sub">
                          {t('moreOrLess', { difference: euros((row.valueCents ?? 0) - row.expectedCents) })}
                        </span>
                      )}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {isSettled ? (
        <p className="pt-2">
          {t('settledFor', { fees: euros(fees_cents), amount: euros(amount_cents) })}{' '}
          {whole !== null &&
            t('against', {
              expected: euros(whole),
              difference: euros((amount_cents ?? 0) - whole),
              share: share((amount_cents ?? 0) - whole, whole),
            })}
        </p>
      ) : (
        <p className="pt-2 text-ink-soft">{t(status === 'sent' ? 'expectedAtSending' : 'expectedLater')}</p>
      )}
    </section>
  )
}
