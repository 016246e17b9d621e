import { formatPrice } from '#app/language/formats.ts'
import { TextArea, Tick } from '#app/ui/Field.tsx'
import { useLocale } from '../shell-data.ts'
import { AddressFields } from './AddressFields.tsx'
import { Choice, Choices } from './Choice.tsx'
import type { Problem } from './checkout-action.ts'
import type { CheckoutView, QuotedChoice } from './checkout-view.ts'
import { problemOfQuote, useCheckoutWords } from './checkout-words.ts'
import { useFormState } from './form-state.ts'

type DeliverySectionProps = {
  view: CheckoutView
  quote: QuotedChoice
  isUpdating: boolean
  sentence: (problem: Problem) => string
}

/** By courier or collected; another address; wrapped; a note. What it costs follows the country. */
export function DeliverySection({ view, quote, isUpdating, sentence }: DeliverySectionProps) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const { given, errors } = useFormState()
  const price = (cents: number) => (cents === 0 ? t('delivery.free') : formatPrice(cents, locale))
  const { courier, courierRefusal, result } = quote
  const all = [...view.countries.served, ...view.countries.others]
  const country = all.find(({ code }) => code === quote.country)?.name ?? quote.country
  return (
    <div className="grid gap-5">
      <Choices legend={t('delivery.title')} name="delivery" error={errors.delivery ?? errors.branch}>
        <Choice
          name="delivery"
          value="courier"
          title={
            courier
              ? t('delivery.courier', {
                  method: courier.method === 'insured-parcel' ? 'parcel' : 'courier',
                  country,
                })
              : t('delivery.courierNot')
          }
          text={
            courierRefusal
              ? sentence(problemOfQuote(courierRefusal))
              : courier?.days
                ? t('delivery.courierText', { from: courier.days[0], to: courier.days[1] })
                : ''
          }
          price={courier ? price(courier.cents) : ''}
          isChosen={given.delivery !== 'collection'}
        />
        {view.branches.map((branch) => (
          <Choice
            key={branch.id}
            name="delivery"
            value={`collection.${branch.id}`}
            title={t('delivery.collection', { city: branch.city })}
            text={t('delivery.collectionText', {
              street: branch.street,
              postalCode: branch.postalCode,
              city: branch.city,
            })}
            price={price(view.collectionCents)}
            isChosen={given.delivery === 'collection' && given.branch === branch.id}
          />
        ))}
      </Choices>
      <div className="group-has-[[value^=collection]:checked]/form:hidden">
        <Tick name="elsewhere" label={t('address.elsewhere')} defaultChecked={given.elsewhere === 'on'} />
        <fieldset className="hidden pt-6 group-has-[#elsewhere:checked]/form:block supports-[not_selector(:has(*))]:block">
          <legend className="mb-4 font-display text-step-1">{t('address.delivery')}</legend>
          <AddressFields prefix="delivery" countries={view.countries} />
        </fieldset>
      </div>
      <button
        type="submit"
        name="intent"
        value="update"
        className="button button-quiet hidden justify-self-start noscript:inline-flex"
      >
        {t('delivery.update')}
      </button>
      <p role="status" className="sr-only">
        {!isUpdating && result.ok
          ? t('delivery.updated', {
              shipping: price(result.quote.shippingCents),
              total: price(result.quote.totalCents),
            })
          : ''}
      </p>
      <Tick name="giftWrap" label={t('delivery.giftWrap')} defaultChecked={given.giftWrap === 'on'} />
      <TextArea
        name="note"
        label={t('delivery.note')}
        note={t('optional')}
        rows={3}
        defaultValue={given.note}
        error={errors.note}
      />
    </div>
  )
}
