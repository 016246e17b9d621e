import { useTranslations } from 'use-intl'

/** Why something was refused, in words; what there are no words for did not work. */
export function useFault(): (reason: string) => string {
  const t = useTranslations('office.enquiries.faults')
  return (reason) => (t.has(reason as 'failed') ? t(reason as 'failed') : t('failed'))
}
