import { useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Fault, Field, Star, TextArea, Tick } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import { useLocale } from '../shell-data.ts'
import { type WithdrawalStep, withdrawalAddress } from './step.ts'

type FormStep = Extract<WithdrawalStep, { at: 'form' }>

/** What may be wrong, in the order in which it stands. */
const inOrder = ['submission', 'pieces', 'name', 'contract', 'email', 'comment'] as const

/** The first step: who withdraws from what. */
export function DeclarationForm({ step }: { step: FormStep }) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const { order, given } = step
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('withdrawal', form, step.wrong.length > 0 ? step : undefined)
  const wrong = refusal.answer?.wrong ?? []
  const mailAddress = useMailAddressWords()
  const isNothingLeft = order?.pieces.every(({ isOpen }) => !isOpen)
  const errors: Record<FormStep['wrong'][number], string> = {
    name: t('errorName'),
    contract: t('errorContract'),
    email: mailAddress(refusal.answer?.given.email) || t('errorEmail'),
    comment: t('errorComment'),
    submission: t('errorSubmission'),
    pieces: t('errorPieces'),
  }
  const isMended = (name: FormStep['wrong'][number]) => refusal.isMended(name === 'pieces' ? 'piece' : name)
  const error = (name: FormStep['wrong'][number]) =>
    wrong.includes(name) && !isMended(name) ? errors[name] : undefined
  const faults = inOrder
    .filter((name) => wrong.includes(name))
    .map((name) => ({
      field: name === 'submission' ? undefined : name,
      text: errors[name],
      mended: isMended(name),
    }))
  return (
    <>
      <p className="caps">{t('stepOne')}</p>
      <h1 className="mt-3 text-step-4">{t('title')}</h1>
      <p className="mt-5 mb-10 text-ink-soft text-step-1">
        {order ? t('orderLead', { number: order.number }) : t('lead')}
      </p>
      {order?.lateSince && (
        <p className="mb-8 border-reserved border-l-2 pl-4">{t('late', { date: order.lateSince })}</p>
      )}
      {isNothingLeft && <p className="mb-8 border-reserved border-l-2 pl-4">{t('nothingLeft')}</p>}
      {wrong.length > 0 && (
        <div className="mb-8">
          <FaultSummary title={t('errorSummary')} faults={faults} answer={refusal.isNew ? step : null} />
        </div>
      )}
      <Form
        id={languageFormId}
        ref={form}
        method="post"
        action={withdrawalAddress(locale, order)}
        className="grid gap-6"
        noValidate
      >
        <p className="text-ink-soft text-step--1">{t('required')}</p>
        {wrong.length > 0 && <input type="hidden" name={refusedBefore} value="1" />}
        <input type="hidden" name="submission" value={step.submission} />
        {order && <input type="hidden" name="order" value={order.token} />}
        {order && !isNothingLeft && <Pieces step={step} error={error('pieces')} />}
        <Field
          name="name"
          label={t('name')}
          autoComplete="name"
          defaultValue={given.name}
          error={error('name')}
          required
        />
        <Field
          name="contract"
          label={t('contract')}
          hint={order ? undefined : t('contractHint')}
          defaultValue={given.contract}
          error={error('contract')}
          required
        />
        <Field
          name="email"
          type="email"
          label={t('email')}
          autoComplete="email"
          defaultValue={given.email}
          error={error('email')}
          required
        />
        <TextArea
          name="comment"
          label={t('comment')}
          note={t('optional')}
          rows={4}
          defaultValue={given.comment}
          error={error('comment')}
        />
        <button type="submit" className="button justify-self-start">
          {t('continue')}
        </button>
      </Form>
    </>
  )
}

function Pieces({ step, error }: { step: FormStep; error: string | undefined }) {
  const t = useTranslations('withdrawal')
  return (
    <fieldset
      id="pieces"
      tabIndex={-1}
      aria-describedby={error && 'pieces-error'}
      className="min-w-0 outline-none"
    >
      <legend className="font-medium">
        {t('pieces')}
        <Star />
        <span className="sr-only"> {t('atLeastOne')}</span>
      </legend>
      {step.order?.pieces
        .filter(({ isOpen }) => isOpen)
        .map(({ id, name }) => (
          <Tick
            key={id}
            id={`piece-${id}`}
            name="piece"
            value={id}
            defaultChecked={step.chosen.includes(id)}
            faultId={error && 'pieces-error'}
            label={<span className="num">{t('piece', { name, id })}</span>}
          />
        ))}
      <Fault id="pieces-error" text={error} />
    </fieldset>
  )
}
