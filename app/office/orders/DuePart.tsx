import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../frame/member.ts'
import { useShown } from '../frame/use-shown.ts'
import { placeIfThere } from '../today/places.ts'
import { useOrderWords } from './use-order-words.ts'

type Warned = { key: string; text: ReactNode }

/** What is due next and until when, and what is amiss: late or wrong money, open withdrawals, missing proofs. */
export function DuePart() {
  const { t, moment, deadline, left, price } = useOrderWords()
  const order = useShown<'order'>()
  const {
    now,
    status,
    payment,
    tasks,
    payBy,
    expiresAt,
    totalCents,
    receivedCents,
    withdrawableUntil,
    page,
  } = order
  const waits = status === 'awaiting_payment'
  const mayPack = useMay('orders.change')
  const isPacked = order.delivery.kind === 'courier' && (tasks.includes('prepare') || tasks.includes('ship'))
  const openCents = totalCents - receivedCents
  const lines = [
    ...(waits && payment === 'online' && expiresAt
      ? [t('waitsForProvider', { until: deadline(expiresAt) })]
      : tasks.map((task) => t(`tasks.${task}`, { amount: price(Math.max(0, openCents)) }))),
    ...(waits && payBy ? [t('payBy', { time: deadline(payBy) })] : []),
    ...(waits && expiresAt && expiresAt > now
      ? [t('lapses', { time: deadline(expiresAt), left: left(expiresAt, now) })]
      : []),
    ...(withdrawableUntil && status === 'delivered'
      ? [t('withdrawableUntil', { time: deadline(withdrawableUntil) })]
      : []),
    ...(waits && page ? [t(`paymentPage.${page.stage}`, { until: moment(page.until) })] : []),
  ]
  const warned = useWarned()
  // What comes back is dealt with there, not here.
  const withdrawal = returning.includes(status)
    ? order.moments.findLast((each) => each.kind === 'withdrawal' && each.answer === 'accepted')
    : undefined
  const place = withdrawal?.kind === 'withdrawal' ? placeIfThere(`/withdrawals/${withdrawal.number}`) : null
  return (
    <section className="box order-due" aria-labelledby="order-due">
      <h2 id="order-due">{t('next')}</h2>
      {lines.length === 0 && warned.length === 0 && <p>{t('nothingNext')}</p>}
      <ul>
        {lines.map((line, at) => (
          <li key={line}>{at === 0 ? <b>{line}</b> : line}</li>
        ))}
        {mayPack && isPacked && (
          <li>
            <Link className="link" to={`/pack-orders?orders=${order.number}`}>
              {t('toPacking')}
            </Link>
          </li>
        )}
        {place !== null && (
          <li>
            <Link className="link" to={place}>
              {t('toWithdrawal', {
                number: withdrawal?.kind === 'withdrawal' ? String(withdrawal.number) : '',
              })}
            </Link>
          </li>
        )}
        {warned.map(({ key, text }) => (
          <li key={key} className="state state-warn">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

function useWarned(): Warned[] {
  const { t, deadline, price } = useOrderWords()
  const order = useShown<'order'>()
  const { now, status, payBy, expiresAt, totalCents, receivedCents, refunds, withdrawals } = order
  const waits = status === 'awaiting_payment'
  const money = { received: price(receivedCents), open: price(totalCents - receivedCents) }
  const due = refunds.filter(
    ({ doneAt, withdrawnAt, channel, lastError }) =>
      doneAt === null && withdrawnAt === null && (channel !== 'online' || lastError !== null),
  )
  const first = due.map(({ dueAt }) => dueAt).toSorted()[0]
  const tooMuch = refunds.filter(
    ({ reason, doneAt, withdrawnAt }) => reason === 'surplus' && !doneAt && !withdrawnAt,
  )
  const sum = (of: typeof refunds) => price(of.reduce((cents, refund) => cents + refund.cents, 0))
  const has = (key: string, is: unknown, text: ReactNode): Warned[] => (is ? [{ key, text }] : [])
  return [
    ...has('late', waits && payBy && payBy < now, t('late', { time: payBy ? deadline(payBy) : '' })),
    ...has(
      'over',
      waits && expiresAt && expiresAt <= now,
      t('lapsedAt', { time: expiresAt ? deadline(expiresAt) : '' }),
    ),
    ...has('little', waits && receivedCents > 0 && receivedCents < totalCents, t('tooLittle', money)),
    ...has(
      'gone',
      ['shipped', 'delivered'].includes(status) && receivedCents < totalCents,
      t('missingLater', money),
    ),
    ...has('lapsed', status === 'expired', t('lapsedMoney')),
    ...has('much', tooMuch.length > 0, t('tooMuch', { amount: sum(tooMuch) })),
    ...has(
      'refund',
      first,
      t(first && first < now ? 'refundOverdue' : 'refundDue', {
        amount: sum(due),
        day: first ? deadline(first) : '',
      }),
    ),
    ...withdrawals.flatMap(({ id, at }) => has(`withdrawal ${id}`, true, <Withdrawal number={id} at={at} />)),
    ...has('proof', order.needsProof && order.proofs.length === 0 && hasLeft(status), t('proofMissing')),
  ]
}

/** States in which goods come back, or their money goes. */
const returning: readonly string[] = ['withdrawal_requested', 'return_received', 'inspected']

const hasLeft = (status: string) => ['shipped', 'delivered', 'completed'].includes(status)

function Withdrawal({ number, at }: { number: number; at: string }) {
  const { t, moment } = useOrderWords()
  const place = placeIfThere(`/withdrawals/${number}`)
  return (
    <>
      {t('withdrawalOpen', { time: moment(at) })}{' '}
      {place !== null && <Link to={place}>{t('toWithdrawal', { number: String(number) })}</Link>}
    </>
  )
}
