import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './member.ts'

/** Where nothing can be done without a branch, and there is none yet: that it is so, and where one is entered. */
export function NoBranch() {
  const t = useTranslations('office.frame')
  const mayEnter = useMay('settings.change')
  return (
    <p className="box">
      {t('noBranch')}{' '}
      {mayEnter && (
        <Link className="link" to="/settings/branches">
          {t('enterBranch')}
        </Link>
      )}
    </p>
  )
}
