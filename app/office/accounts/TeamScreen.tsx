import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { staffRoles } from '#app/shop/staff/permissions.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDoing } from './use-doing.ts'

/** Who works here, and what they may do. */
export default function TeamScreen() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const { members } = useShown<'team'>()
  const manages = useMay('staff.manage')
  return (
    <Page title={frame('screens.team')}>
      <ul className="border-b border-line">
        {members.map((member) => (
          <Member key={member.id} member={member} manages={manages} />
        ))}
      </ul>
      {manages && <Invite />}
      <section className="block-section max-w-3xl" aria-labelledby="roles">
        <h2 id="roles">{t('rolesTitle')}</h2>
        <dl className="grid gap-2">
          {staffRoles.map((role) => (
            <div key={role}>
              <dt className="font-medium">{frame(`roles.${role}`)}</dt>
              <dd className="text-ink-soft">{t(`rolesText.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Page>
  )
}

type Listed = Shown<'team'>['members'][number]

function Member({ member, manages }: { member: Listed; manages: boolean }) {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const { ownId, mailsLeave } = useShown<'team'>()
  const sees = useMay('records.see')
  const { doing, fault } = useDoing()
  const { id, version, name, email, role, isSetUp, disabledAt } = member
  const state = disabledAt ? 'disabled' : isSetUp ? 'active' : 'invited'
  const tone = { disabled: 'state-quiet', active: 'state-good', invited: 'state-warn' }[state]
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 border-t border-line py-3">
      <div className="min-w-0">
        <span className="font-medium">{name}</span>
        {id === ownId && ` ${t('you')}`}
        <span className="sub">
          <MailAddress address={email} />
        </span>
        <span className={`state ${tone}`}>{t(`states.${state}`)}</span>
        {fault('') && <p className="text-danger">{fault('')}</p>}
      </div>
      <div className="page-actions">
        {manages ? (
          <Select
            name={`role-${id}`}
            label={<span className="sr-only">{t('roleOf', { name })}</span>}
            value={role}
            onChange={(event) => {
              const wanted = staffRoles.find((each) => each === event.target.value) ?? role
              void doing(
                act('staff.change-role', { id, version, role: wanted }),
                t('roleChanged', { name, role: frame(`roles.${wanted}`) }),
              )
            }}
          >
            {staffRoles.map((each) => (
              <option key={each} value={each}>
                {frame(`roles.${each}`)}
              </option>
            ))}
          </Select>
        ) : (
          <span>{frame(`roles.${role}`)}</span>
        )}
        {manages && !isSetUp && !disabledAt && (
          <button
            type="button"
            className="do quiet"
            onClick={() =>
              void doing(
                act('staff.invite-again', { id, version }),
                t(mailsLeave ? 'invitedAgain' : 'invitedAgainAsFile', { email }),
              )
            }
          >
            {t('inviteAgain')}
          </button>
        )}
        {manages && (
          <button
            type="button"
            className="do quiet"
            onClick={() =>
              void doing(
                act(disabledAt ? 'staff.enable' : 'staff.disable', { id, version }),
                t(disabledAt ? 'enabled' : 'disabled', { name }),
              )
            }
          >
            {t(disabledAt ? 'enable' : 'disable')}
            <span className="sr-only"> {name}</span>
          </button>
        )}
        {sees && (
          <Link className="do quiet" to={`/records?by=${id}`}>
            {t('whatTheyDid')}
            <span className="sr-only"> {name}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

function Invite() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const { mailsLeave } = useShown<'team'>()
  const { doing, fault } = useDoing()
  const kept = useKeptText('invitation', { name: '', email: '', role: 'sales', locale: 'de' })
  const { name, email } = kept.texts
  const role = staffRoles.find((each) => each === kept.texts.role) ?? 'sales'
  const locale = locales.find((each) => each === kept.texts.locale) ?? 'de'
  const field = (of: keyof typeof kept.texts, value: string) => ({
    name: of,
    value,
    onChange: ({ target }: { target: { value: string } }) => kept.put(of, target.value),
  })
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const done = await doing(
      act('staff.invite', { name, email, role, locale }),
      t(mailsLeave ? 'invited' : 'invitedAsFile', { email }),
    )
    if (done) kept.done()
  }
  return (
    <section className="block-section max-w-3xl" aria-labelledby="invite">
      <h2 id="invite">{t('inviteTitle')}</h2>
      <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        <div className="two">
          <Field {...field('name', name)} label={t('name')} error={fault('name')} autoComplete="off" />
          <Field
            {...field('email', email)}
            type="email"
            label={t('email')}
            error={fault('email') ?? fault('')}
            autoComplete="off"
          />
          <Select {...field('role', role)} label={t('role')}>
            {staffRoles.map((role) => (
              <option key={role} value={role}>
                {frame(`roles.${role}`)}
              </option>
            ))}
          </Select>
          <Select {...field('locale', locale)} label={t('language')}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {localeNames[locale]}
              </option>
            ))}
          </Select>
        </div>
        <p>
          <button type="submit" className="do">
            {t('invite')}
          </button>
        </p>
      </form>
    </section>
  )
}
