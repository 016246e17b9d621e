import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useReason } from './use-reason.ts'

/** What a link opens: a password is chosen, and who sets up a shop says who they are. */
export default function SetUpScreen() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const reason = useReason()
  const { token = '' } = useParams()
  const [opened, setOpened] = useState<AnswerOf<'accounts.open-link'> | null>(null)
  useEffect(() => {
    let gone = false
    void act('accounts.open-link', { token }).then((answer) => {
      if (!gone) setOpened(answer)
    })
    return () => {
      gone = true
    }
  }, [token])
  const title = opened?.ok && opened.purpose === 'reset' ? t('newPassword') : t('setUp')
  return (
    <main className="sign-in-page">
      <title>{`${title} – ${frame('title')}`}</title>
      <h1 className="pb-5">{title}</h1>
      {opened?.ok && <ChooseForm token={token} {...opened} />}
      {opened && !opened.ok && (
        <>
          <p role="alert">{reason(opened.reason)}</p>
          <p className="mt-5">
            <a className="underline" href="/office/reset">
              {t('anotherLink')}
            </a>
          </p>
        </>
      )}
    </main>
  )
}

function ChooseForm({
  token,
  name,
  email,
  purpose,
}: {
  token: string
  name: string
  email: string
  purpose: 'set-up' | 'invitation' | 'reset'
}) {
  const t = useTranslations('office.accounts')
  const locale = useLocale()
  const reason = useReason()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [done, setDone] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (field: string) => String(given.get(field) ?? '')
    const answer = await act('accounts.set-password', {
      token,
      password: text('password'),
      ...(purpose !== 'reset' && { name: text('name') }),
      ...(purpose === 'set-up' && { email: text('email'), locale }),
    })
    if (answer.ok) {
      if (answer.signedIn) window.location.assign('/office')
      else setDone(true)
      return
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    const field = {
      ...{ 'too-short': 'password', 'too-long': 'password' },
      ...{ 'too-easy': 'password', 'own-words': 'password' },
      ...{ 'email-taken': 'email', 'unreachable-email': 'email' },
    } as const
    const at = answer.reason in field ? field[answer.reason as keyof typeof field] : ''
    setFaults({ [at]: answer.reason })
  }
  const fault = (field: string) => {
    const found = faults[field]
    return found === undefined ? undefined : reason(found)
  }
  if (done)
    return (
      <p role="status">
        {t('chosen')}{' '}
        <a className="underline" href="/office">
          {t('toSignIn')}
        </a>
      </p>
    )
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <p>{t(`purposes.${purpose}`)}</p>
      <div role="alert">{fault('') && <p className="text-danger">{fault('')}</p>}</div>
      {purpose !== 'reset' && (
        <Field name="name" label={t('name')} defaultValue={name} autoComplete="name" error={fault('name')} />
      )}
      {purpose === 'set-up' ? (
        <Field
          name="email"
          type="email"
          label={t('email')}
          defaultValue={email}
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
        type="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        error={fault('password')}
      />
      <p>
        <button type="submit" className="do">
          {t('choose')}
        </button>
      </p>
    </form>
  )
}
