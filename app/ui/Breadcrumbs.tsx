import { useTranslations } from 'use-intl'
import type { Department } from '#app/shop/catalogue/types.ts'

/** A department is named by the page's own words; everything else brings its label. */
export type Crumb = ({ department: Department } | { label: string }) & { href: string }

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations('catalogue')
  const names = useTranslations('pages')
  return (
    <nav aria-label={t('breadcrumb')} className="pt-3 print:hidden">
      <ol className="crumbs">
        {crumbs.map((crumb) => (
          <li key={crumb.href}>
            <a href={crumb.href}>{'department' in crumb ? names(crumb.department) : crumb.label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
