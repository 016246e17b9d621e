import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { History } from './History.tsx'
import { type SettingPart, settingParts } from './parts.ts'

/** All parts of the settings, each with how it stands. */
export default function SettingsScreen() {
  const t = useTranslations('office.settings')
  const format = useFormats()
  const shown = useShown<'settings'>()
  return (
    <Page title={t('title')}>
      <ul className="settings-parts">
        {settingParts.map((part) => (
          <li key={part}>
            <Link to={`/settings/${part}`} className="settings-part">
              <span className="font-medium">{t(`parts.${part}`)}</span>
              <Stand part={part} shown={shown} />
            </Link>
          </li>
        ))}
      </ul>
      <History entries={shown.history} branches={shown.branches} />
      {shown.former.length > 0 && (
        <section className="block-section">
          <h2>{t('former')}</h2>
          <ol className="settings-history">
            {shown.former.map(({ at, by, about }) => (
              <li key={at + about}>
                <span className="text-ink-soft">{format.moment(at)}</span>{' '}
                <span className="font-medium">{by}</span> · {about}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Page>
  )
}

function Stand({ part, shown }: { part: SettingPart; shown: Shown<'settings'> }) {
  const t = useTranslations('office.settings.stand')
  switch (part) {
    case 'vacation': {
      const state = shown.vacation?.kind === 'vacation' ? shown.vacation.state : 'off'
      return (
        <span className={state === 'now' ? 'state state-good' : 'state state-quiet'}>
          {t(`vacation.${state}`)}
        </span>
      )
    }
    case 'sell':
      return (
        <span className={shown.sell ? 'state state-good' : 'state state-quiet'}>
          {t(shown.sell ? 'sellOn' : 'sellOff')}
        </span>
      )
    case 'branches':
      return shown.branches.length === 0 ? (
        <span className="missing">{t('noBranches')}</span>
      ) : (
        <span className="text-ink-soft">{shown.branches.map(({ name }) => name).join(', ')}</span>
      )
    case 'shipping':
      return <span className="text-ink-soft">{t('zones', { count: shown.zones })}</span>
    case 'bank':
      return shown.bankMissing ? (
        <span className="missing">{t('bankMissing')}</span>
      ) : (
        <span className="text-ink-soft">{shown.bank}</span>
      )
    case 'notices': {
      const missing = (['de', 'en'] as const).filter((locale) => shown.notices[locale] === null)
      return missing.length > 0 ? (
        <span className="missing">{t('noticeMissing', { count: missing.length })}</span>
      ) : (
        <span className="text-ink-soft">{t('noticesThere')}</span>
      )
    }
    case 'shop':
      return shown.placeholders ? <span className="missing">{t('placeholders')}</span> : null
    case 'keys':
      return (
        <span className="text-ink-soft">
          {t('services', { count: shown.services, all: shown.servicesOf })}
        </span>
      )
    default:
      return null
  }
}
