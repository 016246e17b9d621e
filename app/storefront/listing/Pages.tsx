import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { ListingView } from './listing-view.ts'

/** First, last, and those around the page that is shown. */
export function Pages({ listing }: { listing: Pick<ListingView, 'page' | 'pages' | 'pageHrefs'> }) {
  const t = useTranslations('listing')
  const { page, pages, pageHrefs } = listing
  if (pages === 1) return null
  const hrefOf = (wanted: number) => pageHrefs.find((each) => each.page === wanted)?.href
  const before = hrefOf(page - 1)
  const after = hrefOf(page + 1)
  const arrow = 'link inline-flex min-h-11 items-center'
  return (
    <nav aria-label={t('pages')} className="list-pages num">
      <span>
        {before && (
          <a href={before} rel="prev" className={arrow}>
            {t('previous')}
          </a>
        )}
      </span>
      <ol className="col-span-2 row-start-1 flex justify-center sm:col-span-1 sm:col-start-2">
        {pageHrefs.map(({ page: each, href }, index) => (
          <Fragment key={each}>
            {each - (pageHrefs[index - 1]?.page ?? each) > 1 && (
              <li aria-hidden="true" className="px-1 text-ink-soft">
                …
              </li>
            )}
            <li>
              <a
                href={href}
                aria-label={t('toPage', { page: each })}
                aria-current={each === page ? 'page' : undefined}
                className="page-number"
              >
                {each}
              </a>
            </li>
          </Fragment>
        ))}
      </ol>
      <span className="text-right sm:col-start-3">
        {after && (
          <a href={after} rel="next" className={arrow}>
            {t('next')}
          </a>
        )}
      </span>
    </nav>
  )
}
