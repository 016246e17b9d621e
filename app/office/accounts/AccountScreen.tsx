import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { BothVersions } from '../frame/BothVersions.tsx'
import { type AnswerOf, act, type InputOf } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Codes } from './Codes.tsx'
import { Passkeys } from './Passkeys.tsx'
import { useDoing } from './use-doing.ts'

/** One's own account: name, ways in, and where one is signed in. */
export default function AccountScreen() {
  const frame = useTranslations('office.frame')
  const { email, role } = useShown<'account'>()
  const signOut = async () => {
    await act('accounts.sign-out', {})
    window.location.assign('/office')
  }
  return (
    <Page
      title={frame('account')}
      actions={
        <button type="button" className="do quiet" onClick={() => void signOut()}>
          {frame('signOut')}
        </button>
      }
    >
      <p className="pb-6">
        {email} · {frame(`roles.${role}`)}
      </p>
      <div className="max-w-3xl">
        <Own />
        <Email />
        <Password />
        <Codes />
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  )
}

type Own = InputOf<'accounts.change-own'>['from']
type Clash = Pick<Extract<AnswerOf<'accounts.change-own'>, { reason: 'conflict' }>, 'now' | 'parts'>

function Own() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const { name, locale } = useShown<'account'>()
  const { revalidate } = useRevalidator()
  const { doing, fault } = useDoing()
  const kept = useKeptText('own-account', { name, locale })
  const [clash, setClash] = useState<Clash | null>(null)
  const known = (text: string) => locales.find((each) => each === text) ?? locale
  const own = (texts: Readonly<Record<keyof Own, string>>): Own => ({
    name: texts.name,
    locale: known(texts.locale),
  })
  const [from, to] = [own(kept.from), own(kept.texts)]
  const save = async (begun = from) => {
    const answer = await act('accounts.change-own', { from: begun, to })
    if (!answer.ok && answer.reason === 'conflict') return setClash(answer)
    setClash(null)
    const done = await doing(Promise.resolve(answer), frame('saved'))
    if (done) kept.done()
    // The words of the whole office are others.
    if (done && to.locale !== locale) window.location.reload()
  }
  const choose = (part: keyof Own, whose: 'mine' | 'theirs', { now, parts }: Clash) => {
    const left = parts.filter((each) => each !== part)
    setClash(left.length > 0 ? { now, parts: left } : null)
    if (whose === 'theirs') {
      kept.forget(part)
      return revalidate()
    }
    kept.see(part, now[part])
    return left.length > 0 ? undefined : save({ ...from, [part]: now[part] })
  }
  const said = (part: keyof Own, value: Own) => (part === 'locale' ? localeNames[value.locale] : value.name)
  return (
    <section className="block-section" aria-labelledby="own">
      <h2 id="own">{t('own')}</h2>
      {clash && (
        <BothVersions
          of={clash.parts.map((part) => ({
            ...{ key: part, label: t(part === 'locale' ? 'language' : 'name'), by: null, at: null },
            ...{ before: said(part, from), theirs: said(part, clash.now), mine: said(part, to) },
            keep: (whose) => void choose(part, whose, clash),
          }))}
        />
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="two">
          <Field
            name="name"
            label={t('name')}
            value={kept.texts.name}
            onChange={({ target }) => kept.put('name', target.value)}
            error={fault('name')}
            autoComplete="name"
          />
          <Select
            name="locale"
            label={t('language')}
            value={to.locale}
            onChange={({ target }) => kept.put('locale', target.value)}
          >
            {locales.map((each) => (
              <option key={each} value={each}>
                {localeNames[each]}
              </option>
            ))}
          </Select>
        </div>
        <p>
          <button type="submit" className="do">
            {t('save')}
          </button>
        </p>
      </form>
    </section>
  )
}

function Email() {
  const t = useTranslations('office.accounts')
  const { email } = useShown<'account'>()
  const { doing, fault } = useDoing()
  const kept = useKeptText('own-email', { email })
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answer = await act('accounts.change-email', { from: kept.from.email, email: kept.texts.email })
    if (await doing(Promise.resolve(answer), t('emailChanged'))) {
      kept.done()
      // The frame knows the former one, with which nobody could prove who they are or sign in again.
      window.location.reload()
    }
    // What is typed stays, and begins from the address that is shown now.
    else if (!answer.ok && answer.reason === 'changed') kept.see('email', answer.now)
  }
  return (
    <section className="block-section" aria-labelledby="email-title">
      <h2 id="email-title">{t('email')}</h2>
      <form noValidate className="grid gap-4" onSubmit={(event) => void change(event)}>
        <div className="two">
          <Field
            name="email"
            type="email"
            label={t('email')}
            hint={t('ownEmailHint')}
            value={kept.texts.email}
            onChange={({ target }) => kept.put('email', target.value)}
            error={fault('email') ?? fault('')}
            autoComplete="email"
          />
        </div>
        <p>
          <button type="submit" className="do">
            {t('changeEmail')}
          </button>
        </p>
      </form>
    </section>
  )
}

function Password() {
  const t = useTranslations('office.accounts')
  const { email } = useShown<'account'>()
  const { doing, fault } = useDoing()
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = String(new FormData(form).get('password') ?? '')
    if (await doing(act('accounts.change-password', { password }), t('passwordChanged'))) form.reset()
  }
  return (
    <section className="block-section" aria-labelledby="password-title">
      <h2 id="password-title">{t('password')}</h2>
      <form noValidate className="grid gap-4" onSubmit={(event) => void change(event)}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <div className="two">
          <Field
            name="password"
            type="password"
            label={t('newPassword')}
            hint={t('passwordHint')}
            autoComplete="new-password"
            error={fault('password') ?? fault('')}
          />
        </div>
        <p>
          <button type="submit" className="do">
            {t('changePassword')}
          </button>
        </p>
      </form>
    </section>
  )
}

function Sessions() {
  const t = useTranslations('office.accounts')
  const { sessions } = useShown<'account'>()
  const { doing } = useDoing()
  const { moment: time } = useFormats()
  return (
    <section className="block-section" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions')}</h2>
      <p className="pb-3">{t('sessionsText')}</p>
      <ul>
        {sessions.map(({ id, browser, lastSeenAt, createdAt, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2"
          >
            <span className="min-w-0 break-words">
              {browser ?? t('unknownBrowser')}
              <span className="sub">
                {isThis ? t('thisBrowser') : t('lastSeen', { time: time(lastSeenAt) })} ·{' '}
                {t('since', { time: time(createdAt) })}
              </span>
            </span>
            {!isThis && (
              <button
                type="button"
                className="do quiet"
                onClick={() => void doing(act('accounts.end-session', { id }), t('sessionEnded'))}
              >
                {t('endSession')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="pt-3">
          <button
            type="button"
            className="do quiet"
            onClick={() => void doing(act('accounts.end-other-sessions', {}), t('sessionsEnded'))}
          >
            {t('endOthers')}
          </button>
        </p>
      )}
    </section>
  )
}
