import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { metals } from '#app/shop/buying/valuables.ts'
import { refinerLengths } from '#app/shop/ledger/lot-words.ts'
import { readEuros } from '#app/shop/ledger/read-amounts.ts'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useLedgerFormats } from './use-ledger-formats.ts'
import { useLotRefusal } from './use-lot-refusal.ts'

type Refused = Extract<AnswerOf<'melting.settle'>, { ok: false }>
type Fault = Parameters<ReturnType<typeof useTranslations<'office.ledger.faults'>>>[0]

/** Grams and value of each metal, and what else is typed. */
const empty: Readonly<Record<string, string>> = Object.fromEntries(
  metals.flatMap((metal) => [`fine-${metal}`, `value-${metal}`]).map((name) => [name, '']),
)

/** What the refinery's settlement says: grams and value by metal, fees, and what was paid, which has to fit. */
export function SettleLot() {
  const t = useTranslations('office.ledger.melting')
  const tFault = useTranslations('office.ledger.faults')
  const said = useLotRefusal()
  const { id: lot, version, balance, today, number } = useShown<'refiner-lot'>()
  const { euros } = useLedgerFormats()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const { texts, put, done } = useKeptText<Record<string, string>>(`settle-lot-${lot}`, {
    ...empty,
    ...{ document: '', day: today, fees: '', amount: '' },
  })
  const [others, setOthers] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const own = new Set(balance.map(({ metal }) => metal))
  const isTyped = (metal: string) => (texts[`fine-${metal}`] ?? '') + (texts[`value-${metal}`] ?? '') !== ''
  const shown = metals.filter((metal) => own.has(metal) || others || isTyped(metal))
  const sent = shown.filter((metal) => own.has(metal) || isTyped(metal))
  const cents = (text: string | undefined) => {
    const read = readEuros(text ?? '')
    return read.ok ? read.value : 0
  }
  const sum = sent.reduce((total, metal) => total + cents(texts[`value-${metal}`]), 0) - cents(texts.fees)
  const faults = refused?.reason === 'invalid' ? refused.faults : {}
  const fault = (name: string) => faults[name] && tFault(faults[name] as Fault)
  const field = (name: string, label: string, more: { type?: string; maxLength?: number } = {}) => (
    <Field
      name={`settle-${name}`}
      label={label}
      autoComplete="off"
      {...(more.type ? {} : more.maxLength ? {} : { inputMode: 'decimal' as const })}
      {...more}
      value={texts[name] ?? ''}
      error={fault(name)}
      onChange={({ target }) => put(name, target.value)}
    />
  )
  return (
    <section className="block-section">
      <h2>{t('settle')}</h2>
      <p className="max-w-prose pb-4 text-ink-soft">{t('settleText')}</p>
      <form
        noValidate
        onSubmit={async (event: FormEvent) => {
          event.preventDefault()
          const answer = await act('melting.settle', {
            lot,
            version,
            document: texts.document ?? '',
            day: texts.day ?? '',
            returned: sent.map((metal) => ({
              metal,
              fine: texts[`fine-${metal}`] ?? '',
              value: texts[`value-${metal}`] ?? '',
            })),
            fees: texts.fees ?? '',
            amount: texts.amount ?? '',
          })
          setRefused(answer.ok ? null : answer)
          if (answer.ok) {
            done()
            announce(t('isSettled', { number }))
          }
          if (answer.ok || answer.reason !== 'invalid') await revalidate()
        }}
      >
        <div className="lot-form">
          {field('document', t('document'), { maxLength: refinerLengths.document })}
          {field('day', t('settlementDay'), { type: 'date' })}
        </div>
        {shown.map((metal) => (
          <fieldset key={metal} className="lot-form pt-4">
            <legend>{t(`metals.${metal}`)}</legend>
            {field(`fine-${metal}`, t('returnedGrams'))}
            {field(`value-${metal}`, t('returnedValue'))}
          </fieldset>
        ))}
        {shown.length < metals.length && (
          <p className="pt-2">
            <button type="button" className="do quiet" onClick={() => setOthers(true)}>
              {t('otherMetals')}
            </button>
          </p>
        )}
        <div className="lot-form pt-4">
          {field('fees', t('fees'))}
          {field('amount', t('amount'))}
        </div>
        <p className="py-2" aria-live="polite">
          {t('comesTo', { sum: euros(sum) })}
        </p>
        {refused && refused.reason !== 'invalid' && (
          <p role="alert" className="text-danger">
            {refused.reason === 'sum-differs'
              ? t('sumDiffers', { difference: euros(refused.byCents) })
              : said(refused)}
          </p>
        )}
        <button type="submit" className="do">
          {t('book')}
        </button>
      </form>
    </section>
  )
}
