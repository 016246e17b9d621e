import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { Field, Select, Tick } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { BranchField, useUsualBranch } from './BranchField.tsx'
import { handChannels } from './hand-channels.ts'
import { OrderForm } from './OrderForm.tsx'
import { useDeed } from './use-deed.ts'

/** States in which money brings no order to life. */
const ended: readonly string[] = ['cancelled', 'conflict_refunded']

/** Money that came for an order: all of it, a part, too much, or late; says beforehand what it will do. */
export function MoneyForm({ onDone }: { onDone(): void }) {
  const t = useTranslations('office.orders')
  const { price, typedAmount } = useFormats()
  const order = useShown<'order'>()
  const { number, seen, status, payment, totalCents, receivedCents, mailDelayMinutes } = order
  const deed = useDeed()
  const openCents = Math.max(0, totalCents - receivedCents)
  const { texts, put, done } = useKeptText(`order:${number}:money`, {
    amount: openCents > 0 ? typedAmount(openCents) : '',
    reference: '',
    // At the counter there is no default: cash counts for the limits of the law.
    channel: payment === 'in-branch' ? '' : 'bank-transfer',
    branch: useUsualBranch(),
  })
  const [surplus, setSurplus] = useState(false)
  const [unsaid, setUnsaid] = useState(false)
  const cents = readAmount(texts.amount)
  const isOfTill = texts.channel === 'cash' || texts.channel === 'card'
  const isTooMuch = cents !== null && cents > openCents
  const outcome =
    cents === null || cents === 0
      ? null
      : ended.includes(status)
        ? t('money.outcome.back')
        : isTooMuch
          ? t('money.outcome.surplus', { amount: price(cents - openCents) })
          : cents < openCents
            ? t('money.outcome.part', { open: price(openCents - cents) })
            : status === 'expired'
              ? t('money.outcome.revive')
              : t(status === 'awaiting_payment' ? 'money.outcome.paid' : 'money.outcome.made-good')
  const submit = async (confirmed: boolean) => {
    const channel = handChannels.find((each) => each === texts.channel)
    setUnsaid(!channel)
    if (!channel) return document.getElementById('money-channel')?.focus()
    const { amount, reference } = texts
    const branch = isOfTill && texts.branch !== '' ? texts.branch : null
    const answer = await deed.take(
      () =>
        act('orders.count-money', {
          ...{ order: number, seen, amount, reference, channel, branch, confirmed },
          surplus: surplus && isTooMuch,
        }),
      (counted) =>
        [
          t(`money.done.${counted.outcome}`, { open: price(counted.openCents) }),
          counted.page === 'closed' ? '' : t(`money.page.${counted.page}`),
        ]
          .filter(Boolean)
          .join(' '),
    )
    if (!answer) return
    done()
    onDone()
  }
  const mayOverrule = deed.reason === 'payment-under-way' || deed.reason === 'provider-unavailable'
  return (
    <OrderForm
      label={t('acts.money')}
      deed={deed}
      follows={[...(outcome ? [outcome] : []), t('follows.money', { minutes: mailDelayMinutes })]}
      submit={t('acts.money')}
      again={mayOverrule ? () => void submit(true) : undefined}
      onSubmit={() => void submit(false)}
      onStop={onDone}
    >
      <div className="two">
        <Field
          name="amount"
          id="money-amount"
          label={t('money.amount')}
          inputMode="decimal"
          autoComplete="off"
          required
          value={texts.amount}
          error={deed.fault('amount')}
          onChange={({ target }) => put('amount', target.value)}
        />
        <Select
          name="channel"
          id="money-channel"
          label={t('money.channel')}
          required
          value={texts.channel}
          error={unsaid ? t('faults.missing') : undefined}
          onChange={({ target }) => put('channel', target.value)}
        >
          {!handChannels.some((each) => each === texts.channel) && (
            <option value="">{t('money.choose')}</option>
          )}
          {handChannels.map((channel) => (
            <option key={channel} value={channel}>
              {t(`money.channels.${channel}`)}
            </option>
          ))}
        </Select>
      </div>
      {isOfTill && (
        <BranchField
          id="money-branch"
          value={texts.branch}
          error={deed.fault('branch')}
          onChange={(branch) => put('branch', branch)}
        />
      )}
      <Field
        name="reference"
        id="money-reference"
        label={t('money.reference')}
        hint={t('money.referenceHint')}
        maxLength={140}
        autoComplete="off"
        required
        value={texts.reference}
        error={deed.fault('reference')}
        onChange={({ target }) => put('reference', target.value)}
      />
      {isTooMuch && (
        <Tick
          name="surplus"
          id="money-surplus"
          label={t('money.surplus')}
          checked={surplus}
          onChange={({ target }) => setSurplus(target.checked)}
        />
      )}
    </OrderForm>
  )
}
