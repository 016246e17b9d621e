import { useTranslations } from 'use-intl'

export function SkipLink() {
  const t = useTranslations('layout')
  return (
    <a
      href="#content"
      className="button print:hidden fixed top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] transition-transform focus:translate-y-0"
    >
      {t('skip')}
    </a>
  )
}
