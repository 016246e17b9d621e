import { useState } from 'react'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { BranchField, useUsualBranch } from './BranchField.tsx'
import { stateName } from './looks.ts'
import { OrderForm } from './OrderForm.tsx'
import { useDeed } from './use-deed.ts'
import { referenceOf, useOrderWords } from './use-order-words.ts'

type Entry = ReturnType<typeof useShown<'order'>>['money'][number]
type Refund = ReturnType<typeof useShown<'order'>>['refunds'][number]

/** Where the form was shut, the button that opened it stands again after the next picture. */
function focusAgain(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}

/** What was ordered and paid, every entry of money, and what goes back. */
export function MoneyPart() {
  const { t, price } = useOrderWords()
  const { money, refunds, goodsCents, shippingCents, totalCents, vatCents, receivedCents, refundedCents } =
    useShown<'order'>()
  return (
    <section className="block-section" aria-labelledby="order-money">
      <h2 id="order-money">{t('money.title')}</h2>
      <dl className="order-sums">
        <div>
          <dt>{t('total')}</dt>
          <dd>{price(totalCents)}</dd>
        </div>
        <div>
          <dt>{t('money.received')}</dt>
          <dd>{price(receivedCents)}</dd>
        </div>
        {receivedCents < totalCents && (
          <div>
            <dt>{t('money.open')}</dt>
            <dd>{price(totalCents - receivedCents)}</dd>
          </div>
        )}
        {refundedCents > 0 && (
          <div>
            <dt>{t('money.refunded')}</dt>
            <dd>{price(refundedCents)}</dd>
          </div>
        )}
      </dl>
      <p className="sub">
        {t('money.sum', { goods: price(goodsCents), shipping: price(shippingCents) })}
        {vatCents > 0 && `, ${t('money.vat', { vat: price(vatCents) })}`}
      </p>
      {money.length === 0 && <p className="text-ink-soft">{t('money.empty')}</p>}
      <ul className="order-entries">
        {money.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ul>
      {refunds.length > 0 && (
        <>
          <h3>{t('refunds.title')}</h3>
          <ul className="order-entries">
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function EntryLine({ entry }: { entry: Entry }) {
  const { t, price, moment } = useOrderWords()
  const { number, refunds } = useShown<'order'>()
  const mayCorrect = useMay('orders.book-money')
  const [open, setOpen] = useState(false)
  const { id, cents, direction, channel, corrects, correctedAt, at } = entry
  const reference = referenceOf(entry, refunds)
  const isCorrectable = corrects === null && correctedAt === null && channel !== 'online'
  const amount = price(cents)
  return (
    <li data-over={correctedAt !== null || corrects !== null ? '' : undefined}>
      <div className="order-entry">
        <span>
          {t(`money.${direction}`)} {moment(at)}
          <span className="sub">
            {[
              t(`money.channels.${channel}`),
              corrects === null ? reference : t('money.isCorrection'),
              correctedAt !== null && t('money.corrected'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <b className="num">
          {corrects === null ? '' : '−'}
          {amount}
        </b>
      </div>
      {isCorrectable && mayCorrect && !open && (
        <button
          type="button"
          id={`correct-open-${id}`}
          className="plain-button"
          aria-label={t('money.correctTitle', { amount })}
          onClick={() => setOpen(true)}
        >
          {t('money.correct')}
        </button>
      )}
      {open && isCorrectable && (
        <CorrectForm
          key={`${number} ${id}`}
          entry={entry}
          onDone={() => setOpen(false)}
          onStop={() => {
            setOpen(false)
            focusAgain(`correct-open-${id}`)
          }}
        />
      )}
    </li>
  )
}

type FormProps = { onDone(): void; onStop(): void }

function CorrectForm({ entry: { id, cents }, onDone, onStop }: FormProps & { entry: Entry }) {
  const { t, price } = useOrderWords()
  const { number, seen } = useShown<'order'>()
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`order:${number}:correct:${id}`, { reason: '' })
  const submit = async (confirmed: boolean) => {
    const answer = await deed.take(
      () => act('orders.correct-money', { order: number, seen, entry: id, reason: texts.reason, confirmed }),
      ({ status, direction }) =>
        t('money.correctDone', { state: t(`states.${stateName(status, direction === 'out')}`) }),
    )
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t('money.correctTitle', { amount: price(cents) })}
      deed={deed}
      follows={[t('money.correctFollows')]}
      submit={t('money.correct')}
      again={deed.reason === 'to-confirm' ? () => void submit(true) : undefined}
      onSubmit={() => void submit(false)}
      onStop={onStop}
    >
      <TextArea
        name="reason"
        id={`correct-${id}`}
        label={t('form.reason')}
        hint={t('form.reasonHint')}
        rows={2}
        maxLength={500}
        required
        autoFocus
        value={texts.reason}
        error={deed.fault('reason')}
        onChange={({ target }) => put('reason', target.value)}
      />
    </OrderForm>
  )
}

function RefundLine({ refund }: { refund: Refund }) {
  const { t, price, moment, deadline } = useOrderWords()
  const maySend = useMay('orders.refund')
  const [open, setOpen] = useState(false)
  const { now } = useShown<'order'>()
  const { cents, reason, channel, dueAt, doneAt, withdrawnAt, lastError, sentReference } = refund
  const isDue = doneAt === null && withdrawnAt === null
  const isForStaff = isDue && (channel !== 'online' || lastError !== null)
  return (
    <li data-over={withdrawnAt ? '' : undefined}>
      <div className="order-entry">
        <span>
          {t(`refunds.reasons.${reason}`)}
          <span className={isForStaff ? 'sub missing' : 'sub'}>
            {t(`money.channels.${channel}`)} ·{' '}
            {withdrawnAt
              ? t('refunds.dropped')
              : doneAt
                ? t('refunds.done', { time: moment(doneAt) })
                : channel === 'online' && lastError === null
                  ? t('refunds.bySelf')
                  : t('refunds.due')}
            {sentReference !== null && ` · ${sentReference}`}
          </span>
          {isDue && (
            <span className={dueAt < now ? 'sub missing' : 'sub'}>
              {t(dueAt < now ? 'refunds.overdue' : 'refunds.until', { day: deadline(dueAt) })}
            </span>
          )}
          {isDue && lastError !== null && (
            <span className="missing">{t('refunds.failedOnline', { error: lastError })}</span>
          )}
        </span>
        <b className="num">{price(cents)}</b>
      </div>
      {isForStaff && maySend && !open && (
        <button
          type="button"
          id={`refund-open-${refund.id}`}
          className="do quiet"
          onClick={() => setOpen(true)}
        >
          {t('refunds.sent')}
        </button>
      )}
      {isForStaff && open && (
        <SentForm
          refund={refund}
          onDone={() => setOpen(false)}
          onStop={() => {
            setOpen(false)
            focusAgain(`refund-open-${refund.id}`)
          }}
        />
      )}
    </li>
  )
}

function SentForm({ refund: { id, cents, channel }, onDone, onStop }: FormProps & { refund: Refund }) {
  const { t, price } = useOrderWords()
  const { number, seen, mailDelayMinutes } = useShown<'order'>()
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`order:${number}:refund:${id}`, {
    reference: '',
    branch: useUsualBranch(),
  })
  const isOfTill = channel !== 'bank-transfer' && channel !== 'online'
  const submit = async () => {
    const answer = await deed.take(
      () =>
        act('orders.refund-sent', {
          ...{ order: number, seen, refund: id, reference: texts.reference },
          branch: isOfTill && texts.branch !== '' ? texts.branch : null,
        }),
      ({ repeated }) => t(repeated ? 'refunds.known' : 'refunds.done2'),
    )
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t('refunds.sentTitle', { amount: price(cents) })}
      deed={deed}
      follows={[t('refunds.follows', { minutes: mailDelayMinutes })]}
      submit={t('refunds.sent')}
      onSubmit={() => void submit()}
      onStop={onStop}
    >
      <Field
        name="reference"
        id={`refund-${id}`}
        label={t('refunds.reference')}
        maxLength={140}
        autoComplete="off"
        required
        autoFocus
        value={texts.reference}
        error={deed.fault('reference')}
        onChange={({ target }) => put('reference', target.value)}
      />
      {isOfTill && (
        <BranchField
          id={`refund-branch-${id}`}
          value={texts.branch}
          error={deed.fault('branch')}
          onChange={(branch) => put('branch', branch)}
        />
      )}
    </OrderForm>
  )
}
