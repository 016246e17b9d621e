import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useReason } from './use-reason.ts'

/** Asks for a mail with a link to choose another password. */
export default function ResetScreen() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const reason = useReason()
  const [sent, setSent] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    const answer = await act('accounts.ask-reset', { email })
    if (answer.ok) return setSent(true)
    const why = answer.reason === 'invalid' ? answer.faults.email : answer.reason
    setFault(reason(why, answer.reason === 'too-many' ? answer.retryAfter : 0))
  }
  return (
    <main className="sign-in-page">
      <title>{`${t('forgotten')} – ${frame('title')}`}</title>
      <h1 className="pb-5">{t('forgotten')}</h1>
      <div role="status">{sent && <p>{t('resetSent')}</p>}</div>
      {!sent && (
        <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
          <p>{t('resetText')}</p>
          <Field
            name="email"
            type="email"
            label={t('email')}
            autoComplete="username"
            error={fault ?? undefined}
          />
          <p>
            <button type="submit" className="do">
              {t('sendLink')}
            </button>
          </p>
        </form>
      )}
      <p className="mt-5">
        <a className="underline" href="/office">
          {t('toSignIn')}
        </a>
      </p>
    </main>
  )
}
