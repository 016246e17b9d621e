import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useLedgerFormats } from './use-ledger-formats.ts'

/** Whether the ledger agrees with the documents, what it put right by itself, and what nobody knows yet. */
export function LedgerChecked() {
  const t = useTranslations('office.ledger.check')
  const { check, reviews } = useShown<'ledger-months'>()
  const { euros, day, moment } = useLedgerFormats()
  const beside: [string, number, number | null][] = [
    [t('sales'), check.ledgerCents, check.invoiceCents],
    [t('german'), check.vat.domestic.ledgerCents, check.vat.domestic.documentCents],
    [t('others'), check.vat.destination.ledgerCents, check.vat.destination.documentCents],
    [t('withoutOrder'), check.withoutOrderCents, null],
    [t('owed'), check.taxCents, null],
  ]
  const order = (number: string) => <Link to={`/orders/${number}`}>{number}</Link>
  const faults = [
    ...check.differences.map(({ order: number, ledgerCents, invoiceCents }) => ({
      key: `order ${number}`,
      where: order(number),
      what: t('orderDiffers', { ledger: euros(ledgerCents), documents: euros(invoiceCents) }),
    })),
    ...check.vatDifferences.map(({ order: number, of, ledgerCents, documentCents }) => ({
      key: `vat ${of} ${number}`,
      where: order(number),
      what: t('vatDiffers', { ledger: euros(ledgerCents), documents: euros(documentCents) }),
    })),
    ...check.marginDifferences.map(({ order: number, piece, of, ledgerCents, dueCents }) => ({
      key: `margin ${of} ${number} ${piece}`,
      where: <Link to={`/ledger?q=${encodeURIComponent(piece.replace(/^no\. /, ''))}`}>{piece}</Link>,
      what: t(of === 'margin' ? 'marginDiffers' : 'marginVatDiffers', {
        ledger: euros(ledgerCents),
        due: euros(dueCents),
      }),
    })),
    ...check.missing.map((piece) => ({
      key: `missing ${piece}`,
      where: <Link to={`/pieces/${piece}`}>{piece}</Link>,
      what: t('missing'),
    })),
    ...check.gaps.map((number) => ({
      key: `gap ${number}`,
      where: <>{number}</>,
      what: t('gap'),
    })),
  ]
  return (
    <section className="block-section">
      <h2>{t('title')}</h2>
      {faults.length === 0 ? (
        <p className="state state-good">{t('agrees')}</p>
      ) : (
        <>
          <p className="state state-bad">{t('disagrees', { count: faults.length })}</p>
          <ul className="ledger-faults">
            {faults.map(({ key, where, what }) => (
              <li key={key}>
                {where}: {what}
              </li>
            ))}
          </ul>
        </>
      )}
      {!check.isCurrent && (
        <div className="max-w-prose">
          <p>{t('asOf', { moment: moment(check.at) })}</p>
          <p>
            <Link className="do quiet" to="/ledger/months?check=anew">
              {t('anew')}
            </Link>
          </p>
        </div>
      )}
      <Scrolled label={t('title')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('of')}</th>
              <th scope="col" className="num">
                {t('ledger')}
              </th>
              <th scope="col" className="num">
                {t('documents')}
              </th>
            </tr>
          </thead>
          <tbody>
            {beside.map(([label, ledger, documents]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="num">{euros(ledger)}</td>
                <td className="num">{documents === null ? '' : euros(documents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <h3 className="pt-4">{t('unknown')}</h3>
      <p className="max-w-prose pb-2">
        {reviews.unknown === 0 ? t('noneUnknown') : t('unknownPieces', { count: reviews.unknown })}{' '}
        {t('unknownText')}
      </p>
      {reviews.unknown > 0 && (
        <p>
          <Link className="do quiet" to="/ledger?state=without-cost">
            {t('toUnknown')}
          </Link>
        </p>
      )}
      <h3 className="pt-4">{t('corrections')}</h3>
      <p className="max-w-prose text-ink-soft">{t('correctionsText', { count: reviews.reviewed })}</p>
      {reviews.corrections.length === 0 ? (
        <p>{t('noCorrections')}</p>
      ) : (
        <Scrolled label={t('corrections')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('piece')}</th>
                <th scope="col">{t('why')}</th>
                <th scope="col">{t('day')}</th>
                <th scope="col" className="num">
                  {t('margin')}
                </th>
                <th scope="col" className="num">
                  {t('vat')}
                </th>
              </tr>
            </thead>
            <tbody>
              {reviews.corrections.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={`/ledger?q=${row.number}`}>{row.title}</Link>
                  </th>
                  <td>
                    {row.learned_cents === null
                      ? t('differed', { document: row.document ?? '' })
                      : t('learned', { cost: euros(row.learned_cents) })}
                  </td>
                  <td>{day(row.day)}</td>
                  <td className="num">{euros(row.margin_cents)}</td>
                  <td className="num">{euros(row.tax_cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
    </section>
  )
}
