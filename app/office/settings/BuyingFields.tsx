import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import {
  CheckField,
  ChoiceField,
  DayField,
  ListField,
  MoneyField,
  NumberField,
  PercentField,
  TextField,
} from './fields.tsx'
import { useForm } from './form-context.ts'
import { useDatedList } from './forms.tsx'
import { useMethods } from './use-methods.ts'
import { type Path, valueAt } from './use-setting-form.ts'

/** How the shop buys: offers, visits, parcels, cash, and the metal prices that it takes without asking. */
export function BuyingFields() {
  const t = useTranslations('office.settings')
  return (
    <>
      <div className="two">
        <NumberField path={['estimateDays']} />
        <NumberField path={['offerDays']} />
        <NumberField path={['waitingDays']} />
        <NumberField path={['uploadHours']} />
        <TextField path={['requestPrefix']} />
        <TextField path={['receiptPrefix']} />
      </div>
      <fieldset className="grid gap-3">
        <legend className="pb-1 font-medium">{t('appointments')}</legend>
        <div className="two">
          <NumberField path={['appointments', 'minutes']} />
          <NumberField path={['appointments', 'seats']} />
          <NumberField path={['appointments', 'leadHours']} />
          <NumberField path={['appointments', 'horizonDays']} />
          <NumberField path={['appointments', 'bringDays']} hint={t('hints.bringDays')} optional />
        </div>
        <CheckField path={['appointments', 'video']} />
        <BranchAppointments />
      </fieldset>
      <ParcelLimits />
      <CashRules />
      <PriceRules />
    </>
  )
}

/** Branches that take longer, or receive more at a time. */
function BranchAppointments() {
  const t = useTranslations('office.settings')
  const { branches } = useShown<'settings-part'>()
  const { value } = useForm()
  const minutes = valueAt(value, ['appointments', 'minutes'])
  const seats = valueAt(value, ['appointments', 'seats'])
  const choices = branches.map(({ id, name }) => ({ value: id, label: name }))
  const nameOf = (entry: unknown, index: number) =>
    choices.find((choice) => choice.value === (entry as { branchId?: string }).branchId)?.label ??
    String(index + 1)
  return (
    <ListField
      path={['appointments', 'branches']}
      label={t('appointmentBranches')}
      add={t('addAppointmentBranch')}
      added={() => ({ branchId: choices[0]?.value ?? '', minutes, seats })}
      nameOf={nameOf}
    >
      {(path) => (
        <div className="settings-rate">
          <ChoiceField path={[...path, 'branchId']} choices={choices} />
          <NumberField path={[...path, 'minutes']} />
          <NumberField path={[...path, 'seats']} />
        </div>
      )}
    </ListField>
  )
}

function ParcelLimits() {
  const t = useTranslations('office.settings')
  const methods = useMethods()
  return (
    <ListField
      path={['shipment', 'limits']}
      label={t('parcels')}
      add={t('addParcel')}
      least={1}
      added={() => ({ upToCents: '', method: 'value-courier' })}
      nameOf={(_, index) => t('parcelNumber', { number: index + 1 })}
    >
      {(path) => (
        <div className="two">
          <MoneyField path={[...path, 'upToCents']} />
          <ChoiceField path={[...path, 'method']} choices={methods} />
        </div>
      )}
    </ListField>
  )
}

const useLast = (path: Path) => (valueAt(useForm().value, path) as unknown[]).at(-1) as object

function CashRules() {
  const t = useTranslations('office.settings')
  const last = useLast(['cash'])
  return (
    <ListField path={['cash']} {...useDatedList(t('cash'))} added={() => ({ ...last, from: '' })}>
      {(path) => (
        <div className="two">
          <DayField path={[...path, 'from']} required />
          <NumberField path={[...path, 'linkedDays']} />
          <MoneyField path={[...path, 'completeFromCents', 'metals']} />
          <MoneyField path={[...path, 'completeFromCents', 'goods']} />
          <MoneyField path={[...path, 'bannedFromCents']} hint={t('hints.noBan')} optional />
        </div>
      )}
    </ListField>
  )
}

const metals = ['gold', 'silver', 'platinum', 'palladium'] as const

function PriceRules() {
  const t = useTranslations('office.settings')
  const last = useLast(['prices'])
  return (
    <ListField path={['prices']} {...useDatedList(t('prices'))} added={() => ({ ...last, from: '' })}>
      {(path) => (
        <>
          <p className="text-ink-soft">{t('pricesText')}</p>
          <DayField path={[...path, 'from']} required />
          {metals.map((metal) => (
            <div key={metal} className="settings-rate">
              <MoneyField path={[...path, metal, 'leastCents']} />
              <MoneyField path={[...path, metal, 'mostCents']} />
              <PercentField path={[...path, metal, 'changePerMille']} />
            </div>
          ))}
          <div className="settings-rate">
            <PercentField path={[...path, 'rates', 'leastPerMille']} />
            <PercentField path={[...path, 'rates', 'mostPerMille']} />
            <PercentField path={[...path, 'rates', 'changePerMille']} />
          </div>
        </>
      )}
    </ListField>
  )
}
