import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea } from '#app/ui/Field.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { OrderForm } from './OrderForm.tsx'
import { refusalText, useDeed } from './use-deed.ts'

/** Cancelling, with what it would do: money, pieces, invoice, and a page on which the buyer may be paying. */
export function CancelForm({ onDone }: { onDone(): void }) {
  const t = useTranslations('office.orders')
  const { number, seen } = useShown<'order'>()
  const deed = useDeed()
  const [preview, setPreview] = useState<AnswerOf<'orders.preview-cancel'> | null>(null)
  const { texts, put, done } = useKeptText(`order:${number}:cancel`, { reason: '' })
  useEffect(() => {
    // Asked anew when the order has become another one.
    if (seen) void act('orders.preview-cancel', { order: number }).then(setPreview)
  }, [number, seen])
  const said = useSaid()
  const submit = async () => {
    const answer = await deed.take(
      () => act('orders.cancel', { order: number, seen, reason: texts.reason }),
      ({ isPageOpen }) => t(isPageOpen ? 'cancel.doneOpen' : 'cancel.done'),
    )
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t('acts.cancel')}
      deed={deed}
      follows={preview === null ? [t('cancel.look')] : preview.ok ? said(preview) : [refusalText(t, preview)]}
      submit={t('cancel.do')}
      onSubmit={() => void submit()}
      onStop={onDone}
    >
      <TextArea
        name="reason"
        id="cancel-reason"
        label={t('form.reason')}
        hint={t('form.reasonHint')}
        rows={2}
        maxLength={500}
        required
        value={texts.reason}
        error={deed.fault('reason')}
        onChange={({ target }) => put('reason', target.value)}
      />
    </OrderForm>
  )
}

function useSaid() {
  const t = useTranslations('office.orders')
  const format = useFormats()
  return ({
    amountCents,
    pieces,
    piecesGo,
    invoice,
    page,
  }: Extract<AnswerOf<'orders.preview-cancel'>, { ok: true }>): string[] => [
    t('cancel.follows'),
    amountCents > 0 ? t('cancel.money', { amount: format.price(amountCents) }) : t('cancel.noMoney'),
    t(`cancel.${piecesGo}`, { pieces: pieces.join(', '), count: pieces.length }),
    ...(invoice === null ? [] : [t('cancel.invoice', { number: invoice })]),
    ...(page === null ? [] : [t(`cancel.page.${page}`)]),
    t('cancel.mail'),
  ]
}
