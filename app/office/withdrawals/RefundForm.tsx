import { useLocale, useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import type { OrderPart } from './ReturnPart.tsx'
import { useDeed } from './use-deed.ts'

/** What goes back of the price; what is kept for a loss of value has a reason that the buyer reads. */
export function RefundForm({ of }: { of: OrderPart }) {
  const t = useTranslations('office.withdrawals')
  const locale = useLocale()
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`withdrawal-refund-${of.number}`, { deduction: '', reason: '' })
  const price = (cents: number) => formatPrice(cents, locale)
  const kept = texts.deduction.trim() === '' ? 0 : (readAmount(texts.deduction) ?? 0)
  const { goodsCents, shippingCents, pieces } = of.refund
  const amount = price(Math.max(0, goodsCents + shippingCents - kept))
  async function refund() {
    const given = { order: of.number, seen: of.seen, ...texts }
    if (await deed.take(() => act('withdrawals.refund', given), t('refundDone'))) done()
  }
  return (
    <section className="block-section" aria-labelledby="withdrawal-refund">
      <h2 id="withdrawal-refund">{t('refundTitle')}</h2>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      <div className="box max-w-prose">
        <dl>
          <dt>
            {t('goods')} ({pieces.join(', ')})
          </dt>
          <dd>{price(goodsCents)}</dd>
          <dt>{t('shipping')}</dt>
          <dd>{price(shippingCents)}</dd>
          {kept > 0 && (
            <>
              <dt>{t('keptForLoss')}</dt>
              <dd>{price(-kept)}</dd>
            </>
          )}
          <dt>{t('goesBack')}</dt>
          <dd>
            <b>{amount}</b>
          </dd>
        </dl>
      </div>
      <form
        className="grid max-w-prose gap-3 pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          void refund()
        }}
      >
        <Field
          name="deduction"
          label={t('deduction')}
          value={texts.deduction}
          inputMode="decimal"
          autoComplete="off"
          error={deed.fault('deduction')}
          onChange={({ currentTarget }) => put('deduction', currentTarget.value)}
        />
        {kept > 0 && (
          <TextArea
            name="reason"
            label={t('deductionReason')}
            rows={2}
            value={texts.reason}
            error={deed.fault('reason')}
            onChange={({ currentTarget }) => put('reason', currentTarget.value)}
          />
        )}
        <p className="page-actions">
          <button type="submit" className="do" disabled={deed.busy}>
            {kept > 0 ? t('refundConfirm', { amount, kept: price(kept) }) : t('refund')}
          </button>
        </p>
      </form>
    </section>
  )
}
