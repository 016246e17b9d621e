import type { CheckoutField } from '#app/shop/checkout/checkout-form.ts'
import type { PostalAddress } from '#app/shop/checkout/types.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import type { CheckoutView } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'
import { useFormState } from './form-state.ts'

type AddressFieldsProps = {
  /** In front of the fields' names: '' for the invoice's, 'delivery' for another one. */
  prefix: '' | 'delivery'
  countries: CheckoutView['countries']
}

/** A postal address with the tokens browsers fill it in by. */
export function AddressFields({ prefix, countries }: AddressFieldsProps) {
  const t = useCheckoutWords()
  const { given, errors } = useFormState()
  const kind = prefix === '' ? 'billing' : 'shipping'
  const nameOf = (part: keyof PostalAddress) =>
    (prefix === '' ? part : `delivery${part[0]?.toUpperCase()}${part.slice(1)}`) as CheckoutField
  const field = (part: Exclude<keyof PostalAddress, 'country'>, autoComplete: string, required = true) => {
    const name = nameOf(part)
    return (
      <Field
        name={name}
        label={t(`address.${part}`)}
        note={required ? undefined : t('optional')}
        autoComplete={`${kind} ${autoComplete}`}
        defaultValue={given[name]}
        error={errors[name]}
        required={required}
      />
    )
  }
  return (
    <div className="grid gap-5">
      {field('name', 'name')}
      {field('company', 'organization', false)}
      {field('street', 'address-line1')}
      {field('extra', 'address-line2', false)}
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        {field('postalCode', 'postal-code')}
        {field('city', 'address-level2')}
      </div>
      <CountrySelect
        name={nameOf('country')}
        autoComplete={`${kind} country`}
        countries={countries}
        others={prefix === ''}
      />
    </div>
  )
}

type CountrySelectProps = {
  name: CheckoutField
  autoComplete: string
  countries: CheckoutView['countries']
  /** With countries that are not delivered to: an invoice may go there. */
  others: boolean
}

function CountrySelect({ name, autoComplete, countries, others }: CountrySelectProps) {
  const t = useCheckoutWords()
  const { given, errors } = useFormState()
  const options = (list: CheckoutView['countries']['served']) =>
    list.map(({ code, name: label }) => (
      <option key={code} value={code}>
        {label}
      </option>
    ))
  return (
    <Select
      name={name}
      label={t('address.country')}
      autoComplete={autoComplete}
      defaultValue={given[name] ?? countries.served[0]?.code}
      error={errors[name]}
      required
    >
      {others ? (
        <>
          <optgroup label={t('address.served')}>{options(countries.served)}</optgroup>
          <optgroup label={t('address.others')}>{options(countries.others)}</optgroup>
        </>
      ) : (
        options(countries.served)
      )}
    </Select>
  )
}
