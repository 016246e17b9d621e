import { useLocale, useTranslations } from 'use-intl'
import { Field, Select, Tick } from '#app/ui/Field.tsx'
import { countriesIn } from '../purchase/countries.ts'

export const documentKinds = ['id-card', 'passport', 'residence-permit'] as const

/** What stands on a document, as it is typed. It is nowhere but on this page until it is sealed. */
export const noIdentity = {
  givenNames: '',
  surname: '',
  birthDate: '',
  birthPlace: '',
  nationality: 'DE',
  street: '',
  postalCode: '',
  city: '',
  country: 'DE',
  kind: 'id-card' as (typeof documentKinds)[number],
  number: '',
  issuer: '',
  validUntil: '',
  beneficialOwner: '',
  politicallyExposed: false,
  copy: '',
}
export type TypedIdentity = typeof noIdentity

/** As the shop keeps it. */
export function identityOf(typed: TypedIdentity) {
  const { street, postalCode, city, country, kind, number, issuer, validUntil, ...rest } = typed
  const { birthPlace, beneficialOwner, politicallyExposed, copy, ...person } = rest
  return {
    ...person,
    address: { street, postalCode, city, country },
    document: { kind, number, issuer, validUntil },
    complete: {
      birthPlace,
      beneficialOwner: beneficialOwner.trim() === '' ? null : beneficialOwner,
      politicallyExposed,
      copy,
    },
  }
}

/** Whether so much is typed that the shop can take it for a record. */
export function isWhole({ beneficialOwner: _, politicallyExposed: __, ...needed }: TypedIdentity): boolean {
  return Object.values(needed).every((text) => text.trim() !== '')
}

type TextName = Exclude<keyof TypedIdentity, 'kind' | 'politicallyExposed'>

/** The document of whoever pays so much cash that the law wants to know who they are. */
export function SaleIdentity({
  typed,
  onType,
  fault,
}: {
  typed: TypedIdentity
  onType(typed: TypedIdentity): void
  fault(field: string): string | undefined
}) {
  const t = useTranslations('office.sale.identity')
  const buyer = useTranslations('office.sale.buyer')
  const locale = useLocale()
  const text = (name: TextName, at: string, { label, type }: { label?: string; type?: string } = {}) => (
    <Field
      name={`identity-${name}`}
      label={label ?? t(name as 'surname')}
      type={type ?? 'text'}
      autoComplete="off"
      required={name !== 'beneficialOwner'}
      value={typed[name]}
      error={fault(`identity.${at}`)}
      onChange={({ target }) => onType({ ...typed, [name]: target.value })}
    />
  )
  const country = (name: 'nationality' | 'country', at: string, label: string) => (
    <Select
      name={`identity-${name}`}
      label={label}
      value={typed[name]}
      error={fault(`identity.${at}`)}
      onChange={({ target }) => onType({ ...typed, [name]: target.value })}
    >
      {countriesIn(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
  return (
    <section className="block-section" aria-labelledby="sale-identity">
      <h2 id="sale-identity">{t('title')}</h2>
      <p className="sub">{t('hint')}</p>
      <div className="two">
        {text('givenNames', 'givenNames')}
        {text('surname', 'surname')}
        {text('birthDate', 'birthDate', { type: 'date' })}
        {text('birthPlace', 'complete.birthPlace')}
        {country('nationality', 'nationality', t('nationality'))}
        {text('street', 'address.street', { label: buyer('street') })}
        <div className="sale-place">
          {text('postalCode', 'address.postalCode', { label: buyer('postalCode') })}
          {text('city', 'address.city', { label: buyer('city') })}
        </div>
        {country('country', 'address.country', buyer('country'))}
        <Select
          name="identity-kind"
          label={t('kind')}
          value={typed.kind}
          onChange={({ target }) =>
            onType({ ...typed, kind: documentKinds.find((kind) => kind === target.value) ?? 'id-card' })
          }
        >
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
        {text('number', 'document.number')}
        {text('issuer', 'document.issuer')}
        {text('validUntil', 'document.validUntil', { type: 'date' })}
        {text('beneficialOwner', 'complete.beneficialOwner')}
        {text('copy', 'complete.copy')}
      </div>
      <Tick
        name="identity-exposed"
        label={t('politicallyExposed')}
        checked={typed.politicallyExposed}
        onChange={({ target }) => onType({ ...typed, politicallyExposed: target.checked })}
      />
    </section>
  )
}
