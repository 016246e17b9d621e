import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import { useWishes } from './use-wishes.ts'

/** The header's way to the list, with its count once the page is hydrated. Its drawing lies in the styles. */
export function WishesLink() {
  const t = useTranslations('layout')
  const count = useWishes()?.length
  return (
    <a
      href={pathTo(useLocale(), 'wishes')}
      className="wishes"
      data-count={count || undefined}
      aria-label={count === undefined ? t('wishes') : t('wishesCount', { count })}
    />
  )
}
