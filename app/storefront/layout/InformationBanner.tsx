import { useTranslations } from 'use-intl'
import { useShell } from '../shell-data.ts'

/** Across the whole site while a vacation lasts. */
export function InformationBanner() {
  const t = useTranslations('layout')
  const { vacationMessage } = useShell()
  if (vacationMessage === null) return null
  return (
    <aside aria-label={t('note')} className="bg-action py-2 text-on-action print:hidden">
      <p className="wrap">
        <strong className="font-[560]">{t('note')}</strong> {vacationMessage}
      </p>
    </aside>
  )
}
