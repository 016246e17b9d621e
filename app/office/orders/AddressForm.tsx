import { useTranslations } from 'use-intl'
import { checkoutLengths } from '#app/shop/checkout/checkout-lengths.ts'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { OrderForm } from './OrderForm.tsx'
import { useDeed } from './use-deed.ts'

const parts = ['name', 'company', 'street', 'extra', 'postalCode', 'city'] as const
const needed: readonly (typeof parts)[number][] = ['name', 'street', 'postalCode', 'city']

/** Another address to send the order to, in the same country, as long as it has not left. */
export function AddressForm({ onDone }: { onDone(): void }) {
  const t = useTranslations('office.orders')
  const { number, seen, delivery, payment, status } = useShown<'order'>()
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`order:${number}:address`, {
    name: delivery.parts?.name ?? '',
    company: delivery.parts?.company ?? '',
    street: delivery.parts?.street ?? '',
    extra: delivery.parts?.extra ?? '',
    postalCode: delivery.parts?.postalCode ?? '',
    city: delivery.parts?.city ?? '',
  })
  const submit = async () => {
    const answer = await deed.take(
      () => act('orders.change-address', { order: number, seen, ...texts }),
      () => t('done.address'),
    )
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t('acts.address')}
      deed={deed}
      follows={[
        t('follows.address'),
        t('address.invoice'),
        ...(status === 'preparing' ? [t('address.printed')] : []),
        ...(payment === 'online' ? [t('address.online')] : []),
      ]}
      submit={t('acts.address')}
      onSubmit={() => void submit()}
      onStop={onDone}
    >
      <div className="two">
        {parts.map((part) => (
          <Field
            key={part}
            name={part}
            id={`address-${part}`}
            label={t(`address.${part}`)}
            required={needed.includes(part)}
            maxLength={checkoutLengths[part]}
            autoComplete="off"
            spellCheck={false}
            value={texts[part]}
            error={deed.fault(part)}
            onChange={({ target }) => put(part, target.value)}
          />
        ))}
      </div>
      <p className="sub">{t('address.country', { country: delivery.parts?.country ?? '' })}</p>
    </OrderForm>
  )
}
