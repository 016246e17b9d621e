import { useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { MenuChoice } from '#app/shop/catalogue/menu.ts'
import { useLocale } from '../shell-data.ts'

/** The way to the list of all makers, of watches and of jewellery. */
export function AllMakers() {
  const t = useTranslations('menu')
  return (
    <a href={pathTo(useLocale(), 'makers')} className="link inline-flex min-h-11 items-center">
      {t('allMakers')}
    </a>
  )
}

/** Ways into the catalogue, each with how many pieces are there. */
export function MenuChoices(props: {
  choices: readonly MenuChoice[]
  /** Id of what says which ways these are. */
  labelledBy: string
  className?: string
}) {
  const { choices, labelledBy, className = '' } = props
  const locale = useLocale()
  return (
    <ul aria-labelledby={labelledBy} className={`menu-choices ${className}`}>
      {choices.map(({ label, href, count }) => (
        <li key={href}>
          <a href={href}>
            {/* The number stays with the last word of a name in two lines. */}
            {`${label}\u00a0`}
            <span className="num">{formatNumber(count, locale)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
