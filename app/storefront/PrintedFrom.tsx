import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from './shell-data.ts'

/** On paper only: where the page was printed from, which also completes the addresses of links within the site. */
export function PrintedFrom() {
  const t = useTranslations('layout')
  const { site } = useShell()
  const { pathname } = useLocation()
  return (
    <p className="mt-8 hidden break-before-avoid border-line border-t pt-3 text-ink-soft text-step--1 print:block">
      {t('printedFrom', { address: site.url + pathname })}
    </p>
  )
}
