import { type ComponentProps, useId, useRef } from 'react'
import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-answer.json'
import { phoneLink } from '#app/language/phone.ts'
import { type SellField, sellFields } from '#app/shop/buying/sell-request-fields.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { useRefusal } from '#app/ui/use-refusal.ts'
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
  const { isMended } = useRefusal('sell', place, answer)
  const all = errorsOf(answer)
  const errors = Object.fromEntries(
    Object.entries(all).filter(([name]) => !isMended(...fieldsMending(name as SellField))),
  ) as Errors
  const isLineMended = (line: number) => isMended(`${id}-lines-${line}`, `${id}-lines-${line}-item`, 'kind')
  const lineFaults = answer.lineFaults.map((fault, line) => (isLineMended(line) ? null : fault))
  const faults = sellFields.flatMap((name) => {
    const text = all[name]
    if (text === undefined) return []
    if (name !== 'lines' || answer.faults.lines === 'missing')
      return [{ field: `${id}-${name}`, text, mended: errors[name] === undefined }]
    return answer.lineFaults.flatMap((fault, line) =>
      fault && fault !== 'empty'
        ? [
            {
              field: `${id}-lines-${line}`,
              text: t('errors.lines', { number: line + 1, fault: gold(`faults.${fault}`) }),
              mended: isLineMended(line),
            },
          ]
        : [],
    )
  })
  const summary = <Answer answer={answer} faults={faults} phone={phone} />
  return (
    <SellForm {...form} answer={{ ...answer, lineFaults }} refused={{ id, form: place, errors, summary }} />
  )
}

const address: readonly SellField[] = ['street', 'postalCode', 'city', 'branch']
const ofKind: readonly SellField[] = [
  'description',
  'type',
  'hallmark',
  'brand',
  'model',
  'reference',
  'year',
  'scope',
]

/** By another value of which fields a fault may be mended: what is asked for depends on the kind and the way. */
function fieldsMending(name: SellField): string[] {
  if (name === 'lines') return ['item', 'amount', 'description', 'kind']
  if (address.includes(name)) return [name, 'way']
  return ofKind.includes(name) ? [name, 'kind'] : [name]
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
  faults,
  phone,
}: {
  answer: SellAnswer
  faults: ComponentProps<typeof FaultSummary>['faults']
  phone: string
}) {
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
      <FaultSummary title={t('incomplete')} faults={faults} answer={answer}>
        {refused}
      </FaultSummary>
    )
  }
  return refused && <FaultSummary title={t('again')}>{refused}</FaultSummary>
}
