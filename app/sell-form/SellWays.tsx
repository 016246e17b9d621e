import { formatPrice } from '#app/language/formats.ts'
import { sellWays } from '#app/shop/buying/sell-request-fields.ts'
import { Fault, Field, Select, Star } from '#app/ui/Field.tsx'
import { ChoiceTile, PartTitle } from './ChoiceTile.tsx'
import type { SellFormData } from './load-sell-form.ts'
import type { SellFieldProps } from './SellDetails.tsx'
import type { SellAnswer } from './sell-answer.ts'
import { t } from './sell-words.ts'

/** How the piece comes to us: brought to a branch, or insured by parcel or courier, as far as the shop sends either. */
export function SellWays({
  field,
  sell: { branches, shipment },
  given,
  branch,
}: {
  field: SellFieldProps
  sell: Pick<SellFormData, 'branches' | 'shipment'>
  given: SellAnswer['given'] | undefined
  /** Chosen until the seller chooses. */
  branch: string | undefined
}) {
  const { id, error } = field('way')
  const upTo = (cents: number) => (cents === 0 ? 'none' : formatPrice(cents, 'de'))
  const hints = {
    branch: t('wayHints.branch', { branches: branches.map(({ name }) => name).join(', ') }),
    shipment: t('wayHints.shipment', {
      label: upTo(shipment.labelCents),
      courier: upTo(shipment.courierCents),
      both: shipment.labelCents > 0 && shipment.courierCents > 0 ? 'yes' : 'no',
    }),
  }
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
      className="grid min-w-0 gap-5 outline-none"
    >
      <PartTitle>
        {t('wayTitle')}
        <Star />
      </PartTitle>
      <p className="-mt-3 text-ink-soft text-step--1">{t('wayHint')}</p>
      <div className="grid gap-3 @xl:grid-cols-2">
        {sellWays.map((value) => (
          <ChoiceTile key={value} name="way" value={value} ticked={(given?.way ?? 'branch') === value}>
            <span className="font-medium">{t(`ways.${value}`)}</span>
            <span className="text-ink-soft text-step--1">{hints[value]}</span>
          </ChoiceTile>
        ))}
      </div>
      <Fault id={`${id}-error`} text={error} />
      <div data-way="branch">
        <Select {...field('branch')} defaultValue={given?.branch ?? branch ?? ''} label={t('branch')}>
          <option value="">{t('branchOpen')}</option>
          {branches.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div data-way="shipment" className="grid gap-5">
        <p className="text-ink-soft text-step--1">{t('addressHint')}</p>
        <Field {...field('street')} label={t('street')} autoComplete="street-address" required />
        <div className="grid gap-5 @xl:grid-cols-[9rem_1fr]">
          <Field
            {...field('postalCode')}
            label={t('postalCode')}
            autoComplete="postal-code"
            inputMode="numeric"
            required
          />
          <Field {...field('city')} label={t('city')} autoComplete="address-level2" required />
        </div>
        <p className="text-ink-soft text-step--1">{t('country')}</p>
      </div>
    </fieldset>
  )
}
