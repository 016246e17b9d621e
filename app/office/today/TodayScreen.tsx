import { useTranslations } from 'use-intl'
import { Page } from '../frame/Page.tsx'

export default function TodayScreen() {
  const t = useTranslations('office.frame.screens')
  return <Page title={t('today')} />
}
