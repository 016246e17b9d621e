import { formatPrice } from '#app/language/formats.ts'
import type { Quote } from '#app/shop/checkout/types.ts'
import { useLocale } from '../shell-data.ts'
import { useOrderWords } from './order-summary-words.ts'

type Amounts = Pick<Quote, 'goodsCents' | 'shippingCents' | 'totalCents' | 'vatCents' | 'shipping'>

/** Goods, shipping, total, and the VAT in it where it may be shown. */
export function OrderTotals({ amounts, large = false }: { amounts: Amounts; large?: boolean }) {
  const t = useOrderWords()
  const locale = useLocale()
  const { method } = amounts.shipping
  const shipping = amounts.shippingCents === 0 ? t('free') : formatPrice(amounts.shippingCents, locale)
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
      {amounts.vatCents > 0 && (
        <div className="flex justify-between gap-4 text-ink-soft text-step--1">
          <dt>{t('vat')}</dt>
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
