import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { type StandardView, standardViewNames, standardViews } from '#app/shop/stock/list-question.ts'
import { useFormats } from '../frame/use-formats.ts'
import { sameList } from './use-question.ts'

/** The lists that everybody begins with, and how many pieces each has. */
export function StandardViews({
  address,
  counts,
}: {
  address: string
  counts: Record<StandardView, number>
}) {
  const t = useTranslations('office.pieces')
  const format = useFormats()
  return (
    <div className="toolbar">
      {standardViewNames.map((name) => (
        <Link
          key={name}
          to={{ search: standardViews[name] }}
          className="office-chip"
          aria-current={sameList(address, standardViews[name]) ? 'true' : undefined}
        >
          {t(`views.${name}`)} <b>{format.number(counts[name])}</b>
        </Link>
      ))}
    </div>
  )
}
