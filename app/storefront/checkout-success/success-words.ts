import { useTranslations } from 'use-intl'

export function useSuccessWords() {
  return useTranslations('checkoutSuccess')
}
