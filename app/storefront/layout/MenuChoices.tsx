import { formatNumber } from '#app/language/formats.ts'
import type { MenuChoice } from '#app/shop/catalogue/menu.ts'
import { useLocale } from '../shell-data.ts'

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
            {label} <span className="num">{formatNumber(count, locale)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
