import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { knowsPasskeys } from './passkey-browser.ts'
import { useReason } from './use-reason.ts'

export type Given = { email: string; password: string; code: string | null }
type Answer = { ok: boolean; reason?: string; retryAfter?: number; faults?: Readonly<Record<string, string>> }

/** A password, and a code where one is asked for; or a passkey. */
export function IdentityForm({
  email,
  label,
  asksEmail,
  submit,
  withPasskey,
  onDone,
}: {
  /** Whose it is, where that is known. */
  email?: string | undefined
  label: string
  asksEmail: boolean
  submit: (given: Given) => Promise<Answer>
  /** Null where nobody signed. */
  withPasskey: () => Promise<Answer | null>
  onDone: () => void
}) {
  const t = useTranslations('office.accounts')
  const reason = useReason()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [refusal, setRefusal] = useState<Answer | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }, [asksCode])

  async function take(asked: () => Promise<Answer | null>) {
    setBusy(true)
    setRefusal(null)
    const answer = await asked()
    setBusy(false)
    if (answer === null) return
    if (answer.ok) return onDone()
    if (answer.reason === 'code-missing') return setAsksCode(true)
    setRefusal(answer)
  }

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '')
    void take(() =>
      submit({
        email: email ?? text('email'),
        password: text('password'),
        code: asksCode ? text('code') : null,
      }),
    )
  }
  const fault = (name: string) => {
    const found = refusal?.faults?.[name]
    return found && reason(found)
  }
  const general = refusal && !refusal.faults ? reason(refusal.reason, refusal.retryAfter) : null
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <div role="alert">{general && <p className="text-danger">{general}</p>}</div>
      {asksEmail ? (
        <Field
          name="email"
          id={`${id}-email`}
          type="email"
          label={t('email')}
          autoComplete="username"
          error={fault('email')}
        />
      ) : (
        <>
          <p className="sub">{email}</p>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        </>
      )}
      <Field
        name="password"
        id={`${id}-password`}
        type="password"
        label={t('password')}
        autoComplete="current-password"
        error={fault('password')}
      />
      {asksCode && (
        <Field
          name="code"
          id={`${id}-code`}
          label={t('code')}
          hint={t('codeHint')}
          autoComplete="one-time-code"
          error={fault('code')}
        />
      )}
      <p className="page-actions">
        <button type="submit" className="do" aria-disabled={busy}>
          {label}
        </button>
        {knowsPasskeys() && (
          <button type="button" className="do quiet" onClick={() => void take(withPasskey)}>
            {t('withPasskey')}
          </button>
        )}
      </p>
    </form>
  )
}
