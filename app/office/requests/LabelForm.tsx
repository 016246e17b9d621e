import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ParcelMethod, parcelMethods } from '#app/shop/parcel-methods.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'
import { useSaidRequest } from './use-said-request.ts'

/** The label of a parcel to us: a file, an address where it is printed, or a code for the counter. */
export function LabelForm() {
  const t = useTranslations('office.requests.steps')
  const { request, version, advice } = useShown<'request'>()
  const { price } = useSaidRequest()
  const { number, label } = request
  const { texts, put, done } = useKeptText(`request-label-${number}`, {
    carrier: label?.carrier ?? '',
    value: advice.ok ? String(advice.declaredCents / 100) : '',
    method: advice.ok ? advice.method : 'value-courier',
    url: label?.url ?? '',
    code: label?.code ?? '',
  })
  const [file, setFile] = useState<File | null>(null)
  const acting = useRequestAct()
  const method: ParcelMethod = texts.method === 'insured-parcel' ? 'insured-parcel' : 'value-courier'
  const field = (name: 'carrier' | 'value' | 'url' | 'code', title: string) => (
    <Field
      id={`label-${name}`}
      name={name}
      label={title}
      autoComplete="off"
      value={texts[name]}
      error={acting.sayFault(name)}
      onChange={({ target }) => put(name, target.value)}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const input = {
          number,
          version: String(version),
          ...texts,
          method,
          withFile: file ? 'yes' : 'no',
        } as const
        const mine = [t('sendLabel'), [texts.carrier, texts.value, texts.code].filter(Boolean).join(' · ')]
        void acting.run('requests.label', input, {
          ...{ said: t('done'), mine: mine.join('\n'), done },
          ...(file && { body: file }),
        })
      }}
    >
      <p className="sub">
        {advice.ok
          ? t('advice', { amount: price(advice.declaredCents), method: t(`methods.${advice.method}`) })
          : t('adviceNone', { amount: price(advice.limitCents) })}
      </p>
      {field('carrier', t('carrier'))}
      {field('value', t('value'))}
      <Select
        id="label-method"
        name="method"
        label={t('method')}
        value={method}
        onChange={({ target }) => put('method', target.value)}
      >
        {parcelMethods.map((each) => (
          <option key={each} value={each}>
            {t(`methods.${each}`)}
          </option>
        ))}
      </Select>
      <Field
        id="label-file"
        name="file"
        type="file"
        accept="application/pdf,image/png"
        label={t('labelFile')}
        error={acting.sayFault('file')}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      {field('url', t('labelUrl'))}
      {field('code', t('labelCode'))}
      <Said of={acting} />
      <p>
        <button type="submit" className="do" disabled={acting.busy}>
          {t('sendLabel')}
        </button>
      </p>
    </form>
  )
}
