import { useLocale, useTranslations } from 'use-intl'
import { formatDate, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { resultOf } from '#app/shop/ledger/result-of.ts'
import type { Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import type { Preview } from './use-typed.ts'

/** Exact to the cent, as books are kept. */
const exact = (cents: number, locale: Locale) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** What a piece costs and cost, what a sale would leave, and what others of its reference went for. */
export function PriceBox({ piece, preview }: { piece: Shown<'piece'>; preview: Preview }) {
  const t = useTranslations('office.piece.money')
  const locale = useLocale() as Locale
  const seesCost = useMay('pieces.see-cost')
  const { prices, reference } = piece
  const { margin } = preview
  const spent = piece.costs.reduce((sum, { netCents }) => sum + netCents, 0)
  const left =
    margin && preview.priceCents !== null
      ? resultOf({
          proceedsCents: preview.priceCents,
          taxCents: margin.vatCents,
          purchaseCents: preview.priceCents - margin.marginCents,
          costCents: spent,
        })
      : null
  const span = (of: typeof prices.sold) =>
    of &&
    (of.fromCents === of.toCents
      ? formatPrice(of.fromCents, locale)
      : `${formatPrice(of.fromCents, locale)} – ${formatPrice(of.toCents, locale)}`)
  const rows: [string, string | null][] = [
    [t('price'), preview.priceCents === null ? null : exact(preview.priceCents, locale)],
    [t('since'), prices.since && formatDate(prices.since, locale)],
    [t('lowest'), prices.lowestCents === null ? t('notReduced') : exact(prices.lowestCents, locale)],
    ...(seesCost
      ? ([
          [t('margin'), margin && exact(margin.marginCents, locale)],
          [t('vat'), margin && exact(margin.vatCents, locale)],
          [t('net'), margin && exact(margin.netCents, locale)],
          ...(spent === 0
            ? []
            : [
                [t('spent'), exact(spent, locale)],
                [t('left'), left === null ? null : exact(left, locale)],
              ]),
        ] as [string, string | null][])
      : []),
    ...(reference
      ? ([
          [t('sold', { reference }), span(prices.sold) ?? t('none')],
          [t('onSale', { reference }), span(prices.onSale) ?? t('none')],
        ] as [string, string | null][])
      : []),
  ]
  return (
    <section className="box" aria-labelledby="price-box">
      <h2 id="price-box">{t('title')}</h2>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className={text === null ? 'missing' : undefined}>{text ?? t('missing')}</dd>
          </div>
        ))}
      </dl>
      {prices.history.length > 1 && (
        <details>
          <summary>{t('history')}</summary>
          <ol>
            {prices.history.map(({ since, cents }) => (
              <li key={since}>
                {formatDate(since, locale)}: {exact(cents, locale)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
