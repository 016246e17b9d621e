import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import type { SuccessView } from './success-view.ts'
import { useSuccessWords } from './success-words.ts'

/** What happens next, in its order, for this very order. */
export function NextSteps({ view }: { view: SuccessView }) {
  const t = useSuccessWords()
  const locale = useLocale()
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="text-step-2">
        {t('next')}
      </h2>
      <ol className="max-w-prose pt-4">
        {useSteps(view).map((step, index) => (
          <li key={step} className="grid grid-cols-[2rem_1fr] border-line border-t py-3.5">
            <span aria-hidden="true" className="num text-brass">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <p className="max-w-prose border-line border-t pt-4 text-ink-soft">
        {t.rich('withdraw', {
          link: (text) => (
            <a className="link" href={pathTo(locale, 'withdrawal')}>
              {text}
            </a>
          ),
        })}
      </p>
    </section>
  )
}

function useSteps({ order, stage, branches }: SuccessView): string[] {
  const t = useSuccessWords()
  const { email } = order.contact
  const { payment, delivery } = order
  const method = order.shipping.method === 'insured-parcel' ? 'parcel' : 'courier'
  const steps = [t('steps.mail', { email })]
  if (payment !== 'online') {
    steps.push(
      order.acceptedAt
        ? t('steps.accepted')
        : t('steps.staff', { payment: payment === 'bank-transfer' ? 'transfer' : 'other' }),
    )
  }
  if (payment === 'bank-transfer' && order.acceptedAt && stage === 'received') steps.push(t('steps.transfer'))
  if (delivery.kind === 'courier') {
    steps.push(t(stage === 'paid' ? 'steps.shipPaid' : 'steps.ship', { method }))
  } else {
    const branch = branches.find(({ id }) => id === delivery.branchId)
    steps.push(t('steps.collect', { branch: branch?.name ?? '' }))
    if (payment === 'in-branch') steps.push(t('steps.collectPay'))
  }
  return steps
}
