import { type ComponentProps, useId, useRef } from 'react'
import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-answer.json'
import { phoneLink } from '#app/language/phone.ts'
import { sellFields } from '#app/shop/buying/sell-request-fields.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { t as gold } from './gold-words.ts'
import SellForm, { type Errors } from './SellForm.tsx'
import { sayRefusal } from './say-refusal.ts'
import type { SellAnswer } from './sell-answer.ts'

/** Words that only a form that came back needs. */
const t = createTranslator({ locale: 'de', timeZone, messages: words })

/** The form that came back: what is at fault in it stands above it and beside its fields. */
export default function AnsweredSellForm({
  answer,
  phone,
  ...form
}: Omit<ComponentProps<typeof SellForm>, 'answer' | 'refused'> & { answer: SellAnswer; phone: string }) {
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const errors = errorsOf(answer)
  const summary = <Answer answer={answer} errors={errors} id={id} phone={phone} />
  return <SellForm {...form} answer={answer} refused={{ id, form: place, errors, summary }} />
}

function errorsOf(answer: SellAnswer | undefined): Errors {
  const errors: Errors = {}
  if (answer?.reason !== 'incomplete') return errors
  for (const name of sellFields) {
    const fault = answer.faults[name]
    if (fault === undefined) continue
    if (name === 'lines') errors.lines = t('errors.lines-missing')
    else if (name === 'description' && fault === 'too-long') errors.description = t('errors.description-long')
    else if (name === 'email' && answer.meant !== null)
      errors.email = `${t('errors.email')} ${t('errors.email-meant', { suggestion: answer.meant })}`
    else errors[name] = t(`errors.${name}`)
  }
  return errors
}

/** Above the form: why it was not taken, and what of it is at fault. */
function Answer({
  answer,
  errors,
  id,
  phone,
}: {
  answer: SellAnswer
  errors: Errors
  id: string
  phone: string
}) {
  const faults = sellFields.flatMap((name) => {
    const text = errors[name]
    if (text === undefined) return []
    if (name !== 'lines' || answer.faults.lines === 'missing') return [{ field: `${id}-${name}`, text }]
    return answer.lineFaults.flatMap((fault, index) =>
      fault && fault !== 'empty'
        ? [
            {
              field: `${id}-lines-${index}`,
              text: t('errors.lines', { number: index + 1, fault: gold(`faults.${fault}`) }),
            },
          ]
        : [],
    )
  })
  const refused = answer.refused.length > 0 && (
    <>
      <p className="mt-2">{t('photosKept')}</p>
      <ul>
        {answer.refused.map(({ name, reason }) => (
          <li key={name}>
            {name}: {sayRefusal(reason)}
          </li>
        ))}
      </ul>
    </>
  )
  if (answer.reason === 'too-often') {
    return (
      <FaultSummary title={t('tooOften')}>
        <p className="mt-1">
          {t.rich('tooOftenText', {
            phone: () => (
              <a href={phoneLink(phone)} className="link num whitespace-nowrap">
                {phone}
              </a>
            ),
          })}
        </p>
      </FaultSummary>
    )
  }
  if (answer.reason === 'incomplete') {
    return (
      <FaultSummary title={t('incomplete')} faults={faults}>
        {refused}
      </FaultSummary>
    )
  }
  return refused && <FaultSummary title={t('again')}>{refused}</FaultSummary>
}
