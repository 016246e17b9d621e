import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'

/** The header's way to the list; late code adds its count (`LateKeeping.tsx`). Its drawing lies in the styles. */
export function WishesLink() {
  const t = useTranslations('layout')
  return <a href={pathTo(useLocale(), 'wishes')} className="wishes" aria-label={t('wishes')} />
}
