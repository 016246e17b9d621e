import { useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { pathTo } from '#app/language/route-table.ts'
import { Field } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import { useShell } from '../shell-data.ts'
import type { AlertAnswer, AlertOutcome } from './alert-action.ts'
import type { ListingView } from './listing-view.ts'

const refusals: ReadonlySet<string> = new Set<AlertOutcome>([
  'invalid-email',
  'nothing-chosen',
  'too-many',
  'no-such-piece',
])

type Told = AlertAnswer & { alert: AlertOutcome }

const isRefusal = (answer: AlertAnswer | undefined): answer is Told =>
  answer !== undefined && refusals.has(answer.alert)

const isTold = (answer: AlertAnswer | undefined): answer is Told =>
  answer !== undefined && answer.alert !== 'typed'

type AlertProps = { listing: ListingView; answer: AlertAnswer | undefined }

/** Asks to be told when something matching arrives. */
export function AlertForm({ listing, answer }: AlertProps) {
  const t = useTranslations('alert')
  const locale = useShell().site.currentLocale
  const mailAddress = useMailAddressWords()
  const form = useRef<HTMLFormElement>(null)
  const refused = isRefusal(answer) ? answer : undefined
  const { answer: refusal, isMended } = useRefusal('alert', form, refused)
  const isWrong = refusal?.alert === 'invalid-email'
  // The one field there is takes the focus itself, with what is wrong.
  const { tabIndex: _, ...focused } = useAnswerFocus<HTMLInputElement>(refused ?? null)
  const error =
    refusal && !(isWrong && isMended('email'))
      ? (isWrong && mailAddress(refusal.email)) || t(`answers.${refusal.alert}`)
      : undefined
  if (isTold(answer) && answer.alert === 'stored') return <Answer answer={answer} heading={listing.heading} />
  return (
    <section aria-labelledby="alert" className="mt-14 max-w-prose border-line border-t pt-8">
      <h2 id="alert" className="text-step-2">
        {t('title')}
      </h2>
      <p className="pt-2 text-ink-soft">{t('text')}</p>
      <Form
        id={languageFormId}
        ref={form}
        method="post"
        action={listing.path}
        preventScrollReset
        noValidate
        className="grid gap-4 pt-5"
      >
        {isWrong && <input type="hidden" name={refusedBefore} value="1" />}
        <Field
          {...focused}
          id="alert-email"
          type="email"
          name="email"
          label={t('email')}
          autoComplete="email"
          maxLength={320}
          defaultValue={answer?.email}
          error={error}
        />
        <button type="submit" className="button justify-self-start">
          {t('submit')}
        </button>
        <p className="text-ink-soft text-step--1">
          {t.rich('privacy', {
            link: (words) => (
              <a className="link" href={pathTo(locale, 'privacy')}>
                {words}
              </a>
            ),
          })}
        </p>
      </Form>
    </section>
  )
}

/** Behind the link in a mail: a press confirms or ends the alert, for programs that look at links must not. */
export function AlertDecision({ listing, answer, token }: AlertProps & { token: string }) {
  const t = useTranslations('alert')
  if (isTold(answer)) return <Answer answer={answer} heading={listing.heading} />
  const { alertState: state } = listing
  if (state === 'expired' || state === 'unknown')
    return <Answer answer={{ alert: state }} heading={listing.heading} />
  const isConfirmed = state === 'confirmed'
  return (
    <section aria-labelledby="alert-decision" className="my-6 max-w-prose border-green border-l-2 pl-5">
      <h2 id="alert-decision" className="text-step-1">
        {t('pendingTitle', { heading: listing.heading })}
      </h2>
      <p className="pt-2 text-ink-soft">{t(isConfirmed ? 'confirmedText' : 'pendingText')}</p>
      <Form method="post" action={listing.path} className="flex flex-wrap gap-3 pt-4">
        <input type="hidden" name="token" value={token} />
        {!isConfirmed && (
          <button type="submit" name="confirm" value="1" className="button">
            {t('confirm')}
          </button>
        )}
        <button type="submit" name="leave" value="1" className="button button-quiet">
          {t('leave')}
        </button>
      </Form>
    </section>
  )
}

function Answer({ answer, heading }: { answer: Told; heading: string }) {
  const t = useTranslations('alert')
  const focused = useAnswerFocus<HTMLParagraphElement>(answer)
  return (
    <p {...focused} className="my-8 max-w-prose border-green border-l-2 pl-5 outline-none">
      {t(`answers.${answer.alert}`, { heading })}
    </p>
  )
}
