import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { Inspection } from './Inspection.tsx'
import { stageLooks } from './looks.ts'
import { PiecesBack } from './PiecesBack.tsx'
import { RefundForm } from './RefundForm.tsx'
import { ReturnPart } from './ReturnPart.tsx'

/** One declaration of withdrawal, from what was declared to the money and the shelf. */
export default function WithdrawalScreen() {
  const t = useTranslations('office.withdrawals')
  const format = useFormats()
  const shown = useShown<'withdrawal'>()
  const { stage, of } = shown
  const { day, deadline } = useFormats()
  const isAnswered = shown.outcome !== null
  // Once the goods are here, or need not come, nothing is waited for any more.
  const isAwaited = stage === 'open' || stage === 'no-order' || stage === 'awaited'
  const isLate = of?.until != null && of.until < shown.receivedAt
  return (
    <Page
      title={t('one', { number: String(shown.id) })}
      back={
        <Link className="link" to="/withdrawals">
          {t('back')}
        </Link>
      }
    >
      <p className="pb-4">
        <span className={stageLooks[stage]}>{t(`stages.${stage}`)}</span>
        {shown.order && (
          <>
            {' · '}
            <Link className="link" to={`/orders/${shown.order}`}>
              {shown.order}
            </Link>
          </>
        )}
      </p>
      <section className="block-section" aria-labelledby="withdrawal-declared">
        <h2 id="withdrawal-declared">{t('declared')}</h2>
        <dl className="grid gap-2">
          {(
            [
              [t('received'), format.moment(shown.receivedAt)],
              [
                t('name'),
                <>
                  {shown.name},{' '}
                  <a className="link" href={`mailto:${shown.email}`}>
                    <MailAddress address={shown.email} />
                  </a>
                </>,
              ],
              [t('contract'), shown.contract],
              [t('pieces'), shown.pieces.length === 0 ? t('allPieces') : shown.pieces.join(', ')],
              [t('comment'), shown.comment],
            ] satisfies [string, ReactNode][]
          )
            .filter(([, text]) => text !== '')
            .map(([term, text]) => (
              <div key={term}>
                <dt className="sub">{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        {isAnswered && shown.answeredAt && shown.outcome && (
          <p className="pt-2">
            {t('answered', {
              by: shown.answeredBy === 'shop' ? t('by.shop') : (shown.answeredBy ?? t('by.staff')),
              when: day(shown.answeredAt),
              what: t(`outcomes.${shown.outcome}`),
            })}
            {shown.note && <span className="sub">{shown.note}</span>}
          </p>
        )}
      </section>
      {stage !== 'done' && (
        <section className="block-section" aria-labelledby="withdrawal-deadlines">
          <h2 id="withdrawal-deadlines">{t('deadlines')}</h2>
          {isLate && of?.until && <p className="missing">{t('late', { day: day(of.until) })}</p>}
          {isAwaited && <p>{t('sendUntil', { day: day(shown.sendBy) })}</p>}
          <p className={shown.dueAt < shown.now && !shown.mayKeep ? 'missing' : undefined}>
            {t(isAwaited ? 'payUntil' : 'payUntilHere', { day: deadline(shown.dueAt) })}
          </p>
        </section>
      )}
      {!isAnswered && <AnswerForm />}
      {isAnswered && of && shown.outcome === 'accepted' && (
        <>
          {of.status === 'withdrawal_requested' && <ReturnPart of={of} />}
          <Inspection />
          {of.status === 'inspected' && <RefundForm of={of} />}
          <Refunds />
          <PiecesBack of={of} />
        </>
      )}
    </Page>
  )
}

/** What was kept, what goes back and what went. */
function Refunds() {
  const t = useTranslations('office.withdrawals')
  const format = useFormats()
  const { of } = useShown<'withdrawal'>()
  if (!of || (of.refunds.length === 0 && of.deductions.length === 0)) return null
  return (
    <section className="block-section" aria-labelledby="withdrawal-refunds">
      <h2 id="withdrawal-refunds">{t('refundTitle')}</h2>
      {of.deductions.map(({ cents, reason, piece }) => (
        <p key={`${piece} ${cents} ${reason}`}>
          {t('deducted', {
            amount: format.price(cents),
            reason: piece !== null && of.lines.length > 1 ? `${piece}, ${reason}` : reason,
          })}
        </p>
      ))}
      {of.refunds.map(({ id, amountCents, doneAt }) => (
        <p key={id} className={doneAt ? 'state state-good' : 'state state-warn'}>
          {doneAt
            ? t('sent', {
                amount: format.price(amountCents),
                day: format.day(doneAt),
              })
            : t('planned', { amount: format.price(amountCents) })}
        </p>
      ))}
      {of.refunds.some(({ doneAt }) => doneAt === null) && (
        <p>
          <Link className="link" to={`/orders/${of.number}#order-money`}>
            {t('sendIn')}
          </Link>{' '}
          <Link className="link" to="/bank-statements?state=open">
            {t('viaBank')}
          </Link>
        </p>
      )}
    </section>
  )
}
