import { useTranslations } from 'use-intl'
import { resultOf } from '#app/shop/ledger/result-of.ts'
import type { Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { Preview } from './use-typed.ts'

/** What a piece costs and cost, what a sale would leave, and what others of its reference went for. */
export function PriceBox({ piece, preview }: { piece: Shown<'piece'>; preview: Preview }) {
  const t = useTranslations('office.piece.money')
  const format = useFormats()
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
      ? format.price(of.fromCents)
      : `${format.price(of.fromCents)} – ${format.price(of.toCents)}`)
  const rows: [string, string | null][] = [
    [t('price'), preview.priceCents === null ? null : format.amount(preview.priceCents)],
    [t('since'), prices.since && format.day(prices.since)],
    [t('lowest'), prices.lowestCents === null ? t('notReduced') : format.amount(prices.lowestCents)],
    ...(seesCost
      ? ([
          [t('margin'), margin && format.amount(margin.marginCents)],
          [t('vat'), margin && format.amount(margin.vatCents)],
          [t('net'), margin && format.amount(margin.netCents)],
          ...(spent === 0
            ? []
            : [
                [t('spent'), format.amount(spent)],
                [t('left'), left === null ? null : format.amount(left)],
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
                {format.day(since)}: {format.amount(cents)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
