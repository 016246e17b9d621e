import { useLocale, useTranslations } from 'use-intl'
import { datevAccounts } from '#app/shop/settings/datev-accounts.ts'
import type { ShippingZone } from '#app/shop/settings/trade-settings.ts'
import { useFormats } from '../frame/use-formats.ts'
import {
  BothLanguages,
  CheckField,
  ChoiceField,
  DayField,
  ListField,
  MoneyField,
  NumberField,
  TextField,
} from './fields.tsx'
import { useForm } from './form-context.ts'
import { useMethods } from './use-methods.ts'
import { valueAt } from './use-setting-form.ts'

/** The fields of each setting. */
export const fieldsOf = {
  vacation: Vacation,
  sell: () => <CheckField path={['active']} />,
  shipping: ShippingFields,
  bank: Bank,
  orders: Orders,
  tax: Taxes,
  datev: Datev,
  buying: Retention,
  mails: MailRetention,
  site: Site,
  contact: Contact,
  company: Company,
} as const

function Vacation() {
  const t = useTranslations('office.settings.hints')
  return (
    <>
      <CheckField path={['active']} />
      <div className="two">
        <DayField path={['from']} hint={t('vacationFrom')} />
        <DayField path={['to']} hint={t('vacationTo')} />
      </div>
      <CheckField path={['closed']} />
      <BothLanguages path={['message']} long />
    </>
  )
}

function Bank() {
  return (
    <>
      <TextField path={['holder']} />
      <TextField path={['iban']} />
      <div className="two">
        <TextField path={['bic']} />
        <TextField path={['bank']} />
      </div>
    </>
  )
}

function ShippingFields() {
  const t = useTranslations('office.settings')
  const locale = useLocale()
  const methods = useMethods()
  const emptyRate = { upToCents: '', priceCents: '', method: 'insured-parcel', days: [1, 2] }
  return (
    <>
      <MoneyField path={['collection', 'priceCents']} />
      <ListField
        path={['zones']}
        label={t('zones')}
        add={t('addZone')}
        least={1}
        added={() => ({
          id: '',
          label: { de: '', en: '' },
          countries: [],
          dutiesByBuyer: false,
          rates: [emptyRate],
        })}
        nameOf={(zone, index) => (zone as ShippingZone).label[locale] || String(index + 1)}
      >
        {(path) => (
          <>
            <TextField path={[...path, 'id']} hint={t('hints.zoneId')} />
            <BothLanguages path={[...path, 'label']} required />
            <Countries path={[...path, 'countries']} />
            <CheckField path={[...path, 'dutiesByBuyer']} />
            <ListField
              path={[...path, 'rates']}
              label={t('rates')}
              add={t('addRate')}
              least={1}
              added={() => emptyRate}
              nameOf={(_, index) => t('rateNumber', { number: index + 1 })}
            >
              {(rate) => (
                <div className="settings-rate">
                  <MoneyField path={[...rate, 'upToCents']} />
                  <MoneyField path={[...rate, 'priceCents']} />
                  <ChoiceField path={[...rate, 'method']} choices={methods} />
                  <NumberField path={[...rate, 'days', 0]} />
                  <NumberField path={[...rate, 'days', 1]} />
                </div>
              )}
            </ListField>
          </>
        )}
      </ListField>
    </>
  )
}

/** Countries as their two letters, with blanks or commas between them. */
function Countries({ path }: { path: readonly (string | number)[] }) {
  const t = useTranslations('office.settings')
  const locale = useLocale()
  const { value, set, faults, leave } = useForm()
  const countries = (valueAt(value, path) ?? []) as string[]
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const dotted = path.join('.')
  const fault = Object.entries(faults).find(([at]) => at === dotted || at.startsWith(`${dotted}.`))?.[1]
  const id = `countries-${path.join('-')}`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {t('fields.shipping_zones_countries')}
      </label>
      <textarea
        id={id}
        className="field"
        rows={2}
        defaultValue={countries.join(' ')}
        aria-describedby={`${id}-names`}
        aria-invalid={fault ? true : undefined}
        onBlur={() => leave(dotted)}
        onChange={({ target }) =>
          set(
            path,
            target.value
              .toUpperCase()
              .split(/[\s,;]+/)
              .filter((code) => code !== ''),
          )
        }
      />
      <p id={`${id}-names`} className="text-ink-soft">
        {fault && <span className="text-danger">{t(`faults.${fault as 'missing'}`)} </span>}
        {countries.map((code) => (/^[A-Z]{2}$/.test(code) ? names.of(code) : code)).join(', ')}
      </p>
    </div>
  )
}

