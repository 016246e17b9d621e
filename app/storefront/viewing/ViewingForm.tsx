import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { pathTo } from '#app/language/route-table.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Field, Honeypot, TextArea } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import { useLocale } from '../shell-data.ts'
import { type Choice, choiceQuery, Times } from './TimeChoice.tsx'
import type { ViewingProblem } from './viewing-action.ts'

/** In the order in which they stand. */
const inOrder = ['time', 'name', 'email', 'phone', 'about'] as const
type Name = (typeof inOrder)[number]

type ViewingFormProps = {
  choice: Choice
  /** So many days after the appointment it is forgotten who came. */
  forgetDays: number
  answer: ViewingProblem | undefined
}

/** The time, and who comes. */
export function ViewingForm({ choice, forgetDays, answer }: ViewingFormProps) {
  const t = useTranslations('viewing')
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('viewing', form, answer)
  const said = refusal.answer
  const given = answer?.given
  const mailAddress = useMailAddressWords()
  const textOf = (name: Name) =>
    [t(`errors.${name}`), name === 'email' && mailAddress(said?.given.email)].filter(Boolean).join(' ')
  const wrong = inOrder.filter((name) => said?.faults[name])
  const error = (name: Name) => (wrong.includes(name) && !refusal.isMended(name) ? textOf(name) : undefined)
  return (
    <form
      id={languageFormId}
      ref={form}
      method="post"
      // What is refused comes back at the same day.
      action={choice.branchId === null ? undefined : choiceQuery(choice, choice.branchId, choice.day)}
      className="grid gap-6"
      noValidate
    >
      {wrong.length > 0 && <input type="hidden" name={refusedBefore} value="1" />}
      {said && said.reason !== 'incomplete' && (
        <FaultSummary title={t(`refused.${said.reason}`)} answer={refusal.isNew ? answer : null} />
      )}
      {wrong.length > 0 && (
        <FaultSummary
          title={t('incomplete')}
          faults={wrong.map((name) => ({ field: name, text: textOf(name), mended: refusal.isMended(name) }))}
          answer={refusal.isNew ? answer : null}
        />
      )}
      <Times choice={choice} error={error('time')} />
      <p className="text-ink-soft text-step--1">{t('required')}</p>
      <Field
        {...{ name: 'name', label: t('name'), autoComplete: 'name', required: true }}
        {...{ defaultValue: given?.name, error: error('name'), maxLength: 200 }}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Field
          {...{ name: 'email', type: 'email', label: t('email'), autoComplete: 'email', required: true }}
          {...{ defaultValue: given?.email, error: error('email'), maxLength: 320 }}
        />
        <Field
          {...{ name: 'phone', type: 'tel', label: t('phone'), note: t('optional'), autoComplete: 'tel' }}
          {...{ defaultValue: given?.phone, error: error('phone'), maxLength: 60 }}
        />
      </div>
      <TextArea
        {...{ name: 'about', label: t('about'), note: t('optional'), rows: 3 }}
        {...{ defaultValue: given?.about, error: error('about'), maxLength: 2000 }}
      />
      <Honeypot form="viewing" label={t('leaveEmpty')} />
      <p className="text-ink-soft text-step--1">
        {t.rich('consent', {
          days: forgetDays,
          privacy: (words) => (
            <a href={pathTo(locale, 'privacy')} className="link">
              {words}
            </a>
          ),
        })}
      </p>
      <button type="submit" className="button justify-self-start">
        {t('book')}
      </button>
    </form>
  )
}
