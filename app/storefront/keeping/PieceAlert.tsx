import { useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { PageStatus } from '#app/shop/catalogue/product-status.ts'
import { Field } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import type { AlertAnswer, AlertOutcome } from '../listing/alert-action.ts'
import { useLocale } from '../shell-data.ts'

type PieceAlertProps = {
  page: { path: string; status: PageStatus; href: string | null; state: AlertOutcome | 'pending' | null }
  name: string
  answer: AlertAnswer | undefined
}

const refusals: ReadonlySet<string> = new Set<AlertOutcome>(['invalid-email', 'too-many', 'no-such-piece'])

/** Asks to be told when a piece costs less or, while it is reserved, when it can be had again. */
export function PieceAlertForm({ page, name, answer }: PieceAlertProps) {
  const t = useTranslations('keeping.alert')
  const words = useTranslations('alert')
  const locale = useLocale()
  const mailAddress = useMailAddressWords()
  const form = useRef<HTMLFormElement>(null)
  const refused = answer && refusals.has(answer.alert) ? answer : undefined
  const { answer: refusal, isMended } = useRefusal('piece-alert', form, refused)
  const isWrong = refusal?.alert === 'invalid-email'
  // The one field there is takes the focus itself, with what is wrong.
  const { tabIndex: _, ...focused } = useAnswerFocus<HTMLInputElement>(refused ?? null)
  const error =
    refusal && refusal.alert !== 'typed' && !(isWrong && isMended('email'))
      ? (isWrong && mailAddress(refusal.email)) || words(`answers.${refusal.alert}`, { heading: name })
      : undefined
  // Confirmed or ended by a form that came from a mail's link, too: its address is sent without the token.
  if (answer && answer.alert !== 'typed' && !refused)
    return <Answer outcome={answer.alert} name={name} answer={answer} />
  if (page.status === 'sold' || page.status === 'examined')
    return (
      <p className="mt-6 text-step-1">
        {t(page.status === 'sold' ? 'sold' : 'examined')}{' '}
        {page.href && (
          <a className="link" href={`${page.href}#similar`}>
            {t('similar')}
          </a>
        )}
      </p>
    )
  return (
    <>
      <p className="mt-5 text-ink-soft">{t(page.status === 'reserved' ? 'textReserved' : 'text')}</p>
      <Form
        id={languageFormId}
        ref={form}
        method="post"
        action={page.path}
        preventScrollReset
        noValidate
        className="grid gap-4 pt-6"
      >
        {isWrong && <input type="hidden" name={refusedBefore} value="1" />}
        <Field
          {...focused}
          id="alert-email"
          type="email"
          name="email"
          label={words('email')}
          autoComplete="email"
          maxLength={320}
          defaultValue={answer?.email}
          error={error}
        />
        <button type="submit" className="button justify-self-start">
          {words('submit')}
        </button>
        <p className="text-ink-soft text-step--1">
          {words.rich('privacy', {
            link: (text) => (
              <a className="link" href={pathTo(locale, 'privacy')}>
                {text}
              </a>
            ),
          })}
        </p>
      </Form>
    </>
  )
}

/** Behind the link in a mail: a press confirms or ends the alert, for programs that look at links must not. */
export function PieceAlertDecision({ page, name, answer, token }: PieceAlertProps & { token: string }) {
  const t = useTranslations('keeping.alert')
  const words = useTranslations('alert')
  if (answer && answer.alert !== 'typed') return <Answer outcome={answer.alert} name={name} answer={answer} />
  const { state } = page
  if (state !== 'pending' && state !== 'confirmed')
    return <Answer outcome={state ?? 'unknown'} name={name} answer={null} />
  const isConfirmed = state === 'confirmed'
  return (
    <section aria-labelledby="alert-decision" className="mt-6 border-green border-l-2 pl-5">
      <h2 id="alert-decision" className="text-step-1">
        {t('yours')}
      </h2>
      <p className="pt-2 text-ink-soft">{t(isConfirmed ? 'confirmedText' : 'pendingText')}</p>
      <Form method="post" action={page.path} className="flex flex-wrap gap-3 pt-4">
        <input type="hidden" name="token" value={token} />
        {!isConfirmed && (
          <button type="submit" name="confirm" value="1" className="button">
            {words('confirm')}
          </button>
        )}
        <button type="submit" name="leave" value="1" className="button button-quiet">
          {words('leave')}
        </button>
      </Form>
    </section>
  )
}

type AnswerProps = { outcome: AlertOutcome; name: string; answer: AlertAnswer | null }

function Answer({ outcome, name, answer }: AnswerProps) {
  const t = useTranslations('keeping.alert')
  const words = useTranslations('alert')
  const focused = useAnswerFocus<HTMLParagraphElement>(answer)
  return (
    <p {...focused} className="my-8 border-green border-l-2 pl-5 outline-none">
      {outcome === 'confirmed' || outcome === 'already'
        ? t(outcome, { name })
        : words(`answers.${outcome}`, { heading: name })}
    </p>
  )
}
