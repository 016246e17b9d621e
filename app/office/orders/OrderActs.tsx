import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderAct } from '#app/shop/orders/order-actions.ts'
import { may, type Permission } from '#app/shop/staff/permissions.ts'
import { useMember } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { AddressForm } from './AddressForm.tsx'
import { CancelForm } from './CancelForm.tsx'
import { MoneyForm } from './MoneyForm.tsx'
import { ParcelForm, ReceivedForm, StepForm } from './StepForms.tsx'

const permissionOf = (act: OrderAct): Permission =>
  act === 'money' ? 'orders.book-money' : act === 'cancel' ? 'orders.refund' : 'orders.change'

/** What may be done with the order now, each with its form, and why the rest of the way is shut. */
export function OrderActs() {
  const t = useTranslations('office.orders')
  const { deadline } = useFormats()
  const { role } = useMember()
  const { acts, number, receivedCents, totalCents } = useShown<'order'>()
  const isMoneyOpen = receivedCents < totalCents
  const [open, setOpen] = useState<{ act: OrderAct; order: string } | null>(null)
  const allowed = acts.may.filter((act) => may(role, permissionOf(act)))
  // Something else may be possible by now.
  const shown = open && open.order === number && allowed.includes(open.act) ? open.act : null
  return (
    <section className="block-section" aria-labelledby="order-acts">
      <h2 id="order-acts">{t('acts.title')}</h2>
      <div className="page-actions order-acts">
        {allowed.map((act, at) => (
          <button
            key={act}
            type="button"
            className={at === firstOf(allowed, { isMoneyOpen }) && shown === null ? 'do' : 'do quiet'}
            aria-expanded={shown === act}
            onClick={() => setOpen(shown === act ? null : { act, order: number })}
          >
            {t(`acts.${act}`)}
          </button>
        ))}
      </div>
      {shown && <Form key={`${number} ${shown}`} act={shown} onDone={() => setOpen(null)} />}
      {acts.not.length > 0 && (
        <ul className="order-not-now">
          {acts.not.map(({ act, why, until }) => (
            <li key={act}>
              <b>{t(`acts.${act}`)}:</b>{' '}
              {t(`notNow.${why}`, { until: until === null ? '' : deadline(until) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What is done when it is needed, and never next. */
const besides: readonly OrderAct[] = ['money', 'cancel', 'tracking', 'address', 'deliver-again']

/** What is usually done next; where nothing is, booking money while some is open. -1: nothing of it. */
function firstOf(acts: readonly OrderAct[], { isMoneyOpen }: { isMoneyOpen: boolean }): number {
  const usual = acts.findIndex((act) => !besides.includes(act))
  return usual >= 0 || !isMoneyOpen ? usual : acts.indexOf('money')
}

function Form({ act, onDone }: { act: OrderAct; onDone(): void }) {
  switch (act) {
    case 'money':
      return <MoneyForm onDone={onDone} />
    case 'cancel':
      return <CancelForm onDone={onDone} />
    case 'address':
      return <AddressForm onDone={onDone} />
    case 'ship':
    case 'tracking':
      return <ParcelForm act={act} onDone={onDone} />
    case 'hand-over':
    case 'deliver':
    case 'deliver-again':
      return <ReceivedForm act={act} onDone={onDone} />
    default:
      return <StepForm step={act} onDone={onDone} />
  }
}