function Orders() {
  const t = useTranslations('office.settings')
  return (
    <>
      <ChoiceField
        path={['acceptance']}
        choices={[
          { value: 'at-once', label: t('atOnce') },
          { value: 'by-staff', label: t('byStaff') },
        ]}
      />
      <div className="two">
        <NumberField path={['transferDue']} />
        <NumberField path={['transferReminder']} />
        <NumberField path={['transferLapse']} />
        <NumberField path={['collectionLapse']} />
        <NumberField path={['mailDelayMinutes']} />
        <NumberField path={['openOrders']} />
        <TextField path={['orderPrefix']} />
        <TextField path={['invoicePrefix']} />
      </div>
      <CheckField path={['oneYearLiability']} />
    </>
  )
}

function Taxes() {
  return (
    <div className="two">
      <DayField path={['oneStopSince']} />
      <DayField path={['thresholdPassedOn']} />
    </div>
  )
}

/** What whoever keeps the books says: their numbers, and accounts where the chart has another, or none. */
function Datev() {
  const t = useTranslations('office.settings.hints')
  return (
    <>
      <div className="two">
        <TextField path={['consultant']} optional />
        <TextField path={['client']} optional />
        <ChoiceField
          path={['chart']}
          choices={['SKR03', 'SKR04'].map((chart) => ({ value: chart, label: chart }))}
        />
        <NumberField path={['yearBegins']} hint={t('yearBegins')} />
      </div>
      <p className="text-ink-soft">{t('datevAccounts')}</p>
      <div className="two">
        {datevAccounts.map((name) => (
          <TextField key={name} path={['accounts', name]} optional />
        ))}
      </div>
    </>
  )
}

/** Rules that hold from a day on. */
export function useDatedList(label?: string) {
  const t = useTranslations('office.settings')
  const format = useFormats()
  return {
    label: label ?? t('rules'),
    add: t('addRule'),
    least: 1,
    nameOf: (rule: unknown, index: number) => {
      const { from } = rule as { from: string }
      return /^\d{4}-\d\d-\d\d$/.test(from) ? format.day(from) : String(index + 1)
    },
  }
}

function Retention() {
  const { value } = useForm()
  const last = (valueAt(value, ['retention']) as unknown[]).at(-1) as object
  return (
    <ListField path={['retention']} {...useDatedList()} added={() => ({ ...last, from: '' })}>
      {(path) => (
        <div className="two">
          <DayField path={[...path, 'from']} required />
          <NumberField path={[...path, 'contactDays']} />
          <NumberField path={[...path, 'identityYears']} />
          <NumberField path={[...path, 'receiptYears']} />
          <NumberField path={[...path, 'serialYears']} />
        </div>
      )}
    </ListField>
  )
}

function MailRetention() {
  const { value } = useForm()
  const last = (valueAt(value, ['retention']) as unknown[]).at(-1) as object
  return (
    <>
      <ListField path={['retention']} {...useDatedList()} added={() => ({ ...last, from: '' })}>
        {(path) => (
          <div className="two">
            <DayField path={[...path, 'from']} required />
            <NumberField path={[...path, 'orderYears']} />
          </div>
        )}
      </ListField>
      <div className="two">
        <NumberField path={['alertDays']} />
        <NumberField path={['staffDays']} />
        <NumberField path={['fileDays']} />
      </div>
    </>
  )
}

function Site() {
  return (
    <>
      <div className="two">
        <TextField path={['name']} />
        <TextField path={['separator']} />
      </div>
      <BothLanguages path={['description']} long required />
      <div className="two">
        <TextField path={['twitter']} optional />
        <NumberField path={['soldPageDays']} />
      </div>
    </>
  )
}

function Contact() {
  return (
    <>
      <div className="two">
        <TextField path={['phone']} type="tel" />
        <TextField path={['email']} type="email" />
      </div>
      <TextField path={['messaging']} type="url" />
      <BothLanguages path={['hoursText']} required />
    </>
  )
}

function Company() {
  return (
    <>
      <TextField path={['name']} />
      <TextField path={['street']} />
      <div className="two">
        <TextField path={['postalCode']} />
        <TextField path={['city']} />
        <TextField path={['country']} />
        <TextField path={['director']} />
        <TextField path={['register']} />
        <TextField path={['vatId']} />
      </div>
    </>
  )
}
