import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId } from '#app/forms/language-form.ts'
import { timeZone } from '#app/language/formats.ts'
import { languageTags } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import { declarationFields, type WithdrawalStep, withdrawalAddress } from './step.ts'

/** The second step: the declaration as it will be received. */
export function Review({ step }: { step: Extract<WithdrawalStep, { at: 'review' }> }) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  return (
    <>
      <p className="caps">{t('stepTwo')}</p>
      <h1 className="mt-3 text-step-4">{t('check')}</h1>
      <p className="mt-5 mb-8 text-step-1">{t('declaration')}</p>
      <Details step={step} />
      <Form
        id={languageFormId}
        method="post"
        action={withdrawalAddress(locale, step.order)}
        className="mt-10 flex flex-wrap gap-4"
      >
        <input type="hidden" name="at" value="review" />
        <input type="hidden" name="submission" value={step.submission} />
        {declarationFields.map((name) => (
          <input key={name} type="hidden" name={name} value={step.given[name] ?? ''} />
        ))}
        {step.order && <input type="hidden" name="order" value={step.order.token} />}
        {step.chosen.map((id) => (
          <input key={id} type="hidden" name="piece" value={id} />
        ))}
        <button type="submit" name="step" value="confirm" className="button">
          {t('confirm')}
        </button>
        <button type="submit" name="step" value="change" className="button button-quiet">
          {t('back')}
        </button>
      </Form>
    </>
  )
}

/** What was received, when, and what becomes of it. */
export function Receipt({ step }: { step: Extract<WithdrawalStep, { at: 'done' }> }) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const time = new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(step.receivedAt))
  return (
    <>
      <div role="status">
        <h1 className="text-step-4">{t('doneTitle')}</h1>
        <p className="num mt-5 text-step-1">{t('doneText', { time, number: String(step.number) })}</p>
        <p className="mt-4">{t(`outcomes.${step.outcome}`)}</p>
        <p className="mt-4 mb-8 text-ink-soft">
          {t(step.quoted ? 'mailed' : 'mailedUnquoted', { email: step.given.email ?? '' })}
        </p>
      </div>
      <p className="mb-6">{t('declaration')}</p>
      <Details step={step} />
      <SaveAsFile step={step} time={time} />
      {step.order && (
        <a className="button mt-8" href={pathTo(locale, 'order', { token: step.order.token })}>
          {t('toOrder', { number: step.order.number })}
        </a>
      )}
    </>
  )
}

/** The declaration with its time as a file of one's own: a durable medium, whatever becomes of the mail. */
function SaveAsFile({ step, time }: { step: Extract<WithdrawalStep, { at: 'done' }>; time: string }) {
  const t = useTranslations('withdrawal')
  const rows = useRows(step)
  const number = String(step.number)
  const text = [
    t('doneTitle'),
    t('receivedAs', { time, number }),
    t('declaration'),
    ...rows.map(([label, value]) => `${label}: ${value}`),
  ].join('\r\n\r\n')
  return (
    <p className="mt-6 print:hidden">
      <a
        className="link inline-flex min-h-11 items-center"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`\ufeff${text}\r\n`)}`}
        download={`${t('file', { number })}.txt`}
        data-native
      >
        {t('save')}
      </a>
    </p>
  )
}

/** What was declared, with its labels; what was left empty is left out. */
function useRows({ given, chosen, order }: WithdrawalStep) {
  const t = useTranslations('withdrawal')
  const nameOf = (id: string) => {
    const piece = order?.pieces.find((each) => each.id === id)
    return piece ? t('piece', { name: piece.name, id }) : id
  }
  const rows = [
    ...(chosen.length > 0 ? [[t('chosen'), chosen.map(nameOf).join('\n')] as const] : []),
    ...declarationFields.map((name) => [t(name), given[name] ?? ''] as const),
  ]
  return rows.filter(([, value]) => value !== '')
}

function Details({ step }: { step: WithdrawalStep }) {
  const rows = useRows(step)
  return (
    <dl className="border-line border-t">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="whitespace-pre-line break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
