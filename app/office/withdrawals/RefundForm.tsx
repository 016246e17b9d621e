import { useTranslations } from 'use-intl'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import type { OrderPart } from './ReturnPart.tsx'
import { useDeed } from './use-deed.ts'

/** What goes back of the price of each piece; what is kept for a loss of value has a reason that the buyer reads. */
export function RefundForm({ of }: { of: OrderPart }) {
  const t = useTranslations('office.withdrawals')
  const deed = useDeed()
  const { goodsCents, shippingCents, pieces } = of.refund
  const lines = of.lines.filter(({ id }) => pieces.includes(id))
  const blank = Object.fromEntries(
    pieces.flatMap((id) => [
      [`${id} deduction`, ''],
      [`${id} reason`, ''],
    ]),
  )
  const { texts, put, done } = useKeptText(`withdrawal-refund-${of.number}`, blank as Record<string, string>)
  const { price } = useFormats()
  const typed = (id: string) => ({
    amount: texts[`${id} deduction`] ?? '',
    reason: texts[`${id} reason`] ?? '',
  })
  const keptOf = (id: string) => (typed(id).amount.trim() === '' ? 0 : (readAmount(typed(id).amount) ?? 0))
  const kept = pieces.reduce((sum, id) => sum + keptOf(id), 0)
  const amount = price(Math.max(0, goodsCents + shippingCents - kept))
  async function refund() {
    const deductions = pieces.map((piece) => ({ piece, ...typed(piece) }))
    const given = { order: of.number, seen: of.seen, deductions }
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
      <form
        noValidate
        className="grid max-w-prose gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void refund()
        }}
      >
        {lines.map(({ id, name, priceCents }) => (
          <fieldset key={id} className="grid gap-3" data-refund={id}>
            <legend>
              <b>
                {id} {name}
              </b>{' '}
              {price(priceCents)}
            </legend>
            <Field
              name="deduction"
              id={`deduction-${id}`}
              label={t('deduction')}
              value={typed(id).amount}
              inputMode="decimal"
              autoComplete="off"
              error={deed.fault(`${id} deduction`)}
              onChange={({ currentTarget }) => put(`${id} deduction`, currentTarget.value)}
            />
            {keptOf(id) > 0 && (
              <TextArea
                name="reason"
                id={`reason-${id}`}
                label={t('deductionReason')}
                rows={2}
                maxLength={500}
                value={typed(id).reason}
                error={deed.fault(`${id} reason`)}
                onChange={({ currentTarget }) => put(`${id} reason`, currentTarget.value)}
              />
            )}
          </fieldset>
        ))}
        <div className="box">
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
        <p className="page-actions">
          <button type="submit" className="do" disabled={deed.busy}>
            {kept > 0 ? t('refundConfirm', { amount, kept: price(kept) }) : t('refund')}
          </button>
        </p>
      </form>
    </section>
  )
}
