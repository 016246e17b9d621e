import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import type { AlertRefusal } from '#app/shop/enquiries/alerts.ts'
import { useShell } from '../shell-data.ts'
import type { AlertAnswer } from './alert-action.ts'
import type { ListingView } from './listing-view.ts'

const refusals: ReadonlySet<string> = new Set<AlertRefusal>(['invalid-email', 'nothing-chosen', 'too-many'])

type AlertProps = { listing: ListingView; answer: AlertAnswer | undefined }

/** Asks to be told when something matching arrives. */
export function AlertForm({ listing, answer }: AlertProps) {
  const t = useTranslations('alert')
  const locale = useShell().site.currentLocale
  const refused = answer !== undefined && refusals.has(answer.alert)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refused) input.current?.focus()
  }, [refused])
  if (answer?.alert === 'stored') return <Answer answer={answer} />
  return (
    <section aria-labelledby="alert" className="mt-14 max-w-prose border-line border-t pt-8">
      <h2 id="alert" className="text-step-2">
        {t('title')}
      </h2>
      <p className="pt-2 text-ink-soft">{t('text')}</p>
      <Form method="post" action={listing.path} preventScrollReset className="grid gap-2 pt-5">
        <label htmlFor="alert-email" className="font-medium">
          {t('email')}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id="alert-email"
            className="field min-w-56 flex-1"
            type="email"
            name="email"
            autoComplete="email"
            required
            maxLength={320}
            defaultValue={answer?.email}
            aria-invalid={refused || undefined}
            aria-describedby={refused ? 'alert-error' : undefined}
          />
          <button type="submit" className="button">
            {t('submit')}
          </button>
        </div>
        {refused && (
          <p id="alert-error" role="alert" className="text-danger">
            {t(`answers.${answer.alert}`)}
          </p>
        )}
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
  if (answer) return <Answer answer={answer} />
  return (
    <section aria-labelledby="alert-decision" className="my-6 max-w-prose border-green border-l-2 pl-5">
      <h2 id="alert-decision" className="text-step-1">
        {t('pendingTitle', { heading: listing.heading })}
      </h2>
      <p className="pt-2 text-ink-soft">{t('pendingText')}</p>
      <Form method="post" action={listing.path} className="flex flex-wrap gap-3 pt-4">
        <input type="hidden" name="token" value={token} />
        <button type="submit" name="confirm" value="1" className="button">
          {t('confirm')}
        </button>
        <button type="submit" name="leave" value="1" className="button button-quiet">
          {t('leave')}
        </button>
      </Form>
    </section>
  )
}

function Answer({ answer }: { answer: AlertAnswer }) {
  const t = useTranslations('alert')
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <p
      ref={message}
      role="status"
      tabIndex={-1}
      className="my-8 max-w-prose border-green border-l-2 pl-5 outline-none"
    >
      {t(`answers.${answer.alert}`)}
    </p>
  )
}
