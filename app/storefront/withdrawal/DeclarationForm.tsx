import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { Fault, Field, TextArea } from '#app/ui/Field.tsx'
import { goToField } from '#app/ui/go-to-field.ts'
import { useLocale } from '../shell-data.ts'
import type { WithdrawalStep } from './step.ts'

type FormStep = Extract<WithdrawalStep, { at: 'form' }>

/** The first step: who withdraws from what. */
export function DeclarationForm({ step }: { step: FormStep }) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const { order, given, wrong } = step
  const isNothingLeft = order?.pieces.every(({ isOpen }) => !isOpen)
  const errors: Record<FormStep['wrong'][number], string> = {
    name: t('errorName'),
    contract: t('errorContract'),
    email: t('errorEmail'),
    comment: t('errorComment'),
    submission: t('errorSubmission'),
    pieces: t('errorPieces'),
  }
  const error = (name: FormStep['wrong'][number]) => (wrong.includes(name) ? errors[name] : undefined)
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
        <div role="alert" className="mb-8 border-danger border-l-2 pl-4">
          <p className="font-[560]">{t('errorSummary')}</p>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a className="link" href={`#${name}`} onClick={goToField}>
                  {errors[name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" action={pathTo(locale, 'withdrawal')} className="grid gap-6" noValidate>
        <p className="text-ink-soft text-step--1">{t('required')}</p>
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
    <fieldset id="pieces" aria-describedby={error && 'pieces-error'}>
      <legend className="pb-1 font-medium">{t('pieces')}</legend>
      {step.order?.pieces
        .filter(({ isOpen }) => isOpen)
        .map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="piece"
              value={id}
              defaultChecked={step.chosen.includes(id)}
              className="size-5 shrink-0 accent-green"
            />
            <span className="num">{t('piece', { name, id })}</span>
          </label>
        ))}
      <Fault id="pieces-error" text={error} />
    </fieldset>
  )
}
