import { formatPrice } from '#app/language/formats.ts'
import { taxCountryName } from '#app/shop/checkout/tax-country.ts'
import type { Quote, TaxedLine } from '#app/shop/checkout/types.ts'
import { useLocale } from '../shell-data.ts'
import { useOrderWords } from './order-summary-words.ts'

type Amounts = Pick<
  Quote,
  'goodsCents' | 'shippingCents' | 'totalCents' | 'vatCents' | 'shipping' | 'shippingTaxes'
> & { lines: readonly Pick<TaxedLine, 'listedCents' | 'tax'>[] }

/** Goods, shipping, total, and the VAT in it where it may be shown. */
export function OrderTotals({ amounts, large = false }: { amounts: Amounts; large?: boolean }) {
  const t = useOrderWords()
  const locale = useLocale()
  const { method } = amounts.shipping
  const shipping = amounts.shippingCents === 0 ? t('free') : formatPrice(amounts.shippingCents, locale)
  const { lines, shippingTaxes } = amounts
  const taxed = [...lines.map(({ tax }) => tax), ...shippingTaxes].find(({ vatCents }) => vatCents > 0)
  const listedCents = [...lines, ...shippingTaxes].reduce((sum, part) => sum + part.listedCents, 0)
  return (
    <dl className="num grid gap-1.5">
      <Row label={t('goods')} value={formatPrice(amounts.goodsCents, locale)} />
      <Row label={t(`method.${method}`)} value={shipping} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-2">
        <dt className="font-[540]">{t('total')}</dt>
        <dd className={large ? 'font-display text-step-3' : 'font-[560] text-step-1'}>
          {formatPrice(amounts.totalCents, locale)}
        </dd>
      </div>
      {listedCents > amounts.totalCents && (
        <div className="flex justify-between gap-4 text-ink-soft text-step--1">
          <dt>{t('untaxed')}</dt>
          <dd>{formatPrice(listedCents - amounts.totalCents, locale)}</dd>
        </div>
      )}
      {amounts.vatCents > 0 && (
        <div className="flex justify-between gap-4 text-ink-soft text-step--1">
          <dt>
            {taxed?.rule === 'destination'
              ? t('vatOf', {
                  rate: taxed.ratePerMille / 10,
                  country: taxCountryName(taxed.country, locale),
                })
              : t('vat')}
          </dt>
          <dd>{formatPrice(amounts.vatCents, locale)}</dd>
        </div>
      )}
    </dl>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
