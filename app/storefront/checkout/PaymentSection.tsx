import { Choice, Choices } from './Choice.tsx'
import type { CheckoutView } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'
import { useFormState } from './form-state.ts'

/**
 * The ways to pay; in the branch only for what is collected there. None is chosen beforehand, unless there is one alone:
 * a transfer, where no provider is set up and a courier brings it.
 */
export function PaymentSection({ view }: { view: CheckoutView }) {
  const t = useCheckoutWords()
  const { given, errors } = useFormState()
  const { acceptance, transferDue, collectionLapse } = view.orders
  const isOnlyWay = !view.online && given.delivery !== 'collection'
  const describedBy = errors.payment ? 'payment-error' : undefined
  return (
    <Choices legend={t('payment.title')} name="payment" error={errors.payment}>
      <Choice
        name="payment"
        value="bank-transfer"
        title={t('payment.bank-transfer')}
        text={t('payment.bank-transferText', {
          acceptance: acceptance === 'at-once' ? 'now' : 'later',
          days: transferDue,
        })}
        isChosen={given.payment ? given.payment === 'bank-transfer' : isOnlyWay}
        describedBy={describedBy}
      />
      {view.online && (
        <Choice
          name="payment"
          value="online"
          title={t('payment.online')}
          text={t('payment.onlineText')}
          isChosen={given.payment === 'online'}
          describedBy={describedBy}
        />
      )}
      <Choice
        name="payment"
        value="in-branch"
        title={t('payment.in-branch')}
        text={t('payment.in-branchText', { days: collectionLapse })}
        isChosen={given.payment === 'in-branch'}
        describedBy={describedBy}
        className="not-group-has-[[value^=collection]:checked]/form:hidden"
      />
    </Choices>
  )
}
