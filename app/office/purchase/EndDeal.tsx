import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { useStep } from './use-step.ts'

type Wish = 'cancel' | 'turn-down'

/** What takes a deal back: the receipt by its counter-document, or the whole of it; and goods that go home. */
export function EndDeal({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const mayPay = useMay('payouts.make')
  const { take, busy, refused, fault } = useStep()
  const [wish, setWish] = useState<Wish | null>(null)
  const { texts, put, done } = useKeptText(`end:${deal.number}`, { reason: '', tell: '' })
  const paper = (deal.status === 'paid' ? deal.purchase?.number : deal.receipt?.number) ?? null
  const mayCancel = mayPay && paper !== null && (deal.status === 'paid' || deal.status === 'identified')
  const mayTurnDown = deal.allowed.includes('turn-down') && deal.status !== 'compliance_hold'
  const mayReturn = deal.allowed.includes('return')
  if (!mayCancel && !mayTurnDown && !mayReturn) return null
  const { number, status } = deal
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const answer =
      wish === 'cancel' && paper !== null
        ? await take(
            () => act('purchases.cancel', { number, seen: paper, reason: texts.reason }),
            t('cancelledSaid'),
          )
        : await take(
            () => act('purchases.turn-down', { number, seen: status, ...texts }),
            t('turnedDownSaid'),
          )
    if (!answer?.ok) return
    done()
    setWish(null)
  }
  return (
    <section className="block-section" aria-labelledby="end">
      <h2 id="end">{t('endTitle')}</h2>
      {wish === null ? (
        <p className="page-actions">
          {mayCancel && (
            <button type="button" className="do quiet" onClick={() => setWish('cancel')}>
              {t(status === 'paid' ? 'cancelPaid' : 'cancelReceipt', { number: paper })}
            </button>
          )}
          {mayTurnDown && (
            <button type="button" className="do quiet" onClick={() => setWish('turn-down')}>
              {t('turnDown')}
            </button>
          )}
          {mayReturn && (
            <button
              type="button"
              className="do quiet"
              disabled={busy}
              onClick={() =>
                void take(() => act('purchases.hand-back', { number, seen: status }), t('handedBackSaid'))
              }
            >
              {t('handBack')}
            </button>
          )}
        </p>
      ) : (
        <form noValidate onSubmit={send} className="grid max-w-xl gap-4">
          <p>
            {t(wish === 'cancel' ? (status === 'paid' ? 'cancelPaidText' : 'cancelText') : 'turnDownText', {
              number: paper ?? '',
            })}
          </p>
          <TextArea
            name="reason"
            id="end-reason"
            label={t(wish === 'cancel' ? 'reasonRead' : 'reasonOurs')}
            value={texts.reason}
            rows={2}
            required
            error={fault('reason')}
            onChange={({ target }) => put('reason', target.value)}
          />
          {wish === 'turn-down' && deal.seller?.email && (
            <TextArea
              name="tell"
              id="end-tell"
              label={t('tell')}
              value={texts.tell}
              rows={2}
              onChange={({ target }) => put('tell', target.value)}
            />
          )}
          {refused && (
            <p role="alert" className="text-danger">
              {refused}
            </p>
          )}
          <p className="page-actions">
            <button type="submit" className="do" disabled={busy}>
              {t(wish === 'cancel' ? 'cancelDo' : 'turnDownDo')}
            </button>
            <button type="button" className="do quiet" onClick={() => setWish(null)}>
              {t('cancel')}
            </button>
          </p>
        </form>
      )}
      {wish === null && refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
    </section>
  )
}
